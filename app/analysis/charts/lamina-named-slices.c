/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-spread-private.h"
#include "lamina-order-rows.h"

#include <string.h>

/*
 * Slices of one name, all over the run. Parts of slices, waiting and kernels, do not count: they belong to the slice around
 * them. What has no end in the file has no duration.
 */

/* What is looked for: by the filter of the chart, of layers @wanted[i] alone, or of all where that is NULL. */
typedef struct
{
  const LaminaChartSource *source;
  guint8 *wanted;
  guint n_layers;
  gint64 start;
  gint64 end;
} Limits;

static void
limits_clear (Limits *self)
{
  g_free (self->wanted);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Limits, limits_clear)

void
lamina_named_slices_clear (LaminaNamedSlices *self)
{
  g_clear_pointer (&self->slices, g_array_unref);
}

guint32
lamina_named_slices_get_layer (const LaminaNamedSlices *self,
                               const LaminaSliceRef    *slice)
{
  return lamina_column_row (lamina_track_get_slices (lamina_run_get_track (self->run, slice->track))->layer, slice->slice);
}

static Limits
create_limits (const LaminaChartSource *source)
{
  const LaminaLayerFilter *filter = &source->query->filter;
  Limits self = { .source = source, .n_layers = lamina_run_get_layers (source->run)->n, .start = filter->start,
                  .end = filter->end };

  /* Without words and section, slices without a layer count, too. */
  if (filter->section == LAMINA_NONE && (filter->text == NULL || *filter->text == '\0'))
    return self;
  self.wanted = g_malloc0 (MAX (self.n_layers, 1));
  for (guint i = 0; i < source->n; i++)
    self.wanted[source->rows[i]] = TRUE;
  return self;
}

static gboolean
is_within (const Limits       *self,
           const LaminaSlices *slices,
           gint64              offset,
           guint               i)
{
  guint32 layer = lamina_column_row (slices->layer, i);
  gint64 start;

  if (slices->flags != NULL && (slices->flags[i] & LAMINA_SLICE_KIND_MASK) != LAMINA_SLICE_WORK)
    return FALSE;
  if (slices->flags != NULL && (slices->flags[i] & LAMINA_SLICE_OPEN) != 0)
    return FALSE;
  if (self->wanted != NULL && (layer >= self->n_layers || !self->wanted[layer]))
    return FALSE;
  start = lamina_add_saturating (slices->start[i], offset);
  return (self->end == LAMINA_ABSENT || start <= self->end)
         && (self->start == LAMINA_ABSENT || lamina_add_saturating (start, slices->duration[i]) >= self->start);
}

/* What all slices of a string take. */
typedef struct
{
  gint64 sum;
  guint n;
} Total;

/* Stops early when the work is no longer wanted; what was counted till then counts for nothing. */
static void
add_totals (const Limits *self,
            guint         track,
            GArray       *totals)
{
  LaminaTrack *shown = lamina_run_get_track (self->source->run, track);
  const LaminaSlices *slices = lamina_track_get_slices (shown);
  gint64 offset = lamina_timebase_get_offset (self->source->timebase, lamina_track_get_clock (shown));

  for (guint i = 0; i < slices->n && !lamina_order_is_cancelled (self->source->cancellable, i); i++)
    {
      Total *total;

      if (!is_within (self, slices, offset, i))
        continue;
      if (slices->name[i] >= totals->len)
        g_array_set_size (totals, MAX (2 * totals->len, slices->name[i] + 1));
      total = &g_array_index (totals, Total, slices->name[i]);
      total->sum = lamina_number_add (total->sum, slices->duration[i]);
      total->n++;
    }
}

/* The string whose slices take most, among those that have enough; without any such, among all. 0 when there is none. */
static guint32
choose_name (const Limits *self,
             guint         enough)
{
  g_autoptr (GArray) totals = g_array_new (FALSE, TRUE, sizeof (Total));
  guint32 best = 0;

  for (guint i = 0; i < lamina_run_get_n_tracks (self->source->run); i++)
    add_totals (self, i, totals);
  for (guint pass = 0; pass < 2 && best == 0; pass++)
    for (guint32 id = 1; id < totals->len; id++)
      {
        const Total *total = &g_array_index (totals, Total, id);

        if (total->n >= (pass == 0 ? enough : 1)
            && (best == 0 || total->sum > g_array_index (totals, Total, best).sum))
          best = id;
      }
  return best;
}

/* The string that a name is; 0 when no slice has it. Each string is compared once. */
static guint32
find_name (const Limits *self,
           const char   *name)
{
  g_autoptr (GByteArray) known = g_byte_array_new ();

  for (guint t = 0; t < lamina_run_get_n_tracks (self->source->run); t++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->source->run, t));

      for (guint i = 0; i < slices->n && !lamina_order_is_cancelled (self->source->cancellable, i); i++)
        {
          guint32 id = slices->name[i];

          if (id >= known->len)
            {
              guint old = known->len;

              g_byte_array_set_size (known, MAX (2 * old, id + 1));
              memset (known->data + old, 0, known->len - old);
            }
          if (!known->data[id] && g_str_equal (lamina_run_get_string (self->source->run, id), name))
            return id;
          known->data[id] = TRUE;
        }
    }
  return 0;
}

static void
add_track (LaminaNamedSlices *self,
           const Limits      *limits,
           guint32            track)
{
  LaminaTrack *shown = lamina_run_get_track (self->run, track);
  const LaminaSlices *slices = lamina_track_get_slices (shown);
  gint64 offset = lamina_timebase_get_offset (limits->source->timebase, lamina_track_get_clock (shown));

  for (guint i = 0; i < slices->n && !lamina_order_is_cancelled (limits->source->cancellable, i); i++)
    {
      if (slices->name[i] != self->name || !is_within (limits, slices, offset, i))
        continue;
      if (self->slices->len == 0)
        self->family = (LaminaFamily) slices->family[i];
      g_array_append_vals (self->slices, &(LaminaSliceRef) { track, i }, 1);
    }
}

gboolean
lamina_named_slices_find (LaminaNamedSlices       *self,
                          const LaminaChartSource *source,
                          const char              *name,
                          guint                    enough)
{
  g_auto (Limits) limits = create_limits (source);

  self->run = source->run;
  self->slices = g_array_new (FALSE, FALSE, sizeof (LaminaSliceRef));
  self->name = name != NULL ? find_name (&limits, name) : choose_name (&limits, enough);
  for (guint i = 0; self->name != 0 && i < lamina_run_get_n_tracks (source->run); i++)
    add_track (self, &limits, i);
  return !g_cancellable_is_cancelled (source->cancellable);
}
