/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-chart-spread-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-order-rows.h"

#include <string.h>

/* The slices of one name, a string of the run, in the order of their tracks; those that the filter of a chart leaves. */
typedef struct
{
  LaminaRun *run;
  guint32 name;
  LaminaFamily family;
  GArray *slices;
} NamedSlices;

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

static void
named_slices_clear (NamedSlices *self)
{
  g_clear_pointer (&self->slices, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (NamedSlices, named_slices_clear)

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

  if (lamina_slices_is_part (slices, i))
    return FALSE;
  if (slices->flags != NULL && (slices->flags[i] & LAMINA_SLICE_OPEN) != 0)
    return FALSE;
  if (self->wanted != NULL && (layer >= self->n_layers || !self->wanted[layer]))
    return FALSE;
  start = lamina_add_saturating (slices->start[i], offset);
  return (self->end == LAMINA_ABSENT || start <= self->end)
         && (self->start == LAMINA_ABSENT || lamina_add_saturating (start, slices->duration[i]) >= self->start);
}

/* One would say nothing of how durations vary. */
#define LEAST_SLICES 2

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
  gint64 offset = lamina_timebase_get_offset (self->source->timebase, lamina_track_get_info (shown)->clock);

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

/* The string whose slices take most, among those that have enough; without any such, among those that have several. 0 when there
 * is none. */
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

        if (total->n >= (pass == 0 ? enough : LEAST_SLICES)
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
add_track (NamedSlices  *self,
           const Limits *limits,
           guint32       track)
{
  LaminaTrack *shown = lamina_run_get_track (self->run, track);
  const LaminaSlices *slices = lamina_track_get_slices (shown);
  gint64 offset = lamina_timebase_get_offset (limits->source->timebase, lamina_track_get_info (shown)->clock);

  for (guint i = 0; i < slices->n && !lamina_order_is_cancelled (limits->source->cancellable, i); i++)
    {
      if (slices->name[i] != self->name || !is_within (limits, slices, offset, i))
        continue;
      if (self->slices->len == 0)
        self->family = (LaminaFamily) slices->family[i];
      g_array_append_vals (self->slices, &(LaminaSliceRef) { track, i }, 1);
    }
}

/* Those of @name; without one, of the name that takes most and has @enough slices. There may be none. FALSE when cancelled. */
static gboolean
named_slices_find (NamedSlices             *self,
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

/*
 * Durations: how many of one name take how long. Asked for by name, these are the slices of that name, else the layers of
 * it. Without a name it is that of the layer asked for, or of its type where names tell layers apart; else the name that
 * takes most of all that have enough layers; in runs without times of layers, enough slices.
 */

#define ENOUGH 5

/* A name that takes less of the run is passed over for types, unless it is asked for. */
#define WORTHWHILE 0.05

static const char *
find_no_durations (LaminaDocument *document,
                   LaminaRun      *run)
{
  if (lamina_run_get_costs (run) != NULL)
    return NULL;
  if (lamina_run_get_unit (run) == LAMINA_AXIS_NANOSECONDS && lamina_run_get_timing (run) != LAMINA_TIMING_ORDER
      && lamina_run_get_totals (run)->n_slices > 0)
    return NULL;
  return N_("The file states no times.");
}

static guint
count_timed (const LaminaLayerGroup *group,
             const gint64           *costs)
{
  guint n = 0;

  for (guint i = 0; i < group->n_layers; i++)
    n += costs[group->layers[i]] != LAMINA_ABSENT;
  return n;
}

/* The group that a layer is in; NULL when it is in none. */
static const LaminaLayerGroup *
find_group (LaminaGrouping *grouping,
            guint32         layer)
{
  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);

      for (guint j = 0; j < group->n_layers && group->layers[j] <= layer; j++)
        if (group->layers[j] == layer)
          return group;
    }
  return NULL;
}

/* Groups stand in the order of what they take. */
static const LaminaLayerGroup *
choose_group (LaminaGrouping          *grouping,
              const LaminaChartSource *source,
              guint                    least,
              double                   least_share)
{
  const gint64 *costs = lamina_run_get_costs (source->run);
  const LaminaLayerGroup *asked = source->query->layer != LAMINA_NONE ? find_group (grouping, source->query->layer)
                                                                     : NULL;

  if (asked != NULL && count_timed (asked, costs) >= MIN (least, 2))
    return asked;
  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);

      if (count_timed (group, costs) >= least)
        return !(group->share < least_share) ? group : NULL;
    }
  return NULL;
}

