//! An execution as a graph for Graphviz, with the names, values and lines of the source.

use std::fmt::Write;

use raddle_graph::{Label, Source, ThreadId};

use crate::describe::Teller;
use crate::scene::{Scene, Step};
use crate::told::Told;

impl Teller<'_> {
    /// The execution in the DOT language: a box per thread, program order downwards, reads-from and modification order
    /// across.
    pub(crate) fn dot(&self, scene: &Scene) -> String {
        let steps = scene.steps(self.program());
        let told = Told::new(self.program(), &scene.execution, &steps);
        let mut dot = String::from("digraph execution {\n  node [shape=plaintext, fontname=\"monospace\"];\n");
        // Writing to a string does not fail.
        let _ = self.write_threads(&mut dot, &told).and_then(|()| self.write_edges(&mut dot, &told));
        dot + "}\n"
    }

    fn write_threads(&self, dot: &mut String, told: &Told<'_>) -> std::fmt::Result {
        for (index, steps) in told.steps.iter().enumerate() {
            let name = self.thread_name(ThreadId(index as u16));
            writeln!(dot, "  subgraph cluster_{index} {{")?;
            writeln!(dot, "    label=\"thread {index}: {}\";", quoted(&name))?;
            for step in steps {
                let what = self.step(step, told);
                let what = what.split(" ← ").next().unwrap_or_default();
                writeln!(
                    dot,
                    "    \"{}\" [label=\"{}: {}\"];",
                    step.event,
                    step.position.line,
                    quoted(&what.split_whitespace().collect::<Vec<_>>().join(" "))
                )?;
            }
            for pair in steps.windows(2) {
                writeln!(dot, "    \"{}\" -> \"{}\" [weight=10];", pair[0].event, pair[1].event)?;
            }
            writeln!(dot, "  }}")?;
        }
        Ok(())
    }

    fn write_edges(&self, dot: &mut String, told: &Told<'_>) -> std::fmt::Result {
        let node = |event| told.step_of(event).map_or(event, |step: &Step| step.event);
        let mut edge = |from: String, to: String, label: &str, color: &str| {
            writeln!(
                dot,
                "  \"{from}\" -> \"{to}\" [label=\"{label}\", color={color}, fontcolor={color}, constraint=false];"
            )
        };
        for (id, event) in told.execution.events() {
            if let Some(Source::Event(write)) = event.rf {
                edge(node(write).to_string(), node(id).to_string(), "rf", "darkgreen")?;
            }
            let events = |thread: ThreadId| told.steps.get(thread.index()).map_or(&[][..], Vec::as_slice);
            match event.label {
                Label::Spawn { thread } => {
                    if let Some(first) = events(thread).first() {
                        edge(id.to_string(), first.event.to_string(), "start", "gray")?;
                    }
                }
                Label::Join { thread } => {
                    if let Some(last) = events(thread).last() {
                        edge(last.event.to_string(), id.to_string(), "join", "gray")?;
                    }
                }
                _ => {}
            }
        }
        for order in told.execution.co.iter().flat_map(|co| co.values()) {
            for pair in order.windows(2) {
                edge(node(pair[0]).to_string(), node(pair[1]).to_string(), "mo", "blue")?;
            }
        }
        Ok(())
    }
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
