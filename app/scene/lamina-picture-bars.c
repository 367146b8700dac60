/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-chart-private.h"

#include "lamina-grouping.h"
#include "lamina-layer-query.h"

#define MOST_BARS 25
#define HEAD_HEIGHT 60

/* What the bars show: the first of these that any layer has. */
typedef enum
{
  MEASURE_COST,
  MEASURE_FLOP,
  MEASURE_BYTES,
  MEASURE_CALLS,
} Measure;

static const struct
{
  LaminaLayerColumn column;
  LaminaUnit unit;
  const char *name;
  const char *most;
} measures[] = {
  [MEASURE_COST] = { LAMINA_LAYER_COLUMN_DURATION, LAMINA_UNIT_NANOSECONDS, "duration", "longest" },
  [MEASURE_FLOP] = { LAMINA_LAYER_COLUMN_FLOP, LAMINA_UNIT_FLOP, "floating point operations", "largest" },
  [MEASURE_BYTES] = { LAMINA_LAYER_COLUMN_BYTES, LAMINA_UNIT_BYTES, "bytes moved", "largest" },
  [MEASURE_CALLS] = { LAMINA_LAYER_COLUMN_CALLS, LAMINA_UNIT_NONE, "calls", "most frequent" },
};

static Measure
get_measure (LaminaRun *run)
{
  const LaminaTotals *totals = lamina_run_get_totals (run);

  if (totals->cost != LAMINA_ABSENT)
    return MEASURE_COST;
  if (totals->flop != LAMINA_ABSENT)
    return MEASURE_FLOP;
  return totals->bytes != LAMINA_ABSENT ? MEASURE_BYTES : MEASURE_CALLS;
}

static gint64
get_value (LaminaRun *run,
           Measure    measure,
           guint      layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  switch (measure)
    {
    case MEASURE_COST:
      return lamina_column_number (lamina_run_get_costs (run), layer);
    case MEASURE_FLOP:
      return lamina_column_number (layers->flop, layer);
    case MEASURE_BYTES:
      return lamina_column_number (layers->bytes, layer);
    case MEASURE_CALLS:
    default:
      return layers->calls[layer];
    }
}

static double
get_total (LaminaRun *run,
           Measure    measure)
{
  double total = 0;

  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    {
      gint64 value = get_value (run, measure, i);

      if (value != LAMINA_ABSENT)
        total += (double) value;
    }
  return total;
}

/* How many bars fit into the height that was asked for. */
static guint
get_room (LaminaPage *page)
{
  int foot = LAMINA_CHART_AXIS_HEIGHT + lamina_page_get_foot_height (page, NULL) + LAMINA_PAGE_MARGIN;
  int room = page->options->height - page->y - HEAD_HEIGHT - foot;

  if (page->options->height == 0)
    return MOST_BARS;
  return CLAMP (room / LAMINA_CHART_ROW_HEIGHT, 1, MOST_BARS);
}

static gboolean
check_layers (LaminaPage  *page,
              GError     **error)
{
  if (lamina_run_get_layers (page->run)->n > 0)
    return TRUE;
  g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the run has no layers");
  return FALSE;
}

/* Title, and what is shown as the first sentence of the caption. */
static void
add_head (LaminaPage *page,
          Measure     measure,
          const char *what)
{
  g_autofree char *title = lamina_picture_dup_title (page->document, page->options);
  g_autofree char *timing = lamina_page_dup_timing (page);
  g_autofree char *total = lamina_figure_dup_real (get_total (page->run, measure), measures[measure].unit);
  g_autofree char *caption = g_strdup_printf ("%s: %s and share of %s. %s", what, measures[measure].name, total,
                                              timing);

  lamina_page_add_title (page, title, page->options->caption != NULL ? page->options->caption : caption);
}

static guint32 *
create_rows (guint n)
{
  guint32 *rows = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  return rows;
}

/* How many layers have a value. */
static guint
count_values (LaminaRun *run,
              Measure    measure)
{
  guint n = 0;

  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    n += get_value (run, measure, i) != LAMINA_ABSENT;
  return n;
}

static LaminaBar
create_layer_bar (LaminaRun *run,
                  Measure    measure,
                  guint      layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  gint64 wait = lamina_column_number (layers->wait, layer);

  return (LaminaBar) {
    .label = lamina_slice_dup_label (lamina_run_get_string (run, layers->name[layer])),
    .family = layers->family[layer],
    .value = (double) get_value (run, measure, layer),
    .wait = measure != MEASURE_COST || wait == LAMINA_ABSENT ? 0 : (double) wait,
  };
}