static void
list_layer (gconstpointer  items,
            guint32        item,
            GArray        *layers,
            GArray        *slices)
{
  g_array_append_val (layers, item);
}

static GArray *
list_timed (const LaminaChartSource *source,
            const guint32           *layers,
            guint                    n)
{
  const gint64 *costs = lamina_run_get_costs (source->run);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LaminaTimed));

  for (guint i = 0; costs != NULL && i < n; i++)
    if (costs[layers[i]] != LAMINA_ABSENT)
      g_array_append_vals (list, &(LaminaTimed) { costs[layers[i]], layers[i] }, 1);
  return list;
}

/* How many there are, in the middle and near the end. */
static void
add_words (LaminaChartData    *data,
           const LaminaSpread *spread,
           const char         *name,
           gboolean            of_slices)
{
  guint n = spread->timed->len;
  g_autofree char *count = lamina_chart_data_dup_layers (data, n);
  g_autofree char *middle = lamina_spread_dup_quantile (spread, 50);
  g_autofree char *slow = lamina_spread_dup_quantile (spread, 95);

  lamina_chart_data_say (data, LAMINA_CHART_TITLE, _("Durations of %s"), name);
  if (of_slices)
    /* Translators: p95 is what 95 of 100 do not exceed. */
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, ngettext ("%u slice: median %s, p95 %s", "%u slices: median %s, p95 %s", n),
                           n, middle, slow);
  else
    /* Translators: p95 is what 95 of 100 do not exceed. */
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("%s: median %s, p95 %s"), count, middle, slow);
}

static void
show_layers (LaminaChartData         *data,
             const LaminaChartSource *source,
             GArray                  *timed,
             LaminaFamily             family,
             const char              *name)
{
  LaminaSpread spread = { "layers", lamina_layers_get_title (source->run), family, timed, list_layer, NULL, 0 };

  lamina_spread_fill (&spread, data, source->cancellable);
  add_words (data, &spread, name, FALSE);
}

/* What the layers of a group are called. */
static const char *
get_words (const LaminaChartSource *source,
           const LaminaLayerGroup  *group,
           LaminaGroupBy            by)
{
  if (by == LAMINA_GROUP_BY_TYPE && lamina_column_id (lamina_run_get_layers (source->run)->type, group->layers[0]) == 0)
    return _("what has no type");
  return group->label;
}

