//! Executions as JSON, for other tools. The fields are those of the Rust types; addresses that are keys are strings,
//! as JSON wants it, and what has other keys is a list of pairs.

use thiserror::Error;

use super::Execution;

/// Text that is not the JSON form of an execution.
#[derive(Debug, Error)]
#[error("not an execution in JSON: {0}")]
pub struct JsonError(#[from] serde_json::Error);

impl Execution {
    /// The execution as JSON, on one line.
    ///
    /// ```
    /// use raddle_graph::Execution;
    /// let nothing = Execution::default();
    /// assert_eq!(nothing.to_json(), r#"{"threads":[],"ends":[],"co":null,"init":{}}"#);
    /// assert_eq!(Execution::from_json(&nothing.to_json()).unwrap(), nothing);
    /// ```
    pub fn to_json(&self) -> String {
        // Serialising fails only for keys that are no strings or numbers, and the keys here are numbers.
        serde_json::to_string(self).expect("the keys of an execution are numbers")
    }

    /// Reads what [`Execution::to_json`] wrote.
    pub fn from_json(text: &str) -> Result<Execution, JsonError> {
        Ok(serde_json::from_str(text)?)
    }
}

/// A map as a list of its keys and values.
pub(super) mod as_list {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(map)
    }

    pub fn deserialize<'de, K, V, D>(from: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(from)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::{Dependencies, EventId, ThreadId};

    #[test]
    fn what_is_written_is_read_back() {
        for execution in samples::varied() {
            let text = execution.to_json();
            assert_eq!(Execution::from_json(&text).unwrap(), execution, "{text}");
        }
    }

    #[test]
    fn dependencies_are_a_list() {
        let computed = Dependencies { addr: [0].into_iter().collect(), ..Dependencies::default() };
        let id = EventId { thread: ThreadId(1), index: 1 };
        let execution = Execution { dependencies: [(id, computed)].into(), ..samples::small() };
        let text = execution.to_json();
        assert!(text.contains(r#""dependencies":[[{"thread":1,"index":1},{"addr":[0]}]]"#), "{text}");
        assert_eq!(Execution::from_json(&text).unwrap(), execution);
    }

    #[test]
    fn addresses_are_string_keys() {
        let text = samples::small().to_json();
        assert!(text.contains(r#""init":{"2":7}"#), "{text}");
        assert!(text.contains(r#""co":{"1":[{"#), "{text}");
    }

    #[test]
    fn damaged_text_is_an_error() {
        let text = samples::small().to_json();
        for at in 0..text.len() {
            assert!(Execution::from_json(&text[..at]).is_err());
        }
    }
}
