/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-output.h"

#include "lamina-words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void
lamina_json_open_array (JsonBuilder *json,
                        const char  *name)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_array (json);
}

void
lamina_json_open_object (JsonBuilder *json,
                         const char  *name)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_object (json);
}

void
lamina_json_add_text (JsonBuilder *json,
                      const char  *name,
                      const char  *text)
{
  json_builder_set_member_name (json, name);
  if (text != NULL)
    json_builder_add_string_value (json, text);
  else
    json_builder_add_null_value (json);
}

void
lamina_json_add_string (JsonBuilder *json,
                        const char  *name,
                        LaminaRun   *run,
                        guint32      id)
{
  lamina_json_add_text (json, name, id != 0 ? lamina_run_get_string (run, id) : NULL);
}

void
lamina_json_add_integer (JsonBuilder *json,
                         const char  *name,
                         gint64       value)
{
  json_builder_set_member_name (json, name);
  if (value != LAMINA_ABSENT)
    json_builder_add_int_value (json, value);
  else
    json_builder_add_null_value (json);
}

void
lamina_json_add_row (JsonBuilder *json,
                     const char  *name,
                     guint32      row)
{
  lamina_json_add_integer (json, name, row != LAMINA_NONE ? (gint64) row : LAMINA_ABSENT);
}

void
lamina_json_add_real (JsonBuilder *json,
                      const char  *name,
                      double       value)
{
  json_builder_set_member_name (json, name);
  if (isfinite (value))
    json_builder_add_double_value (json, value);
  else
    json_builder_add_null_value (json);
}

void
lamina_json_add_layer_value (JsonBuilder            *json,
                             const char             *name,
                             const LaminaLayerValue *value)
{
  g_autofree char *text = NULL;

  switch (value->kind)
    {
    case LAMINA_LAYER_VALUE_COUNT:
    case LAMINA_LAYER_VALUE_AMOUNT:
    case LAMINA_LAYER_VALUE_START:
      lamina_json_add_integer (json, name, value->integer);
      break;
    case LAMINA_LAYER_VALUE_REAL:
    case LAMINA_LAYER_VALUE_RATE:
    case LAMINA_LAYER_VALUE_SHARE:
      lamina_json_add_real (json, name, value->real);
      break;
    case LAMINA_LAYER_VALUE_TEXT:
    case LAMINA_LAYER_VALUE_SEVERAL:
    case LAMINA_LAYER_VALUE_ABSENT:
    default:
      text = lamina_layer_value_dup_plain (value);
      lamina_json_add_text (json, name, text);
    }
}

void
lamina_json_add_rate (JsonBuilder      *json,
                      const LaminaRate *rate,
                      LaminaRun        *run)
{
  const char *what = rate->unit == LAMINA_UNIT_FLOP ? "flop" : "bytes";
  g_autofree char *per_second = g_strconcat (what, "_per_s", NULL);
  g_autofree char *covered = g_strconcat (what, "_covered_ns", NULL);
  g_autofree char *share = g_strconcat (what, "_covered_share", NULL);
  g_autofree char *suspicious = g_strconcat (what, "_suspicious", NULL);
  g_autofree char *reason = lamina_rate_dup_reason (rate, run);

  lamina_json_add_real (json, per_second, rate->per_second);
  lamina_json_add_integer (json, covered, rate->covered);
  lamina_json_add_real (json, share, lamina_rate_get_share (rate));
  lamina_json_add_text (json, suspicious, reason);
}

void
lamina_json_add_unique (JsonBuilder       *json,
                        GHashTable        *names,
                        const char        *name,
                        const LaminaValue *value)
{
  char *unique = g_strdup (name);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (names, name));

  /* Each name knows the last number that it was given: to begin anew would take time with the square of equal names. */
  while (g_hash_table_contains (names, unique))
    {
      g_free (unique);
      unique = g_strdup_printf ("%s (%u)", name, ++number);
    }
  if (number > 1)
    g_hash_table_insert (names, g_strdup (name), GUINT_TO_POINTER (number));
  lamina_json_add_value (json, unique, value);
  g_hash_table_insert (names, unique, GUINT_TO_POINTER (1));
}

void
lamina_json_add_value (JsonBuilder       *json,
                       const char        *name,
                       const LaminaValue *value)
{
  switch (value->type)
    {
    case LAMINA_VALUE_TEXT:
      lamina_json_add_text (json, name, value->text);
      break;
    case LAMINA_VALUE_INTEGER:
      lamina_json_add_integer (json, name, value->integer);
      break;
    case LAMINA_VALUE_REAL:
      lamina_json_add_real (json, name, value->real);
      break;
    case LAMINA_VALUE_BOOLEAN:
      json_builder_set_member_name (json, name);
      json_builder_add_boolean_value (json, value->integer != 0);
      break;
    case LAMINA_VALUE_NULL:
    default:
      lamina_json_add_text (json, name, NULL);
    }
}

void
lamina_json_open_estimated (JsonBuilder *json,
                            guint        estimated)
{
  lamina_json_open_array (json, "estimated");
  for (guint i = 0; lamina_words_estimates[i] != NULL; i++)
    if (estimated & (1u << i))
      json_builder_add_string_value (json, lamina_words_estimates[i]);
}

void
lamina_json_add_estimated (JsonBuilder *json,
                           guint        estimated)
{
  lamina_json_open_estimated (json, estimated);
  json_builder_end_array (json);
}

