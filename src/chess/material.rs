//! The men of both sides, wherever they stand, as endgames are named: `KRP-KR`.

use shakmaty::zobrist::{Zobrist32, ZobristValue};
use shakmaty::{Board, ByColor, ByRole, Color, Piece, Role, Square};

/// How many men of each kind both sides have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material(ByColor<ByRole<u8>>);

impl Material {
    /// What stands on a board.
    pub fn of(board: &Board) -> Material {
        Material(board.material())
    }

    /// Reads `KRP-KR`, White first: the letters K, Q, R, B, N and P in any case, each as often as there are men of it; between
    /// the sides stands a hyphen, a `v`, a blank or nothing. `None` where a side has not one king, or more men than there can
    /// be.
    pub fn read(text: &str) -> Option<Material> {
        let men: Vec<char> = text
            .chars()
            .map(|sign| sign.to_ascii_uppercase())
            .filter(|sign| !matches!(sign, '-' | '–' | 'V' | 'S' | '.' | ' '))
            .collect();
        let second = men.iter().rposition(|man| *man == 'K')?;
        let (white, black) = men.split_at_checked(second)?;
        Some(Material(ByColor {
            white: side(white)?,
            black: side(black)?,
        }))
    }

    /// The same with White's men for Black.
    #[must_use]
    pub fn turned(self) -> Material {
        Material(self.0.into_swapped())
    }

    /// The [`Material::key`] of this, and of the same with the colours turned.
    pub fn keys(self) -> [i32; 2] {
        [self.key(), self.turned().key()]
    }

    /// A negative number that hardly any other material has.
    pub fn key(&self) -> i32 {
        let mut key = Zobrist32::default();
        for color in Color::ALL {
            for role in Role::ALL {
                let number = *self.0.get(color).get(role);
                key ^= number_of_men(Piece { color, role }, number);
            }
        }
        // All bits but that of the sign, which is set.
        !i32::try_from(key.0 >> 1).unwrap_or_default()
    }
}

/// What keys have in common where there are as many men of a kind: a number is keyed as if it were a square.
pub(super) fn number_of_men(man: Piece, number: u8) -> Zobrist32 {
    Square::try_from(number).map_or_else(
        |_| Zobrist32::default(),
        |number| Zobrist32::zobrist_for_piece(number, man),
    )
}

/// The men of one side, its king first.
fn side(men: &[char]) -> Option<ByRole<u8>> {
    let mut side = ByRole::<u8>::default();
    if men.first() != Some(&'K') || men.len() > 16 {
        return None;
    }
    for man in men {
        *side.get_mut(Role::from_char(*man)?) += 1;
    }
    (side.king == 1 && side.pawn <= 8).then_some(side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;

    fn on(placement: &str) -> Material {
        Material::of(&placement.parse::<Fen>().unwrap().into_setup().board)
    }

    #[test]
    fn material_is_read_as_endgames_are_named() {
        let rook_and_pawn = on("4k2r/8/8/8/8/8/P7/R3K3");
        for written in [
            "KRP-KR",
            "krpkr",
            "KRPvKR",
            "KRP vs. KR",
            "KPR–KR",
            " KRP KR ",
        ] {
            assert_eq!(Material::read(written), Some(rook_and_pawn), "{written}");
        }
        assert_eq!(Material::read("KR-KRP"), Some(rook_and_pawn.turned()));
        assert_eq!(Material::read("K-K"), Some(on("4k3/8/8/8/8/8/8/4K3")));
        for none in [
            "",
            "K",
            "KR",
            "RP-R",
            "RK-KR",
            "KRP-KR-K",
            "KRX-KR",
            "KPPPPPPPPP-K",
            "KRPKRPÜ",
            "-",
            "KQQQQQQQQQQQQQQQQQQQ-K",
        ] {
            assert_eq!(Material::read(none), None, "{none}");
        }
    }

    #[test]
    fn material_has_a_key_of_its_own() {
        let mut keys = std::collections::BTreeSet::new();
        let sides = [
            "K", "KP", "KPP", "KR", "KRP", "KQ", "KB", "KN", "KBN", "KNN", "KBB",
        ];
        for white in sides {
            for black in sides {
                let key = Material::read(&format!("{white}-{black}")).unwrap().key();
                assert!(key < 0);
                assert!(keys.insert(key), "{white}-{black}");
            }
        }
        assert_eq!(
            on("4k3/8/8/8/8/8/P7/R3K3").key(),
            on("R3k3/P7/8/8/8/8/8/4K3").key()
        );
    }
}
