/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-module.h"

#include <string.h>

/* What PyTorch puts before the name of a module. */
#define PREFIX "nn.Module: "

const char *
lamina_module_get_name (const char *name)
{
  return g_str_has_prefix (name, PREFIX) ? name + strlen (PREFIX) : NULL;
}

gsize
lamina_module_get_class_length (const char *module)
{
  gsize length = strlen (module), end = length;

  while (end > 0 && g_ascii_isdigit (module[end - 1]))
    end--;
  return end > 1 && end < length && module[end - 1] == '_' ? end - 1 : length;
}
