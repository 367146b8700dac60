/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline.h"

#include <string.h>

char *
lamina_slice_dup_label (const char *name)
{
  const char *arguments;

  g_return_val_if_fail (name != NULL, NULL);

  arguments = strchr (name, '(');
  if (arguments == NULL || arguments == name)
    return g_strdup (name);
  return g_strchomp (g_strndup (name, (gsize) (arguments - name)));
}
