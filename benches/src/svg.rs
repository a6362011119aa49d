//! A chart of points with a line through them, as SVG.

use std::fmt;

use crate::numbers::rounded;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
/// The area in which points are drawn.
const LEFT: f64 = 84.0;
const RIGHT: f64 = WIDTH - 28.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = HEIGHT - 58.0;

const INK: &str = "#1f2933";
const PALE: &str = "#7b8794";
const GRID: &str = "#e4e7eb";
const LINE: &str = "#2563a8";
const GOAL: &str = "#c2410c";

/// Both axes begin at 0 and are linear: what is constant is level, and what grows evenly is a straight slope.
pub(crate) struct Chart {
    pub title: String,
    pub x_label: String,
    pub y_label: String,
    pub points: Vec<(f64, f64)>,
    /// A level to stay below.
    pub limit: Option<f64>,
}

impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let x_ticks = ticks(self.points.iter().map(|point| point.0).fold(0.0, f64::max));
        let y_ticks = ticks(self.points.iter().map(|point| point.1).chain(self.limit).fold(0.0, f64::max) * 1.05);
        let scale = |value: f64, ticks: &[f64]| value / ticks.last().copied().unwrap_or(1.0);
        let x = |value: f64| LEFT + scale(value, &x_ticks) * (RIGHT - LEFT);
        let y = |value: f64| BOTTOM - scale(value, &y_ticks) * (BOTTOM - TOP);

        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}""#
        )?;
        writeln!(f, r#"font-family="Helvetica, Arial, sans-serif" font-size="12" fill="{INK}">"#)?;
        writeln!(f, r#"<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>"#)?;
        text(f, (LEFT, 26.0), r#"font-size="16" font-weight="bold""#, &self.title)?;
        text(f, (LEFT, 44.0), &format!(r#"fill="{PALE}""#), &self.y_label)?;
        for &tick in &y_ticks {
            line(f, (LEFT, y(tick)), (RIGHT, y(tick)), &format!(r#"stroke="{GRID}""#))?;
            text(f, (LEFT - 8.0, y(tick) + 4.0), r#"text-anchor="end""#, &rounded(tick))?;
        }
        let axis = format!(r#"stroke="{PALE}""#);
        line(f, (LEFT, BOTTOM), (RIGHT, BOTTOM), &axis)?;
        for &tick in &x_ticks {
            line(f, (x(tick), BOTTOM), (x(tick), BOTTOM + 5.0), &axis)?;
            text(f, (x(tick), BOTTOM + 20.0), r#"text-anchor="middle""#, &rounded(tick))?;
        }
        let middle = (LEFT + RIGHT) / 2.0;
        text(f, (middle, HEIGHT - 16.0), r#"text-anchor="middle" font-style="italic""#, &self.x_label)?;
        if let Some(limit) = self.limit {
            let dashed = format!(r#"stroke="{GOAL}" stroke-width="1.5" stroke-dasharray="6 4""#);
            line(f, (LEFT, y(limit)), (RIGHT, y(limit)), &dashed)?;
            let label = format!("goal: {}", rounded(limit));
            text(f, (LEFT + 6.0, y(limit) - 6.0), &format!(r#"fill="{GOAL}""#), &label)?;
        }
        let points = self.points.iter().map(|&(size, cost)| format!("{:.1},{:.1}", x(size), y(cost)));
        let points = points.collect::<Vec<_>>().join(" ");
        writeln!(f, r#"<polyline points="{points}" fill="none" stroke="{LINE}" stroke-width="2"/>"#)?;
        for &(size, cost) in &self.points {
            let (x, y, label) = (x(size), y(cost), format!("{}: {}", rounded(size), rounded(cost)));
            write!(f, r#"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="{LINE}" stroke="white" stroke-width="1.5">"#)?;
            writeln!(f, "<title>{label}</title></circle>")?;
        }
        if let Some(&(size, cost)) = self.points.last() {
            let bold = format!(r#"text-anchor="end" font-weight="bold" fill="{LINE}""#);
            text(f, (x(size), y(cost) - 10.0), &bold, &rounded(cost))?;
        }
        writeln!(f, "</svg>")
    }
}

fn line(f: &mut fmt::Formatter, from: (f64, f64), to: (f64, f64), style: &str) -> fmt::Result {
    let ((x1, y1), (x2, y2)) = (from, to);
    writeln!(f, r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" {style}/>"#)
}

fn text(f: &mut fmt::Formatter, (x, y): (f64, f64), style: &str, words: &str) -> fmt::Result {
    let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    writeln!(f, r#"<text x="{x:.1}" y="{y:.1}" {style}>{words}</text>"#)
}

/// Round numbers from 0 to the first that is not below the highest value, four to eight of them.
fn ticks(highest: f64) -> Vec<f64> {
    let highest = highest.max(1.0);
    let rough = highest / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= rough).unwrap_or(rough);
    let step = step.max(1.0);
    (0..=(highest / step).ceil() as u32).map(|index| f64::from(index) * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_reach_the_highest_value() {
        assert_eq!(ticks(7.0), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(ticks(1300.0), [0.0, 500.0, 1000.0, 1500.0]);
        assert_eq!(ticks(105_000.0).last(), Some(&120_000.0));
        for highest in [0.0, 3.0, 16.0, 99.0, 840.0, 94_378.0] {
            let ticks = ticks(highest);
            assert!((2..=8).contains(&ticks.len()) && *ticks.last().unwrap() >= highest, "{highest}: {ticks:?}");
        }
    }

    #[test]
    fn a_chart_shows_its_points_and_its_goal() {
        let chart = Chart {
            title: "a<b".into(),
            x_label: "N".into(),
            y_label: "instructions".into(),
            points: vec![(1.0, 400.0), (2.0, 900.0)],
            limit: Some(800.0),
        };
        let text = chart.to_string();
        assert_eq!(text.matches("<circle").count(), 2);
        assert!(text.contains("goal: 800") && text.contains("a&lt;b") && text.ends_with("</svg>\n"));
        assert_eq!(Chart { points: Vec::new(), limit: None, ..chart }.to_string().matches("<circle").count(), 0);
    }
}
