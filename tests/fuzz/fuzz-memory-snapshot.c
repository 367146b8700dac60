/* SPDX-License-Identifier: Apache-2.0 */
#include "check-document.h"
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

/* Reads any bytes as a pickle of a memory snapshot, and holds the document to what must be true of every one. */

/* Callers stand before what they call, and segments are somewhere for some time. */
static void
check_memory (LaminaRun *run)
{
  const LaminaMemory *memory = lamina_run_get_memory (run);

  for (guint i = 0; i < memory->n_calls; i++)
    g_assert_true (memory->caller[i] == LAMINA_NONE || memory->caller[i] < i);
  for (guint i = 0; i < memory->n; i++)
    g_assert_true (memory->call[i] == LAMINA_NONE || memory->call[i] < memory->n_calls);
  for (guint i = 0; i < memory->n_segments; i++)
    g_assert_true (memory->segments[i].bytes > 0 && memory->segments[i].first <= memory->segments[i].last);
  g_assert_true (memory->n == 0 || memory->n == lamina_run_get_tensors (run)->n);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  int fd = memfd_create ("snapshot", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  g_autoptr (LaminaDocument) document = NULL;

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  lamina_loader_set_format (loader, "memory-snapshot");
  document = lamina_loader_load (loader, NULL, NULL);
  if (document != NULL)
    {
      check_document (document);
      g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->lost, ==, 0);
      for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
        check_memory (lamina_document_get_run (document, i));
    }
  close (fd);
  return 0;
}