static gboolean
fill_layers (LaminaChartData         *data,
             const LaminaChartSource *source)
{
  static const struct
  {
    LaminaGroupBy by;
    guint least;
    double least_share;
  } ways[] = { { LAMINA_GROUP_BY_NAME, ENOUGH, WORTHWHILE }, { LAMINA_GROUP_BY_TYPE, ENOUGH, 0 },
               { LAMINA_GROUP_BY_TYPE, 1, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (LaminaGrouping) grouping = lamina_grouping_new (source->run, source->rows, source->n, ways[i].by,
                                                                 source->cancellable);
      const LaminaLayerGroup *group;
      g_autoptr (GArray) timed = NULL;

      if (grouping == NULL)
        return FALSE;
      group = choose_group (grouping, source, ways[i].least, ways[i].least_share);
      if (group == NULL)
        continue;
      timed = list_timed (source, group->layers, group->n_layers);
      show_layers (data, source, timed, group->family, get_words (source, group, ways[i].by));
      return TRUE;
    }
  lamina_chart_data_say (data, LAMINA_CHART_REASON, _("Nothing shown here has a time."));
  return TRUE;
}

/* The layers of a name that no slice has; FALSE when there is none with a time. */
static gboolean
fill_named_layers (LaminaChartData         *data,
                   const LaminaChartSource *source,
                   const char              *name)
{
  const LaminaLayers *layers = lamina_run_get_layers (source->run);
  g_autoptr (GArray) named = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) timed = NULL;
  guint32 id = 0;

  for (guint i = 0; i < source->n; i++)
    {
      guint32 own = lamina_column_id (layers->name, source->rows[i]);

      if (id == 0 && g_str_equal (lamina_run_get_string (source->run, own), name))
        id = own;
      if (own == id && id != 0)
        g_array_append_val (named, source->rows[i]);
    }
  timed = list_timed (source, (const guint32 *) (gpointer) named->data, named->len);
  if (timed->len == 0)
    return FALSE;
  show_layers (data, source, timed, (LaminaFamily) layers->family[g_array_index (named, guint32, 0)], name);
  return TRUE;
}

static void
list_slice (gconstpointer  items,
            guint32        item,
            GArray        *layers,
            GArray        *slices)
{
  const NamedSlices *named = items;
  const LaminaSliceRef *slice = &g_array_index (named->slices, LaminaSliceRef, item);
  const LaminaSlices *of_track = lamina_track_get_slices (lamina_run_get_track (named->run, slice->track));
  guint32 layer = lamina_column_row (of_track->layer, slice->slice);

  g_array_append_vals (slices, slice, 1);
  if (layer != LAMINA_NONE)
    g_array_append_val (layers, layer);
}

static void
show_slices (LaminaChartData   *data,
             const NamedSlices *named,
             GCancellable      *cancellable)
{
  LaminaSpread spread = { "slices", _("Slices"), named->family, NULL, list_slice, named, 0 };
  g_autoptr (GArray) timed = g_array_sized_new (FALSE, FALSE, sizeof (LaminaTimed), named->slices->len);

  for (guint i = 0; i < named->slices->len; i++)
    {
      const LaminaSliceRef *slice = &g_array_index (named->slices, LaminaSliceRef, i);
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (named->run, slice->track));

      g_array_append_vals (timed, &(LaminaTimed) { slices->duration[slice->slice], i }, 1);
    }
  spread.timed = timed;
  lamina_spread_fill (&spread, data, cancellable);
  add_words (data, &spread, lamina_run_get_string (named->run, named->name), TRUE);
}

static gboolean
fill_durations (LaminaChartData         *data,
                const LaminaChartSource *source)
{
  const char *name = source->query->name;
  gboolean has_costs = lamina_run_get_costs (source->run) != NULL && source->n > 0;
  gboolean has_layer = source->query->layer != LAMINA_NONE && has_costs;
  g_auto (NamedSlices) named = { 0 };

  if (name == NULL && has_costs)
    return fill_layers (data, source);
  if (!named_slices_find (&named, source, name, ENOUGH))
    return FALSE;
  if (named.slices->len >= (has_layer ? LEAST_SLICES : 1))
    show_slices (data, &named, source->cancellable);
  else if (has_layer)
    return fill_layers (data, source);
  else if (name == NULL)
    lamina_chart_data_say (data, LAMINA_CHART_REASON, _("No name is shown more than once."));
  else if (!fill_named_layers (data, source, name))
    lamina_chart_data_say (data, LAMINA_CHART_REASON, _("Nothing shown here has the name “%s”."), name);
  return TRUE;
}

const LaminaChart lamina_chart_durations = {
  "durations", N_("Durations"), NN_ ("%u range", "%u ranges"),
  N_("histogram distribution"), LAMINA_CHART_HISTOGRAM, find_no_durations, fill_durations,
};
