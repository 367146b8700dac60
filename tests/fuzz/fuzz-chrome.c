/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include "allocations.h"
#include "check-document.h"

#include <sys/mman.h>
#include <unistd.h>

/* Reads any bytes as a Chrome trace, and holds the document to what must be true of every one, and the load to the memory that
 * its header grants: so much for what is there once, and so much for each byte of the text. */

#define BASE_BYTES (16 << 20)
#define BYTES_PER_BYTE 512

static LaminaDocument *
load (GFile *file)
{
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);

  lamina_loader_set_alone (loader, TRUE);
  lamina_loader_set_format (loader, "chrome-trace");
  return lamina_loader_load (loader, NULL, NULL);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  int fd = memfd_create ("trace", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaDocument) document = NULL;

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  lamina_engine_get_default ();
  allocations_begin ();
  document = load (file);
  g_assert_cmpuint (allocations_end (), <=, BASE_BYTES + BYTES_PER_BYTE * size);
  if (document != NULL)
    check_document (document);
  close (fd);
  return 0;
}
