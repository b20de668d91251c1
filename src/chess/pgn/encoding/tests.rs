use super::*;

#[test]
fn windows_1252_is_read_and_told_of_where_it_looks_wrong() {
    let (text, unsure) = decoded(b"\x8am\xedd \x96 \x93Jan\x94");
    assert_eq!(text, "Šmíd – “Jan”");
    assert!(!unsure.is_of(&text));
    for (bytes, doubtful) in [
        (&b"M\xfcller"[..], false),
        (b"Garc\xeda, \xc1lvaro", false),
        (b"O\xb4Neil", false),
        // Polish in ISO 8859-2, Russian in Windows-1251, Czech in CP852
        (b"Micha\xb3", true),
        (b"\xca\xe0\xf0\xef\xee\xe2", true),
        (b"Kov\x81r", true),
    ] {
        let (text, unsure) = decoded(bytes);
        assert_eq!(unsure.is_of(&text), doubtful, "{text}");
    }
    let (text, unsure) = decoded("Михаил".as_bytes());
    assert!(!unsure.is_of(&text));
}

#[test]
fn utf_16_is_known_with_its_mark_and_without_in_pieces_of_any_size() {
    let text = "[White \"Šmíd – “Jan” 𝄞\"]\n\n1. e4 *\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = |mark: [u8; 2], octets: &[u8]| [&mark[..], octets].concat();
    for octets in [
        text.as_bytes().to_vec(),
        little.clone(),
        big.clone(),
        marked([0xff, 0xfe], &little),
        marked([0xfe, 0xff], &big),
    ] {
        for piece in [1, 2, 3, 5, octets.len()] {
            let mut wide = Wide::default();
            let mut read = Vec::new();
            for bytes in octets.chunks(piece) {
                read.extend_from_slice(&wide.take(bytes));
            }
            read.extend_from_slice(&wide.end());
            assert_eq!(String::from_utf8_lossy(&read), text, "in pieces of {piece}");
        }
    }
    for short in [&b""[..], b"*", b"\xff\xfe*\0"] {
        let mut wide = Wide::default();
        let mut read = wide.take(short).into_owned();
        read.extend_from_slice(&wide.end());
        assert_eq!(read, if short.is_empty() { &b""[..] } else { b"*" });
    }
}
