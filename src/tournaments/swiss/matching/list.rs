//! A list that is asked for each number: what lies outside of it is the default.

/// Values by numbers from 0.
pub(super) struct List<T>(Vec<T>);

impl<T: Clone + Default> List<T> {
    pub(super) fn new(length: usize) -> List<T> {
        List(vec![T::default(); length])
    }

    /// All are the default again.
    pub(super) fn clear(&mut self) {
        self.0.fill(T::default());
    }

    pub(super) fn put(&mut self, number: usize, value: T) {
        if let Some(stored) = self.0.get_mut(number) {
            *stored = value;
        }
    }

    pub(super) fn of(&self, number: usize) -> Option<&T> {
        self.0.get(number)
    }

    pub(super) fn of_mut(&mut self, number: usize) -> Option<&mut T> {
        self.0.get_mut(number)
    }

    /// Takes a value out.
    pub(super) fn take(&mut self, number: usize) -> T {
        self.0
            .get_mut(number)
            .map(std::mem::take)
            .unwrap_or_default()
    }
}

impl<T: Copy + Default> List<T> {
    pub(super) fn at(&self, number: usize) -> T {
        self.0.get(number).copied().unwrap_or_default()
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> List<T> {
        List(values.into_iter().collect())
    }
}
