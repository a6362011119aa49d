//! Lowering of the Linux kernel's primitives.

use raddle_graph::Tag;

use super::*;

#[test]
fn primitives_have_the_values_that_the_kernel_gives_them() {
    // `x` holds 10.
    for (body, expected) in [
        ("int r = READ_ONCE(*x);", 10),
        ("WRITE_ONCE(*x, 3); int r = atomic_read(x);", 3),
        ("int r = xchg(x, 4) * 100 + atomic_read(x);", 1004),
        ("int r = cmpxchg(x, 10, 4) * 100 + atomic_read(x);", 1004),
        ("int r = cmpxchg_relaxed(x, 9, 4) * 100 + atomic_read(x);", 1010),
        ("int e = 9; bool s = try_cmpxchg(x, &e, 4); int r = s * 1000 + e * 10 + atomic_read(x);", 110),
        ("int e = 10; bool s = atomic_try_cmpxchg(x, &e, 4); int r = s * 1000 + e * 10 + atomic_read(x);", 1104),
        ("int r = atomic_add_return(5, x) * 100 + atomic_read(x);", 1515),
        ("int r = atomic_fetch_sub(4, x) * 100 + atomic_read(x);", 1006),
        ("int r = atomic_dec_return_acquire(x);", 9),
        ("int r = atomic_fetch_inc(x) * 100 + atomic_read(x);", 1011),
        ("atomic_sub(3, x); atomic_inc(x); int r = atomic_read(x);", 8),
        ("atomic_or(5, x); atomic_and(6, x); atomic_xor(1, x); int r = atomic_read(x);", 7),
        ("int r = atomic_sub_and_test(10, x) * 10 + atomic_dec_and_test(x);", 10),
        ("int r = atomic_add_negative(-11, x) * 10 + atomic_inc_and_test(x);", 11),
        ("int r = atomic_add_unless(x, 2, 10) * 100 + atomic_read(x);", 10),
        ("int r = atomic_add_unless(x, 2, 0) * 100 + atomic_read(x);", 112),
        ("int r = atomic_add_unless(x, 2, -1) * 100 + atomic_read(x);", 112),
        ("int r = atomic_inc_not_zero(x) * 100 + atomic_read(x);", 111),
        ("atomic_set(x, 0); int r = atomic_inc_not_zero(x) * 100 + atomic_read(x);", 0),
        ("atomic_set(x, 0); int r = atomic_dec_if_positive(x) * 100 + atomic_read(x);", -100),
        ("int r = atomic_dec_if_positive(x) * 100 + atomic_read(x);", 909),
        ("atomic_set(x, 0); spin_lock(x); int r = spin_is_locked(x) * 10 + spin_trylock(x);", 10),
        ("atomic_set(x, 0); spin_lock(x); spin_unlock(x); int r = spin_is_locked(x) * 10 + spin_trylock(x);", 1),
        ("int i = srcu_read_lock(y); srcu_read_unlock(y, i); int r = i;", 20),
        ("long r = atomic_long_add_return(1, l);", 1),
    ] {
        assert_eq!(result(body), expected, "{body}");
    }
}

#[test]
fn primitives_have_the_orders_that_the_kernel_gives_them() {
    let tag = Mode::Tag;
    for (body, expected) in [
        ("smp_store_release(y, smp_load_acquire(y));", vec![Mode::Acq, Mode::Rel]),
        ("rcu_assign_pointer(*p, y); int *r = rcu_dereference(*p);", vec![Mode::Rel, Mode::Rlx]),
        ("smp_store_mb(*y, 1); *y = 2;", vec![Mode::Rlx, tag(Tag::Mb), Mode::Na]),
        ("xchg(x, 1); xchg_relaxed(x, 1);", vec![tag(Tag::Mb), Mode::Rlx]),
        ("cmpxchg_release(x, 10, 1); cmpxchg(x, 10, 1);", vec![Mode::Rel, tag(Tag::FailedUpdate)]),
        ("atomic_inc(x); smp_mb__after_atomic();", vec![tag(Tag::Noreturn), tag(Tag::AfterAtomic)]),
        ("rcu_read_lock(); rcu_read_unlock();", vec![tag(Tag::RcuLock), tag(Tag::RcuUnlock)]),
        ("synchronize_rcu_expedited(); synchronize_srcu(y);", vec![tag(Tag::SyncRcu), tag(Tag::SyncSrcu)]),
        ("*z = 0; spin_lock(z); spin_unlock(z);", vec![Mode::Na, tag(Tag::Lock), tag(Tag::Unlock)]),
    ] {
        assert_eq!(modes(body), expected, "{body}");
    }
}

#[test]
fn mistakes_with_primitives_are_explained() {
    for (body, words) in [
        ("READ_ONCE(x);", "write `*x`"),
        ("int s; READ_ONCE(s);", "local variable"),
        ("smp_load_acquire(*y);", "expected a pointer"),
        ("smp_mb(1);", "takes 0 arguments, not 1"),
        ("smp_mb_after();", "primitives of the Linux kernel"),
        ("smp_mb(); atomic_load(x);", "there is no function `atomic_load`"),
        ("int r = atomic_inc(x);", "has no value"),
        ("atomic_fetch_add_relaxed(x, 1);", "expected a pointer"),
    ] {
        let text = complaint(body);
        assert!(text.contains(words), "{body}: {text}");
        assert!(text.starts_with("3:"), "{body}: {text}");
    }
}

#[test]
fn types_of_the_kernel_are_known() {
    let source = "C t\n{ spinlock_t l; struct srcu_struct s; atomic_long_t c = ATOMIC_INIT(3); }\n\
        P0 (spinlock_t *l, struct srcu_struct *s, atomic_long_t *c, atomic_t *d) { }\n";
    let lowered = compile(source, None).unwrap();
    let sizes: Vec<u64> = lowered.layout.variables.iter().map(|variable| variable.object.ty.size()).collect();
    assert_eq!(sizes, [4, 4, 8, 4]);
    let error = compile("C t\n{}\nP0 (struct other *s) { }\n", None).unwrap_err().to_string();
    assert!(error.contains("structures are not supported"), "{error}");
}
