//! How many mails are in memory together.

use crate::mail::imap::Listed;

/// How many octets of mails are in memory at once; one mail may be larger.
const PORTION: u64 = 8 * 1024 * 1024;

/// Runs of mails that are in memory together.
pub(super) fn portions(mails: &[Listed]) -> impl Iterator<Item = &[Listed]> {
    let mut octets = 0;
    mails.chunk_by(move |before, after| {
        octets += u64::from(before.size);
        let fits = octets + u64::from(after.size) <= PORTION;
        if !fits {
            octets = 0;
        }
        fits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_are_in_memory_a_few_at_a_time_unless_they_are_small() {
        let listed = |size| Listed {
            uid: 1,
            size,
            arrived: chrono::DateTime::UNIX_EPOCH,
        };
        let lengths = |sizes: &[u32]| -> Vec<usize> {
            let mails: Vec<Listed> = sizes.iter().copied().map(listed).collect();
            portions(&mails).map(<[Listed]>::len).collect()
        };
        let mebibyte = 1024 * 1024;
        assert_eq!(lengths(&[]), [0_usize; 0]);
        assert_eq!(lengths(&[1000; 200]), [200]);
        assert_eq!(lengths(&[mebibyte; 20]), [8, 8, 4]);
        assert_eq!(lengths(&[40 * mebibyte, 1, 1]), [1, 2]);
    }
}
