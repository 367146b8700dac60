/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include "lamina-core.h"

#include <sys/mman.h>
#include <unistd.h>

/* Reads any bytes as a MegEngine profile, and holds the document to what must be true of every one. */

static void
check_report (LaminaImportReport *report)
{
  guint64 shown = lamina_import_report_get_shown (report);
  guint64 merged = lamina_import_report_get_merged (report);
  guint64 skipped = lamina_import_report_get_skipped (report);

  g_assert_cmpuint (lamina_import_report_get_lost (report), ==, 0);
  g_assert_cmpuint (lamina_import_report_get_read (report), ==, shown + merged + skipped);
}

static void
check_time (const gint64 *column,
            guint         row)
{
  g_assert_true (lamina_column_number (column, row) == LAMINA_ABSENT || lamina_column_number (column, row) >= 0);
}

static void
check_layers (LaminaRun *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint n_tensors = lamina_run_get_tensors (run)->n;

  for (guint i = 0; i < layers->n; i++)
    {
      check_time (layers->host, i);
      check_time (layers->wait, i);
      check_time (layers->duration, i);
      check_time (layers->flop, i);
      check_time (layers->bytes, i);
      check_time (lamina_run_get_costs (run), i);
    }
  for (guint i = 0; i < layers->first_input[layers->n]; i++)
    g_assert_cmpuint (layers->inputs[i], <, n_tensors);
  for (guint i = 0; i < layers->first_output[layers->n]; i++)
    g_assert_cmpuint (layers->outputs[i], <, n_tensors);
}

static void
check_tensors (LaminaRun *run)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  for (guint i = 0; i < tensors->n; i++)
    check_time (tensors->bytes, i);
  for (guint i = 0; i < tensors->first_lifetime[tensors->n]; i++)
    g_assert_cmpint (tensors->lifetimes[i].first, <=, tensors->lifetimes[i].last);
}

static void
check_tracks (LaminaRun *run)
{
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);

      g_assert_cmpfloat (lamina_track_get_samples (track)->min, >=, 0);
      for (guint j = 0; j < lamina_track_get_slices (track)->n; j++)
        g_assert_cmpint (lamina_track_get_slices (track)->duration[j], >=, 0);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  int fd = memfd_create ("profile", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  g_autoptr (LaminaDocument) document = NULL;

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  lamina_loader_set_alone (loader, TRUE);
  lamina_loader_set_format (loader, "megengine");
  document = lamina_loader_load (loader, NULL, NULL);
  if (document != NULL)
    {
      LaminaRun *run = lamina_document_get_run (document, 0);

      check_report (lamina_document_get_report (document));
      check_layers (run);
      check_tensors (run);
      check_tracks (run);
    }
  close (fd);
  return 0;
}