gboolean
lamina_page_add_layers (LaminaPage  *self,
                        GError     **error)
{
  Measure measure = get_measure (self->run);
  guint n_layers = lamina_run_get_layers (self->run)->n;
  guint n_values = count_values (self->run, measure);
  guint n = MIN (get_room (self), n_values);
  g_autofree guint32 *rows = create_rows (n_layers);
  g_autoptr (GArray) bars = lamina_bars_new ();
  g_autofree char *what = n == n_values ? g_strdup_printf ("All %u layers", n)
                                        : g_strdup_printf ("The %u %s of %u layers", n, measures[measure].most,
                                                           n_values);

  if (!check_layers (self, error))
    return FALSE;
  add_head (self, measure, what);
  lamina_layers_sort (self->run, self->timebase, measures[measure].column, TRUE, rows, n_layers, NULL);
  for (guint i = 0; i < n; i++)
    {
      LaminaBar bar = create_layer_bar (self->run, measure, rows[i]);

      bar.target = (LaminaTarget) { LAMINA_TARGET_LAYERS, 0, i, 1 };
      g_array_append_val (bars, bar);
    }
  lamina_page_add_chart (self, "layers", bars, measures[measure].unit, get_total (self->run, measure), NULL);
  return TRUE;
}

static gint64
get_group_value (const LaminaLayerGroup *group,
                 Measure                 measure)
{
  switch (measure)
    {
    case MEASURE_COST:
      return group->duration;
    case MEASURE_FLOP:
      return group->flop;
    case MEASURE_BYTES:
      return group->bytes;
    case MEASURE_CALLS:
    default:
      return group->calls;
    }
}

static int
compare_bars (gconstpointer a,
              gconstpointer b)
{
  double left = ((const LaminaBar *) a)->value;
  double right = ((const LaminaBar *) b)->value;

  return left > right ? -1 : left < right;
}

/* The groups that have a value, largest first. */
static void
add_groups (GArray         *bars,
            LaminaGrouping *grouping,
            Measure         measure)
{
  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);
      gint64 value = get_group_value (group, measure);
      LaminaBar bar = { .family = group->family, .value = (double) value };

      if (value == LAMINA_ABSENT)
        continue;
      bar.label = g_strdup (group->label);
      g_array_append_val (bars, bar);
    }
  g_array_sort (bars, compare_bars);
}

/* Replaces what does not fit by what it adds up to. */
static void
sum_up_rest (GArray *bars,
             guint   room)
{
  LaminaBar rest = { .family = LAMINA_FAMILY_OTHER };

  if (bars->len <= room)
    return;
  rest.label = g_strdup_printf ("%u more types", bars->len - room + 1);
  for (guint i = room - 1; i < bars->len; i++)
    rest.value += g_array_index (bars, LaminaBar, i).value;
  g_array_set_size (bars, room - 1);
  g_array_append_val (bars, rest);
}

static char *
dup_absent (guint   n,
            Measure measure)
{
  if (n == 0)
    return NULL;
  return g_strdup_printf ("%u more %s no %s.", n, n == 1 ? "type has" : "types have", measures[measure].name);
}

gboolean
lamina_page_add_types (LaminaPage  *self,
                       GError     **error)
{
  Measure measure = get_measure (self->run);
  guint n_layers = lamina_run_get_layers (self->run)->n;
  g_autofree guint32 *rows = create_rows (n_layers);
  g_autoptr (LaminaGrouping) grouping = NULL;
  g_autoptr (GArray) bars = lamina_bars_new ();
  g_autofree char *note = NULL;

  if (!check_layers (self, error))
    return FALSE;
  grouping = lamina_grouping_new (self->run, rows, n_layers, LAMINA_GROUP_BY_TYPE, NULL);
  add_groups (bars, grouping, measure);
  note = dup_absent (lamina_grouping_get_n (grouping) - bars->len, measure);
  sum_up_rest (bars, MAX (get_room (self), 2));
  add_head (self, measure, "Types of layers");
  lamina_page_add_chart (self, "types", bars, measures[measure].unit, get_total (self->run, measure), note);
  return TRUE;
}