void
lamina_json_add_ids (JsonBuilder   *json,
                     const char    *name,
                     const guint32 *ids,
                     guint          n)
{
  lamina_json_open_array (json, name);
  for (guint i = 0; i < n; i++)
    json_builder_add_int_value (json, ids[i]);
  json_builder_end_array (json);
}

void
lamina_json_add_texts (JsonBuilder     *json,
                       const char      *name,
                       const GPtrArray *texts)
{
  lamina_json_open_array (json, name);
  for (guint i = 0; i < texts->len; i++)
    json_builder_add_string_value (json, texts->pdata[i]);
  json_builder_end_array (json);
}

void
lamina_json_add_shape (JsonBuilder *json,
                       LaminaRun   *run,
                       guint32      shape)
{
  const gint64 *dims;
  guint n;

  if (shape == 0)
    {
      lamina_json_add_text (json, "shape", NULL);
      return;
    }
  dims = lamina_run_get_shape (run, shape, &n);
  lamina_json_add_dims (json, dims, n);
}

void
lamina_json_add_dims (JsonBuilder  *json,
                      const gint64 *dims,
                      guint         n)
{
  lamina_json_open_array (json, "shape");
  for (guint i = 0; i < n; i++)
    if (dims[i] != LAMINA_ABSENT)
      json_builder_add_int_value (json, dims[i]);
    else
      json_builder_add_null_value (json);
  json_builder_end_array (json);
}

/* A real number has a point or an exponent, so that readers tell it from an integer. */
static char *
dup_real (const char *number)
{
  char *text = lamina_figure_dup_plain (g_ascii_strtod (number, NULL));
  g_autofree char *whole = NULL;

  if (text == NULL || strpbrk (text, ".e") != NULL)
    return text;
  whole = text;
  return g_strconcat (whole, ".0", NULL);
}

/* The letter at @text as an escape; NULL when it needs none. @length: (out): how many bytes it has */
static char *
dup_escape (const char *text,
            gsize      *length)
{
  gunichar letter = g_utf8_get_char (text);

  *length = (gsize) (g_utf8_next_char (text) - text);
  return lamina_visible_has_effect (letter) ? g_strdup_printf ("\\u%04x", letter) : NULL;
}

/*
 * Writes what json-glib 1.6 generated, less its faults: a double with more digits than it takes to tell it, one without a
 * point, 1e+22, as 1e+22.0, and U+001F in a string as it is. No reader takes the latter two. What has an effect on a
 * terminal is escaped, too, which is the same string.
 */
static void
write_repaired (const char *text,
                gsize       length)
{
  gboolean in_string = FALSE;
  gsize written = 0, n;

  for (gsize i = 0; i < length; i += n)
    {
      g_autofree char *repair = NULL;

      n = 1;
      if (in_string && text[i] == '\\')
        n = 2;
      else if (text[i] == '"')
        in_string = !in_string;
      else if (in_string && (text[i] < ' ' || text[i] >= 0x7f))
        repair = dup_escape (text + i, &n);
      else if (!in_string && (g_ascii_isdigit (text[i]) || text[i] == '-'))
        {
          n = strspn (text + i, "+-.e0123456789");
          if (memchr (text + i, '.', n) != NULL || memchr (text + i, 'e', n) != NULL)
            repair = dup_real (text + i);
        }
      if (repair == NULL)
        continue;
      fwrite (text + written, 1, i - written, stdout);
      fputs (repair, stdout);
      written = i + n;
    }
  fwrite (text + written, 1, length - written, stdout);
}

static char *
dup_root (JsonBuilder *json,
          gboolean     pretty,
          gsize       *length)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = json_builder_get_root (json);

  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, pretty);
  g_object_unref (json);
  return json_generator_to_data (generator, length);
}

/* Takes over the builder. */
static void
write_root (JsonBuilder *json,
            gboolean     pretty)
{
  gsize length;
  g_autofree char *text = dup_root (json, pretty, &length);

  write_repaired (text, length);
}

static gboolean is_first_row;

void
lamina_json_rows_open (void)
{
  is_first_row = TRUE;
  putchar ('[');
}

JsonBuilder *
lamina_json_row_begin (void)
{
  JsonBuilder *json = json_builder_new_immutable ();

  json_builder_begin_object (json);
  return json;
}

void
lamina_json_row_end (JsonBuilder *json)
{
  fputs (is_first_row ? "\n" : ",\n", stdout);
  is_first_row = FALSE;
  json_builder_end_object (json);
  write_root (json, FALSE);
}

void
lamina_json_rows_close (void)
{
  fputs (is_first_row ? "]\n" : "\n]\n", stdout);
}

void
lamina_json_rows_open_in (JsonBuilder *json,
                          const char  *name)
{
  gsize length;
  g_autofree char *text = dup_root (json, TRUE, &length);

  /* Its last sign is the brace that closes the object. */
  for (length--; length > 0 && g_ascii_isspace (text[length - 1]); length--)
    ;
  write_repaired (text, length);
  printf (",\n  \"%s\" : ", name);
  lamina_json_rows_open ();
}

void
lamina_json_rows_close_in (void)
{
  fputs (is_first_row ? "]\n}\n" : "\n]\n}\n", stdout);
}

void
lamina_json_write (JsonBuilder *json)
{
  write_root (json, TRUE);
  putchar ('\n');
}
