/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-attributes-private.h"
#include "lamina-layer-query.h"
#include "lamina-layer-terms.h"
#include "lamina-layer-value.h"
#include "lamina-match.h"
#include "lamina-order-rows.h"
#include "lamina-work.h"

#include <string.h>

/*
 * Words are taken one after the other, each leaving fewer layers. What a word says of a string or a shape is found out
 * once and remembered by its id, since many layers share them.
 */

typedef enum
{
  ANSWER_UNKNOWN,
  ANSWER_NO,
  ANSWER_YES,
} Answer;

typedef struct
{
  LaminaRun *run;
  const LaminaLayers *layers;
  const LaminaTensors *tensors;
  /* The word for names and types, and as shapes are written here, with `x`. */
  const char *word;
  const char *shape_word;
  gboolean exact;
  gboolean whole; /* strings are names, and match by what their files call them, too */
  guint8 *strings;
  gsize n_strings;
  guint8 *shapes;
  gsize n_shapes;
  LaminaWork *work;
  guint8 *results; /* shapes that the file does not name */
  gsize n_results;
} Matcher;

static void
matcher_clear (Matcher *self)
{
  g_free (self->strings);
  g_free (self->shapes);
  g_free (self->results);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Matcher, matcher_clear)

static gsize
count_ids (const guint32 *column,
           guint          n)
{
  guint32 max = 0;

  for (guint i = 0; i < n; i++)
    max = MAX (max, lamina_column_id (column, i));
  return (gsize) max + 1;
}

static void
matcher_init (Matcher   *self,
              LaminaRun *run)
{
  self->run = run;
  self->layers = lamina_layers_in_force (run);
  self->tensors = lamina_run_get_tensors (run);
  self->n_strings = MAX (MAX (count_ids (self->layers->name, self->layers->n),
                              count_ids (self->layers->type, self->layers->n)),
                         MAX (count_ids (self->layers->device, self->layers->n),
                              count_ids (self->tensors->dtype, self->tensors->n)));
  self->n_strings = MAX (self->n_strings, count_ids (self->layers->annotation, self->layers->n));
  if (self->layers->parts)
    self->n_strings = MAX (self->n_strings, count_ids (self->layers->parts, self->layers->first_part[self->layers->n]));
  self->n_shapes = count_ids (self->tensors->shape, self->tensors->n);
  self->strings = g_new0 (guint8, self->n_strings);
  self->shapes = g_new0 (guint8, self->n_shapes);
  self->work = lamina_work_peek (run);
  self->n_results = (self->work ? lamina_work_get_n_inferred (self->work) : 0) + (gsize) 1;
  self->results = g_new0 (guint8, self->n_results);
}

static char *
write_shape (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "×", -1);

  return g_strjoinv ("x", parts);
}

static gboolean
match_text (Matcher    *self,
            const char *text)
{
  g_autofree char *folded = NULL;

  if (!self->exact)
    return lamina_match_contains (text, self->word);
  folded = g_utf8_casefold (text, -1);
  return strcmp (folded, self->word) == 0;
}

static gboolean
ask_string (Matcher *self,
            guint32  id)
{
  const char *text = lamina_run_get_string (self->run, id);
  g_auto (GStrv) whole = NULL;

  if (match_text (self, text))
    return TRUE;
  whole = self->whole ? lamina_run_dup_whole_names (self->run, text) : NULL;
  for (char **name = whole; name && *name; name++)
    if (match_text (self, *name))
      return TRUE;
  return FALSE;
}

static gboolean
match_string (Matcher *self,
              guint32  id)
{
  if (self->strings[id] == ANSWER_UNKNOWN)
    self->strings[id] = ask_string (self, id) ? ANSWER_YES : ANSWER_NO;
  return self->strings[id] == ANSWER_YES;
}

static void
forget_answers (Matcher *self)
{
  memset (self->strings, ANSWER_UNKNOWN, self->n_strings);
  memset (self->shapes, ANSWER_UNKNOWN, self->n_shapes);
  memset (self->results, ANSWER_UNKNOWN, self->n_results);
}

/* Takes over the text. */
static gboolean
match_shape_text (Matcher *self,
                  char    *text)
{
  g_autofree char *owned = text;
  g_autofree char *shape = write_shape (owned);

  if (self->exact || strchr (self->shape_word, '*'))
    return lamina_match_pattern (shape, self->shape_word);
  return strstr (shape, self->shape_word) != NULL;
}

static gboolean
match_shapes (Matcher       *self,
              const guint32 *tensors,
              guint          begin,
              guint          end)
{
  for (guint i = begin; i < end; i++)
    {
      guint32 id = lamina_column_id (self->tensors->shape, tensors[i]);

      if (id == 0)
        continue;
      if (self->shapes[id] == ANSWER_UNKNOWN)
        self->shapes[id] = match_shape_text (self, lamina_run_dup_shape_text (self->run, id)) ? ANSWER_YES : ANSWER_NO;
      if (self->shapes[id] == ANSWER_YES)
        return TRUE;
    }
  return FALSE;
}

