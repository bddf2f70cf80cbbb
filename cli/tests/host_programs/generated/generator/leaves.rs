//! Values that are no operations: places, elements of arrays, literals, inputs, ids.

use super::function::{Array, Function};
use super::types::{Element, Type};

/// Number of words that every work-item may read.
pub const INPUT_WORDS: u32 = 256;

/// The ids of a work-item, in each dimension and beyond the third.
const IDS: [&str; 4] = [
    "get_global_id",
    "get_local_id",
    "get_group_id",
    "get_global_offset",
];

/// The sizes of the launch. Beyond the third dimension sizes are 1, but 0 on `pocl` 3.1.
const SIZES: [&str; 3] = ["get_global_size", "get_local_size", "get_num_groups"];

impl Function<'_> {
    /// A value without operations.
    pub fn leaf(&mut self, kind: Type) -> String {
        match self.random.below(8) {
            0 => self.source(kind),
            1 => self.element_of_array(kind),
            _ => self.place_of(kind),
        }
    }

    /// A place of the type, or a place of another type, converted.
    fn place_of(&mut self, kind: Type) -> String {
        if let Some(place) = self.place(|place| place.kind == kind) {
            return place.text;
        }
        let other = self.place(|place| place.kind.width == kind.width);
        match other {
            Some(place) if self.random.one_in(2) => self.converted(&place.text, place.kind, kind),
            _ => self.source(kind),
        }
    }

    fn element_of_array(&mut self, kind: Type) -> String {
        let arrays = self.arrays.iter();
        let found: Vec<Array> = arrays.filter(|a| a.kind == kind).cloned().collect();
        if found.is_empty() {
            return self.place_of(kind);
        }
        let array = self.random.pick(&found).clone();
        self.element(&array)
    }

    /// An element of an array, whose index may depend on the work-item.
    pub fn element(&mut self, array: &Array) -> String {
        let index = self.word();
        format!("{}[{index} & {}u]", array.text, array.length - 1)
    }

    /// A `uint` from some place or source.
    pub fn word(&mut self) -> String {
        let place = self.place(|place| place.kind == Type::UINT);
        match place {
            Some(place) if !self.random.one_in(3) => place.text,
            _ => self.source(Type::UINT),
        }
    }

    /// A value that depends on no variable.
    pub fn source(&mut self, kind: Type) -> String {
        if kind.is_vector() {
            return self.vector_source(kind);
        }
        match kind.element {
            Element::Float => self.float_source(),
            Element::Double => self.double_source(),
            _ => match self.random.below(4) {
                0 => self.literal(kind),
                1 => format!("({kind}){}", self.id()),
                2 => format!("({kind})table[{}]", self.random.below(16)),
                _ => format!("({kind})in[{}]", self.random.below(INPUT_WORDS)),
            },
        }
    }

    fn vector_source(&mut self, kind: Type) -> String {
        match self.random.below(3) {
            0 => {
                let element = self.source(kind.wide(1));
                format!("({kind})({element})")
            }
            1 if kind.width <= 4 => {
                let elements = (0..kind.width).map(|_| self.source(kind.wide(1)));
                let elements: Vec<String> = elements.collect();
                format!("({kind})({})", elements.join(", "))
            }
            _ => {
                let at = self.random.below(INPUT_WORDS / kind.width);
                let words = format!("vload{}({at}, in)", kind.width);
                self.of_words(&words, kind)
            }
        }
    }

    /// Words, each converted to an element.
    fn of_words(&mut self, words: &str, kind: Type) -> String {
        match kind.element {
            Element::Uint => words.into(),
            Element::Float if self.random.one_in(3) => format!("float_of({words})"),
            Element::Float => format!("real({words})"),
            Element::Double if self.random.one_in(3) => {
                let wide = kind.unsigned();
                format!("double_of(convert_{wide}({words}) * ({wide})0x9e3779b97f4a7c15ul)")
            }
            Element::Double => format!("convert_{kind}(real({words}))"),
            _ => format!("convert_{kind}({words})"),
        }
    }

    fn float_source(&mut self) -> String {
        match self.random.below(6) {
            0 => {
                let literals = ["0.0f", "-0.0f", "1.5f", "-3.0f", "0x1p-130f", "INFINITY"];
                (*self.random.pick(&literals)).into()
            }
            1 => format!("(float){}", self.id()),
            _ => {
                let word = self.source(Type::UINT);
                self.of_words(&word, Type::UINT.of(Element::Float))
            }
        }
    }

    fn double_source(&mut self) -> String {
        match self.random.below(6) {
            0 => {
                let literals = [
                    "0.0",
                    "-0.0",
                    "0.1",
                    "-3.0",
                    "0x1p-1030",
                    "(double)INFINITY",
                ];
                (*self.random.pick(&literals)).into()
            }
            1 => format!("(double){}", self.id()),
            _ => {
                let word = self.source(Type::UINT);
                self.of_words(&word, Type::UINT.of(Element::Double))
            }
        }
    }

    fn literal(&mut self, kind: Type) -> String {
        let bits = kind.element.bits();
        let ones = u64::MAX >> (64 - bits);
        let word = u64::from(self.random.word()) << 32 | u64::from(self.random.word());
        let value = match self.random.below(6) {
            0 => ones,
            1 => ones >> 1,
            2 => 1 << (bits - 1),
            3 => word & ones,
            _ => u64::from(self.random.below(16)),
        };
        format!("({kind}){value:#x}ul")
    }

    /// An id or a size, as a `uint`, because `size_t` differs between devices.
    fn id(&mut self) -> String {
        match self.random.below(8) {
            0 => "get_work_dim()".into(),
            1..=3 => {
                let size = *self.random.pick(&SIZES);
                format!("(uint){size}({})", self.random.below(3))
            }
            _ => {
                let id = *self.random.pick(&IDS);
                format!("(uint){id}({})", self.random.below(4))
            }
        }
    }
}
