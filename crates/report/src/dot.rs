//! A story as a graph for Graphviz, with the names, values and lines of the source.

use std::fmt::Write;

use raddle_check::{Cycle, EdgeKind, Story};
use raddle_graph::EventId;

use crate::words;

/// The colour of what is on a cycle.
const CYCLE: &str = "red";

/// The story in the DOT language: a box per thread, program order downwards, reads-from and modification order across. What is on a
/// cycle of program order and reads-from is red. Beside it is the execution from which the committed events are known, which are
/// filled; dotted lines lead to them.
pub fn story(story: &Story) -> String {
    let mut dot = String::from("digraph execution {\n  node [shape=plaintext, fontname=\"monospace\"];\n");
    // Writing to a string does not fail.
    let _ = write_story(&mut dot, story, "", &[]);
    dot + "}\n"
}

/// `prefix` keeps the names of several executions apart; `known` are rows that are committed in another one.
fn write_story(dot: &mut String, story: &Story, prefix: &str, known: &[EventId]) -> std::fmt::Result {
    let committed = story.cycle.iter().flat_map(|cycle| &cycle.committed).map(|&(event, _)| event);
    let filled: Vec<EventId> = committed.chain(known.iter().copied()).collect();
    write_threads(dot, story, prefix, &filled)?;
    write_edges(dot, story, prefix)?;
    let Some(cycle @ Cycle { committed, source: Some(source), .. }) = &story.cycle else { return Ok(()) };
    let next = format!("{prefix}known from ");
    let known: Vec<EventId> = cycle.committed.iter().map(|&(_, known)| known).collect();
    write_story(dot, source, &next, &known)?;
    for (event, known) in committed {
        writeln!(dot, "  \"{prefix}{event}\" -> \"{next}{known}\" [style=dotted, arrowhead=none, constraint=false];")?;
    }
    Ok(())
}

fn write_threads(dot: &mut String, story: &Story, prefix: &str, filled: &[EventId]) -> std::fmt::Result {
    let links = || story.cycle.iter().flat_map(|cycle| &cycle.links).map(|link| link.event);
    for thread in &story.threads {
        let id = thread.id.0;
        writeln!(dot, "  subgraph \"cluster_{prefix}{id}\" {{")?;
        writeln!(dot, "    label=\"{prefix}thread {id}: {}\";", quoted(&thread.name))?;
        for row in &thread.rows {
            let what = words::deed(&row.deed).split_whitespace().collect::<Vec<_>>().join(" ");
            let color =
                if links().any(|event| event == row.event) { format!(", fontcolor={CYCLE}") } else { String::new() };
            let fill = if filled.contains(&row.event) { ", style=filled, fillcolor=lightgray" } else { "" };
            let (event, line) = (row.event, row.place.line);
            writeln!(dot, "    \"{prefix}{event}\" [label=\"{line}: {}\"{color}{fill}];", quoted(&what))?;
        }
        for pair in thread.rows.windows(2) {
            writeln!(dot, "    \"{prefix}{}\" -> \"{prefix}{}\" [weight=10];", pair[0].event, pair[1].event)?;
        }
        writeln!(dot, "  }}")?;
    }
    Ok(())
}

fn write_edges(dot: &mut String, story: &Story, prefix: &str) -> std::fmt::Result {
    for edge in &story.edges {
        let (label, color) = match edge.kind {
            EdgeKind::ReadsFrom => ("rf", "darkgreen"),
            EdgeKind::Start => ("start", "gray"),
            EdgeKind::Join => ("join", "gray"),
            EdgeKind::ModificationOrder => ("mo", "blue"),
        };
        let color = if is_on_cycle(story, edge.from, edge.to) && edge.kind != EdgeKind::ModificationOrder {
            CYCLE
        } else {
            color
        };
        writeln!(
            dot,
            "  \"{prefix}{}\" -> \"{prefix}{}\" [label=\"{label}\", color={color}, fontcolor={color}, constraint=false];",
            edge.from, edge.to
        )?;
    }
    Ok(())
}

/// Does the one row lead to the other on the cycle of the story?
fn is_on_cycle(story: &Story, from: EventId, to: EventId) -> bool {
    let Some(cycle) = &story.cycle else { return false };
    let events = || cycle.links.iter().map(|link| link.event);
    events().zip(events().cycle().skip(1)).any(|pair| pair == (from, to))
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
