/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-boxed.h"
#include "lamina-builder-fields.h"
#include "lamina-error.h"
#include "lamina-import-finish.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
lamina_builder_reset (LaminaBuilder *self)
{
  self->strings = lamina_strings_new ();
  self->shapes = lamina_strings_new ();
  g_clear_pointer (&self->dtypes, g_hash_table_unref);
  self->words = lamina_own_words_new ();
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) lamina_run_free);
  self->properties = lamina_details_new ();
}

LaminaBuilder *
lamina_builder_new (const LaminaLimits *limits)
{
  LaminaBuilder *self = g_new0 (LaminaBuilder, 1);

  self->refs = 1;
  if (limits != NULL)
    self->limits = *limits;
  else
    lamina_limits_init (&self->limits);
  self->import = lamina_import_new (self->limits.max_records);
  pthread_mutex_init (&self->shards_lock, NULL);
  lamina_builder_reset (self);
  return self;
}

static void
builder_free (LaminaBuilder *self)
{
  g_ptr_array_unref (self->runs);
  lamina_details_unref (self->properties);
  lamina_whole_names_free (self->whole_names);
  lamina_own_words_free (self->words);
  lamina_strings_free (self->strings);
  lamina_strings_free (self->shapes);
  lamina_import_unref (self->import);
  pthread_mutex_destroy (&self->shards_lock);
  g_clear_object (&self->cancellable);
  g_free (self->tool);
  g_clear_pointer (&self->dtypes, g_hash_table_unref);
  g_free (self);
}

LAMINA_DEFINE_SHARED_TYPE (LaminaBuilder, lamina_builder, builder_free)

void
lamina_builder_shift_sources (LaminaBuilder *self,
                              int            by)
{
  self->first_source += (guint) by;
}

LaminaImport *
lamina_builder_get_import (LaminaBuilder *self)
{
  return self->import;
}

void
lamina_builder_get_progress (LaminaBuilder *self,
                             guint64       *records,
                             guint64       *slices,
                             guint64       *layers)
{
  pthread_mutex_lock (&self->shards_lock);
  *records = lamina_import_get_n_records (self->import);
  for (guint i = 0; i < self->n_shards; i++)
    if (self->shards[i] != NULL)
      *records += lamina_import_get_n_records (self->shards[i]->import);
  pthread_mutex_unlock (&self->shards_lock);
  *slices = atomic_load_explicit (&self->n_slices, memory_order_relaxed);
  *layers = atomic_load_explicit (&self->n_layers, memory_order_relaxed);
}

/* A run with empty tracks is what a format makes before it reads the first record. */
gboolean
lamina_builder_has_content (LaminaBuilder *self)
{
  if (atomic_load_explicit (&self->n_slices, memory_order_relaxed) > 0
      || atomic_load_explicit (&self->n_layers, memory_order_relaxed) > 0)
    return TRUE;
  for (guint i = 0; i < self->runs->len; i++)
    {
      LaminaRun *run = g_ptr_array_index (self->runs, i);

      if (run->tensors.n > 0 || run->marks->len > 0)
        return TRUE;
    }
  return FALSE;
}

void
lamina_builder_set_budget (LaminaBuilder *self,
                           LaminaBudget  *budget)
{
  self->budget = budget;
  lamina_import_set_budget (self->import, budget);
}

/* What a row takes is a hundred bytes, with a track of its own ten times as much: a question for some megabytes at most. */
#define ROWS_BETWEEN_QUESTIONS ((guint64) 1 << 12)

gboolean
lamina_builder_take_rows (LaminaBuilder *self,
                          guint64        n)
{
  gboolean asks = n > ROWS_BETWEEN_QUESTIONS || (self->n_rows + n) / ROWS_BETWEEN_QUESTIONS > self->n_rows / ROWS_BETWEEN_QUESTIONS;

  /* @max_rows is less than usual where that would be more than the budget. */
  if (self->is_full || n > self->limits.max_rows - self->n_rows
      || (asks && !lamina_budget_has_room (self->budget, LAMINA_BUDGET_BUILDING)))
    {
      self->is_full = TRUE;
      return FALSE;
    }
  self->n_rows += n;
  return TRUE;
}

gboolean
lamina_builder_is_full (LaminaBuilder *self)
{
  return self->is_full || lamina_import_is_full (self->import);
}

gboolean
lamina_builder_set_full_error (LaminaBuilder  *self,
                               GError        **error)
{
  if (lamina_budget_is_out (self->budget)
      || (self->budget != NULL && self->limits.max_rows == lamina_budget_get_max_rows (self->budget)))
    {
      lamina_budget_set_error (self->budget, error);
      return FALSE;
    }
  g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT,
               "the file holds more than the limit of %" G_GUINT64_FORMAT " rows or %" G_GUINT64_FORMAT " records",
               self->limits.max_rows, self->limits.max_records);
  return FALSE;
}

LaminaRun *
lamina_builder_get_run (LaminaBuilder *self,
                        guint32        run)
{
  /* Formats go on until they ask: rows that they name may be among those that there was no room for. */
  if (run == LAMINA_NONE || self->is_full)
    return NULL;
  g_return_val_if_fail (run < self->runs->len, NULL);
  return g_ptr_array_index (self->runs, run);
}