static gboolean
match_outputs (Matcher *self,
               guint32  layer)
{
  const LaminaLayers *layers = self->layers;
  guint32 result = lamina_layer_get_inferred (self->run, layer);

  if (result == 0)
    return match_shapes (self, layers->outputs, lamina_column_first (layers->first_output, layer),
                         lamina_column_first (layers->first_output, layer + 1));
  if (self->results[result] == ANSWER_UNKNOWN)
    self->results[result] = match_shape_text (self, lamina_work_dup_inferred_text (self->work, result)) ? ANSWER_YES
                                                                                                      : ANSWER_NO;
  return self->results[result] == ANSWER_YES;
}

/* The name, or that of something which was fused into the layer. */
static gboolean
match_name (Matcher *self,
            guint32  layer)
{
  const LaminaLayers *layers = self->layers;

  if (match_string (self, lamina_column_id (layers->name, layer)))
    return TRUE;
  for (guint32 i = layers->parts ? layers->first_part[layer] : 0; layers->parts && i < layers->first_part[layer + 1]; i++)
    if (match_string (self, layers->parts[i]))
      return TRUE;
  return FALSE;
}

static gboolean
match_layer (Matcher *self,
             guint32  layer)
{
  const LaminaLayers *layers = self->layers;

  if (self->word && (match_string (self, lamina_column_id (layers->type, layer)) || match_name (self, layer)))
    return TRUE;
  return match_shapes (self, layers->inputs, layers->first_input[layer], layers->first_input[layer + 1]) ||
         match_outputs (self, layer);
}

/* Keeps the layers that the word matches. FALSE when cancelled. */
static gboolean
keep_word (Matcher      *self,
           const char   *word,
           guint32      *rows,
           guint        *n,
           GCancellable *cancellable)
{
  g_autofree char *shape_word = write_shape (word);
  guint kept = 0;

  self->word = strchr (word, '*') ? NULL : word;
  self->exact = FALSE;
  self->whole = TRUE;
  self->shape_word = shape_word;
  forget_answers (self);

  for (guint i = 0; i < *n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (match_layer (self, rows[i]))
        rows[kept++] = rows[i];
    }
  *n = kept;
  return TRUE;
}

static gboolean
match_number (gint64            number,
              const LaminaTerm *term)
{
  return number != LAMINA_ABSENT && number >= term->least && number <= term->most;
}

static gboolean
match_section (Matcher *self,
               guint32  layer)
{
  guint32 section = lamina_column_row (self->layers->section, layer);

  return section != LAMINA_NONE && match_text (self, lamina_run_get_section (self->run, section)->title);
}

static gboolean
match_phase (Matcher *self,
             guint32  layer)
{
  const char *phase = lamina_phase_get_name ((LaminaPhase) self->layers->phase[layer]);

  return phase && match_text (self, phase);
}

static gboolean
match_inputs (Matcher *self,
              guint32  layer)
{
  const LaminaLayers *layers = self->layers;

  return match_shapes (self, layers->inputs, layers->first_input[layer], layers->first_input[layer + 1]);
}

static gboolean
match_term (Matcher          *self,
            const LaminaTerm *term,
            guint32           layer)
{
  const LaminaLayers *layers = self->layers;

  switch (term->key)
    {
    case LAMINA_TERM_TYPE:
      return match_string (self, lamina_column_id (layers->type, layer));
    case LAMINA_TERM_NAME:
      return match_name (self, layer);
    case LAMINA_TERM_DEVICE:
      return match_string (self, lamina_column_id (layers->device, layer));
    case LAMINA_TERM_DTYPE:
      return match_string (self, lamina_layer_get_dtype (self->run, layer));
    case LAMINA_TERM_SECTION:
      return match_section (self, layer);
    case LAMINA_TERM_ANNOTATION:
      return match_string (self, lamina_column_id (layers->annotation, layer));
    case LAMINA_TERM_PHASE:
      return match_phase (self, layer);
    case LAMINA_TERM_SHAPE:
      return match_inputs (self, layer) || match_outputs (self, layer);
    case LAMINA_TERM_IN:
      return match_inputs (self, layer);
    case LAMINA_TERM_OUT:
      return match_outputs (self, layer);
    case LAMINA_TERM_DURATION:
      return match_number (lamina_column_number (lamina_run_get_costs (self->run), layer), term);
    case LAMINA_TERM_WAIT:
      return match_number (lamina_column_number (layers->wait, layer), term);
    case LAMINA_TERM_FLOP:
      return match_number (lamina_column_number (layers->flop, layer), term);
    case LAMINA_TERM_BYTES:
      return match_number (lamina_column_number (layers->bytes, layer), term);
    case LAMINA_TERM_CALLS:
      return match_number (lamina_layers_get_calls (layers, layer), term);
    case LAMINA_TERM_ATTRIBUTE:
    case LAMINA_N_TERM_KEYS:
    default:
      return TRUE;
    }
}

