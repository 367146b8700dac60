/* SPDX-License-Identifier: Apache-2.0 */
#include "kineto-text.h"

/*
 * Each piece of work of a device whose call is in the file has one arrow from that call, whether the file draws it, draws its
 * end alone, or does not draw it.
 */

#define CALL(name, start, number) \
  "{'ph': 'X', 'cat': 'cuda_runtime', 'name': '" name "', 'pid': 100, 'tid': 100, 'ts': " #start \
  ", 'dur': 5, 'args': {'correlation': " #number "}}"
#define DRIVER_CALL(name, start, number) \
  "{'ph': 'X', 'cat': 'cuda_driver', 'name': '" name "', 'pid': 100, 'tid': 100, 'ts': " #start \
  ", 'dur': 5, 'args': {'correlation': " #number "}}"
#define WORK(category, name, start, number) \
  "{'ph': 'X', 'cat': '" category "', 'name': '" name "', 'pid': 0, 'tid': 7, 'ts': " #start \
  ", 'dur': 5, 'args': {'device': 0, 'stream': 7, 'correlation': " #number "}}"
#define BEGIN(start, number) \
  "{'ph': 's', 'cat': 'ac2g', 'name': 'ac2g', 'id': " #number ", 'pid': 100, 'tid': 100, 'ts': " #start "}"
#define END(start, number) \
  "{'ph': 'f', 'bp': 'e', 'cat': 'ac2g', 'name': 'ac2g', 'id': " #number ", 'pid': 0, 'tid': 7, 'ts': " #start "}"

typedef struct
{
  const char *what;
  const char *events;
  const char *expected; /* of each arrow: NAME: FROM → TO, in the order of what they end in, open ends as — */
  guint n_issues;
} Case;

