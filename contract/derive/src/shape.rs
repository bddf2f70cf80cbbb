//! The implementation for a whole type.

use crate::fields::Row;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DataEnum, DeriveInput, Error, Generics, Ident, Result, parse_quote};

/// The bodies of the items of the trait.
struct Items {
    constant: TokenStream,
    count: TokenStream,
    put: TokenStream,
    take: TokenStream,
    names: TokenStream,
}

/// The implementation of `Words` for a type.
///
/// # Errors
/// If the type is a union, or an attribute of a field is not known.
pub fn implementation(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let items = match &input.data {
        Data::Struct(data) => of_struct(&Row::new(&data.fields)?),
        Data::Enum(data) => of_enum(name, data)?,
        Data::Union(_) => return Err(Error::new_spanned(name, "a union has no fixed words")),
    };
    let generics = bound(input.generics.clone());
    let (parameters, arguments, conditions) = generics.split_for_impl();
    let Items {
        constant,
        count,
        put,
        take,
        names,
    } = items;
    Ok(quote! {
        #[automatically_derived]
        impl #parameters ::heddle_contract::Words for #name #arguments #conditions {
            const COUNT: Option<usize> = #constant;

            #[inline]
            #[allow(unused_variables)]
            fn count(&self) -> usize {
                #count
            }

            #[inline]
            #[allow(unused_variables)]
            fn put(&self, __to: &mut ::heddle_contract::words::Put<'_>) {
                #put
            }

            #[inline]
            fn take(__from: &mut ::heddle_contract::words::Take<'_>) -> Self {
                #take
            }

            #[allow(unused_variables)]
            fn names(&self, __path: &str, __to: &mut Vec<String>) {
                #names
            }
        }
    })
}

/// Each type parameter is of words.
fn bound(mut generics: Generics) -> Generics {
    for parameter in generics.type_params_mut() {
        parameter
            .bounds
            .push(parse_quote!(::heddle_contract::Words));
    }
    generics
}

fn of_struct(row: &Row) -> Items {
    let (braces, count, put) = (row.braces(), row.count(), row.put());
    let (take, names) = (row.take(), row.names());
    Items {
        constant: row.constant(),
        count: quote!(let Self #braces = self; #count),
        put: quote!(let Self #braces = self; #put),
        take: quote!(#take Self #braces),
        names: quote!(let Self #braces = self; #names),
    }
}

fn of_enum(name: &Ident, data: &DataEnum) -> Result<Items> {
    let (mut constants, mut counts, mut puts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut takes, mut names) = (Vec::new(), Vec::new());
    for (number, variant) in data.variants.iter().enumerate() {
        let (number, ident, row) = (number as u64, &variant.ident, Row::new(&variant.fields)?);
        let (braces, count, put) = (row.braces(), row.count(), row.put());
        let (take, named) = (row.take(), row.names());
        constants.push(row.constant());
        counts.push(quote!(Self::#ident #braces => #count));
        puts.push(quote!(Self::#ident #braces => { __to.word(#number); #put }));
        takes.push(quote!(#number => { #take Self::#ident #braces }));
        names.push(quote!(Self::#ident #braces => { #named }));
    }
    let name = name.to_string();
    Ok(Items {
        constant: quote!(::heddle_contract::words::variants(&[#(#constants),*])),
        count: quote! {
            match Self::COUNT {
                Some(count) => count,
                None => 1 + match self { #(#counts),* },
            }
        },
        put: quote! {
            let __start = __to.position();
            match self { #(#puts)* }
            __to.fill(__start, Self::COUNT);
        },
        take: quote! {
            let __start = __from.position();
            let __value = match __from.word() {
                #(#takes)*
                number => ::heddle_contract::words::unknown(#name, number),
            };
            __from.fill(__start, Self::COUNT);
            __value
        },
        names: quote! {
            __to.push(::heddle_contract::words::field(__path, "variant"));
            // What one variant has in a word, another one has otherwise: then words have numbers.
            match Self::COUNT {
                Some(count) => ::heddle_contract::words::numbers(__path, count - 1, __to),
                None => match self { #(#names)* },
            }
        },
    })
}
