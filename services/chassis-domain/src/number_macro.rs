//! Numbers of variants, a line for all of them.

/// In the `impl` block of an enum without fields: the number of each variant, there and back. A variant without one does not compile.
#[macro_export]
macro_rules! numbers {
    ($visible:vis $number:ty: $($variant:ident = $value:literal),+ $(,)?) => {
        /// Its number, in the store and wherever else it stands for the variant.
        $visible const fn number(self) -> $number {
            match self {
                $(Self::$variant => $value,)+
            }
        }

        /// From its number.
        $visible const fn from_number(number: $number) -> Option<Self> {
            match number {
                $($value => Some(Self::$variant),)+
                _ => None,
            }
        }
    };
}
