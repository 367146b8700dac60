/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-inflation-private.h"

#define INPUT_BYTES ((gsize) 1 << 17)

struct _LaminaInflation
{
  const LaminaStored *stored;
  LaminaCodec *codec;
  guint8 *input; /* NULL before the first step */
  gsize input_begin;
  gsize input_end;
  guint64 next_stored;
  gboolean between_frames;
};

LaminaInflation *
lamina_inflation_new (const LaminaStored *stored,
                      LaminaCodec        *codec)
{
  LaminaInflation *self = g_new0 (LaminaInflation, 1);

  self->stored = stored;
  self->codec = codec;
  return self;
}

void
lamina_inflation_free (LaminaInflation *self)
{
  lamina_codec_free (self->codec);
  g_free (self->input);
  g_free (self);
}

LaminaInflation *
lamina_inflation_copy (LaminaInflation *self)
{
  LaminaCodec *codec = lamina_codec_copy (self->codec);
  LaminaInflation *copy;

  if (codec == NULL)
    return NULL;
  copy = lamina_inflation_new (self->stored, codec);
  copy->next_stored = lamina_inflation_get_stored_position (self);
  copy->between_frames = self->between_frames;
  return copy;
}

guint64
lamina_inflation_get_stored_position (LaminaInflation *self)
{
  return self->next_stored - (self->input_end - self->input_begin);
}

/* Makes sure that @wanted bytes of input are there, or all that are left. */
static gboolean
fill_input (LaminaInflation  *self,
            gsize             wanted,
            GError          **error)
{
  gsize left = self->input_end - self->input_begin;
  gssize n;

  if (left >= wanted || self->next_stored >= self->stored->size)
    return TRUE;
  if (self->input == NULL)
    self->input = g_malloc (INPUT_BYTES);
  memmove (self->input, self->input + self->input_begin, left);
  self->input_begin = 0;
  self->input_end = left;
  n = lamina_stored_read (self->stored, self->next_stored, self->input + left, INPUT_BYTES - left, error);
  if (n < 0)
    return FALSE;
  self->input_end += (gsize) n;
  /* A file that became shorter ends here. */
  self->next_stored = n > 0 ? self->next_stored + (guint64) n : self->stored->size;
  return TRUE;
}

/* Tape drives and some writers fill up with zeros behind the last member. */
static void
skip_zeros (LaminaInflation *self)
{
  while (self->input_begin < self->input_end && self->input[self->input_begin] == 0)
    self->input_begin++;
}

static void
begin_frame (LaminaInflation     *self,
             LaminaInflationStep *step)
{
  gsize left;

  if (!fill_input (self, LAMINA_CODEC_MAGIC, &step->error))
    return;
  left = self->input_end - self->input_begin;
  if (left == 0)
    {
      step->ended = TRUE;
    }
  else if (lamina_codec_matches (self->codec, self->input + self->input_begin, left))
    {
      self->between_frames = FALSE;
    }
  else if (self->input[self->input_begin] == 0)
    {
      skip_zeros (self);
    }
  else
    {
      step->ended = TRUE;
      step->damage = g_strdup_printf ("what follows the end of the %s stream was left out",
                                      lamina_codec_get_name (self->codec));
    }
}

static void
note_result (LaminaInflation     *self,
             LaminaInflationStep *step,
             LaminaCodecResult    result,
             const char          *damage)
{
  const char *name = lamina_codec_get_name (self->codec);
  gboolean no_input = self->input_begin == self->input_end && self->next_stored >= self->stored->size;

  if (result == LAMINA_CODEC_FRAME_ENDED)
    self->between_frames = TRUE;
  else if (result == LAMINA_CODEC_DAMAGED)
    step->damage = g_strdup_printf ("the %s stream is damaged: %s", name, damage);
  else if (no_input && step->produced == 0)
    step->damage = g_strdup_printf ("the %s stream ends too early", name);
  step->ended = step->damage != NULL;
}

static void
inflate_some (LaminaInflation     *self,
              LaminaInflationStep *step)
{
  LaminaCodecWindow window;
  LaminaCodecResult result;
  const char *damage = NULL;

  if (!fill_input (self, 1, &step->error))
    return;
  window.in = self->input + self->input_begin;
  window.in_left = self->input_end - self->input_begin;
  window.out = step->out;
  window.out_left = step->room;
  result = lamina_codec_step (self->codec, &window, &damage);
  self->input_begin = self->input_end - window.in_left;
  step->produced = step->room - window.out_left;
  note_result (self, step, result, damage);
}

void
lamina_inflation_step (LaminaInflation     *self,
                       LaminaInflationStep *step)
{
  if (self->between_frames)
    begin_frame (self, step);
  else
    inflate_some (self, step);
}
