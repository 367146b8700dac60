/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include "allocations.h"
#include "check-document.h"
#include "chrome-format.h"
#include "dump-document.h"

#include <sys/mman.h>
#include <unistd.h>

/* Reads any bytes as a Chrome trace, and holds the document to what must be true of every one, and the load to the bound of
 * memory that chrome-format.h states. The same text read by several threads, in parts as small as they get,
 * must give the same document. */

/* Otherwise every input would pass, as one that can't be read. */
static void
assert_has_plugin (void)
{
  g_auto (GStrv) names = lamina_engine_list_formats (lamina_engine_get_default ());

  if (!g_strv_contains ((const char *const *) names, "chrome-trace"))
    g_error ("LAMINA_PLUGIN_PATH names no folder with the plugin for Chrome traces");
}

static LaminaDocument *
load (GFile    *file,
      gboolean  divided)
{
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  LaminaLimits limits;

  lamina_limits_init (&limits);
  limits.max_threads = divided ? 3 : 1;
  limits.min_part_bytes = divided ? 1 : G_MAXUINT64;
  lamina_loader_set_limits (loader, &limits);
  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  lamina_loader_set_format (loader, "chrome-trace");
  return lamina_loader_load (loader, NULL, NULL);
}

static void
assert_same (LaminaDocument *document,
             LaminaDocument *divided)
{
  g_autofree char *dump = dump_document (document);
  g_autofree char *divided_dump = dump_document (divided);

  g_assert_cmpstr (dump, ==, divided_dump);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  int fd = memfd_create ("trace", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaDocument) divided = NULL;

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  assert_has_plugin ();
  allocations_begin ();
  document = load (file, FALSE);
  g_assert_cmpuint (allocations_end (), <=, CHROME_MOST_BYTES + CHROME_MOST_BYTES_PER_BYTE * size);
  divided = load (file, TRUE);
  g_assert_true ((document == NULL) == (divided == NULL));
  if (document != NULL)
    {
      check_document (document);
      assert_same (document, divided);
    }
  close (fd);
  return 0;
}
