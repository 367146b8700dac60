/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"

#include <glib/gstdio.h>

/* Which section and which annotation a layer belongs to, in traces of a few events. */

#define ENGINE "autograd::engine::evaluate_function: "

/*
 * Events stand on thread 1 unless their names begin with the number of another one: `2 aten::mm`. A device is thread 0; from 5 on
 * threads are those of a second process.
 */
typedef struct
{
  const char *category;
  const char *name;
  int start;
  int duration;
  int correlation;
} Event;

typedef struct
{
  const char *what;
  Event events[12];
  const char *expected;
} Case;

static const Case cases[] = {
  { "the innermost region counts, from its start to before its end",
    { { "user_annotation", "ProfilerStep#1", 0, 100, 0 },
      { "user_annotation", "forward", 10, 50, 0 },
      { "user_annotation", "attention", 20, 10, 0 },
      { "cpu_op", "before", 5, 2, 0 },
      { "cpu_op", "first", 10, 2, 0 },
      { "cpu_op", "inner", 20, 9, 0 },
      { "cpu_op", "nested", 25, 2, 0 },
      { "cpu_op", "outer", 30, 5, 0 },
      { "cpu_op", "across", 58, 10, 0 },
      { "cpu_op", "after", 70, 5, 0 },
      { "cpu_op", "outside", 200, 5, 0 } },
    "before ProfilerStep#1/—\nfirst ProfilerStep#1/forward\ninner ProfilerStep#1/attention\n"
    "nested ProfilerStep#1/attention\nouter ProfilerStep#1/forward\nacross ProfilerStep#1/forward\n"
    "after ProfilerStep#1/—\noutside —/—\n" },
  { "of regions that cross the one that began last",
    { { "user_annotation", "ProfilerStep#1", 0, 100, 0 },
      { "user_annotation", "left", 10, 20, 0 },
      { "user_annotation", "right", 20, 20, 0 },
      { "user_annotation", "short", 24, 2, 0 },
      { "cpu_op", "a", 15, 1, 0 },
      { "cpu_op", "b", 22, 1, 0 },
      { "cpu_op", "c", 25, 1, 0 },
      { "cpu_op", "d", 27, 1, 0 },
      { "cpu_op", "e", 35, 1, 0 },
      { "cpu_op", "f", 40, 1, 0 } },
    "a ProfilerStep#1/left\nb ProfilerStep#1/right\nc ProfilerStep#1/short\nd ProfilerStep#1/right\n"
    "e ProfilerStep#1/right\nf ProfilerStep#1/—\n" },
  { "messages are no regions",
    { { "user_annotation", "ProfilerStep#1", 0, 100, 0 },
      { "user_annotation", "forward", 10, 20, 0 },
      { "user_annotation", "nccl:all_reduce", 15, 60, 0 },
      { "user_annotation", "gloo:all_gather", 16, 2, 0 },
      { "user_annotation", "ncclique", 50, 10, 0 },
      { "cpu_op", "a", 17, 1, 0 },
      { "cpu_op", "b", 40, 1, 0 },
      { "cpu_op", "c", 55, 1, 0 } },
    "a ProfilerStep#1/forward\nb ProfilerStep#1/—\nc ProfilerStep#1/ncclique\n" },
  { "the engine of autograd works for the thread that waits for it, other threads do not",
    { { "user_annotation", "ProfilerStep#1", 0, 100, 0 },
      { "user_annotation", "loss", 10, 40, 0 },
      { "user_annotation", "2 hook", 30, 10, 0 },
      { "cpu_op", "2 " ENGINE "MmBackward0", 20, 8, 0 },
      { "cpu_op", "2 MmBackward0", 21, 6, 0 },
      { "cpu_op", "2 " ENGINE "AddBackward0", 32, 2, 0 },
      { "cpu_op", "2 " ENGINE "SumBackward0", 52, 2, 0 },
      { "cpu_op", "3 loader", 20, 5, 0 } },
    "MmBackward0(autograd::engine::evaluate_function) ProfilerStep#1/loss\nloader ProfilerStep#1/—\n"
    "MmBackward0 ProfilerStep#1/loss\nAddBackward0(autograd::engine::evaluate_function) ProfilerStep#1/hook\n"
    "SumBackward0(autograd::engine::evaluate_function) ProfilerStep#1/—\n" },
  { "work of devices by its call, not by its time, nor by the copies of annotations there",
    { { "user_annotation", "ProfilerStep#1", 0, 100, 0 },
      { "user_annotation", "copies", 10, 10, 0 },
      { "user_annotation", "later", 50, 40, 0 },
      { "gpu_user_annotation", "0 elsewhere", 50, 40, 0 },
      { "cuda_runtime", "cudaLaunchKernel", 12, 2, 7 },
      { "kernel", "0 known", 60, 5, 7 },
      { "kernel", "0 unknown", 70, 5, 8 } },
    "known ProfilerStep#1/copies\nunknown —/—\n" },
  { "what is a section is no annotation, nor is what is around it",
    { { "user_annotation", "program", 0, 100, 0 },
      { "user_annotation", "train", 5, 40, 0 },
      { "user_annotation", "forward", 10, 10, 0 },
      { "user_annotation", "eval", 50, 40, 0 },
      { "user_annotation", "eval", 55, 30, 0 },
      { "cpu_op", "a", 2, 1, 0 },
      { "cpu_op", "b", 7, 1, 0 },
      { "cpu_op", "c", 12, 1, 0 },
      { "cpu_op", "d", 60, 1, 0 },
      { "cpu_op", "e", 95, 1, 0 } },
    "a —/program\nb train/—\nc train/forward\nd eval/—\ne —/program\n" },
  { "of steps that overlap one of the own process, with what its thread is in",
    { { "user_annotation", "ProfilerStep#1", 0, 100, 0 },
      { "user_annotation", "5 ProfilerStep#7", 10, 20, 0 },
      { "user_annotation", "5 eval", 11, 18, 0 },
      { "cpu_op", "a", 50, 5, 0 },
      { "cpu_op", "2 " ENGINE "MmBackward0", 15, 5, 0 },
      { "cpu_op", "6 b", 15, 2, 0 },
      { "cpu_op", "6 c", 60, 2, 0 },
      { "cpu_op", "6 d", 200, 2, 0 } },
    "MmBackward0(autograd::engine::evaluate_function) ProfilerStep#1/—\nb ProfilerStep#7/—\na ProfilerStep#1/—\n"
    "c ProfilerStep#1/—\nd —/—\n" },
  { "messages are no sections",
    { { "user_annotation", "nccl:all_reduce", 10, 30, 0 },
      { "user_annotation", "nccl:all_reduce", 60, 30, 0 },
      { "cpu_op", "a", 20, 1, 0 } },
    "a —/—\n" },
  { "steps and messages alone",
    { { "user_annotation", "ProfilerStep#1", 0, 100, 0 },
      { "user_annotation", "nccl:broadcast", 10, 10, 0 },
      { "user_annotation", "nothing", 30, 0, 0 },
      { "cpu_op", "a", 15, 1, 0 } },
    "a ProfilerStep#1/—\n" },
};

