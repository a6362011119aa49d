# Two commands: `make demo` and `make test`. Everything else is for those who work on Raddle.

CARGO ?= cargo
SECONDS ?= 60
SEED ?= 1
# What `make soak` compares: programs of one model, small changes of hard programs (mutate), or threads in every order (orders).
MODEL ?=
KIND ?=

.PHONY: help demo build clang test lint unit bless exhaustive soak fuzz bench bench-models bench-peers clients clean

help:
	@echo "make demo    build Raddle and run it on the example programs"
	@echo "make test    run all tests"
	@echo "make bless   write the files that record printed text as it is now (tests/README.md), and show which changed"
	@echo "make soak    compare explorer and oracle on generated programs (SECONDS=$(SECONDS) or MINUTES=5, SEED=$(SEED), MODEL=imm, KIND=mutate or KIND=orders)"
	@echo "make exhaustive     compare explorer and oracle on every program of two threads with two accesses each under rc11 and rc20 (six minutes each)"
	@echo "make bench   measure what exploring costs: instructions, time and memory (needs valgrind; ONLY=ainc SECTION=structures)"
	@echo "make bench-models   measure what dependencies cost: instructions under rc11, the same with dependencies, and imm (needs valgrind)"
	@echo "make bench-peers    compare Raddle with loom, Shuttle and TraceForge on small programs (fetches them; 15 minutes)"
	@echo "make clients        check programs that use installed libraries, print a table (GROUP=ck for one group; SAVE=FILE saves it)"
	@echo "make fuzz    feed the readers damaged litmus tests, .ll files, models, executions and command lines (SECONDS=$(SECONDS) SEED=$(SEED); by libFuzzer if cargo-fuzz is there)"

bench: clang
	$(CARGO) bench --locked -p raddle-bench -- $(foreach name,$(ONLY),'$(name)') $(foreach name,$(SECTION),--section $(name))

bench-models: build clang
	benches/overhead ./target/release/raddle

bench-peers: build clang
	benches/peers/run ./target/release/raddle

# Failing rows are printed after the table.
clients: clang
	@mkdir -p target && rm -f target/clients.md
	TABLE='$(abspath target/clients.md)' GROUP='$(GROUP)' $(CARGO) test --release --locked -p raddle-cli --test clients; \
	  status=$$?; cat target/clients.md && $(if $(SAVE),cp target/clients.md '$(SAVE)' &&) exit $$status

build:
	$(CARGO) build --release --locked -p raddle-cli

clang:
	@scripts/ensure-clang

demo: build clang
	@echo
	@echo "A C program: a message published by a flag. The flag is relaxed, so the two accesses of the message race."
	./target/release/raddle check examples/message-passing.c || test $$? = 1
	@echo
	@echo "The same with a release store and an acquire load."
	./target/release/raddle check examples/message-passing-fixed.c
	@echo
	@echo "A lock-free stack that frees the nodes it pops, although another thread may still read them."
	./target/release/raddle check examples/treiber.c || test $$? = 1
	@echo
	@echo "The same with nodes that are freed only when no thread can read them any more. Leaks would be errors."
	./target/release/raddle check --check-leaks examples/treiber-fixed.c
	@echo
	@echo "A queue of two cells between two threads that wait for each other."
	./target/release/raddle check examples/ring.c
	@echo
	@echo "Litmus tests:"
	@echo "A flag published with relaxed accesses: the reader may see the flag but not the data."
	./target/release/raddle litmus examples/message-passing.litmus
	@echo "The same with release and acquire: it may not."
	./target/release/raddle litmus examples/message-passing-fixed.litmus
	@echo "Peterson's lock with release and acquire only, which is not enough: both threads are in the critical section."
	./target/release/raddle litmus examples/peterson.litmus || test $$? = 1
	@echo "With sequentially consistent accesses it works."
	./target/release/raddle litmus examples/peterson-fixed.litmus

test: clang lint unit

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --no-deps --locked

unit:
	$(CARGO) test --workspace --locked

bless: clang
	RADDLE_BLESS=1 $(CARGO) test --locked -p raddle-cli -p raddle-litmus -p raddle-llvm --test reports --test models --test history --test golden
	@git status --short -- tests crates

# What takes too long for `make test`.
exhaustive:
	$(CARGO) test --locked -p raddle-testgen --test exhaustive -- --ignored --nocapture

soak:
	$(CARGO) run --release --locked -p raddle-testgen --bin soak -- \
	  --seconds $(if $(MINUTES),$$(($(MINUTES) * 60)),$(SECONDS)) --seed $(SEED) $(if $(KIND),--$(KIND)) $(if $(MODEL),--model $(MODEL))

fuzz:
	CARGO='$(CARGO)' fuzz/run $(SECONDS) $(SEED) $(FUZZER)

clean:
	$(CARGO) clean
