/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-attributes-private.h"

#include "lamina-gettext.h"

#include <stdlib.h>

/* The values of a group that are named with how often each occurs. */
#define MAX_NAMED 8

/* With so many values for each layer of a group, it is sorted to count its own. */
#define VALUES_OF_MANY 64

const LaminaLayerValue *
lamina_attribute_get_value (const LaminaAttributeCells *cells,
                            guint                       layer)
{
  guint32 place = cells && cells->cells ? cells->cells[layer] : 0;

  return place > 0 ? cells->values->pdata[place - 1] : NULL;
}

/* Notes a value that is not the first one; whether it was not seen before. */
static gboolean
note (guint8 **seen,
      guint    n_values,
      guint32  place)
{
  guint8 bit = (guint8) (1u << (place % 8));

  if (!*seen)
    *seen = g_malloc0 (n_values / 8 + 1);
  if ((*seen)[place / 8] & bit)
    return FALSE;
  (*seen)[place / 8] |= bit;
  return TRUE;
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* Of a group that is small beside the number of values: notes about all of these would take longer than its layers. */
static guint
count_few (const LaminaAttributeCells *cells,
           const LaminaLayerGroup     *group,
           guint32                    *first)
{
  g_autofree guint32 *places = g_new (guint32, MAX (group->n_layers, 1));
  guint n_places = 0, n = 0;

  for (guint i = 0; i < group->n_layers; i++)
    if (cells->cells[group->layers[i]] > 0)
      places[n_places++] = cells->cells[group->layers[i]];
  qsort (places, n_places, sizeof *places, compare_places);
  for (guint i = 0; i < n_places; i++)
    n += i == 0 || places[i] != places[i - 1];
  *first = n > 0 ? places[0] : 0;
  return n;
}

static guint
count_many (const LaminaAttributeCells *cells,
            const LaminaLayerGroup     *group,
            guint32                    *first)
{
  g_autofree guint8 *seen = NULL;
  guint n = 0;

  *first = 0;
  for (guint i = 0; i < group->n_layers; i++)
    {
      guint32 place = cells->cells[group->layers[i]];

      if (place == 0 || place == *first)
        continue;
      if (*first == 0)
        {
          *first = place;
          n = 1;
        }
      else
        n += note (&seen, cells->values->len, place);
    }
  return n;
}

guint
lamina_attribute_count (const LaminaAttributeCells *cells,
                        const LaminaLayerGroup     *group,
                        guint32                    *value)
{
  guint32 first = 0;
  guint n = 0;

  if (cells && cells->cells)
    n = group->n_layers < cells->values->len / VALUES_OF_MANY ? count_few (cells, group, &first)
                                                              : count_many (cells, group, &first);
  *value = n == 1 ? first : 0;
  return n;
}

/* What the layers of a group have in a column: how many values there are and, where there is one alone, which one. */
typedef struct
{
  guint n;
  const LaminaLayerValue *value;
  guint32 rank;
} Answer;

static Answer
ask_group (LaminaRun              *run,
           const LaminaLayerGroup *group,
           LaminaLayerColumn       column)
{
  const LaminaAttributeCells *cells = lamina_attribute_get_cells (lamina_attribute_get (run, column));
  guint32 place;
  Answer answer = { .n = lamina_attribute_count (cells, group, &place) };

  if (answer.n == 1)
    {
      answer.value = cells->values->pdata[place - 1];
      answer.rank = cells->ranks[place - 1];
    }
  return answer;
}

void
lamina_attribute_get_group_value (LaminaRun              *run,
                                  const LaminaLayerGroup *group,
                                  LaminaLayerColumn       column,
                                  LaminaLayerValue       *value)
{
  Answer answer = ask_group (run, group, column);

  if (answer.n == 1)
    {
      *value = *answer.value;
      value->text = g_strdup (value->text);
    }
  else if (answer.n > 1)
    *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_SEVERAL, .integer = answer.n };
}

gboolean
lamina_attribute_get_group_key (LaminaRun              *run,
                                const LaminaLayerGroup *group,
                                LaminaLayerColumn       column,
                                guint64                *key)
{
  Answer answer = ask_group (run, group, column);

  *key = answer.n == 1 ? answer.rank : (G_GUINT64_CONSTANT (1) << 32) + answer.n;
  return answer.n > 0;
}

/* How many layers have a value, which is known by its place; those that have none are at place 0. */
typedef struct
{
  guint32 place;
  guint32 n_layers;
} Share;

static guint32 *
count_layers (const LaminaAttributeCells *cells,
              const LaminaLayerGroup     *group)
{
  guint32 *counts = g_new0 (guint32, cells->values->len + 1);

  for (guint i = 0; i < group->n_layers; i++)
    counts[cells->cells[group->layers[i]]]++;
  return counts;
}

/* The @most values that most layers have, of those with equally many the first ones; returns how many there are. */
static guint
find_shares (const guint32 *counts,
             guint          n_counts,
             guint          most,
             Share         *shares)
{
  guint n = 0;

  for (guint32 place = 0; place < n_counts; place++)
    {
      guint at;

      if (counts[place] == 0 || (n == most && counts[place] <= shares[n - 1].n_layers))
        continue;
      for (at = n < most ? n++ : n - 1; at > 0 && shares[at - 1].n_layers < counts[place]; at--)
        shares[at] = shares[at - 1];
      shares[at] = (Share) { place, counts[place] };
    }
  return n;
}

static void
append_share (GString                    *text,
              const LaminaAttributeCells *cells,
              const Share                *share)
{
  gulong layers = share->n_layers;
  const LaminaLayerValue *value = share->place > 0 ? cells->values->pdata[share->place - 1] : NULL;
  g_autofree char *words = value ? lamina_layer_value_dup_text (value) : g_strdup ("\u2014");

  /* Translators: a value that an attribute has, and how many layers have it */
  g_string_append_printf (text, ngettext ("%s: %lu layer", "%s: %lu layers", layers), words, layers);
}

char *
lamina_attribute_dup_spread (LaminaRun              *run,
                             const LaminaLayerGroup *group,
                             LaminaLayerColumn       column)
{
  const LaminaAttributeCells *cells;
  g_autofree guint32 *counts = NULL;
  g_autoptr (GString) text = NULL;
  Share shares[MAX_NAMED + 1];
  guint n;

  g_return_val_if_fail (run != NULL && group != NULL, NULL);

  cells = lamina_attribute_get_cells (lamina_attribute_get (run, column));
  if (!cells || !cells->cells)
    return NULL;
  counts = count_layers (cells, group);
  /* One more than is named tells whether there are others. */
  n = find_shares (counts, cells->values->len + 1, MAX_NAMED + 1, shares);
  if (n < 2)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < MIN (n, MAX_NAMED); i++)
    {
      g_string_append (text, i > 0 ? "\n" : "");
      append_share (text, cells, &shares[i]);
    }
  if (n > MAX_NAMED)
    g_string_append (text, "\n\u2026");
  return g_string_free (g_steal_pointer (&text), FALSE);
}
