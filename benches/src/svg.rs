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
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="{INK}">"#
        )?;
        writeln!(f, r##"<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>"##)?;
        writeln!(f, r#"<text x="{LEFT}" y="26" font-size="16" font-weight="bold">{}</text>"#, escaped(&self.title))?;
        writeln!(f, r#"<text x="{LEFT}" y="44" fill="{PALE}">{}</text>"#, escaped(&self.y_label))?;
        for &tick in &y_ticks {
            let y = y(tick);
            writeln!(f, r#"<line x1="{LEFT}" y1="{y:.1}" x2="{RIGHT}" y2="{y:.1}" stroke="{GRID}"/>"#)?;
            writeln!(
                f,
                r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#,
                LEFT - 8.0,
                y + 4.0,
                rounded(tick)
            )?;
        }
        for &tick in &x_ticks {
            let x = x(tick);
            writeln!(f, r#"<line x1="{x:.1}" y1="{BOTTOM}" x2="{x:.1}" y2="{:.1}" stroke="{PALE}"/>"#, BOTTOM + 5.0)?;
            writeln!(f, r#"<text x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#, BOTTOM + 20.0, rounded(tick))?;
        }
        writeln!(f, r#"<line x1="{LEFT}" y1="{BOTTOM}" x2="{RIGHT}" y2="{BOTTOM}" stroke="{PALE}"/>"#)?;
        let middle = (LEFT + RIGHT) / 2.0;
        writeln!(
            f,
            r#"<text x="{middle:.1}" y="{:.1}" text-anchor="middle" font-style="italic">{}</text>"#,
            HEIGHT - 16.0,
            escaped(&self.x_label)
        )?;
        if let Some(limit) = self.limit {
            let y = y(limit);
            writeln!(
                f,
                r#"<line x1="{LEFT}" y1="{y:.1}" x2="{RIGHT}" y2="{y:.1}" stroke="{GOAL}" stroke-width="1.5" stroke-dasharray="6 4"/>"#
            )?;
            writeln!(
                f,
                r#"<text x="{RIGHT}" y="{:.1}" text-anchor="end" fill="{GOAL}">goal: {}</text>"#,
                y - 6.0,
                rounded(limit)
            )?;
        }
        let path: Vec<String> =
            self.points.iter().map(|&(size, cost)| format!("{:.1},{:.1}", x(size), y(cost))).collect();
        writeln!(f, r#"<polyline points="{}" fill="none" stroke="{LINE}" stroke-width="2"/>"#, path.join(" "))?;
        for &(size, cost) in &self.points {
            writeln!(
                f,
                r##"<circle cx="{:.1}" cy="{:.1}" r="4" fill="{LINE}" stroke="#ffffff" stroke-width="1.5"><title>{}: {}</title></circle>"##,
                x(size),
                y(cost),
                rounded(size),
                rounded(cost)
            )?;
        }
        if let Some(&(size, cost)) = self.points.last() {
            writeln!(
                f,
                r#"<text x="{:.1}" y="{:.1}" text-anchor="end" font-weight="bold" fill="{LINE}">{}</text>"#,
                x(size),
                y(cost) - 10.0,
                rounded(cost)
            )?;
        }
        writeln!(f, "</svg>")
    }
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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
