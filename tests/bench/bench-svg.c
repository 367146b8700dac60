/* SPDX-License-Identifier: Apache-2.0 */
/* How large the SVG of a view over a million slices is, and how long it takes to make. */

#include "bench.h"

#include "lamina-picture.h"

#define N_SLICES 1000000
#define TIME_BUDGET_S 1.0
#define SIZE_BUDGET_MB 2.0

static void
bench_range (LaminaDocument *document,
             const char     *what,
             double          part)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (lamina_document_get_run (document, 0), TRUE);
  double span = (double) (lamina_timebase_get_end (timebase) - lamina_timebase_get_start (timebase));
  LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *time = g_strdup_printf ("SVG of %s", what);
  g_autofree char *size = g_strdup_printf ("size of it");
  double since = bench_now ();

  options.width = 1600;
  if (part < 1)
    {
      options.start = (gint64) (span * 0.4);
      options.end = (gint64) (span * (0.4 + part));
    }
  bytes = lamina_picture_make (document, &options, LAMINA_PICTURE_SVG, NULL, &error);
  g_assert_no_error (error);
  bench_report (time, bench_now () - since, "s", TIME_BUDGET_S);
  bench_report (size, (double) g_bytes_get_size (bytes) / 1e6, "MB", SIZE_BUDGET_MB);
}

int
main (void)
{
  g_autoptr (LaminaDocument) document = bench_trace_new (N_SLICES);

  bench_range (document, "a whole run of 1000000 slices", 1);
  bench_range (document, "a hundredth of it", 0.01);
  return 0;
}
