//! The search against every order tried one by one, on histories with known verdicts and on generated ones.

mod brute;

use brute::Brute;
use raddle_specs::{History, Judgement, Limits, Object, OpId, Operation, Outcome, Reason, Sync, Thread, judge};

const SYNCS: [Sync; 6] = [Sync::None, Sync::Takes, Sync::Inserts, Sync::Removes, Sync::Both, Sync::All];

/// Judges a history with every amount of synchronisation, by the search and by trying all orders; says which were possible.
fn compare(name: &str, initial: i64, history: &History, shown: &dyn Fn() -> String) -> [bool; 6] {
    let number = if ["semaphore", "barrier", "register", "counter"].contains(&name) {
        format!(":{initial}")
    } else {
        String::new()
    };
    let object: Object = format!("{name}{number}").parse().unwrap();
    SYNCS.map(|sync| {
        let brute = |sync| Brute::new(&object, name, initial, history, sync);
        let least = brute(sync).least_missing();
        match judge(&object, history, sync, &Limits::none()).unwrap() {
            Judgement::Possible(order) => {
                assert_eq!(least, Some(0), "{sync:?} {}", shown());
                assert!(brute(sync).accepts(&order, 0), "{sync:?} {order:?} {}", shown());
                true
            }
            Judgement::Impossible(violation) => {
                assert_ne!(least, Some(0), "{sync:?} {}", shown());
                match &violation.reason {
                    Reason::Sync(pairs) => {
                        let least = least.unwrap_or_else(|| panic!("{sync:?} {}", shown()));
                        assert!(
                            if least <= 3 { pairs.len() == least } else { pairs.len() >= least },
                            "{pairs:?} {}",
                            shown()
                        );
                    }
                    Reason::Value(_) | Reason::Twice(_) => {
                        let plain = brute(Sync::None).least_missing();
                        assert_eq!(plain, None, "{}", shown());
                    }
                    Reason::Empty => {
                        let weak = format!("weak-{name}");
                        let object = weak.parse().unwrap();
                        assert_eq!(Brute::new(&object, &weak, initial, history, sync).least_missing(), Some(0));
                    }
                    Reason::Order => assert_eq!(least, None, "{sync:?} {}", shown()),
                }
                // Only those at a barrier may all be there, and wait for others.
                assert!(violation.longest.len() < history.operations().len() || name == "barrier", "{}", shown());
                assert!(!violation.stuck.is_empty() || name == "barrier", "{}", shown());
                false
            }
            Judgement::Unknown(why) => panic!("{why:?} {}", shown()),
        }
    })
}

#[test]
fn histories_with_known_verdicts() {
    let (mut checked, text) = (0, include_str!("data/histories.txt"));
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<_> = line.split(';').map(str::trim).collect();
        let [name, verdict, weak, calls, before, reach] = fields[..] else { panic!("{line}") };
        let history = read(calls, before, reach);
        let found = |name: &str| match judge(&name.parse().unwrap(), &history, Sync::Takes, &Limits::none()).unwrap() {
            Judgement::Possible(_) => "ok",
            Judgement::Impossible(violation) => violation.reason.name(),
            Judgement::Unknown(why) => panic!("{why:?}"),
        };
        assert_eq!(found(name), verdict, "{line}");
        if weak != "-" {
            assert_eq!(found(&format!("weak-{name}")) == "ok", weak == "ok", "{line}");
            compare(&format!("weak-{name}"), 0, &history, &|| line.to_owned());
        }
        compare(name, 0, &history, &|| line.to_owned());
        checked += 1;
    }
    assert_eq!(checked, 302);
}

/// A history as the file has it.
fn read(calls: &str, before: &str, reach: &str) -> History {
    let mut letters = Vec::new();
    let mut operations = Vec::new();
    for thread in calls.split('|') {
        let mut words = thread.split_whitespace();
        let thread = Thread(words.next().unwrap().parse().unwrap());
        for word in words {
            let (letter, call) = word.split_once(':').unwrap();
            let (name, rest) = call.split_once('(').unwrap();
            let (arguments, result) = rest.split_once(')').unwrap();
            let arguments = arguments.split(',').filter(|it| !it.is_empty()).map(|it| it.parse().unwrap()).collect();
            let outcome = match result.strip_prefix('=') {
                None => Outcome::Void,
                Some("empty") => Outcome::Empty,
                Some("failed") => Outcome::Failed,
                Some(value) => Outcome::Value(value.parse().unwrap()),
            };
            letters.push(letter);
            operations.push(Operation { thread, name: name.to_owned(), arguments, outcome });
        }
    }
    let named = |letter: &str| OpId::new(letters.iter().position(|other| *other == letter).unwrap());
    let pairs =
        |text: &str| text.split_whitespace().map(|pair| (named(&pair[..1]), named(&pair[1..]))).collect::<Vec<_>>();
    History::new(operations, pairs(before), pairs(reach)).unwrap()
}

