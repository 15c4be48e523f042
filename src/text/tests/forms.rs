use super::*;

/// Reads bytes in pieces of random sizes.
fn decode(bytes: &[u8], random: &mut Random, longest: usize) -> (Text, Form) {
    let mut decoder = Decoder::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (piece, later) = rest.split_at(1 + random.below(longest.min(rest.len())));
        decoder.push(piece);
        rest = later;
    }
    decoder.finish()
}

fn encode(text: &Text, form: Form) -> Vec<u8> {
    let mut bytes = Vec::new();
    form.write(text, &mut bytes).unwrap();
    assert_eq!(bytes.len(), form.encoded_len(text));
    bytes
}

#[test]
fn every_file_comes_back_exactly() {
    let mut random = Random::new();
    for round in 0..200 {
        let mut bytes = random.text(if round % 10 == 0 { 20_000 } else { 60 }).into_bytes();
        if random.below(3) == 0 {
            bytes.splice(0..0, *b"\xef\xbb\xbf");
        }
        match random.below(5) {
            0 => bytes.push(0),
            1 => bytes.insert(random.below(bytes.len() + 1), 0xff),
            2 => bytes.truncate(random.below(bytes.len() + 1)),
            _ => {}
        }
        let (text, form) = decode(&bytes, &mut random, 1 + round * 100);
        let expected = match std::str::from_utf8(&bytes) {
            Ok(valid) if !valid.contains('\0') => Form::Utf8 { bom: valid.starts_with('\u{feff}') },
            _ => Form::Bytes,
        };
        assert_eq!(form, expected);
        assert_eq!(encode(&text, form), bytes);
    }
}

#[test]
fn incomplete_beginnings() {
    let mut random = Random::new();
    for (bytes, form) in [
        (&b""[..], Form::Utf8 { bom: false }),
        (b"\xef\xbb\xbf", Form::Utf8 { bom: true }),
        (b"\xef\xbb", Form::Bytes),
        (b"a\xef\xbb\xbf", Form::Utf8 { bom: false }),
        (b"\xef\xbb\xbf\xef\xbb\xbf", Form::Utf8 { bom: true }),
        (b"\xef\xbb\xbf\x00", Form::Bytes),
        (b"\xc3", Form::Bytes),
    ] {
        for longest in 1..4 {
            let (text, found) = decode(bytes, &mut random, longest);
            assert_eq!((found, encode(&text, found)), (form, bytes.to_vec()), "{bytes:?}");
        }
    }
}

#[test]
fn bytes_against_vec() {
    let mut random = Random::new();
    let mut naive: Vec<u8> = (0..5000).map(|_| random.below(256) as u8).chain([0]).collect();
    let mut revisions = Revisions::new();
    let (text, form) = decode(&naive, &mut random, 700);
    let mut document = Document::new(text, form, &mut revisions);
    let loaded = naive.clone();
    for time in 0..300 {
        let start = random.below(naive.len() + 1);
        let end = (start + random.below(20)).min(naive.len());
        let insert: Vec<u8> = (0..random.below(20)).map(|_| random.below(256) as u8).collect();
        let edit = document.bytes().unwrap().edit(ByteIndex(start)..ByteIndex(end), &insert);
        document.apply(&edit.into(), step(EditKind::Other, time), &mut revisions).unwrap();
        naive.splice(start..end, insert);
        let bytes = document.bytes().unwrap();
        assert_eq!(bytes.len(), naive.len());
        let index = random.below(naive.len() + 2);
        assert_eq!(bytes.get(ByteIndex(index)), naive.get(index).copied());
        assert_eq!(bytes.index_of(bytes.offset_of(ByteIndex(start))), ByteIndex(start.min(naive.len())));
        let part = bytes.iter(ByteIndex(start)..ByteIndex(start + 50));
        assert!(part.eq(naive.iter().copied().skip(start).take(50)));
    }
    let foreign = Transaction::insert(at(0), "€");
    let refused = document.apply(&foreign, step(EditKind::Typing, 0), &mut revisions);
    assert_eq!(refused, Err(EditError::NotAByte { found: '€' }));
    assert_eq!(encode(document.text(), form), naive);
    document.undo(usize::MAX, &mut revisions).unwrap();
    assert_eq!(encode(document.text(), form), loaded);
}

#[test]
fn writes_in_bounded_pieces() {
    struct Sink(usize, usize);
    impl std::io::Write for Sink {
        fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.max(piece.len());
            self.1 += piece.len();
            Ok(piece.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let text = Text::from("0123456789".repeat(100_000).as_str());
    let mut sink = Sink(0, 0);
    Form::default().write(&text, &mut sink).unwrap();
    assert_eq!(sink.1, 1_000_000);
    assert!(sink.0 <= 64 * 1024, "{}", sink.0);
}
