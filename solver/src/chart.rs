//! A histogram, as SVG text.
//!
//! Responsible for one drawing style; the same arguments always give the same text. Left to others: what is counted.

use std::fmt::Write as _;

/// Width and height of the picture and its margins, in its own units.
const WIDTH: usize = 720;
const HEIGHT: usize = 320;
const LEFT: usize = 64;
const RIGHT: usize = 16;
const TOP: usize = 40;
const BOTTOM: usize = 52;

/// A histogram over [0, 1]: bar `i` of `n` counts what lies between `i/n` and `(i + 1)/n`.
#[must_use]
pub fn histogram(title: &str, axis: &str, counts: &[usize]) -> String {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let base = TOP + height;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n<title>{title}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{}\" y=\"24\" text-anchor=\"middle\" font-size=\"15\">{title}</text>\n",
        WIDTH / 2
    );
    for (bar, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (start, end) = (width * bar / counts.len(), width * (bar + 1) / counts.len());
        // At least one unit high, so that a few positions among many are seen.
        let tall = (height * count / most).max(1);
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{tall}\" fill=\"#3b6ea5\"/>",
            LEFT + start,
            base - tall,
            (end - start).saturating_sub(1).max(1)
        );
    }
    let _ = writeln!(out, "<path d=\"M{LEFT} {TOP}V{base}H{}\" fill=\"none\" stroke=\"#222\"/>", LEFT + width);
    for quarter in 0..=4 {
        let x = LEFT + width * quarter / 4;
        let name = ["0", "1/4", "1/2", "3/4", "1"][quarter];
        let _ = writeln!(out, "<path d=\"M{x} {base}v5\" stroke=\"#222\"/>");
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{name}</text>", base + 19);
    }
    for (y, count) in [(base, 0), (TOP, most)] {
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{count}</text>", LEFT - 6, y + 4);
    }
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{axis}</text>", LEFT + width / 2, base + 40);
    out.push_str("</svg>\n");
    out
}

/// A curve of counts that fall to 0, on a logarithmic scale: powers of ten upwards, steps to the right. The count 0 stands
/// below 1.
#[must_use]
pub fn decline(title: &str, axis: &str, upwards: &str, points: &[(u32, usize)]) -> String {
    let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let base = TOP + height;
    let last = points.iter().map(|point| point.0).max().unwrap_or(0).max(1) as usize;
    let most = points.iter().map(|point| point.1).max().unwrap_or(0).max(1);
    let decades = most.to_string().len();
    // One decade more than there are powers of ten: below 1 there is 0.
    let tenth = |count: usize| {
        if count == 0 {
            return 0;
        }
        // The logarithm in hundredths, from integers, so that the picture is the same on every machine.
        let digits = count.to_string().len() - 1;
        let mantissa = count as u64 * 1000 / 10u64.pow(digits as u32);
        100 * (digits as u64 + 1) + hundredths(mantissa)
    };
    let y = |count: usize| base - height * tenth(count) as usize / (100 * (decades + 1));
    let x = |steps: u32| LEFT + width * steps as usize / last;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n<title>{title}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{}\" y=\"24\" text-anchor=\"middle\" font-size=\"15\">{title}</text>\n",
        WIDTH / 2
    );
    for decade in 0..=decades {
        let count = if decade == 0 { 0 } else { 10usize.pow(decade as u32 - 1) };
        let y = y(count);
        let _ = writeln!(out, "<path d=\"M{LEFT} {y}h{width}\" stroke=\"#ddd\"/>");
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{count}</text>", LEFT - 6, y + 4);
    }
    let mut curve = String::new();
    let mut before = None;
    for &(steps, count) in points {
        let point = (x(steps), y(count));
        if before != Some(point) {
            let _ = write!(curve, "{}{} {}", if before.is_none() { 'M' } else { 'L' }, point.0, point.1);
        }
        before = Some(point);
    }
    let _ = writeln!(out, "<path d=\"{curve}\" fill=\"none\" stroke=\"#3b6ea5\" stroke-width=\"1.5\"/>");
    let _ = writeln!(out, "<path d=\"M{LEFT} {TOP}V{base}H{}\" fill=\"none\" stroke=\"#222\"/>", LEFT + width);
    for quarter in 0..=4 {
        let steps = last * quarter / 4;
        let x = LEFT + width * steps / last;
        let _ = writeln!(out, "<path d=\"M{x} {base}v5\" stroke=\"#222\"/>");
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{steps}</text>", base + 19);
    }
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{axis}</text>", LEFT + width / 2, base + 40);
    let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"{}\">{upwards}</text>", TOP - 4);
    out.push_str("</svg>\n");
    out
}

/// 100 · log10 of `thousandths / 1000`, for 1000 to 9999, rounded down: the largest h with 10^(h/100) at most that, by a
/// hundredfold power.
fn hundredths(thousandths: u64) -> u64 {
    use num_bigint::BigUint;
    let power = BigUint::from(thousandths).pow(100);
    // (t/1000)^100 ≥ 10^h  ⟺  t^100 ≥ 10^(300 + h)
    (power.to_string().len() as u64).saturating_sub(301)
}
