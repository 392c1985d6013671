/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * glib-locks.c: tells valgrind's drd what GLib's locks order. GMutex, GCond and
 * counts of references are made of atomic operations and futexes, which drd
 * takes no order from: without this it reports whatever they guard. Preloaded
 * under drd; nothing calls it elsewhere. Names are those of valgrind's function
 * wrapping: Zh is "-", Zd is ".", Za is "*".
 */
#include <valgrind/drd.h>
#include <valgrind/valgrind.h>

#define IN_GLIB(name) I_WRAP_SONAME_FNNAME_ZU(libglibZh2Zd0ZdsoZa, name)
#define IN_GOBJECT(name) I_WRAP_SONAME_FNNAME_ZU(libgobjectZh2Zd0ZdsoZa, name)
#define IN_GSTREAMER(name)                                                     \
    I_WRAP_SONAME_FNNAME_ZU(libgstreamerZh1Zd0ZdsoZa, name)

/* What was done before a release of the lock is seen after it was taken. */
#define WRAP_LOCK(wrapper)                                                     \
    void wrapper(void *lock);                                                  \
    void wrapper(void *lock)                                                   \
    {                                                                          \
        OrigFn original;                                                       \
                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                        \
        CALL_FN_v_W(original, lock);                                           \
        ANNOTATE_HAPPENS_AFTER(lock);                                          \
    }

#define WRAP_UNLOCK(wrapper)                                                   \
    void wrapper(void *lock);                                                  \
    void wrapper(void *lock)                                                   \
    {                                                                          \
        OrigFn original;                                                       \
                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                        \
        ANNOTATE_HAPPENS_BEFORE(lock);                                         \
        CALL_FN_v_W(original, lock);                                           \
    }

#define WRAP_TRYLOCK(wrapper)                                                  \
    int wrapper(void *lock);                                                   \
    int wrapper(void *lock)                                                    \
    {                                                                          \
        OrigFn original;                                                       \
        int taken;                                                             \
                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                        \
        CALL_FN_W_W(taken, original, lock);                                    \
        if (taken)                                                             \
            ANNOTATE_HAPPENS_AFTER(lock);                                      \
        return taken;                                                          \
    }

/* Waits for a condition give the lock back and take it again. */
#define WRAP_WAIT(wrapper)                                                     \
    void wrapper(void *condition, void *lock);                                 \
    void wrapper(void *condition, void *lock)                                  \
    {                                                                          \
        OrigFn original;                                                       \
                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                        \
        ANNOTATE_HAPPENS_BEFORE(lock);                                         \
        CALL_FN_v_WW(original, condition, lock);                               \
        ANNOTATE_HAPPENS_AFTER(lock);                                          \
    }

#define WRAP_WAIT_UNTIL(wrapper)                                               \
    int wrapper(void *condition, void *lock, long until);                      \
    int wrapper(void *condition, void *lock, long until)                       \
    {                                                                          \
        OrigFn original;                                                       \
        int woken;                                                             \
                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                        \
        ANNOTATE_HAPPENS_BEFORE(lock);                                         \
        CALL_FN_W_WWW(woken, original, condition, lock, until);                \
        ANNOTATE_HAPPENS_AFTER(lock);                                          \
        return woken;                                                          \
    }

/*
 * Whoever gives the last reference back frees what all others have used. Both
 * kinds of objects begin with their type, a pointer wide, and the count; who
 * has the only reference orders nothing, for drd keeps what it hears for ever.
 */
struct counted {
    void *type;
    int n_references;
};

#define WRAP_UNREF(wrapper)                                                    \
    void wrapper(struct counted *object);                                      \
    void wrapper(struct counted *object)                                       \
    {                                                                          \
        OrigFn original;                                                       \
                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                        \
        if (object && object->n_references > 1)                                \
            ANNOTATE_HAPPENS_BEFORE(object);                                   \
        else                                                                   \
            ANNOTATE_HAPPENS_AFTER(object);                                    \
        CALL_FN_v_W(original, object);                                         \
    }

WRAP_LOCK(IN_GLIB(g_mutex_lock))
WRAP_UNLOCK(IN_GLIB(g_mutex_unlock))
WRAP_TRYLOCK(IN_GLIB(g_mutex_trylock))
WRAP_WAIT(IN_GLIB(g_cond_wait))
WRAP_WAIT_UNTIL(IN_GLIB(g_cond_wait_until))
WRAP_UNREF(IN_GOBJECT(g_object_unref))
WRAP_UNREF(IN_GSTREAMER(gst_mini_object_unref))
