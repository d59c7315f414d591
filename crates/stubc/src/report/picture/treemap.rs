//! Draws treemaps: nearly square rectangles with areas in proportion to bytes (Bruls, Huizing and van Wijk,
//! "Squarified Treemaps", 2000).

use super::{Anchor, Picture, name_in_module, shortened};
use crate::plural::{count, grouped};
use crate::report::Piece;

/// Height of a part's name above its types.
const HEAD: f64 = 16.0;

/// Draws the bytes by purpose in this width: a rectangle per part, divided into one per type.
pub fn draw(pieces: &[Piece], width: f64) -> Picture {
    // Narrow screens are tall.
    let height = if width < 600.0 { width * 1.4 } else { 460.0 };
    let mut parts: Vec<(&str, Vec<&Piece>)> = Vec::new();
    for piece in pieces {
        match parts.iter_mut().find(|(part, _)| *part == piece.part) {
            Some((_, known)) => known.push(piece),
            None => parts.push((piece.part, vec![piece])),
        }
    }
    let bytes = |pieces: &[&Piece]| pieces.iter().map(|piece| piece.bytes).sum::<u64>();
    for (_, pieces) in &mut parts {
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.bytes));
    }
    parts.sort_by_key(|(_, pieces)| std::cmp::Reverse(bytes(pieces)));
    let told: Vec<String> =
        parts.iter().map(|(part, pieces)| format!("{part} {}", count(bytes(pieces), "byte"))).collect();
    let mut picture = Picture::new(width, height, "Where the bytes go", &format!("{}.", told.join(", ")));
    let areas: Vec<f64> = parts.iter().map(|(_, pieces)| bytes(pieces) as f64).collect();
    for ((part, pieces), [x, y, width, height]) in
        parts.iter().zip(squarified(&areas, [0.0, 0.0, width, height]))
    {
        let class = format!("tile {}", part.split(' ').next().unwrap_or_default());
        let whole = grouped(&format!("{part}: {}", count(bytes(pieces), "byte")));
        if pieces.len() == 1 || height < 2.0 * HEAD {
            picture.rectangle([x, y, width, height], &class, &whole);
        } else {
            let areas: Vec<f64> = pieces.iter().map(|piece| piece.bytes as f64).collect();
            for (piece, tile) in pieces.iter().zip(squarified(&areas, [x, y + HEAD, width, height - HEAD])) {
                let tip = format!("{}, {part}: {}", piece.path, grouped(&count(piece.bytes, "byte")));
                picture.rectangle(tile, &class, &tip);
                if tile[3] > 12.0 {
                    let name = shortened(name_in_module(&piece.path), tile[2] - 6.0);
                    picture.text(tile[0] + 3.0, tile[1] + 11.0, Anchor::Start, &name);
                }
            }
        }
        if height > HEAD {
            picture.text(x + 3.0, y + 12.0, Anchor::Start, &shortened(&whole, width - 6.0));
        }
    }
    picture
}

/// Returns a rectangle for each area, in proportion. The areas are in descending order.
fn squarified(areas: &[f64], [mut x, mut y, mut width, mut height]: [f64; 4]) -> Vec<[f64; 4]> {
    let sum: f64 = areas.iter().sum();
    let scale = if sum > 0.0 { width * height / sum } else { 0.0 };
    let mut tiles = Vec::with_capacity(areas.len());
    let mut rest = areas;
    while !rest.is_empty() {
        let side = width.min(height).max(1e-9);
        let (count, row) = best_row(rest, scale, side);
        let thickness = row / side;
        let mut along = 0.0;
        for area in &rest[..count] {
            let length = if row > 0.0 { area * scale / row * side } else { 0.0 };
            tiles.push(if width >= height {
                [x, y + along, thickness, length]
            } else {
                [x + along, y, length, thickness]
            });
            along += length;
        }
        if width >= height {
            (x, width) = (x + thickness, width - thickness);
        } else {
            (y, height) = (y + thickness, height - thickness);
        }
        rest = &rest[count..];
    }
    tiles
}

/// Returns the number of areas in the best row along this side, and their sum. The best row is the one whose worst
/// rectangle is the most nearly square.
fn best_row(areas: &[f64], scale: f64, side: f64) -> (usize, f64) {
    let worst = |row: f64, area: f64| {
        let (across, along) = (row / side, area / row * side);
        (across / along).max(along / across)
    };
    let mut row = areas[0] * scale;
    for (count, area) in areas.iter().enumerate().skip(1) {
        let wider = row + area * scale;
        let before = worst(row, areas[0] * scale).max(worst(row, areas[count - 1] * scale));
        let after = worst(wider, areas[0] * scale).max(worst(wider, area * scale));
        if after > before {
            return (count, row);
        }
        row = wider;
    }
    (areas.len(), row)
}

#[cfg(test)]
mod tests {
    use super::squarified;

    #[test]
    fn areas_are_in_proportion_and_fill_the_whole() {
        // The example in section 3 of the paper.
        let areas = [6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0];
        let tiles = squarified(&areas, [0.0, 0.0, 6.0, 4.0]);
        for (area, tile) in areas.iter().zip(&tiles) {
            assert!((tile[2] * tile[3] - area).abs() < 1e-9, "{tile:?} for {area}");
            assert!(tile[0] >= 0.0 && tile[0] + tile[2] <= 6.0 + 1e-9, "{tile:?}");
            assert!(tile[1] >= 0.0 && tile[1] + tile[3] <= 4.0 + 1e-9, "{tile:?}");
        }
        assert_eq!(tiles[0], [0.0, 0.0, 3.0, 2.0]);
        assert!(squarified(&[0.0, 0.0], [0.0, 0.0, 1.0, 1.0]).iter().all(|tile| tile[2] * tile[3] == 0.0));
    }
}
