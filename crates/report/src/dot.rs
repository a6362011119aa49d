//! A story as a graph for Graphviz, with the names, values and lines of the source.

use std::fmt::Write;

use raddle_check::{EdgeKind, Story};

use crate::words;

/// The story in the DOT language: a box per thread, program order downwards, reads-from and modification order across.
pub fn story(story: &Story) -> String {
    let mut dot = String::from("digraph execution {\n  node [shape=plaintext, fontname=\"monospace\"];\n");
    // Writing to a string does not fail.
    let _ = write_threads(&mut dot, story).and_then(|()| write_edges(&mut dot, story));
    dot + "}\n"
}

fn write_threads(dot: &mut String, story: &Story) -> std::fmt::Result {
    for thread in &story.threads {
        let id = thread.id.0;
        writeln!(dot, "  subgraph cluster_{id} {{")?;
        writeln!(dot, "    label=\"thread {id}: {}\";", quoted(&thread.name))?;
        for row in &thread.rows {
            let what = words::deed(&row.deed).split_whitespace().collect::<Vec<_>>().join(" ");
            writeln!(dot, "    \"{}\" [label=\"{}: {}\"];", row.event, row.place.line, quoted(&what))?;
        }
        for pair in thread.rows.windows(2) {
            writeln!(dot, "    \"{}\" -> \"{}\" [weight=10];", pair[0].event, pair[1].event)?;
        }
        writeln!(dot, "  }}")?;
    }
    Ok(())
}

fn write_edges(dot: &mut String, story: &Story) -> std::fmt::Result {
    for edge in &story.edges {
        let (label, color) = match edge.kind {
            EdgeKind::ReadsFrom => ("rf", "darkgreen"),
            EdgeKind::Start => ("start", "gray"),
            EdgeKind::Join => ("join", "gray"),
            EdgeKind::ModificationOrder => ("mo", "blue"),
        };
        writeln!(
            dot,
            "  \"{}\" -> \"{}\" [label=\"{label}\", color={color}, fontcolor={color}, constraint=false];",
            edge.from, edge.to
        )?;
    }
    Ok(())
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
