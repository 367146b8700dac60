/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-label.h"

#include <string.h>

/* In bytes: a label, which nobody reads to the end, and arguments that are left out. Names may have hundreds of megabytes. */
#define MOST_SHOWN 10000
#define MOST_SKIPPED (1 << 20)

/* Whether a bracket behind this character opens arguments; not in `ns::(anonymous namespace)` and `f::{lambda}`. */
static gboolean
is_before_arguments (char before)
{
  return g_ascii_isalnum (before) || before == '_' || before == '>' || before == ']' || (guchar) before >= 0x80;
}

/* The end of the brackets that begin here; NULL when they are not closed in their order, or not soon. */
static const char *
skip_brackets (const char *text)
{
  char closing[64];
  guint depth = 0;

  for (guint n = 0; *text != '\0' && n < MOST_SKIPPED; text++, n++)
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
  while (*name != '\0' && label->len < MOST_SHOWN)
    {
      const char *end = NULL;

      if ((*name == '(' || *name == '{') && label->len > 0 && is_before_arguments (label->str[label->len - 1]))
        end = skip_brackets (name);
      if (end != NULL)
        name = end;
      else
        g_string_append_c (label, *name++);
    }
  if (*name != '\0')
    {
      /* No half of a letter. */
      g_string_truncate (label, (gsize) (g_utf8_find_prev_char (label->str, label->str + label->len) - label->str));
      g_string_append (label, "…");
    }
  return g_string_free (label, FALSE);
}

/* The operators that a compiler made one function of, behind the name of their module; NULL in other names. */
static const char *
find_operators (const char *name,
                const char *type)
{
  static const char mark[] = "fused_";

  for (const char *found = strstr (name, mark); found != NULL; found = strstr (found + 1, mark))
    if ((found == name || found[-1] == '_') && found[strlen (mark)] != '\0')
      return found + strlen (mark);
  return strstr (type, " + ") != NULL ? name : NULL;
}

/* Where the last word of the type ends in the operators; NULL when they are not all there, in their order. */
static const char *
skip_words (const char *operators,
            const char *type)
{
  const char *end = operators;

  while (*(type += strspn (type, " +")) != '\0')
    {
      gsize length = strcspn (type, " +");
      const char *found;

      for (found = end; *found != '\0' && strncmp (found, type, length) != 0; found++)
        continue;
      if (*found == '\0')
        return NULL;
      end = found + length;
      type += length;
    }
  return end > operators ? end : NULL;
}

/* `_8` behind all words; the end of the name without a number. */
static const char *
find_number (const char *name,
             const char *end)
{
  const char *number = strrchr (end, '_');
  const char *behind = name + strlen (name);

  if (number == NULL || number[1] == '\0' || strspn (number + 1, "0123456789") != (gsize) (behind - number - 1))
    return behind;
  return number;
}

char *
lamina_label_dup (const char *name,
                  const char *type)
{
  const char *operators, *end, *number;

  g_return_val_if_fail (name != NULL && type != NULL, NULL);

  /* Nothing that a compiler named is so long. */
  operators = strnlen (name, MOST_SHOWN) < MOST_SHOWN ? find_operators (name, type) : NULL;
  end = operators != NULL ? skip_words (operators, type) : NULL;
  if (end == NULL)
    return lamina_slice_dup_label (name);
  number = find_number (name, end);
  if (*number == '\0')
    return g_strdup (type);
  /* Behind several words it has to be told from them; behind one it stands as in the file. */
  return strchr (type, ' ') != NULL ? g_strconcat (type, " #", number + 1, NULL) : g_strconcat (type, number, NULL);
}

char *
lamina_layer_dup_label (LaminaRun *run,
                        guint32    layer)
{
  const LaminaLayers *layers;

  g_return_val_if_fail (run != NULL, NULL);

  layers = lamina_run_get_layers (run);
  g_return_val_if_fail (layer < layers->n, NULL);

  if (lamina_column_id (layers->label, layer) != 0)
    return lamina_slice_dup_label (lamina_run_get_string (run, layers->label[layer]));
  return lamina_label_dup (lamina_run_translate (run, lamina_run_get_string (run, lamina_column_id (layers->name, layer))),
                           lamina_run_get_string (run, lamina_column_id (layers->type, layer)));
}