static void
write_event (GString     *text,
             const Event *event)
{
  gboolean has_thread = g_ascii_isdigit (event->name[0]);

  g_string_append_printf (text,
                          "%s{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %d, \"tid\": %c, \"ts\": %d, \"dur\": %d, "
                          "\"args\": {\"correlation\": %d}}",
                          text->len > 0 ? ",\n" : "", event->category, event->name + (has_thread ? 2 : 0),
                          event->name[0] == '0' ? 0 : has_thread && event->name[0] >= '5' ? 20 : 10,
                          has_thread ? event->name[0] : '1', event->start, event->duration, event->correlation);
}

static LaminaDocument *
load_events (const Event *events,
             guint        n)
{
  g_autofree char *folder = g_dir_make_tmp ("lamina-annotations-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);
  g_autofree char *whole = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  LaminaDocument *document;

  for (guint i = 0; i < n && events[i].name != NULL; i++)
    write_event (text, &events[i]);
  whole = g_strdup_printf ("{\"deviceProperties\": [], \"traceEvents\": [\n%s\n]}\n", text->str);
  g_assert_true (g_file_set_contents (path, whole, -1, NULL));
  document = load_as ("chrome-trace", path);
  g_remove (path);
  g_rmdir (folder);
  return document;
}

/* `NAME SECTION/ANNOTATION` of each layer. */
static char *
dump_launches (LaminaRun *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < layers->n; i++)
    {
      guint32 section = lamina_column_row (layers->section, i), annotation = lamina_column_id (layers->annotation, i);

      g_string_append_printf (text, "%s %s/%s\n", lamina_run_get_string (run, layers->name[i]),
                              section != LAMINA_NONE ? lamina_run_get_section (run, section)->title : "—",
                              annotation != 0 ? lamina_run_get_string (run, annotation) : "—");
    }
  return g_string_free (text, FALSE);
}

static void
test_case (gconstpointer data)
{
  const Case *expected = data;
  g_autoptr (LaminaDocument) document = load_events (expected->events, G_N_ELEMENTS (expected->events));
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autofree char *found = dump_launches (run);

  g_test_message ("%s", expected->what);
  g_assert_cmpstr (found, ==, expected->expected);
}

/* Without annotations there is no column. */
static void
test_none (void)
{
  const Case *last = &cases[G_N_ELEMENTS (cases) - 1];
  g_autoptr (LaminaDocument) document = load_events (last->events, G_N_ELEMENTS (last->events));

  g_assert_null (lamina_run_get_layers (lamina_document_get_run (document, 0))->annotation);
}

/* Ever deeper regions that all end at once, and many layers behind them. */
static void
test_deep (void)
{
  const guint n = 20000;
  g_autofree Event *events = g_new0 (Event, 2 * n + 1);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaLayers *layers;

  events[0] = (Event) { "user_annotation", "ProfilerStep#1", 0, 3 * (int) n, 0 };
  for (guint i = 0; i < n; i++)
    {
      events[1 + i] = (Event) { "user_annotation", "deep", 1 + (int) i, 2 * (int) n - (int) i, 0 };
      events[1 + n + i] = (Event) { "cpu_op", "late", 2 * (int) n + 1 + (int) i % 100, 1, 0 };
    }
  events[2 * n] = (Event) { "cpu_op", "inside", (int) n, 1, 0 };
  document = load_events (events, 2 * n + 1);
  layers = lamina_run_get_layers (lamina_document_get_run (document, 0));
  g_assert_cmpuint (layers->n, ==, n);
  g_assert_cmpuint (layers->annotation[0], !=, 0);
  for (guint i = 1; i < n; i++)
    g_assert_cmpuint (layers->annotation[i], ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kineto-annotations/%u", i + 1);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/kineto-annotations/none", test_none);
  g_test_add_func ("/kineto-annotations/deep", test_deep);

  return g_test_run ();
}
