/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include "lamina-core.h"

#include <sys/mman.h>
#include <unistd.h>

/* Opens any bytes as a profile: through recognition first, then as a MegEngine profile whatever they are; and looks at what came
 * of it. */

#define MAX_ROWS 50

static void
describe_rows (LaminaDocument  *document,
               guint            run,
               LaminaPlaceKind  kind,
               guint            n)
{
  for (guint i = 0; i < MIN (n, MAX_ROWS); i++)
    {
      LaminaPlace place = { .kind = kind, .run = run, .row = i };
      LaminaDetails *details = lamina_document_describe (document, &place, NULL);

      g_clear_pointer (&details, lamina_details_unref);
    }
}

static void
look_at (LaminaDocument *document)
{
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);
      g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);

      describe_rows (document, i, LAMINA_PLACE_LAYER, lamina_run_get_layers (run)->n);
      describe_rows (document, i, LAMINA_PLACE_TENSOR, lamina_run_get_tensors (run)->n);
      g_assert_cmpint (lamina_timebase_get_start (timebase), <=, lamina_timebase_get_end (timebase));
    }
}

static gboolean
open_as (GFile      *file,
         const char *format)
{
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  lamina_loader_set_format (loader, format);
  document = lamina_loader_load (loader, NULL, &error);
  g_assert_true ((document == NULL) == (error != NULL));
  if (document != NULL)
    look_at (document);
  return document != NULL;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  int fd = memfd_create ("profile", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  if (!open_as (file, NULL))
    open_as (file, "megengine");
  close (fd);
  return 0;
}
