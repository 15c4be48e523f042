use super::*;
use unicode_segmentation::UnicodeSegmentation;

/// The clusters of a line, found by segmenting it from its beginning.
fn naive_clusters(line: &str, start: usize, tab: TabWidth) -> Vec<Cluster> {
    let mut cell = CellColumn::ZERO;
    let clusters = line.grapheme_indices(true).map(|(offset, cluster)| {
        let first = cluster.chars().next().unwrap();
        let width = if first == '\t' { tab.next_stop(cell) - cell } else { cluster_width(cluster) };
        let range = at(start + offset)..at(start + offset + cluster.len());
        let found = Cluster { range, cell, width, first };
        cell += width;
        found
    });
    clusters.collect()
}

fn check_line(columns: &Columns<'_>, text: &str, random: &mut Random, tab: TabWidth) {
    let range = columns.range();
    let line = &text[range.start.0..range.end.0];
    let clusters = naive_clusters(line, range.start.0, tab);
    let end = clusters.last().map_or(CellColumn::ZERO, Cluster::end_cell);
    assert_eq!(columns.end_cell(), end);
    assert_eq!(columns.cell_of(range.end + 1), end);
    for _ in 0..5 {
        if clusters.is_empty() {
            break;
        }
        let index = random.below(clusters.len());
        let cluster = &clusters[index];
        assert_eq!(columns.cell_of(cluster.range.start), cluster.cell);
        let chars = line[..cluster.range.start - range.start].chars().count();
        assert_eq!(columns.char_of(cluster.range.start), CharColumn(chars));
        assert_eq!(columns.offset_of_char(CharColumn(chars)), cluster.range.start);
        let part = random.below(cluster.width);
        let cell = cluster.cell + part;
        assert_eq!(columns.at_cell(cell), AtCell::Cluster { cluster: cluster.clone(), part });
        assert_eq!(columns.offset_of_cell(cell), cluster.range.start);
        let nearest = if part * 2 < cluster.width { cluster.range.start } else { cluster.range.end };
        assert_eq!(columns.nearest(cell), nearest);
        assert!(columns.clusters(cell).take(40).eq(clusters[index..].iter().take(40).cloned()));
    }
    assert_eq!(columns.at_cell(end + 7), AtCell::Past(7));
    assert_eq!(columns.nearest(end + 7), range.end);
    assert_eq!(columns.offset_of_char(CharColumn(line.chars().count() + 5)), range.end);
}

fn line_text(random: &mut Random, pieces: usize) -> String {
    random.text(pieces).replace(['\r', '\n'], "z")
}

#[test]
fn short_lines_against_segmenting() {
    let mut random = Random::new();
    for _ in 0..40 {
        let tab = TabWidth::new(1 + random.below(16) as u8);
        let text = format!("{}\r\n{}\n", line_text(&mut random, 40), line_text(&mut random, 400));
        let rope = Text::from(text.as_str());
        for line in 0..3 {
            check_line(&Columns::new(&rope, line, tab), &text, &mut random, tab);
        }
    }
}

#[test]
fn long_lines_follow_edits() {
    let mut random = Random::new();
    for _ in 0..2 {
        let tab = TabWidth::new(1 + random.below(16) as u8);
        let mut text = format!("before\n{}{}\r\nafter\n", "x".repeat(17_000), line_text(&mut random, 3000));
        let mut revisions = Revisions::new();
        let mut document = Document::new(Text::from(text.as_str()), Form::default(), &mut revisions);
        for time in 0..40 {
            let line = document.text().line_of(at(7 + random.below(2)));
            check_line(&document.columns(line, tab), &text, &mut random, tab);
            let longest = [0, 3, 6000][random.below(3)];
            let range = random.range(&text, longest);
            let insert = match random.below(8) {
                0 => random.text(3),
                1 => line_text(&mut random, 3000),
                _ => line_text(&mut random, 3),
            };
            let edit = Edit::replace(at(range.start)..at(range.end), insert.as_str());
            document.apply(&edit.into(), step(EditKind::Other, time), &mut revisions).unwrap();
            text.replace_range(range, &insert);
        }
    }
}

#[test]
fn typing_in_a_long_line() {
    let mut revisions = Revisions::new();
    let mut text = "0123456\t".repeat(5000);
    let mut document = Document::new(Text::from(text.as_str()), Form::default(), &mut revisions);
    let tab = TabWidth::default();
    assert_eq!(document.columns(0, tab).end_cell(), CellColumn(40_000));
    let mut random = Random::new();
    for offset in 20_000..22_500 {
        document.apply(&Transaction::insert(at(offset), "w"), step(EditKind::Typing, 0), &mut revisions).unwrap();
        text.insert(offset, 'w');
        if offset % 700 == 0 {
            check_line(&document.columns(0, tab), &text, &mut random, tab);
        }
    }
    for offset in (19_000..22_500).rev() {
        let edit = Edit::delete(at(offset)..at(offset + 1));
        document.apply(&edit.into(), step(EditKind::Deleting, 0), &mut revisions).unwrap();
        text.remove(offset);
        if offset % 700 == 0 {
            check_line(&document.columns(0, tab), &text, &mut random, tab);
        }
    }
}

#[test]
fn endless_clusters_do_not_freeze() {
    let marks = "a".to_owned() + &"\u{301}".repeat(200_000);
    let text = Text::from(marks.as_str());
    let columns = Columns::new(&text, 0, TabWidth::default());
    assert!(columns.end_cell() < CellColumn(1000));
    assert!(columns.clusters(CellColumn(50)).count() < 1000);
    let mut offset = text.end();
    for _ in 0..100 {
        offset = prev_grapheme(&text, offset);
    }
    assert!(offset < text.end());
}

#[test]
fn widths() {
    for (cluster, cells) in [
        ("a", 1),
        ("é", 1),
        ("e\u{301}", 1),
        ("漢", 2),
        ("👩‍👩‍👧", 2),
        ("🇩🇪", 2),
        ("\u{301}", 1),
        ("\u{1}", 1),
        ("\u{200b}", 1),
    ] {
        assert_eq!(cluster_width(cluster), cells, "{cluster:?}");
    }
    assert_eq!(TabWidth::new(0), TabWidth::new(1));
    assert_eq!(TabWidth::new(99).cells(), 16);
    assert_eq!(TabWidth::new(4).next_stop(CellColumn(4)), CellColumn(8));
}
