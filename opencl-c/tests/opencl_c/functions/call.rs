//! How a function is called, and the kernel that calls it.

use super::value::Kind;

/// Numbers of elements of scalars and vectors.
pub const WIDTHS: [usize; 6] = [1, 2, 3, 4, 8, 16];
/// Elements of the largest vector. A scalar argument beside vectors stays the same for this many elements.
pub const LARGEST: usize = 16;

/// Elements from the start of a vector to the next: a vector of three takes the space of four.
pub fn stride(width: usize) -> usize {
    match width {
        3 => 4,
        width => width,
    }
}

/// Whether an element of a buffer belongs to a vector of this width, and is not padding.
pub fn held(width: usize) -> impl Fn(&usize) -> bool {
    move |element| element % stride(width) < width
}

/// A type: a vector as wide as the call, or a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    pub kind: Kind,
    pub is_vector: bool,
}

impl Type {
    pub const fn vector(kind: Kind) -> Self {
        let is_vector = true;
        Self { kind, is_vector }
    }

    pub const fn scalar(kind: Kind) -> Self {
        let is_vector = false;
        Self { kind, is_vector }
    }

    pub fn name(self, width: usize) -> String {
        match self.is_vector && width > 1 {
            true => format!("{}{width}", self.kind.name()),
            false => self.kind.name().to_owned(),
        }
    }

    /// The value of this thread in a buffer, as an expression.
    fn place(self, buffer: &str, width: usize) -> String {
        match self.is_vector {
            true => format!("{buffer}[i]"),
            false => format!("{buffer}[{} * i]", stride(width)),
        }
    }
}

/// The address space of the pointer through which a function returns a second result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    Global,
    Local,
    Private,
}

impl Space {
    pub const ALL: [Self; 3] = [Self::Global, Self::Local, Self::Private];
}

/// Threads of a block.
pub const BLOCK: usize = 64;

/// A call of a function.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function; `#` stands for the number of elements (`convert_int#_sat`).
    pub name: String,
    pub parameters: Vec<Type>,
    pub result: Type,
    /// The type of a second result, returned through a pointer after the parameters, and the address space of that pointer.
    pub second: Option<(Type, Space)>,
}

impl Call {
    pub fn new(name: &str, parameters: &[Type], result: Type) -> Self {
        Self {
            name: name.to_owned(),
            parameters: parameters.to_vec(),
            result,
            second: None,
        }
    }

    /// The same with a second result.
    pub fn through(mut self, second: Type, space: Space) -> Self {
        self.second = Some((second, space));
        self
    }

    /// The name of the function for vectors of some width.
    pub fn called(&self, width: usize) -> String {
        let elements = match width {
            1 => String::new(),
            width => width.to_string(),
        };
        self.name.replace('#', &elements)
    }

    /// Types of the results.
    pub fn results(&self) -> Vec<Type> {
        let second = self.second.map(|(second, _)| second);
        [self.result].into_iter().chain(second).collect()
    }

    /// A kernel whose every thread makes one call: buffers of arguments, then buffers of results.
    pub fn kernel(&self, name: &str, width: usize) -> String {
        let input = |(at, of): (usize, &Type)| format!("__global const {} *a{at}", of.name(width));
        let output = |(at, of): (usize, &Type)| format!("__global {} *r{at}", of.name(width));
        let results = self.results();
        let buffers = self.parameters.iter().enumerate().map(input);
        let buffers = buffers.chain(results.iter().enumerate().map(output));
        let buffers: Vec<String> = buffers.collect();
        let (before, behind) = self.around(width);
        format!(
            "__kernel void {name}({}) {{\n    const size_t i = get_global_id(0);\n{before}    {} = {}({});\n{behind}}}\n",
            buffers.join(", "),
            self.result.place("r0", width),
            self.called(width),
            self.arguments(width),
        )
    }

    fn arguments(&self, width: usize) -> String {
        let parameters = self.parameters.iter().enumerate();
        let values = parameters.map(|(at, of)| of.place(&format!("a{at}"), width));
        let pointer = self.second.map(|(of, space)| match space {
            Space::Global => format!("&{}", of.place("r1", width)),
            Space::Local => "&shared[get_local_id(0)]".to_owned(),
            Space::Private => "&own".to_owned(),
        });
        let arguments: Vec<String> = values.chain(pointer).collect();
        arguments.join(", ")
    }

    /// The code before and after the call: a variable for the second result, unless it goes directly to global memory.
    fn around(&self, width: usize) -> (String, String) {
        let Some((of, space)) = self.second else {
            return Default::default();
        };
        let (name, place) = (of.name(width), of.place("r1", width));
        match space {
            Space::Global => Default::default(),
            Space::Local => (
                format!("    __local {name} shared[{BLOCK}];\n"),
                format!("    {place} = shared[get_local_id(0)];\n"),
            ),
            Space::Private => (
                format!("    {name} own;\n"),
                format!("    {place} = own;\n"),
            ),
        }
    }
}
