/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kernel-name.h"

#include <string.h>

/* Names of NCCL: `ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)`, in older ones the ring before the sum. */
static char *
dup_collective_name (const char *name,
                     gsize       length)
{
  static const char *const prefixes[] = { "ncclDevKernel_", "ncclKernel_", "ncclDevKernelDebug_", "rcclGenericKernel_" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]) && length > strlen (prefixes[i]))
      {
        GString *text = g_string_new ("nccl ");

        g_string_append_len (text, name + strlen (prefixes[i]), (gssize) (length - strlen (prefixes[i])));
        g_string_replace (text, "_t", "\t", 0);
        g_string_replace (text, "_", " ", 0);
        g_string_replace (text, "\t", "_t", 0);
        return g_string_free (text, FALSE);
      }
  return NULL;
}

char *
kernel_dup_short_name (const char *name)
{
  gsize plain = 0;
  char *result;

  while (g_ascii_isalnum (name[plain]) || name[plain] == '_')
    plain++;
  if (name[plain] != '\0' && name[plain] != '(')
    return strpbrk (name, "<(") && !g_str_has_prefix (name, "Mem") ? kernel_dup_template_name (name) : NULL;
  result = dup_collective_name (name, plain);
  if (result == NULL)
    result = kernel_dup_tile_name (name, plain);
  if (result == NULL && name[plain] == '(')
    result = g_strndup (name, plain);
  return result;
}
