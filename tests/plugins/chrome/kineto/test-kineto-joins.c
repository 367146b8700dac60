/* SPDX-License-Identifier: Apache-2.0 */
#include "kineto-text.h"

/* Whose the work of devices is, what it is for and how long it took, in traces of a few events. */

/*
 * Events of a category are complete ones, on a thread of their process that counts for one, except that those of category
 * "name" tell what a process is called. A single quote stands for a double one. Without a duration (-1) there is no `dur`.
 */
typedef struct
{
  const char *category;
  const char *name;
  const char *pid;
  int start;
  int duration;
  const char *args;
} Event;

typedef struct
{
  const char *what;
  Event events[12];
  const char *expected; /* of each layer: NAME PHASE HOST/SELF/DEVICE, in microseconds */
} Case;

static const Case cases[] = {
  { "ranks in one file by their pids",
    { { "cpu_op", "a", "'[TP00-DP00] 100'", 10, 10, "" },
      { "cuda_runtime", "l", "'[TP00-DP00] 100'", 11, 2, "'correlation': 9" },
      { "kernel", "k", "'[TP00-DP00] 0'", 50, 20, "'correlation': 9" },
      { "kernel", "only here", "'[TP00-DP00] 0'", 80, 5, "'correlation': 10" },
      { "cpu_op", "b", "'[TP01-DP00] 100'", 12, 10, "" },
      { "cuda_runtime", "l", "'[TP01-DP00] 100'", 13, 2, "'correlation': 9" },
      { "cuda_runtime", "l", "'[TP01-DP00] 100'", 14, 2, "'correlation': 10" },
      { "kernel", "k", "'[TP01-DP00] 0'", 51, 30, "'correlation': 9" } },
    "a unknown 10/10/20\nb unknown 10/10/30\nonly here unknown —/—/5\n" },
  { "the same by External id",
    { { "kernel", "k", "'[WR00] 0'", 50, 20, "'External id': 5" },
      { "cpu_op", "a", "'[WR00] 100'", 10, 10, "'External id': 5" },
      { "cpu_op", "b", "'[WR01] 101'", 11, 10, "'External id': 5" },
      { "kernel", "k", "'[WR01] 0'", 51, 30, "'External id': 5" },
      { "kernel", "only here", "'[WR02] 0'", 80, 5, "'External id': 5" } },
    "a unknown 10/10/20\nb unknown 10/10/30\nonly here unknown —/—/5\n" },
  { "ranks by the names of their processes",
    { { "name", "python_rank0", "100", 0, 0, "" },
      { "name", "python_rank0", "0", 0, 0, "" },
      { "name", "python_rank1", "100000100", 0, 0, "" },
      { "name", "python_rank1", "100000000", 0, 0, "" },
      { "cpu_op", "b", "100000100", 11, 10, "'External id': 5" },
      { "cpu_op", "a", "100", 10, 10, "'External id': 5" },
      { "kernel", "k", "0", 50, 20, "'External id': 5" },
      { "kernel", "k", "100000000", 51, 30, "'External id': 5" } },
    "a unknown 10/10/20\nb unknown 10/10/30\n" },
  { "ranks before the names of their processes",
    { { "name", "[rank 0] python", "100", 0, 0, "" },
      { "name", "[rank 0] python", "0", 0, 0, "" },
      { "name", "[rank 1] python", "1000100", 0, 0, "" },
      { "name", "[rank 1] python", "1000001", 0, 0, "" },
      { "cpu_op", "a", "100", 10, 10, "'External id': 5" },
      { "cpu_op", "b", "1000100", 11, 10, "'External id': 5" },
      { "kernel", "k", "0", 50, 20, "'External id': 5" },
      { "kernel", "k", "1000001", 51, 30, "'External id': 5" } },
    "a unknown 10/10/20\nb unknown 10/10/30\n" },
  { "words that tell hosts from devices are no ranks",
    { { "cpu_op", "a", "'[CPU] 100'", 10, 10, "'External id': 5" },
      { "kernel", "k", "'[GPU] 0'", 50, 20, "'External id': 5" } },
    "a unknown 10/10/20\n" },
  { "work of its own between operators, and behind those of its start",
    { { "kernel", "k 30", "0", 30, 5, "'correlation': 3" },
      { "kernel", "k 10", "1", 10, 5, "'correlation': 1" },
      { "kernel", "k 20", "2", 20, 5, "'correlation': 2" },
      { "cpu_op", "c", "100", 40, 10, "" },
      { "cpu_op", "b", "101", 20, 10, "" },
      { "cpu_op", "a", "102", 0, 10, "" } },
    "a unknown 10/10/—\nk 10 unknown —/—/5\nb unknown 10/10/—\nk 20 unknown —/—/5\nk 30 unknown —/—/5\n"
    "c unknown 10/10/—\n" },
  { "the External id of a call outside of operators",
    { { "cpu_op", "a", "100", 0, 10, "'External id': 2" },
      { "cuda_driver", "l", "101", 20, 2, "'External id': 2, 'correlation': 44" },
      { "kernel", "k", "0", 30, 10, "'correlation': 44" } },
    "a unknown 10/10/10\n" },
  { "a number that is used again",
    { { "cpu_op", "b", "100", 1000, 10, "" },
      { "cuda_runtime", "l", "100", 1001, 2, "'correlation': 5" },
      { "cpu_op", "a", "100", 0, 10, "" },
      { "cuda_runtime", "l", "100", 1, 2, "'correlation': 5" },
      { "kernel", "k", "0", 1020, 5, "'correlation': 5" },
      { "kernel", "k", "0", 20, 6, "'correlation': 5" },
      { "cpu_op", "c", "100", 2000, 10, "" },
      { "cuda_runtime", "l", "100", 2001, 2, "'correlation': 5" },
      { "kernel", "k", "0", 2001, 7, "'correlation': 5" } },
    "a unknown 10/10/6\nb unknown 10/10/5\nc unknown 10/10/7\n" },
  { "a call that starts after the work is not its call, wherever it stands in the file",
    { { "cuda_driver", "cuLaunchKernel", "100", 300, 2, "'correlation': 5" },
      { "cpu_op", "a", "100", 0, 10, "" },
      { "cuda_runtime", "l", "100", 1, 2, "'correlation': 5" },
      { "cpu_op", "b", "100", 299, 10, "" },
      { "kernel", "k", "0", 20, 5, "'correlation': 5" } },
    "a unknown 10/10/5\nb unknown 10/10/—\n" },
  { "unless all do, as clocks may disagree",
    { { "cpu_op", "b", "100", 299, 10, "" },
      { "cuda_driver", "l", "100", 300, 2, "'correlation': 5" },
      { "cpu_op", "a", "100", 99, 10, "" },
      { "cuda_runtime", "l", "100", 100, 2, "'correlation': 5" },
      { "cuda_runtime", "l", "100", 101, 2, "'correlation': 6" },
      { "kernel", "k", "0", 20, 5, "'correlation': 5" },
      { "kernel", "k", "0", 30, 6, "'correlation': 6" } },
    "a unknown 10/10/11\nb unknown 10/10/—\n" },
  { "-1 and 0 are no correlations, others below 0 are",
    { { "cpu_op", "a", "100", 0, 10, "" },
      { "cuda_runtime", "l", "100", 1, 1, "'correlation': -1" },
      { "cuda_runtime", "l", "100", 2, 1, "'correlation': 0" },
      { "cuda_runtime", "l", "100", 3, 1, "'correlation': -2147483648" },
      { "kernel", "none", "0", 30, 5, "'correlation': -1" },
      { "kernel", "nothing", "0", 40, 5, "'correlation': 0" },
      { "kernel", "k", "0", 50, 7, "'correlation': -2147483648" } },
    "a unknown 10/10/7\nnone unknown —/—/5\nnothing unknown —/—/5\n" },
  { "-1 and 0 are no External ids",
    { { "cpu_op", "a", "100", 0, 10, "'External id': -1" },
      { "cpu_op", "b", "100", 20, 10, "'External id': 0" },
      { "kernel", "none", "0", 30, 5, "'External id': -1" },
      { "kernel", "nothing", "0", 40, 5, "'External id': 0, 'correlation': 1" } },
    "a unknown 10/10/—\nb unknown 10/10/—\nnone unknown —/—/5\nnothing unknown —/—/5\n" },
  { "what has no duration took an unknown time",
    { { "cpu_op", "a", "100", 0, -1, "" },
      { "cpu_op", "b", "100", 10, 10, "" },
      { "cuda_runtime", "l", "100", 11, -1, "'correlation': 1" },
      { "cuda_runtime", "l", "100", 12, 1, "'correlation': 2" },
      { "kernel", "k", "0", 20, -1, "'correlation': 1" },
      { "kernel", "k", "0", 30, 5, "'correlation': 2" },
      { "cpu_op", "c", "100", 40, 10, "" },
      { "cuda_runtime", "l", "100", 41, 2, "'correlation': 3" },
      { "kernel", "k", "0", 60, -1, "'correlation': 3" },
      { "kernel", "alone", "0", 70, -1, "" },
      { "cpu_op", "d", "100", 80, 0, "" } },
    "a unknown —/—/—\nb unknown 10/10/5\nc unknown 10/10/—\nalone unknown —/—/—\nd unknown 0/0/—\n" },
  { "work without an operator is for what its call is in",
    { { "user_annotation", "Optimizer.step#Adam.step", "100", 0, 50, "" },
      { "user_annotation", "fused", "100", 10, 20, "" },
      { "cuda_runtime", "l", "100", 5, 2, "'correlation': 1" },
      { "cuda_runtime", "l", "100", 15, 2, "'correlation': 2" },
      { "cuda_runtime", "l", "100", 20, 2, "'correlation': 3" },
      { "cuda_runtime", "l", "100", 50, 2, "'correlation': 4" },
      { "kernel", "first", "0", 60, 5, "'correlation': 1" },
      { "kernel", "second", "0", 70, 5, "'correlation': 2" },
      { "gpu_memcpy", "copy", "0", 80, 5, "'correlation': 3" },
      { "kernel", "later", "0", 90, 5, "'correlation': 4" },
      { "kernel", "unknown", "0", 100, 5, "" } },
    "first optimizer —/—/5\nsecond optimizer —/—/5\ncopy copy —/—/5\nlater unknown —/—/5\n"
    "unknown unknown —/—/5\n" },
  { "a call is inside what starts with it",
    { { "cuda_runtime", "l", "100", 0, 3, "'correlation': 1" },
      { "cuda_runtime", "l", "100", 0, 1, "'correlation': 2" },
      { "cpu_op", "a", "100", 0, 2, "" },
      { "cpu_op", "b", "100", 0, 1, "" },
      { "cuda_runtime", "l", "100", 10, 5, "'correlation': 3" },
      { "user_annotation", "Optimizer.step#Adam.step", "100", 10, 5, "" },
      { "cpu_op", "c", "100", 20, 4, "" },
      { "kernel", "k", "0", 30, 5, "'correlation': 1" },
      { "kernel", "k", "0", 40, 6, "'correlation': 2" },
      { "kernel", "own", "0", 50, 7, "'correlation': 3" } },
    "a unknown 2/1/—\nb unknown 1/1/11\nc unknown 4/4/—\nown optimizer —/—/7\n" },
  { "what waits on a device is no work, whatever its category",
    { { "cpu_op", "a", "100", 0, 10, "" },
      { "cuda_runtime", "l", "100", 1, 1, "'correlation': 1" },
      { "cuda_runtime", "l", "100", 2, 1, "'correlation': 2" },
      { "cuda_runtime", "l", "100", 3, 1, "'correlation': 3" },
      { "kernel", "event_wait", "0", 20, 50, "'correlation': 1" },
      { "hpu_op", "EVENT-WAIT", "0", 80, 60, "" },
      { "kernel", "Stream Wait Event", "0", 150, 60, "'correlation': 2" },
      { "mtia_ccp_events", "Context Sync", "0", 220, 60, "" },
      { "kernel", "event_wait_kernel", "0", 300, 5, "'correlation': 3" },
      { "kernel", "await", "0", 310, 6, "" } },
    "a unknown 10/10/5\nawait unknown —/—/6\n" },
};

