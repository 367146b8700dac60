/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-part-private.h"

static void
copy_paths (LaminaJsonReader *self,
            LaminaJsonReader *array)
{
  for (guint i = 0; i < array->n_paths; i++)
    self->paths[i] = (LaminaJsonPath) { g_strdupv (array->paths[i].steps), array->paths[i].n_steps };
  self->n_paths = array->n_paths;
}

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
  copy_paths (self, array);
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
