/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-row-names.h"

#include "lamina-text-hash.h"

/* @texts: for each text that a row has, a string of the run, a GArray of guint32: which of those with it are meant, rising. */
struct _LaminaRowNames
{
  GHashTable *texts;
  guint n;
};

/* How far the rows with one text have been counted, and which of them are meant. */
typedef struct
{
  GArray *numbers;
  guint32 n_seen;
  guint n_found;
} Progress;

static GArray *
find_numbers (LaminaRowNames *self,
              const char     *text)
{
  GArray *numbers = g_hash_table_lookup (self->texts, text);

  if (!numbers)
    {
      numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (self->texts, (gpointer) text, numbers);
    }
  return numbers;
}

static Progress *
follow (GHashTable *followed,
        guint32     string,
        GArray     *numbers)
{
  Progress *progress = g_new0 (Progress, 1);

  progress->numbers = numbers;
  g_hash_table_insert (followed, GUINT_TO_POINTER (string), progress);
  return progress;
}

LaminaRowNames *
lamina_row_names_new (LaminaRun     *run,
                      const guint32 *column,
                      guint32        first,
                      guint32        end,
                      const guint32 *rows,
                      guint          n)
{
  LaminaRowNames *self = g_new0 (LaminaRowNames, 1);
  g_autoptr (GHashTable) followed = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  guint next = 0;

  self->texts = g_hash_table_new_full (lamina_text_hash, lamina_text_equal, NULL, (GDestroyNotify) g_array_unref);
  for (guint i = 0; column && i < n; i++)
    if (column[rows[i]] != 0 && !g_hash_table_contains (followed, GUINT_TO_POINTER (column[rows[i]])))
      follow (followed, column[rows[i]], find_numbers (self, lamina_run_get_string (run, column[rows[i]])));
  for (guint32 i = first; column && next < n && i < end; i++)
    {
      Progress *progress = g_hash_table_lookup (followed, GUINT_TO_POINTER (column[i]));
      gboolean is_meant = rows[next] == i;

      next += is_meant;
      if (!progress)
        continue;
      if (is_meant)
        {
          g_array_append_val (progress->numbers, progress->n_seen);
          self->n++;
        }
      progress->n_seen++;
    }
  return self;
}

void
lamina_row_names_free (LaminaRowNames *self)
{
  g_hash_table_unref (self->texts);
  g_free (self);
}

void
lamina_row_names_find (const LaminaRowNames *self,
                       LaminaRun            *run,
                       const guint32        *column,
                       guint32               first,
                       guint32               end,
                       GArray               *rows)
{
  g_autoptr (GHashTable) followed = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  guint n_found = 0;

  for (guint32 i = first; column && n_found < self->n && i < end; i++)
    {
      Progress *progress = g_hash_table_lookup (followed, GUINT_TO_POINTER (column[i]));

      if (!progress)
        progress = follow (followed, column[i], g_hash_table_lookup (self->texts, lamina_run_get_string (run, column[i])));
      if (!progress->numbers || progress->n_found == progress->numbers->len)
        continue;
      if (g_array_index (progress->numbers, guint32, progress->n_found) == progress->n_seen++)
        {
          g_array_append_val (rows, i);
          progress->n_found++;
          n_found++;
        }
    }
}