static void
write_event (GString     *text,
             const Event *event)
{
  g_string_append (text, text->len > 0 ? ",\n" : "");
  if (g_str_equal (event->category, "name"))
    {
      g_string_append_printf (text, "{'ph': 'M', 'name': 'process_name', 'pid': %s, 'tid': 0, 'args': {'name': '%s'}}",
                              event->pid, event->name);
      return;
    }
  g_string_append_printf (text, "{'ph': 'X', 'cat': '%s', 'name': '%s', 'pid': %s, 'tid': 1, 'ts': %d, ", event->category,
                          event->name, event->pid, event->start);
  if (event->duration >= 0)
    g_string_append_printf (text, "'dur': %d, ", event->duration);
  g_string_append_printf (text, "'args': {%s}}", event->args);
}

static LaminaDocument *
load_case (const Case *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (self->events) && self->events[i].category != NULL; i++)
    write_event (text, &self->events[i]);
  return load_kineto ("", text->str);
}

static void
append_time (GString *text,
             gint64   time,
             char     end)
{
  if (time == LAMINA_ABSENT)
    g_string_append (text, "—");
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, time / 1000);
  g_string_append_c (text, end);
}

static const char *const phases[] = { "unknown", "forward", "backward", "optimizer", "copy" };

static char *
dump_layers (LaminaRun *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < layers->n; i++)
    {
      g_string_append_printf (text, "%s %s ", lamina_run_get_string (run, layers->name[i]), phases[layers->phase[i]]);
      append_time (text, lamina_column_number (layers->host, i), '/');
      append_time (text, lamina_column_number (layers->host_self, i), '/');
      append_time (text, lamina_column_number (layers->device_time, i), '\n');
    }
  return g_string_free (text, FALSE);
}

static void
test_case (gconstpointer data)
{
  const Case *expected = data;
  g_autoptr (LaminaDocument) document = load_case (expected);
  g_autofree char *found = dump_layers (lamina_document_get_run (document, 0));

  g_test_message ("%s", expected->what);
  g_assert_cmpstr (found, ==, expected->expected);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kineto-joins/%u", i + 1);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  return g_test_run ();
}
