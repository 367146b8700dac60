/* SPDX-License-Identifier: Apache-2.0 */
#include "../plugins/check-divided.h"
#include "fuzz.h"

#include "lamina-core.h"

#include <sys/mman.h>
#include <unistd.h>

/* Reads any bytes as a file of the format FUZZ_FORMAT, in two ways that have to agree, and holds the document to what must be true
 * of every one. */

/* Otherwise every input would pass, as one that can't be read. */
static void
assert_has_plugin (void)
{
  g_auto (GStrv) names = lamina_engine_list_formats (lamina_engine_get_default ());

  if (!g_strv_contains ((const char *const *) names, FUZZ_FORMAT))
    g_error ("LAMINA_PLUGIN_PATH names no folder with the plugin " FUZZ_FORMAT);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  int fd = memfd_create ("file", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  assert_has_plugin ();
  check_divided (path, FUZZ_FORMAT);
  close (fd);
  return 0;
}
