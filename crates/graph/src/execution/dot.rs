//! Executions as graphs for Graphviz: a box per thread, `po` downwards, `rf` and `co` across, and `fr` where asked for.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::{Execution, Source};
use crate::{Address, EventId, Label, ThreadId};

impl Execution {
    /// The execution in the DOT language: `dot -Tsvg` draws it. With `from_reads`, also an edge from each read to the
    /// write that follows, in coherence order, the one it read from.
    pub fn to_dot(&self, from_reads: bool) -> String {
        let mut dot = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_dot(&mut dot, from_reads);
        dot
    }

    fn write_dot(&self, dot: &mut String, from_reads: bool) -> fmt::Result {
        writeln!(dot, "digraph execution {{")?;
        writeln!(dot, "  node [shape=plaintext, fontname=\"monospace\"];")?;
        self.write_initial_writes(dot)?;
        for (index, events) in self.threads.iter().enumerate() {
            let thread = ThreadId(index as u16);
            writeln!(dot, "  subgraph cluster_{thread} {{")?;
            match self.ends.get(index) {
                Some(end) => writeln!(dot, "    label=\"{thread}: {end}\";")?,
                None => writeln!(dot, "    label=\"{thread}\";")?,
            }
            for (index, event) in events.iter().enumerate() {
                let text = event.label.to_string();
                let words: Vec<&str> = text.split_whitespace().collect();
                writeln!(dot, "    \"{thread}.{index}\" [label=\"{thread}.{index}: {}\"];", words.join(" "))?;
            }
            for index in 1..events.len() {
                let before = index - 1;
                writeln!(dot, "    \"{thread}.{before}\" -> \"{thread}.{index}\" [label=\"po\", weight=10];")?;
            }
            writeln!(dot, "  }}")?;
        }
        self.write_reads_from(dot)?;
        self.write_coherence(dot)?;
        if from_reads {
            self.write_from_reads(dot)?;
        }
        self.write_threads(dot)?;
        writeln!(dot, "}}")
    }

    fn write_initial_writes(&self, dot: &mut String) -> fmt::Result {
        let accessed: BTreeSet<Address> = self.events().filter_map(|(_, event)| event.label.addr()).collect();
        for addr in accessed {
            let value = self.init.get(&addr).copied().unwrap_or(0);
            writeln!(dot, "  \"{}\" [label=\"init {addr} = {value}\"];", initial(addr))?;
        }
        Ok(())
    }

    fn write_reads_from(&self, dot: &mut String) -> fmt::Result {
        for (id, event) in self.events() {
            if let (Some(source), Some(addr)) = (event.rf, event.label.addr()) {
                edge(dot, &name(source, addr), &id.to_string(), "rf", "darkgreen")?;
            }
        }
        Ok(())
    }

    fn write_coherence(&self, dot: &mut String) -> fmt::Result {
        for (&addr, order) in self.co.iter().flatten() {
            let mut before = initial(addr);
            for id in order {
                edge(dot, &before, &id.to_string(), "co", "blue")?;
                before = id.to_string();
            }
        }
        Ok(())
    }

    fn write_from_reads(&self, dot: &mut String) -> fmt::Result {
        for (id, event) in self.events() {
            let (Some(source), Some(addr)) = (event.rf, event.label.addr()) else {
                continue;
            };
            if let Some(next) = self.overwriter(source, addr) {
                edge(dot, &id.to_string(), &next.to_string(), "fr", "red")?;
            }
        }
        Ok(())
    }

    /// What starting and joining threads orders.
    fn write_threads(&self, dot: &mut String) -> fmt::Result {
        for (id, event) in self.events() {
            let events = |thread: ThreadId| self.threads.get(thread.index()).map_or(0, Vec::len);
            match event.label {
                Label::Spawn { thread } if events(thread) > 0 => {
                    edge(dot, &id.to_string(), &format!("{thread}.0"), "spawn", "gray")?;
                }
                Label::Join { thread } if events(thread) > 0 => {
                    let last = events(thread) - 1;
                    edge(dot, &format!("{thread}.{last}"), &id.to_string(), "join", "gray")?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The write directly after the source in coherence order.
    fn overwriter(&self, source: Source, addr: Address) -> Option<EventId> {
        let order = self.co.as_ref()?.get(&addr)?;
        let next = match source {
            Source::Init => 0,
            Source::Event(id) => order.iter().position(|&write| write == id)? + 1,
        };
        order.get(next).copied()
    }
}

fn edge(dot: &mut String, from: &str, to: &str, label: &str, color: &str) -> fmt::Result {
    writeln!(dot, "  \"{from}\" -> \"{to}\" [label=\"{label}\", color={color}, fontcolor={color}, constraint=false];")
}

fn name(source: Source, addr: Address) -> String {
    match source {
        Source::Init => initial(addr),
        Source::Event(id) => id.to_string(),
    }
}

fn initial(addr: Address) -> String {
    format!("init {addr}")
}

#[cfg(test)]
mod tests {
    use super::super::samples;

    #[test]
    fn every_event_is_a_node_and_every_relation_has_its_edges() {
        let dot = samples::small().to_dot(true);
        for line in [
            r#"  "init @1" [label="init @1 = 0"];"#,
            r#"    label="T1: blocked";"#,
            r#"    "T1.0" [label="T1.0: R.x sc @1 = 1"];"#,
            r#"    "T0.0" -> "T0.1" [label="po", weight=10];"#,
            r#"  "init @2" -> "T0.1" [label="rf", color=darkgreen, fontcolor=darkgreen, constraint=false];"#,
            r#"  "T0.0" -> "T1.1" [label="co", color=blue, fontcolor=blue, constraint=false];"#,
            r#"  "T1.0" -> "T1.1" [label="fr", color=red, fontcolor=red, constraint=false];"#,
        ] {
            assert!(dot.lines().any(|found| found == line), "{line}\n{dot}");
        }
        assert!(!samples::small().to_dot(false).contains("\"fr\""));
    }

    #[test]
    fn braces_and_quotes_are_balanced_whatever_the_execution() {
        for execution in samples::varied() {
            let dot = execution.to_dot(true);
            assert_eq!(dot.matches('{').count(), dot.matches('}').count());
            assert_eq!(dot.matches('"').count() % 2, 0);
        }
    }
}
