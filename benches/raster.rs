//! How long painting cells and making a picture of them takes.

use std::time::Instant;

use thc_edit::base::{Point, Rect, Size};
use thc_edit::grid::{Attr, Canvas, Cursor, CursorShape, Mode, Raster, Scale, Scene, Style};

const SIZE: Size = Size::new(240, 67);
const RUNS: usize = 31;

fn main() {
    let mut bytes = 0;
    let paint = median(|| {
        screen();
    });
    let scene = screen();
    let png = median(|| {
        let image = Raster::new(Mode::M3, Scale::ONE).render(&scene).expect("fits");
        let mut out = Vec::new();
        image.write_png(&mut out).expect("memory takes all");
        bytes = out.len();
    });
    println!("TIME png_240x67 {png:.3} 20");
    println!("its cells were painted in {paint:.3} ms; the picture has {bytes} bytes");
}

/// Milliseconds of the run in the middle.
fn median(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

/// A full desktop: menu bar, stippled ground, two windows with text of many colours and shadows, a status line.
fn screen() -> Scene {
    let mut scene = Scene::new(SIZE);
    let mut canvas = Canvas::new(&mut scene);
    canvas.fill(Rect::of_size(SIZE), '░', Attr::vga(0x71));
    canvas.fill(Rect::new(0, 0, SIZE.width, 1), ' ', Attr::vga(0x70));
    canvas.text(
        Point::new(2, 0),
        "≡  File  Edit  Search  Run  Compile  Debug  Tools  Options  Window  Help",
        Attr::vga(0x70),
    );
    window(&mut canvas, Rect::new(2, 2, 150, 60), "src/Words.hs", false);
    window(&mut canvas, Rect::new(40, 6, 190, 58), "app/Main.hs", true);
    canvas.fill(Rect::new(0, SIZE.height - 1, SIZE.width, 1), ' ', Attr::vga(0x70));
    canvas.text(Point::new(1, SIZE.height - 1), "F1 Help  F2 Save  F3 Open  F10 Menu │ Start main", Attr::vga(0x70));
    scene.cursor = Some(Cursor { at: Point::new(50, 20), shape: CursorShape::Underline });
    scene
}

fn window(canvas: &mut Canvas<'_>, at: Rect, title: &str, active: bool) {
    canvas.recolor(at.offset(2, 1), Attr::vga(0x08));
    let frame = Attr::vga(if active { 0x1F } else { 0x17 });
    let [across, down, corners] = if active { ["═", "║", "╔╗╚╝"] } else { ["─", "│", "┌┐└┘"] };
    let mut canvas = canvas.within(at);
    canvas.fill(Rect::of_size(at.size()), ' ', Attr::vga(0x1E));
    let (right, bottom) = (at.width - 1, at.height - 1);
    for y in [0, bottom] {
        canvas.text(Point::new(0, y), &across.repeat(at.width as usize), frame);
    }
    for y in 1..bottom {
        canvas.text(Point::new(0, y), down, frame);
        canvas.text(Point::new(right, y), if active { "▒" } else { down }, frame);
    }
    let places = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
    for ((x, y), corner) in places.into_iter().zip(corners.chars()) {
        canvas.put(Point::new(x, y), &corner.to_string(), 1, frame);
    }
    canvas.text(Point::new(2, 0), "[■]", frame);
    canvas.text(Point::new((at.width - 14) / 2, 0), &format!(" {title} "), frame);
    let mut body = canvas.within(Rect::of_size(at.size()).shrink(1));
    for y in 0..at.height - 2 {
        line(&mut body, y);
    }
}

/// One of a few lines of Haskell, its words in colours that change from row to row.
fn line(body: &mut Canvas<'_>, y: i32) {
    const LINES: [&str; 6] = [
        "{-# LANGUAGE ImportQualifiedPost #-}  module Main (main) where   import Data.Char (toUpper)",
        "-- | Count the words in a text, café and 漢字 as well; λ x → x ∷ ∀ a. a ⇒ a",
        "tally :: String -> Map String Int",
        "tally = foldr (\\word -> insertWith (+) (map toUpper word) 1) empty . wordsIn",
        "main = print (tally \"one two\" * 2) >> mapM_ putStrLn [\"e\u{301}\", \"o\u{308}\"]",
        "  where numbers = [0, 1 .. 0xFFFF] :: [Integer]; go acc (x : xs) | x > acc = go x xs | otherwise = go acc xs",
    ];
    let colors = [0x1E, 0x1F, 0x1A, 0x1B, 0x17, 0x1D, 0x13].map(Attr::vga);
    let mut x = y % 4;
    for (at, word) in LINES[y as usize % LINES.len()].split_inclusive(' ').cycle().take(40).enumerate() {
        let color = colors[(at + y as usize) % colors.len()];
        let attr = if at % 9 == 0 { color.with(Style::ITALIC) } else { color };
        x += body.text(Point::new(x, y), word, attr);
    }
}
