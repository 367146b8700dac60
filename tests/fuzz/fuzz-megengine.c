/* SPDX-License-Identifier: Apache-2.0 */
#include "check-document.h"
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

/* Reads any bytes as a MegEngine profile, and holds the document to what must be true of every one. */

/* What counters of memory count is never less than nothing. */
static void
check_counters (LaminaRun *run)
{
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    g_assert_cmpfloat (lamina_track_get_samples (lamina_run_get_track (run, i))->min, >=, 0);
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
  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  lamina_loader_set_format (loader, "megengine");
  document = lamina_loader_load (loader, NULL, NULL);
  if (document != NULL)
    {
      check_document (document);
      check_counters (lamina_document_get_run (document, 0));
    }
  close (fd);
  return 0;
}
