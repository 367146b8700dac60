/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-collectives-private.h"

#include "kineto-inputs-private.h"

#include <string.h>

/*
 * Collectives: what processes of a job do together. The operator that records one bears the same name always; what it did,
 * in which group and of how many processes, stands in the arguments. `allreduce · default_pg · 8 ranks` tells it.
 */

#define HEADING "Collective"

static const char *const keys[] = {
  "Collective name", "Process Group Description", "Process Group Name", "Process Group ID", "Group size", NULL,
};

typedef enum
{
  KEY_COLLECTIVE,
  KEY_DESCRIPTION,
  KEY_NAME,
  KEY_ID,
  KEY_SIZE,
  N_KEYS,
} Key;

static void
append_part (GString    *text,
             const char *part)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
}

static char *
compose_name (char *texts[N_KEYS])
{
  GString *text = g_string_new (texts[KEY_COLLECTIVE]);

  if (texts[KEY_DESCRIPTION])
    append_part (text, texts[KEY_DESCRIPTION]);
  else if (texts[KEY_NAME] || texts[KEY_ID])
    {
      append_part (text, "group ");
      g_string_append (text, texts[KEY_NAME] ? texts[KEY_NAME] : texts[KEY_ID]);
    }
  if (texts[KEY_SIZE])
    {
      append_part (text, texts[KEY_SIZE]);
      g_string_append (text, g_str_equal (texts[KEY_SIZE], "1") ? " rank" : " ranks");
    }
  return g_string_free (text, FALSE);
}

gboolean
kineto_is_all_gather (const char *type)
{
  return g_strcmp0 (lamina_collective_get_type (type), "all-gather") == 0;
}

/* The operator around one that says nothing itself tells it, as in traces that were made before arguments were. */
static const char *
find_type_around (ChromeTrace *self,
                  guint32      around)
{
  const char *name = around != LAMINA_NONE ? chrome_trace_get_text (self, self->events->name[around]) : "";

  return g_str_has_prefix (name, "c10d::") ? lamina_collective_get_type (name) : NULL;
}

void
kineto_name_collective (ChromeTrace *self,
                        guint32      row,
                        guint32      around,
                        guint32     *name,
                        guint32     *type)
{
  g_autoptr (LaminaJsonReader) json = chrome_trace_open_args (self, row);
  char *texts[N_KEYS] = { NULL };
  const char *found;
  int key;

  while (json && (key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key >= 0 && key < N_KEYS && !texts[key])
      {
        const char *text = lamina_json_reader_read_text (json, NULL);

        texts[key] = text && *text ? g_strdup (text) : NULL;
      }
  if (texts[KEY_COLLECTIVE])
    {
      g_autofree char *text = compose_name (texts);

      *name = lamina_builder_intern (self->builder, text, -1);
    }
  found = texts[KEY_COLLECTIVE] ? lamina_collective_get_type (texts[KEY_COLLECTIVE]) : find_type_around (self, around);
  if (found)
    *type = lamina_builder_intern (self->builder, found, -1);
  if (found && !texts[KEY_COLLECTIVE])
    *name = *type;
  for (guint i = 0; i < N_KEYS; i++)
    g_free (texts[i]);
}

/* Details */

/* `[0, 1, 2, 3, 8]` → `0–3, 8 (5 ranks)`; NULL when it is no such list. */
static char *
dup_ranks (const char *text)
{
  GString *ranks = g_string_new (NULL);
  gint64 first = -1, last = -1;
  guint n = 0;
  char *end;

  text += strspn (text, " [");
  while (g_ascii_isdigit (*text))
    {
      gint64 rank = g_ascii_strtoll (text, &end, 10);

      text = end + strspn (end, " ,");
      n++;
      if (last >= 0 && rank == last + 1)
        {
          last = rank;
          continue;
        }
      if (last > first)
        g_string_append_printf (ranks, "–%" G_GINT64_FORMAT, last);
      g_string_append_printf (ranks, "%s%" G_GINT64_FORMAT, n > 1 ? ", " : "", rank);
      first = last = rank;
    }
  if (last > first)
    g_string_append_printf (ranks, "–%" G_GINT64_FORMAT, last);
  if (n > 0 && (*text == ']' || *text == '\0'))
    {
      g_string_append_printf (ranks, n == 1 ? " (%u rank)" : " (%u ranks)", n);
      return g_string_free (ranks, FALSE);
    }
  g_string_free (ranks, TRUE);
  return NULL;
}

gboolean
kineto_describe_collective (LaminaDetails     *details,
                            const char        *key,
                            const LaminaValue *value)
{
  static const struct
  {
    const char *key;
    const char *words;
  } rows[] = {
    { "Collective name", "operation" },
    { "Process Group Description", "group" },
    { "Process Group Name", "group name" },
    { "Process Group ID", "group number" },
    { "Process Group Ranks", "ranks" },
    { "Group size", "group size" },
    { "Global rank start", "first rank" },
    { "Global rank stride", "distance of ranks" },
    { "In msg nelems", "elements sent" },
    { "Out msg nelems", "elements received" },
    { "In split size", "parts sent" },
    { "Out split size", "parts received" },
    { "Src Rank", "from rank" },
    { "Dst Rank", "to rank" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].key, key))
      {
        g_autofree char *ranks = NULL;

        if (g_str_equal (key, "Process Group Ranks") && value->text)
          ranks = dup_ranks (value->text);
        lamina_details_add (details, HEADING, rows[i].words, ranks ? &LAMINA_VALUE_INIT_TEXT (ranks) : value);
        return TRUE;
      }
  return FALSE;
}

static const LaminaValue *
find_value (LaminaDetails *details,
            const char    *group,
            const char    *key)
{
  for (guint i = 0; i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);

      if (g_strcmp0 (detail->group, group) == 0 && g_str_equal (detail->key, key))
        return &detail->value;
    }
  return NULL;
}

static void
add_bytes (LaminaDetails *details,
           const char    *elements,
           const char    *words,
           gint64         bytes_each)
{
  const LaminaValue *value = find_value (details, HEADING, elements);
  gint64 bytes;

  if (value && value->type == LAMINA_VALUE_INTEGER && value->integer >= 0
      && !__builtin_mul_overflow (value->integer, bytes_each, &bytes))
    lamina_details_add (details, HEADING, words, &LAMINA_VALUE_INIT_INTEGER (bytes, LAMINA_UNIT_BYTES));
}

/* How large a message is follows from its elements. */
void
kineto_describe_message (LaminaDetails *details)
{
  const LaminaValue *dtype = find_value (details, NULL, "dtype");
  guint bits = dtype && dtype->text ? kineto_get_dtype_bits (dtype->text, strlen (dtype->text)) : 0;

  if (bits < 8)
    return;
  add_bytes (details, "elements sent", "sent", bits / 8);
  add_bytes (details, "elements received", "received", bits / 8);
}
