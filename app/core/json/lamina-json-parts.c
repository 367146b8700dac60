/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-parts.h"
#include "lamina-json-start-private.h"
#include "lamina-source-extent.h"

/* Where parts begin */

/* So much is searched for an element that begins with the key of the first one; then any key will do. */
#define KEY_BYTES ((guint64) 1 << 22)

/* So many for each reader at most: each has tables of its own, which are joined. Of a text that is still being inflated
 * there are more: a reader waits until all of its part is there. */
#define PARTS_PER_READER 6
#define GROWING_PARTS_PER_READER 16

/* See lamina_json_find_start(). @key is what objects begin with, if that is known; any key will do where there is none of
 * those. */
static guint64
guess_start (LaminaSource *source,
             guint64       start,
             guint64       end,
             const char   *key,
             GCancellable *cancellable)
{
  if (key != NULL)
    {
      guint64 near_end = end - start > KEY_BYTES ? start + KEY_BYTES : end;
      guint64 found = lamina_json_find_start (source, start, near_end, key, LAMINA_JSON_ANYWHERE, cancellable);

      if (found < near_end)
        return found;
    }
  return lamina_json_find_start (source, start, end, NULL, LAMINA_JSON_ANYWHERE, cancellable);
}

static guint64
guess_end (LaminaJsonReader *array)
{
  return MIN (array->range_end, lamina_source_guess_length (array->source));
}

static guint
get_most_parts (const LaminaJsonDivision *self)
{
  guint each = self->grows ? GROWING_PARTS_PER_READER : PARTS_PER_READER;

  return self->n_readers == 1 ? 1 : MIN (MIN (self->n_readers, LAMINA_MAX_PARTS) * each, LAMINA_MAX_PARTS);
}

guint
lamina_json_division_init (LaminaJsonDivision *self,
                           LaminaJsonReader   *array,
                           guint               n_readers,
                           guint64             min_bytes)
{
  guint64 start = lamina_json_offset_of (array, array->p);
  guint64 end = guess_end (array);

  *self = (LaminaJsonDivision) { .array = array, .lock = PTHREAD_MUTEX_INITIALIZER, .at = start,
                                 .n_readers = n_readers,
                                 .grows = end > lamina_source_get_known_length (array->source) };
  self->starts[self->n_starts++] = start;
  self->n_left = (guint) MIN ((end - MIN (start, end)) / MAX (min_bytes, 1), get_most_parts (self));
  if (self->n_left <= 1)
    return 1;
  self->key = lamina_json_dup_first_key (array->source, start);
  return self->n_left;
}

void
lamina_json_division_clear (LaminaJsonDivision *self)
{
  pthread_mutex_destroy (&self->lock);
  g_free (self->key);
}

/* Of a text that is there, parts become shorter, so that all readers come to the end at about the same time, however fast
 * they are. */
static guint64
get_size (const LaminaJsonDivision *self,
          guint64                   rest)
{
  return rest / (self->grows ? self->n_left : MIN (self->n_left, self->n_readers + 1));
}

/* Looks at one place where the next part may begin. */
static gboolean
find_at_next_place (LaminaJsonDivision *self,
                    guint64            *found)
{
  guint64 end = guess_end (self->array);
  guint64 size = get_size (self, end - MIN (self->at, end));
  guint64 from = self->at + MAX (size, 1);
  guint64 to;

  self->n_left--;
  to = from + get_size (self, end - MIN (from, end));
  *found = guess_start (self->array->source, from, to, self->key, self->array->cancellable);
  self->at = *found < to ? *found : from;
  return *found < to;
}

static void
find_next (LaminaJsonDivision *self)
{
  guint64 found;

  while (self->n_left > 1)
    if (find_at_next_place (self, &found))
      {
        self->starts[self->n_starts++] = found;
        return;
      }
  self->starts[self->n_starts++] = self->array->range_end;
  self->is_whole = TRUE;
}

gboolean
lamina_json_division_get (LaminaJsonDivision *self,
                          guint               part,
                          guint64            *start,
                          guint64            *end)
{
  gboolean is_there;

  pthread_mutex_lock (&self->lock);
  while (part + 1 >= self->n_starts && !self->is_whole)
    find_next (self);
  is_there = part + 1 < self->n_starts;
  if (is_there)
    {
      *start = self->starts[part];
      *end = self->starts[part + 1];
    }
  pthread_mutex_unlock (&self->lock);
  return is_there;
}

/* The readers of parts */

/* Keys and the steps that were learnt belong to the reader that learnt them. */
static void
copy_frames (LaminaJsonReader *self,
             LaminaJsonReader *array)
{
  self->frames = g_memdup2 (array->frames, array->n_frames * sizeof *array->frames);
  self->n_frames = array->n_frames;
  self->depth = self->n_nested = array->depth;
  self->n_open[0] = array->n_open[0];
  self->n_open[1] = array->n_open[1];
  for (guint i = 0; i < self->n_frames; i++)
    {
      self->frames[i].keys = NULL;
      self->frames[i].step = NULL;
    }
}

LaminaJsonReader *
lamina_json_part_new (LaminaJsonReader *array,
                      guint64           start,
                      guint64           end,
                      LaminaImport     *import)
{
  LaminaJsonReader *self = lamina_json_reader_new (array->source, start, end - start, NULL,
                                                   array->import != NULL ? import : NULL, array->cancellable);

  self->limits = array->limits;
  self->block_size = array->block_size;
  self->scanner = array->scanner;
  self->range_end = end;
  self->text_end = array->text_end;
  self->offset = array->offset;
  self->started = TRUE;
  self->n_paths = array->n_paths;
  for (guint i = 0; i < array->n_paths; i++)
    self->paths[i] = (LaminaJsonPath) { g_strdupv (array->paths[i].steps), array->paths[i].n_steps };
  copy_frames (self, array);
  if (start != lamina_json_offset_of (array, array->p))
    lamina_json_top (self)->state = LAMINA_JSON_AFTER_COMMA;
  return self;
}

void
lamina_json_part_leave (LaminaJsonReader *part)
{
  while (part->depth >= part->n_nested)
    lamina_json_skip_rest (part);
}

LaminaJsonPartEnd
lamina_json_part_get_end (LaminaJsonReader *part,
                          LaminaJsonReader *array)
{
  if (part->range_end == array->range_end)
    return LAMINA_JSON_PART_LEFT;
  if (part->joined)
    return LAMINA_JSON_PART_JOINED;
  /* Whoever looked beyond the end of the part did not see what stands there. */
  return part->cut || part->at_range_end || part->error != NULL ? LAMINA_JSON_PART_BROKEN : LAMINA_JSON_PART_LEFT;
}

static void
take_window (LaminaJsonReader *array,
             LaminaJsonReader *part)
{
  gboolean same_end = part->range_end == array->range_end;

  g_free (array->buffer);
  array->buffer = g_steal_pointer (&part->buffer);
  array->capacity = part->capacity;
  array->p = part->p;
  array->end = part->end;
  array->base = part->base;
  array->ended = part->ended && (same_end || part->error != NULL);
  array->at_range_end = part->at_range_end && same_end;
}

void
lamina_json_part_pass (LaminaJsonReader *array,
                       LaminaJsonReader *part)
{
  array->offset = MAX (array->offset, part->offset);
}

void
lamina_json_part_take (LaminaJsonReader *array,
                       LaminaJsonReader *part)
{
  take_window (array, part);
  lamina_json_pop (array);
  array->value_end = part->value_end;
  array->last_end = part->last_end;
  array->cut = part->cut;
  if (array->error == NULL)
    array->error = g_steal_pointer (&part->error);
}