static const Case cases[] = {
  { "an arrow of the file is drawn once",
    CALL ("cudaLaunchKernel", 0, 1) "," BEGIN (0, 1) "," WORK ("kernel", "k", 10, 1) "," END (10, 1),
    "ac2g: cudaLaunchKernel → k\n", 0 },
  { "all kernels of a graph share the number of one call",
    CALL ("cudaGraphLaunch", 0, 1) "," BEGIN (0, 1) ","
    WORK ("kernel", "a", 10, 1) "," END (10, 1) "," WORK ("kernel", "b", 20, 1) "," END (20, 1) ","
    WORK ("gpu_memset", "c", 30, 1) "," END (30, 1),
    "ac2g: cudaGraphLaunch → a\nac2g: cudaGraphLaunch → b\nac2g: cudaGraphLaunch → c\n", 0 },
  { "the file knows no beginning of a graph",
    CALL ("hipGraphLaunch", 0, 1) ","
    WORK ("kernel", "a", 10, 1) "," END (10, 1) "," WORK ("kernel", "b", 20, 1) "," END (20, 1),
    "ac2g: hipGraphLaunch → a\nac2g: hipGraphLaunch → b\n", 0 },
  { "the file draws the arrow of a graph to its first kernel alone",
    CALL ("cudaGraphLaunch", 0, 1) "," BEGIN (0, 1) "," WORK ("kernel", "a", 10, 1) "," END (10, 1) ","
    WORK ("kernel", "b", 20, 1) "," WORK ("gpu_memcpy", "c", 30, 1),
    "ac2g: cudaGraphLaunch → a\nac2g: cudaGraphLaunch → b\nac2g: cudaGraphLaunch → c\n", 0 },
  { "the file draws none",
    DRIVER_CALL ("cuLaunchKernel", 0, 1) "," DRIVER_CALL ("cuLaunchKernelEx", 6, 2) ","
    CALL ("hipModuleLaunchKernel", 12, 3) "," CALL ("hipExtModuleLaunchKernel", 18, 4) ","
    CALL ("cudaMemcpyAsync", 24, 5) "," CALL ("cudaMemsetAsync", 30, 6) ","
    WORK ("kernel", "a", 100, 1) "," WORK ("kernel", "b", 110, 2) "," WORK ("kernel", "c", 120, 3) ","
    WORK ("kernel", "d", 130, 4) "," WORK ("gpu_memcpy", "e", 140, 5) "," WORK ("gpu_memset", "f", 150, 6),
    "ac2g: cuLaunchKernel → a\nac2g: cuLaunchKernelEx → b\nac2g: hipModuleLaunchKernel → c\n"
    "ac2g: hipExtModuleLaunchKernel → d\nac2g: cudaMemcpyAsync → e\nac2g: cudaMemsetAsync → f\n", 0 },
  { "the file draws one of two",
    CALL ("cudaLaunchKernel", 0, 1) "," BEGIN (0, 1) "," DRIVER_CALL ("cuLaunchKernel", 6, 2) ","
    WORK ("kernel", "a", 10, 1) "," END (10, 1) "," WORK ("kernel", "b", 20, 2) "," END (20, 2),
    "ac2g: cudaLaunchKernel → a\nac2g: cuLaunchKernel → b\n", 0 },
  { "older files have another word for it",
    CALL ("cudaLaunchKernel", 0, 1) ","
    "{'ph': 's', 'cat': 'async_cpu_to_gpu', 'name': 'async_cpu_to_gpu', 'id': 1, 'pid': 100, 'tid': 100, 'ts': 0},"
    WORK ("kernel", "k", 10, 1) ","
    "{'ph': 'f', 'bp': 'e', 'cat': 'async_cpu_to_gpu', 'name': 'async_cpu_to_gpu', 'id': 1, 'pid': 0, 'tid': 7, 'ts': 10}",
    "async_cpu_to_gpu: cudaLaunchKernel → k\n", 0 },
  { "work without a call has no arrow, and an end without one is open",
    CALL ("cudaLaunchKernel", 0, 1) "," WORK ("kernel", "a", 10, 2) "," WORK ("kernel", "b", 20, 3) "," END (20, 3),
    "ac2g: — → b\n", 1 },
  { "a number that is used again means the call before",
    CALL ("first", 0, 1) "," WORK ("kernel", "a", 10, 1) "," CALL ("second", 20, 1) "," WORK ("kernel", "b", 30, 1),
    "ac2g: first → a\nac2g: second → b\n", 0 },
  { "arrows between nodes of a graph stay as they are, also those that point backwards",
    CALL ("cudaGraphLaunch", 0, 1) "," WORK ("kernel", "a", 10, 1) "," WORK ("kernel", "b", 20, 1) ","
    "{'ph': 's', 'cat': 'ac2g', 'name': 'ac2g', 'id': 1099511627776, 'pid': 0, 'tid': 7, 'ts': 20}," END (10, 1099511627776) ","
    "{'ph': 's', 'cat': 'ac2g', 'name': 'ac2g', 'id': 1099511627777, 'pid': 0, 'tid': 7, 'ts': 12}," END (22, 1099511627777),
    "ac2g: b → a\nac2g: cudaGraphLaunch → a\nac2g: a → b\nac2g: cudaGraphLaunch → b\n", 0 },
  { "ranks whose numbers are the same each have their own arrows",
    "{'ph': 'X', 'cat': 'cuda_runtime', 'name': 'call of 0', 'pid': '[rank0] 100', 'tid': 1, 'ts': 0, 'dur': 9, "
    "'args': {'correlation': 1}},"
    "{'ph': 's', 'cat': 'ac2g', 'name': 'ac2g', 'id': 1, 'pid': '[rank0] 100', 'tid': 1, 'ts': 0},"
    "{'ph': 'X', 'cat': 'cuda_runtime', 'name': 'call of 1', 'pid': '[rank1] 100', 'tid': 1, 'ts': 1, 'dur': 9, "
    "'args': {'correlation': 1}},"
    "{'ph': 's', 'cat': 'ac2g', 'name': 'ac2g', 'id': 1, 'pid': '[rank1] 100', 'tid': 1, 'ts': 1},"
    "{'ph': 'X', 'cat': 'kernel', 'name': 'work of 0', 'pid': '[rank0] 0', 'tid': 7, 'ts': 20, 'dur': 9, "
    "'args': {'correlation': 1}},"
    "{'ph': 'f', 'bp': 'e', 'cat': 'ac2g', 'name': 'ac2g', 'id': 1, 'pid': '[rank0] 0', 'tid': 7, 'ts': 20},"
    "{'ph': 'X', 'cat': 'kernel', 'name': 'work of 1', 'pid': '[rank1] 0', 'tid': 7, 'ts': 21, 'dur': 9, "
    "'args': {'correlation': 1}},"
    "{'ph': 'f', 'bp': 'e', 'cat': 'ac2g', 'name': 'ac2g', 'id': 1, 'pid': '[rank1] 0', 'tid': 7, 'ts': 21}",
    "ac2g: call of 0 → work of 0\nac2g: call of 1 → work of 1\n", 0 },
};

static const char *
get_slice_name (LaminaRun            *run,
                const LaminaSliceRef *slice)
{
  if (slice->track == LAMINA_NONE)
    return "—";
  return lamina_run_get_string (run, lamina_track_get_slices (lamina_run_get_track (run, slice->track))->name[slice->slice]);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  const char *const *left = a, *const *right = b;

  int order = strcmp (strstr (*left, "→"), strstr (*right, "→"));

  return order != 0 ? order : strcmp (*left, *right);
}

static char *
dump_arrows (LaminaRun *run)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const LaminaFlow *flows = lamina_run_get_flows (run, &n);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (lines, g_strdup_printf ("%s: %s → %s\n", lamina_run_get_string (run, flows[i].name),
                                             get_slice_name (run, &flows[i].from), get_slice_name (run, &flows[i].to)));
  g_ptr_array_sort (lines, compare_texts);
  for (guint i = 0; i < lines->len; i++)
    g_string_append (text, lines->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_case (gconstpointer data)
{
  const Case *expected = data;
  g_autoptr (LaminaDocument) document = load_kineto ("", expected->events);
  g_autofree char *found = dump_arrows (lamina_document_get_run (document, 0));

  g_test_message ("%s", expected->what);
  g_assert_cmpstr (found, ==, expected->expected);
  g_assert_cmpuint (lamina_import_report_get_n_issues (lamina_document_get_report (document)), ==, expected->n_issues);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kineto-launches/%u", i + 1);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  return g_test_run ();
}
