//! The code for the fields of a struct or of a variant.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Expr, Fields, Ident, Index, Member, Result, Type};

/// A field.
struct Field {
    /// As constructors and patterns call it: a name or a number.
    member: Member,
    /// The variable that holds the field, or a reference to it.
    variable: Ident,
    ty: Type,
    /// The value that optional parts are like, if they may be of any length.
    like: Option<Expr>,
}

/// The fields of a struct or of a variant, in order of declaration.
pub struct Row {
    fields: Vec<Field>,
}

impl Row {
    /// # Errors
    /// If an attribute of a field is not known.
    pub fn new(fields: &Fields) -> Result<Self> {
        let fields = fields.iter().enumerate().map(|(at, field)| {
            let number = Member::Unnamed(Index::from(at));
            Ok(Field {
                member: field.ident.clone().map_or(number, Member::Named),
                variable: match &field.ident {
                    Some(name) => name.clone(),
                    None => format_ident!("field_{at}"),
                },
                ty: field.ty.clone(),
                like: like(field)?,
            })
        });
        let fields = fields.collect::<Result<_>>()?;
        Ok(Row { fields })
    }

    /// `{ mask, left }` or `{ 0: field_0 }`: a pattern that gives each field a variable, and the constructor with these variables.
    pub fn braces(&self) -> TokenStream {
        let parts = self.fields.iter().map(|field| {
            let (member, variable) = (&field.member, &field.variable);
            match member {
                Member::Named(name) => quote!(#name),
                Member::Unnamed(_) => quote!(#member: #variable),
            }
        });
        quote!({ #(#parts),* })
    }

    /// The number of words of any value, as an `Option<usize>`.
    pub fn constant(&self) -> TokenStream {
        let counts = self.fields.iter().map(|field| {
            let ty = &field.ty;
            match field.like {
                Some(_) => quote!(None),
                None => quote!(<#ty as ::heddle_contract::Words>::COUNT),
            }
        });
        quote!(::heddle_contract::words::sum(&[#(#counts),*]))
    }

    /// The number of words of this value.
    pub fn count(&self) -> TokenStream {
        let counts = self.fields.iter().map(|field| {
            let variable = &field.variable;
            match &field.like {
                Some(like) => {
                    quote!(::heddle_contract::words::Sometimes::count_like(#variable, &#like))
                }
                None => quote!(::heddle_contract::Words::count(#variable)),
            }
        });
        quote!(0 #(+ #counts)*)
    }

    /// Statements that write the fields to `__to`.
    pub fn put(&self) -> TokenStream {
        self.each(|field| {
            let variable = &field.variable;
            match &field.like {
                Some(like) => {
                    quote!(::heddle_contract::words::Sometimes::put_like(#variable, &#like, __to);)
                }
                None => quote!(::heddle_contract::Words::put(#variable, __to);),
            }
        })
    }

    /// Statements that read the fields from `__from` into their variables.
    pub fn take(&self) -> TokenStream {
        let fields = self.fields.iter().enumerate().map(|(at, field)| {
            let (variable, ty) = (&field.variable, &field.ty);
            let before = self.fields[..at].iter().map(|field| &field.variable);
            let before: Vec<&Ident> = before.collect();
            match &field.like {
                Some(like) => quote! {
                    let #variable: #ty = {
                        #[allow(unused_variables)]
                        let (#(#before,)*) = (#(&#before,)*);
                        ::heddle_contract::words::Sometimes::take_like(&#like, __from)
                    };
                },
                None => quote!(let #variable = <#ty as ::heddle_contract::Words>::take(__from);),
            }
        });
        fields.collect()
    }

    /// Statements that add the names of the words to `__to`.
    pub fn names(&self) -> TokenStream {
        self.each(|field| {
            let variable = &field.variable;
            let name = match &field.member {
                Member::Named(name) => name.to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            let path = quote!(&::heddle_contract::words::field(__path, #name));
            match &field.like {
                Some(like) => {
                    quote!(::heddle_contract::words::Sometimes::names_like(#variable, &#like, #path, __to);)
                }
                None => quote!(::heddle_contract::Words::names(#variable, #path, __to);),
            }
        })
    }

    fn each(&self, code: impl Fn(&Field) -> TokenStream) -> TokenStream {
        self.fields.iter().map(code).collect()
    }
}

/// The expression of `#[words(like = ...)]`.
fn like(field: &syn::Field) -> Result<Option<Expr>> {
    let mut like = None;
    for attribute in &field.attrs {
        if !attribute.path().is_ident("words") {
            continue;
        }
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("like") {
                return Err(meta.error("only `like = ...` is known here"));
            }
            like = Some(meta.value()?.parse()?);
            Ok(())
        })?;
    }
    Ok(like)
}
