/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"

/* Traces that are old, that other tools have filtered or put together, or that name little, as dumps of small ones. */

typedef struct
{
  const char *path;
  const char *file;
  const char *expected;
} Kind;

static const Kind kinds[] = {
  /* What is left of a trace without operators is told by what joins calls and work; others have kernels, too. */
  { "/kineto/filtered", "kineto/filtered.json", "kineto/filtered.txt" },
  { "/kineto/other-kernels", "kineto/other-kernels.json", "kineto/other-kernels.txt" },
  /* Annotations among the operators, told by their names, and another word for the External id. */
  { "/kineto/year-2021", "kineto/year-2021.json", "kineto/year-2021.txt" },
  /* Two processes allocate on one device. */
  { "/kineto/allocators", "kineto/allocators.json", "kineto/allocators.txt" },
  /* A replayed graph, part of which stands on a lane that is named behind the events; waits, and counters without series. */
  { "/kineto/graph-lanes", "kineto/graph-lanes.json", "kineto/graph-lanes.txt" },
  /* Streams have their numbers for names, and devices those of their processes. */
  { "/kineto/unnamed-streams", "kineto/unnamed-streams.json", "kineto/unnamed-streams.txt" },
};

static void
test_kind (gconstpointer data)
{
  const Kind *kind = data;

  check_expected ("chrome-trace", kind->file, kind->expected);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_test_add_data_func (kinds[i].path, &kinds[i], test_kind);

  return g_test_run ();
}