LaminaTrack *
lamina_builder_get_track (LaminaBuilder *self,
                          guint32        run,
                          guint32        track,
                          gboolean       is_counter)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaTrack *result;

  if (found == NULL || track == LAMINA_NONE)
    return NULL;
  g_return_val_if_fail (track < found->tracks->len, NULL);
  result = g_ptr_array_index (found->tracks, track);
  g_return_val_if_fail (result->info.is_counter == is_counter, NULL);
  return result;
}

guint32
lamina_builder_intern (LaminaBuilder *self,
                       const char    *text,
                       gssize         length)
{
  /* Of rows that there is no room for, no names either. */
  if (self->is_full)
    return 0;
  return lamina_strings_intern (self->strings, text, length < 0 ? strlen (text) : (gsize) length);
}

guint32
lamina_builder_intern_raw (LaminaBuilder *self,
                           const char    *text,
                           gsize          length)
{
  g_autofree char *valid = NULL;

  if (g_utf8_validate_len (text, length, NULL))
    return lamina_strings_intern (self->strings, text, length);
  valid = g_utf8_make_valid (text, (gssize) length);
  lamina_import_repair (self->import, N_("bytes that are not UTF-8 are shown as U+FFFD"), NULL, 0, LAMINA_NONE);
  return lamina_strings_intern (self->strings, valid, strlen (valid));
}

void
lamina_builder_intern_many (LaminaBuilder     *self,
                            guint              n,
                            const char *const *texts,
                            const gsize       *lengths,
                            guint32           *ids)
{
  lamina_strings_intern_many (self->strings, n, texts, lengths, ids);
}

void
lamina_builder_intern_pairs (LaminaBuilder *self,
                             guint          n,
                             const guint32 *first,
                             const guint32 *second,
                             guint32       *ids)
{
  lamina_strings_intern_pairs (self->strings, n, first, second, ids);
}

void
lamina_builder_rest_strings (LaminaBuilder *self)
{
  lamina_strings_rest (self->strings);
  lamina_strings_rest (self->shapes);
}

guint64
lamina_builder_get_record_offset (LaminaBuilder *self,
                                  guint32        record)
{
  return record < lamina_import_get_n_records (self->import) ? lamina_import_get_offset (self->import, record) : 0;
}

const char *
lamina_builder_get_string (LaminaBuilder *self,
                           guint32        id)
{
  g_return_val_if_fail (id < lamina_strings_get_n (self->strings), "");

  return lamina_strings_get (self->strings, id);
}

void
lamina_builder_add_whole_name (LaminaBuilder *self,
                               guint32        name,
                               const char    *key,
                               guint          source,
                               guint64        offset,
                               guint64        length)
{
  const LaminaArgs place = { 0, self->first_source + source, offset, length };

  g_return_if_fail (key != NULL && name < lamina_strings_get_n (self->strings));

  if (self->whole_names == NULL)
    self->whole_names = lamina_whole_names_new ();
  lamina_whole_names_add (self->whole_names, name, key, &place);
}

guint32
lamina_builder_intern_shape (LaminaBuilder *self,
                             const gint64  *dims,
                             guint          n)
{
  gint64 few[16];
  g_autofree gint64 *many = n >= G_N_ELEMENTS (few) ? g_new (gint64, (gsize) n + 1) : NULL;
  gint64 *shape = many != NULL ? many : few;

  shape[0] = n;
  for (guint i = 0; i < n; i++)
    shape[i + 1] = dims[i];
  return lamina_strings_intern (self->shapes, shape, ((gsize) n + 1) * sizeof (gint64));
}

void
lamina_builder_set_tool (LaminaBuilder *self,
                         const char    *tool)
{
  g_free (self->tool);
  self->tool = g_strdup (tool);
}

void
lamina_builder_add_property (LaminaBuilder     *self,
                             const char        *group,
                             const char        *key,
                             const LaminaValue *value)
{
  lamina_details_add (self->properties, group, key, value);
}

const char *
lamina_builder_own_text (LaminaBuilder *self,
                         const char    *text,
                         const char    *word)
{
  g_return_val_if_fail (self != NULL, text);
  g_return_val_if_fail (!self->is_shard, text);
  g_return_val_if_fail (text != NULL && word != NULL && (strstr (word, "%s") != NULL || g_str_has_prefix (text, word)), text);

  lamina_own_words_add (self->words, text, word);
  return text;
}

const char *
lamina_builder_own_word (LaminaBuilder *self,
                         const char    *word)
{
  return lamina_builder_own_text (self, word, word);
}

void
lamina_builder_add_number (LaminaBuilder *self,
                           const char    *group,
                           const char    *key,
                           gint64         number,
                           LaminaUnit     unit)
{
  const LaminaValue value = LAMINA_VALUE_INIT_INTEGER (number, unit);

  if (number != LAMINA_ABSENT)
    lamina_builder_add_property (self, lamina_builder_own_word (self, group), lamina_builder_own_word (self, key), &value);
}
