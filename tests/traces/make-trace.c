/* SPDX-License-Identifier: Apache-2.0 */
/* make-trace [--hard] MEGABYTES FILE: writes a PyTorch trace of about that many millions of bytes. */

#include "trace-maker.h"

#include <locale.h>
#include <string.h>

static int
usage (void)
{
  fprintf (stderr, "usage: make-trace [--hard] MEGABYTES FILE\n");
  return 2;
}

static void
print_counts (const TraceCounts *counts)
{
  printf ("%" G_GUINT64_FORMAT " bytes, %" G_GUINT64_FORMAT " events (%.0f bytes each): %" G_GUINT64_FORMAT " slices, %"
          G_GUINT64_FORMAT " of them operators and %" G_GUINT64_FORMAT " on devices; %" G_GUINT64_FORMAT " flow ends, %"
          G_GUINT64_FORMAT " marks, %" G_GUINT64_FORMAT " metadata\n", counts->bytes, counts->events,
          (double) counts->bytes / counts->events, counts->slices, counts->operators, counts->device_slices, counts->flow_ends,
          counts->marks, counts->metadata);
}

int
main (int    argc,
      char **argv)
{
  TraceKind kind = argc > 1 && strcmp (argv[1], "--hard") == 0 ? TRACE_HARD : TRACE_REAL;
  char **arguments = argv + (kind == TRACE_HARD ? 2 : 1);
  gboolean written;
  TraceCounts counts;
  FILE *file;

  if (argc != (kind == TRACE_HARD ? 4 : 3))
    return usage ();
  file = fopen (arguments[1], "w");
  if (file == NULL)
    {
      perror (arguments[1]);
      return 1;
    }
  trace_maker_write (file, kind, g_ascii_strtod (arguments[0], NULL) * 1e6, &counts);
  written = !ferror (file);
  if (fclose (file) != 0 || !written)
    {
      fprintf (stderr, "%s: can't be written\n", arguments[1]);
      return 1;
    }
  print_counts (&counts);
  return 0;
}
