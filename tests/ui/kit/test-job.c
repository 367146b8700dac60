/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-job.h"

/* What happens to input and result of a job, in the order in which it does. */
typedef struct
{
  GCancellable *cancellable;
  GMutex lock;
  GCond changed;
  gboolean may_work;
  guint n_inputs;
  guint n_results;
  guint n_taken;
  gboolean was_running;
} Owner;

typedef struct
{
  Owner *owner;
  gboolean finds;
} Thing;

static void
owner_init (Owner *self)
{
  *self = (Owner) { 0 };
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
}

static void
owner_clear (Owner *self)
{
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
}

static Thing *
thing_new (Owner    *owner,
           gboolean  finds)
{
  Thing *thing = g_new (Thing, 1);

  *thing = (Thing) { owner, finds };
  return thing;
}

static void
count (Thing *thing,
       guint *n)
{
  Owner *owner = thing->owner;

  g_mutex_lock (&owner->lock);
  *n += 1;
  g_cond_signal (&owner->changed);
  g_mutex_unlock (&owner->lock);
  g_free (thing);
}

/* A result may point into the input, and must go before it. */
static void
free_input (gpointer data)
{
  count (data, &((Thing *) data)->owner->n_inputs);
}

static void
free_result (gpointer data)
{
  g_assert_cmpuint (((Thing *) data)->owner->n_inputs, ==, 0);
  count (data, &((Thing *) data)->owner->n_results);
}

static gpointer
work (gpointer      input,
      GCancellable *cancellable)
{
  Thing *thing = input;
  Owner *owner = thing->owner;

  g_mutex_lock (&owner->lock);
  while (cancellable && !owner->may_work)
    g_cond_wait (&owner->changed, &owner->lock);
  g_mutex_unlock (&owner->lock);
  return thing->finds ? thing_new (owner, TRUE) : NULL;
}

static void
take (gpointer owner,
      gpointer result)
{
  Owner *self = owner;

  self->was_running = self->cancellable != NULL;
  self->n_taken++;
  g_free (result);
}

static void
run (Owner    *owner,
     gboolean  in_thread,
     gboolean  finds)
{
  lamina_job_run (owner, &owner->cancellable, in_thread, work, thing_new (owner, finds), free_input, take, free_result);
}

static void
let_work (Owner *owner)
{
  g_mutex_lock (&owner->lock);
  owner->may_work = TRUE;
  g_cond_broadcast (&owner->changed);
  g_mutex_unlock (&owner->lock);
}

static guint
read_count (Owner *owner,
            guint *n)
{
  guint result;

  g_mutex_lock (&owner->lock);
  result = *n;
  g_mutex_unlock (&owner->lock);
  return result;
}

static void
wait_for_inputs (Owner *owner,
                 guint  n)
{
  while (read_count (owner, &owner->n_inputs) < n)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

static void
test_at_once (void)
{
  Owner owner;

  owner_init (&owner);
  run (&owner, FALSE, TRUE);
  g_assert_cmpuint (owner.n_taken, ==, 1);
  g_assert_cmpuint (owner.n_inputs, ==, 1);
  g_assert_null (owner.cancellable);
  run (&owner, FALSE, FALSE);
  g_assert_cmpuint (owner.n_taken, ==, 1);
  g_assert_cmpuint (owner.n_inputs, ==, 2);
  owner_clear (&owner);
}

static void
test_in_thread (void)
{
  Owner owner;

  owner_init (&owner);
  run (&owner, TRUE, TRUE);
  g_assert_nonnull (owner.cancellable);
  g_assert_cmpuint (owner.n_taken, ==, 0);
  let_work (&owner);
  wait_for_inputs (&owner, 1);
  g_assert_cmpuint (owner.n_taken, ==, 1);
  g_assert_false (owner.was_running);
  g_assert_null (owner.cancellable);
  g_assert_cmpuint (owner.n_results, ==, 0);
  owner_clear (&owner);
}

/* A job that finds nothing is over, too. */
static void
test_nothing_found (void)
{
  Owner owner;

  owner_init (&owner);
  let_work (&owner);
  run (&owner, TRUE, FALSE);
  wait_for_inputs (&owner, 1);
  g_assert_cmpuint (owner.n_taken, ==, 0);
  g_assert_null (owner.cancellable);
  owner_clear (&owner);
}

/* Nobody takes what was found after the job was stopped; it goes, and before what it was found in. */
static void
test_stopped (void)
{
  Owner owner;

  owner_init (&owner);
  run (&owner, TRUE, TRUE);
  lamina_job_stop (&owner.cancellable);
  g_assert_null (owner.cancellable);
  let_work (&owner);
  wait_for_inputs (&owner, 1);
  g_assert_cmpuint (owner.n_taken, ==, 0);
  g_assert_cmpuint (owner.n_results, ==, 1);
  owner_clear (&owner);
}

static void
test_replaced (void)
{
  Owner first, second;
  GCancellable *field = NULL;

  owner_init (&first);
  owner_init (&second);
  let_work (&second);
  lamina_job_run (&first, &field, TRUE, work, thing_new (&first, TRUE), free_input, take, free_result);
  lamina_job_run (&second, &field, TRUE, work, thing_new (&second, TRUE), free_input, take, free_result);
  g_assert_nonnull (field);
  wait_for_inputs (&second, 1);
  g_assert_null (field);
  let_work (&first);
  wait_for_inputs (&first, 1);
  g_assert_cmpuint (first.n_taken, ==, 0);
  g_assert_cmpuint (first.n_results, ==, 1);
  g_assert_cmpuint (second.n_taken, ==, 1);
  owner_clear (&first);
  owner_clear (&second);
}

/* Both in one thread, and not before what is shown in their place is there. */
static void
test_dropped (void)
{
  Owner owner;

  owner_init (&owner);
  lamina_job_drop (NULL, free_input);
  lamina_job_drop (thing_new (&owner, FALSE), free_input);
  lamina_job_drop (thing_new (&owner, FALSE), free_input);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (read_count (&owner, &owner.n_inputs), ==, 0);
  wait_for_inputs (&owner, 2);
  lamina_job_drop (thing_new (&owner, FALSE), free_input);
  wait_for_inputs (&owner, 3);
  owner_clear (&owner);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/job/at-once", test_at_once);
  g_test_add_func ("/ui/job/in-thread", test_in_thread);
  g_test_add_func ("/ui/job/nothing-found", test_nothing_found);
  g_test_add_func ("/ui/job/stopped", test_stopped);
  g_test_add_func ("/ui/job/replaced", test_replaced);
  g_test_add_func ("/ui/job/dropped", test_dropped);
  return g_test_run ();
}
