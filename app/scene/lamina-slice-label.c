/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline.h"

#include <string.h>

/* Whether a bracket behind this character opens arguments; not in `ns::(anonymous namespace)` and `f::{lambda}`. */
static gboolean
is_before_arguments (char before)
{
  return g_ascii_isalnum (before) || before == '_' || before == '>' || before == ']' || (guchar) before >= 0x80;
}

/* The end of the brackets that begin here; NULL when they are not closed in their order. */
static const char *
skip_brackets (const char *text)
{
  char closing[64];
  guint depth = 0;

  for (; *text != '\0'; text++)
    {
      if (*text == '(' || *text == '{')
        {
          if (depth == sizeof closing)
            return NULL;
          closing[depth++] = *text == '(' ? ')' : '}';
        }
      else if (*text == ')' || *text == '}')
        {
          if (closing[--depth] != *text)
            return NULL;
          if (depth == 0)
            return text + 1;
        }
    }
  return NULL;
}

char *
lamina_slice_dup_label (const char *name)
{
  GString *label;

  g_return_val_if_fail (name != NULL, NULL);

  label = g_string_sized_new (32);
  while (*name != '\0')
    {
      const char *end = NULL;

      if ((*name == '(' || *name == '{') && label->len > 0 && is_before_arguments (label->str[label->len - 1]))
        end = skip_brackets (name);
      if (end != NULL)
        name = end;
      else
        g_string_append_c (label, *name++);
    }
  return g_string_free (label, FALSE);
}