/// A removal that does not tell whether the key was there has to come when it is.
#[test]
fn a_call_without_a_result_waits_until_it_has_an_effect() {
    let history = read("1 A:add(2)=1 D:has(2)=0 | 2 B:remove(2)", "", "AB BD");
    assert!(compare("set", 0, &history, &|| "add, remove, has".to_owned())[1]);
}

/// Numbers that look random and are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }
}

/// A history of an object: calls of up to three threads at random times, of which some are forgotten.
fn generate(random: &mut Random, object: &Object) -> History {
    let count = 1 + random.below(6) as usize;
    let threads = 1 + random.below(3);
    let has_equal_values = random.one_in(3);
    let mut operations: Vec<Operation> = Vec::new();
    for nth in 0..count {
        let signatures = object.operations();
        let signature = signatures[random.below(signatures.len() as u64) as usize];
        let range = if has_equal_values { 2 } else { count as u64 };
        let value = |random: &mut Random| 1 + random.below(range) as i64;
        let mut arguments: Vec<_> = (0..signature.arguments).map(|_| value(random)).collect();
        if !has_equal_values && signature.arguments == 1 && object.weak().is_some() {
            arguments = vec![nth as i64 + 1];
        }
        let mut operation = Operation {
            thread: Thread(random.below(threads) as u32),
            name: signature.name.to_owned(),
            arguments,
            outcome: Outcome::Pending,
        };
        let returns = !random.one_in(8);
        while returns && (operation.is_pending() || object.fits(&operation).is_err()) {
            let number = if random.one_in(3) { random.below(2) as i64 } else { value(random) };
            operation.outcome = match random.below(16) {
                0 => Outcome::Failed,
                1..=3 => Outcome::Void,
                4..=6 => Outcome::Empty,
                _ => Outcome::Value(number),
            };
        }
        // After a call that does not return a thread makes none.
        if !operations.iter().any(|other| other.thread == operation.thread && other.is_pending()) {
            operations.push(operation);
        }
    }
    // Each thread is at its calls one after the other; how long they take is up to chance.
    let mut clocks = vec![0; threads as usize];
    let times: Vec<_> = operations
        .iter()
        .map(|operation| {
            let clock = &mut clocks[operation.thread.0 as usize];
            let begin = *clock + 1 + random.below(4);
            *clock = begin + 1 + random.below(6);
            (begin, *clock)
        })
        .collect();
    let share = 1 + random.below(4);
    let mut pairs = |related: &dyn Fn(usize, usize) -> bool| {
        let mut found = Vec::new();
        for a in 0..operations.len() {
            for b in 0..operations.len() {
                if a != b && related(a, b) && random.below(4) < share {
                    found.push((OpId::new(a), OpId::new(b)));
                }
            }
        }
        found
    };
    let before = pairs(&|a, b| !operations[a].is_pending() && times[a].1 < times[b].0);
    let reach = pairs(&|a, b| times[a].0 < times[b].1);
    History::new(operations.clone(), before, reach).expect("times are in order")
}

#[test]
fn generated_histories() {
    let per_object = std::env::var("RADDLE_HISTORIES").map_or(1000, |count| count.parse().expect("a number"));
    let kinds: Vec<_> = Object::all().map(|object| object.to_string()).collect();
    let (mut random, mut verdicts) = (Random(19), [[0; 2]; 6]);
    for name in &kinds {
        let mut possible = 0;
        for _ in 0..per_object {
            let initial = match name.as_str() {
                "semaphore" => random.below(3) as i64,
                "barrier" => 1 + random.below(3) as i64,
                "register" | "counter" => random.below(2) as i64,
                _ => 0,
            };
            let object: Object = name.parse().unwrap();
            let history = generate(&mut random, &object);
            let found = compare(name, initial, &history, &|| format!("{name}:{initial} {history:?}"));
            found.iter().zip(&mut verdicts).for_each(|(&possible, counts)| counts[usize::from(possible)] += 1);
            possible += usize::from(found[1]);
        }
        // Neither all good nor all bad, or nothing is compared.
        assert!(
            possible * 20 > per_object && possible * 20 < 19 * per_object,
            "{name}: {possible} of {per_object} are possible"
        );
    }
    println!("impossible and possible histories, by synchronisation: {verdicts:?}");
}