/* Keeps the layers for which the term holds. FALSE when cancelled. */
static gboolean
keep_term (Matcher          *self,
           const LaminaTerm *term,
           guint32          *rows,
           guint            *n,
           GCancellable     *cancellable)
{
  g_autofree char *shape_word = term->value ? write_shape (term->value) : NULL;
  guint kept = 0;

  if (term->name)
    return lamina_attributes_keep (self->run, term, rows, n, cancellable);
  self->word = term->value;
  self->shape_word = shape_word;
  self->exact = term->exact;
  self->whole = term->key == LAMINA_TERM_NAME;
  forget_answers (self);
  for (guint i = 0; i < *n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (match_term (self, term, rows[i]) != term->negated)
        rows[kept++] = rows[i];
    }
  *n = kept;
  return TRUE;
}

/* Keeps those of @n layers that a text asks for, in their order: see lamina_layer_terms_parse(). FALSE when cancelled. */
static gboolean
keep_text (LaminaRun    *run,
           const char   *text,
           guint32      *rows,
           guint        *n,
           GCancellable *cancellable)
{
  g_autoptr (LaminaLayerTerms) terms = lamina_layer_terms_parse (text);
  g_auto (Matcher) matcher = { 0 };

  if (terms->words->len == 0 && terms->terms->len == 0)
    return TRUE;
  matcher_init (&matcher, run);
  for (guint i = 0; i < terms->terms->len; i++)
    {
      const LaminaTerm *term = g_ptr_array_index (terms->terms, i);

      if (term->problem == LAMINA_TERM_FINE && !keep_term (&matcher, term, rows, n, cancellable))
        return FALSE;
    }
  for (guint i = 0; i < terms->words->len; i++)
    if (!keep_word (&matcher, g_ptr_array_index (terms->words, i), rows, n, cancellable))
      return FALSE;
  return TRUE;
}

/* Marks the layers that have a slice in a lane from @start to @end, both on the clock of the track. FALSE when cancelled. */
static gboolean
mark_lane (LaminaTrack  *track,
           guint         lane,
           gint64        start,
           gint64        end,
           guint8       *touched,
           GCancellable *cancellable)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint i = lamina_track_find_slice (track, lane, start == G_MININT64 ? start : start - 1);

  for (; i < slices->first[lane + 1] && slices->start[i] <= end; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (slices->layer[i] != LAMINA_NONE && slices->start[i] + slices->duration[i] >= start)
        touched[slices->layer[i]] = TRUE;
    }
  return TRUE;
}

static gboolean
mark_range (LaminaRun               *run,
            LaminaTimebase          *timebase,
            const LaminaLayerFilter *filter,
            guint8                  *touched,
            GCancellable            *cancellable)
{
  for (guint t = 0; t < lamina_run_get_n_tracks (run); t++)
    {
      LaminaTrack *track = lamina_run_get_track (run, t);
      const LaminaSlices *slices = lamina_track_get_slices (track);
      gint64 offset = lamina_timebase_get_offset (timebase, lamina_track_get_info (track)->clock);
      gint64 start = filter->start == LAMINA_ABSENT ? G_MININT64 : lamina_subtract_saturating (filter->start, offset);
      gint64 end = filter->end == LAMINA_ABSENT ? G_MAXINT64 : lamina_subtract_saturating (filter->end, offset);

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint lane = 0; slices->layer && start <= end && lane < slices->n_lanes; lane++)
        if (!mark_lane (track, lane, start, end, touched, cancellable))
          return FALSE;
    }
  return TRUE;
}

/* The layers of the section and range. FALSE when cancelled. */
static gboolean
list_layers (LaminaRun               *run,
             LaminaTimebase          *timebase,
             const LaminaLayerFilter *filter,
             guint32                 *rows,
             guint                   *n,
             GCancellable            *cancellable)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  g_autofree guint8 *touched = NULL;

  if (filter->start != LAMINA_ABSENT || filter->end != LAMINA_ABSENT)
    {
      touched = g_new0 (guint8, MAX (layers->n, 1));
      if (!mark_range (run, timebase, filter, touched, cancellable))
        return FALSE;
    }

  for (guint i = 0; i < layers->n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (filter->section != LAMINA_NONE && lamina_column_row (layers->section, i) != filter->section)
        continue;
      if (!touched || touched[i])
        rows[(*n)++] = i;
    }
  return TRUE;
}

guint32 *
lamina_layers_filter (LaminaRun               *run,
                      LaminaTimebase          *timebase,
                      const LaminaLayerFilter *filter,
                      GCancellable            *cancellable,
                      guint                   *n)
{
  g_autofree guint32 *rows = NULL;
  guint found = 0;

  g_return_val_if_fail (n != NULL, NULL);
  *n = 0;
  g_return_val_if_fail (run != NULL && timebase != NULL && filter != NULL, NULL);

  rows = g_new (guint32, MAX (lamina_run_get_layers (run)->n, 1));
  if (!list_layers (run, timebase, filter, rows, &found, cancellable))
    return NULL;
  if (filter->text && !keep_text (run, filter->text, rows, &found, cancellable))
    return NULL;
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;

  *n = found;
  return g_steal_pointer (&rows);
}
