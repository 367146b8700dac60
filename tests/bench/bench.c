/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void
report (const char *name,
        double      figure,
        const char *unit,
        double      budget,
        gboolean    held)
{
  /* Not g_print (), which writes × as ? in the C locale. */
  printf ("%s: %.4g %s", name, figure, unit);
  if (!isnan (budget))
    printf (" (budget %.4g %s: %s)", budget, unit, held ? "held" : "missed");
  printf ("\n");
  fflush (stdout);
}

void
bench_report (const char *name,
              double      figure,
              const char *unit,
              double      budget)
{
  report (name, figure, unit, budget, figure <= budget);
}

void
bench_report_least (const char *name,
                    double      figure,
                    const char *unit,
                    double      budget)
{
  report (name, figure, unit, budget, figure >= budget);
}

double
bench_now (void)
{
  return g_get_monotonic_time () / 1e6;
}

double
bench_thread_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static int
compare_doubles (const void *a,
                 const void *b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}

double
bench_percentile (double *samples,
                  guint   n,
                  double  share)
{
  g_assert (n > 0);
  qsort (samples, n, sizeof *samples, compare_doubles);
  return samples[MIN (n - 1, (guint) (share * n))];
}

double
bench_percentile_of_rounds (const double *rounds,
                            guint         n_rounds,
                            guint         n,
                            double        share)
{
  g_autofree double *medians = g_new (double, n);
  g_autofree double *of_one = g_new (double, n_rounds);

  for (guint i = 0; i < n; i++)
    {
      for (guint round = 0; round < n_rounds; round++)
        of_one[round] = rounds[round * n + i];
      medians[i] = bench_percentile (of_one, n_rounds, 0.5);
    }
  return bench_percentile (medians, n, share);
}

gsize
bench_heap_bytes (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

/* @name: with its colon */
static gsize
read_status (const char *name)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, name);
  return line != NULL ? g_ascii_strtoull (line + strlen (name), NULL, 10) * 1024 : 0;
}

gsize
bench_anonymous_bytes (void)
{
  return read_status ("RssAnon:");
}

gsize
bench_peak_bytes (void)
{
  return read_status ("VmHWM:");
}

void
bench_reset_peak (void)
{
  FILE *file = fopen ("/proc/self/clear_refs", "w");

  if (file == NULL)
    return;
  fputs ("5", file);
  fclose (file);
}

guint32
bench_add_slice (LaminaBuilder *builder,
                 guint32        run,
                 guint32        track,
                 guint32        layer,
                 guint32        name,
                 gint64         start,
                 gint64         duration)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.start = start;
  slice.duration = duration;
  slice.name = name;
  slice.layer = layer;
  return lamina_builder_add_slice (builder, run, track, &slice);
}

LaminaDocument *
bench_freeze (LaminaBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return document;
}
