/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-names.h"

#include <string.h>

/* Names inside names: nobody nests deeper. */
#define MAX_DEPTH 32

#define REFORMAT "Reformatting CopyNode for "
#define FOREIGN "{ForeignNode["
#define ONNX "[ONNX Layer: "

static void add_parts (GPtrArray  *parts,
                       const char *text,
                       gsize       length,
                       gboolean    in_list,
                       guint       depth);

static void
add_part (GPtrArray  *parts,
          const char *text,
          gsize       length)
{
  g_autofree char *part = g_strndup (text, length);

  g_strstrip (part);
  if (*part != '\0' && !g_ptr_array_find_with_equal_func (parts, part, g_str_equal, NULL))
    g_ptr_array_add (parts, g_steal_pointer (&part));
}

/*
 * What separates two parts at @text: ` + `, ` || `, the record and unit separators of newer versions, and `, ` in the
 * list of a PWN; its length or 0.
 */
static gsize
get_separator (const char *text,
               gsize       length,
               gboolean    in_list)
{
  static const char *const separators[] = { " + ", " || ", "\x1e", "\x1f", ", " };

  for (guint i = 0; i < G_N_ELEMENTS (separators) - !in_list; i++)
    {
      gsize n = strlen (separators[i]);

      if (n <= length && memcmp (text, separators[i], n) == 0)
        return n;
    }
  return 0;
}

/* Splits outside all brackets. FALSE when there is nothing to split. */
static gboolean
split (GPtrArray  *parts,
       const char *text,
       gsize       length,
       gboolean    in_list,
       guint       depth)
{
  gsize first = 0;
  int level = 0;

  for (gsize i = 0; i < length; i++)
    {
      gsize n = level <= 0 ? get_separator (text + i, length - i, in_list) : 0;

      if (strchr ("([{", text[i]))
        level++;
      else if (strchr (")]}", text[i]))
        level--;
      if (n == 0)
        continue;
      add_parts (parts, text + first, i - first, in_list, depth);
      first = i + n;
      i = first - 1;
    }
  if (first == 0)
    return FALSE;
  add_parts (parts, text + first, length - first, in_list, depth);
  return TRUE;
}

static gboolean
is_wrapped (const char *text,
            gsize       length,
            const char *open,
            const char *close)
{
  gsize before = strlen (open), behind = strlen (close);

  return length >= before + behind && memcmp (text, open, before) == 0
         && memcmp (text + length - behind, close, behind) == 0;
}

/* `a...b`: from the first to the last of many. */
static void
add_ends (GPtrArray  *parts,
          const char *text,
          gsize       length,
          guint       depth)
{
  const char *dots = memmem (text, length, "...", 3);

  if (!dots)
    {
      add_parts (parts, text, length, FALSE, depth);
      return;
    }
  add_parts (parts, text, (gsize) (dots - text), FALSE, depth);
  add_parts (parts, dots + 3, length - (gsize) (dots + 3 - text), FALSE, depth);
}

static void
add_parts (GPtrArray  *parts,
           const char *text,
           gsize       length,
           gboolean    in_list,
           guint       depth)
{
  while (length > 0 && *text == ' ')
    {
      text++;
      length--;
    }
  if (depth == MAX_DEPTH)
    add_part (parts, text, length);
  else if (split (parts, text, length, in_list, depth + 1))
    return;
  else if (is_wrapped (text, length, "PWN(", ")"))
    add_parts (parts, text + 4, length - 5, TRUE, depth + 1);
  else if (is_wrapped (text, length, FOREIGN, "]}"))
    add_ends (parts, text + strlen (FOREIGN), length - strlen (FOREIGN) - 2, depth + 1);
  else if (is_wrapped (text, length, ONNX, "]"))
    add_part (parts, text + strlen (ONNX), length - strlen (ONNX) - 1);
  else
    add_part (parts, text, length);
}

int
tensorrt_names_get_profile (const char *name,
                            gsize      *length)
{
  static const char prefix[] = " [profile ";
  const char *found = g_strrstr (name, prefix);
  const char *digits = found ? found + strlen (prefix) : NULL;
  gint64 number;
  gsize n;

  *length = strlen (name);
  if (!digits)
    return -1;
  while (*digits == ' ')
    digits++;
  n = strspn (digits, "0123456789");
  if (n == 0 || strcmp (digits + n, "]") != 0 || !lamina_decimal_parse (digits, n, 0, &number) || number > G_MAXINT)
    return -1;
  *length = (gsize) (found - name);
  return (int) number;
}

/* The name behind `Reformatting CopyNode for Input Tensor 0 to `, or NULL. */
static const char *
get_target (const char *name)
{
  const char *to = g_str_has_prefix (name, REFORMAT) ? strstr (name, " to ") : NULL;

  return to ? to + 4 : NULL;
}

GPtrArray *
tensorrt_names_split (const char *name,
                      const char *metadata)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  const char *target = get_target (name);
  gsize length;

  tensorrt_names_get_profile (name, &length);
  add_parts (parts, target ? target : name, length - (gsize) (target ? target - name : 0), FALSE, 0);
  if (metadata)
    add_parts (parts, metadata, strlen (metadata), FALSE, 0);
  return parts;
}

/* Length of the word in front with the sign behind it, when a letter follows; else 0. */
static gsize
get_word_length (const char *name)
{
  gsize slashes = strspn (name, "/");
  gsize length = slashes + strcspn (name + slashes, "_/.:") + 1;

  return length < strlen (name) && g_ascii_isalpha (name[length]) ? length : 0;
}

char *
tensorrt_names_find_prefix (const char *const *names,
                            guint              n)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer word, count;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) parts = tensorrt_names_split (names[i], NULL);
      gsize length = parts->len > 0 ? get_word_length (parts->pdata[0]) : 0;
      char *key = length > 0 ? g_strndup (parts->pdata[0], length) : NULL;

      if (key)
        g_hash_table_replace (counts, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1));
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &word, &count))
    if (GPOINTER_TO_UINT (count) > 2 && GPOINTER_TO_UINT (count) >= n - n / 4)
      return g_strdup (word);
  return NULL;
}

/* `/layer1/layer1.0/conv1/Conv` → `layer1.0/conv1/Conv`: modules that are named in the next one are left out. */
static char *
dup_short_path (const char *path)
{
  g_auto (GStrv) words = g_strsplit (path, "/", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; words[i]; i++)
    {
      gsize length = strlen (words[i]);

      if (words[i + 1] && strncmp (words[i], words[i + 1], length) == 0 && strchr (".", words[i + 1][length]))
        continue;
      if (length > 0)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "/" : "", words[i]);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : g_strdup (path);
}

char *
tensorrt_names_shorten (const char *name,
                        const char *prefix)
{
  g_autoptr (GPtrArray) parts = tensorrt_names_split (name, NULL);
  const char *kind = get_target (name) ? "Reformat " : "", *first;
  g_autofree char *path = NULL;

  if (parts->len == 0)
    return g_strdup (name);
  first = parts->pdata[0];
  if (prefix && g_str_has_prefix (first, prefix))
    first += strlen (prefix);
  if (*first == '/' && first[1] != '\0')
    first = path = dup_short_path (first);
  if (parts->len == 1)
    return g_strconcat (kind, first, NULL);
  return g_strdup_printf ("%s%s +%u", kind, first, parts->len - 1);
}
