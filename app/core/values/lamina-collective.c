/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-collective.h"

#include <string.h>

const char *
lamina_collective_get_type (const char *name)
{
  /* Of the words those come first that hold others. */
  static const struct
  {
    const char *word;
    const char *type;
  } types[] = {
    { "allreduce", "all-reduce" },
    { "allgather", "all-gather" },
    { "reducescatter", "reduce-scatter" },
    { "alltoall", "all-to-all" },
    { "broadcast", "collective broadcast" },
    { "barrier", "collective barrier" },
    { "gather", "collective gather" },
    { "scatter", "collective scatter" },
    { "reduce", "collective reduce" },
    { "send", "collective send" },
    { "recv", "collective receive" },
  };
  g_autoptr (GString) letters = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  letters = g_string_new (NULL);
  for (; *name != '\0'; name++)
    if (g_ascii_isalpha (*name))
      g_string_append_c (letters, g_ascii_tolower (*name));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strstr (letters->str, types[i].word) != NULL)
      return types[i].type;
  return NULL;
}
