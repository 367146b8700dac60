/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include "lamina-chart.h"
#include "lamina-picture.h"
#include "lamina-report.h"

#include <glib/gstdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* Whatever a file holds, each of its runs is analyzed, drawn by each view, written as the CSV of each chart, and reported on. */

#define MAX_RUNS 4

static void
draw (LaminaDocument *document,
      guint           run)
{
  guint n;
  const LaminaPictureView *views = lamina_picture_list_views (&n);

  for (guint i = 0; i < n; i++)
    {
      LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = NULL;

      if (lamina_picture_needs_comparison (views[i].name))
        continue;
      options.view = views[i].name;
      options.run = run;
      bytes = lamina_picture_make (document, &options, LAMINA_PICTURE_SVG, NULL, &error);
      g_assert_true ((bytes == NULL) == (error != NULL));
      if (bytes != NULL)
        g_assert_true (g_utf8_validate (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
    }
}

static void
write_charts (LaminaDocument *document,
              guint           run)
{
  const LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (document, run);

  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      g_autoptr (LaminaChartData) data = lamina_chart_create_data (lamina_chart_get (i), &query, NULL);
      g_autofree char *csv = lamina_chart_data_dup_csv (data, G_MAXUINT, LAMINA_CSV_PROTECTED);

      g_assert_true (g_utf8_validate (csv, -1, NULL));
    }
}

/* Compared with itself, too. */
static void
report (LaminaDocument *document,
        guint           run)
{
  LaminaReportOptions options = { .document = document, .run = run, .other = document, .other_run = 0 };
  g_autofree char *folder = g_dir_make_tmp ("lamina-fuzz-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "report.html", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  if (!lamina_report_save (&options, file, NULL, &error))
    g_assert_nonnull (error);
  g_unlink (path);
  g_rmdir (folder);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  int fd = memfd_create ("file", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  g_autoptr (LaminaDocument) document = NULL;

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  document = lamina_loader_load (loader, NULL, NULL);
  for (guint i = 0; document != NULL && i < MIN (lamina_document_get_n_runs (document), MAX_RUNS); i++)
    {
      draw (document, i);
      write_charts (document, i);
      report (document, i);
    }
  close (fd);
  return 0;
}
