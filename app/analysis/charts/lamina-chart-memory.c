/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-live-set.h"
#include "lamina-producer.h"

#include <string.h>

/* Memory over time: what tensors keep from one change to the next, by role, or by the site that asked for it, or what else
 * allocations have in common. Row i is step i of the set. */

static const struct
{
  const char *key;
  const char *title;
} roles[LAMINA_N_ROLES] = {
  [LAMINA_ROLE_UNKNOWN] = { "unknown_bytes", N_("Unknown role") },
  [LAMINA_ROLE_INPUT] = { "input_bytes", N_("Inputs") },
  [LAMINA_ROLE_PARAMETER] = { "parameter_bytes", N_("Parameters") },
  [LAMINA_ROLE_ACTIVATION] = { "activation_bytes", N_("Activations") },
  [LAMINA_ROLE_WORKSPACE] = { "workspace_bytes", N_("Workspace") },
  [LAMINA_ROLE_OUTPUT] = { "output_bytes", N_("Outputs") },
};

static const char *const subtitles[LAMINA_N_LIVE_BANDS] = {
  [LAMINA_BANDS_BY_SITE] = N_("Live tensors by site: peak %s"),
  [LAMINA_BANDS_BY_MODULE] = N_("Live tensors by module: peak %s"),
  [LAMINA_BANDS_BY_STREAM] = N_("Live tensors by stream: peak %s"),
  [LAMINA_BANDS_BY_SIZE] = N_("Live tensors by size: peak %s"),
  [LAMINA_BANDS_BY_CATEGORY] = N_("Live tensors by category: peak %s"),
};

typedef struct
{
  guint position;
  guint total;
  guint made;
  guint parts[LAMINA_N_ROLES];
} Columns;

static const char *
find_no_lifetimes (LaminaDocument *document,
                   LaminaRun      *run)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  return lamina_column_first (tensors->first_lifetime, tensors->n) > 0
         ? NULL : N_("The file does not say when tensors are in memory.");
}

static gboolean
has_role (const LaminaLiveSteps *steps,
          guint                  role)
{
  for (guint i = 0; i < steps->n; i++)
    if (steps->bytes[role][i] > 0)
      return TRUE;
  return FALSE;
}

static guint
add_band (LaminaChartData *data,
          LaminaLiveSet   *live,
          guint            band)
{
  const char *site = lamina_live_set_get_band_name (live, band);
  const char *by = lamina_tensor_grouping_get_name (lamina_tensor_grouping_of_bands (lamina_live_set_get_bands (live)));
  g_autofree char *key = band == 0 ? g_strdup ("others_bytes") : g_strdup_printf ("%s_%u_bytes", by, band);

  if (!lamina_live_set_has_sites (live))
    return LAMINA_CHART_ADD (data, roles[band].key, _(roles[band].title), AMOUNT, BYTES, PART);
  return LAMINA_CHART_ADD (data, lamina_chart_data_keep (data, key),
                           site != NULL ? lamina_chart_data_keep (data, site) : _("others"), AMOUNT, BYTES, PART);
}

static void
add_columns (LaminaChartData *data,
             LaminaRun       *run,
             LaminaLiveSet   *live,
             Columns         *self)
{
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (live);

  switch (lamina_run_get_unit (run))
    {
    case LAMINA_AXIS_NANOSECONDS: self->position = LAMINA_CHART_ADD (data, "start_ns", _("From"), AMOUNT, NANOSECONDS, X); break;
    case LAMINA_AXIS_EVENTS: self->position = LAMINA_CHART_ADD (data, "event", _("Event"), COUNT, NONE, X); break;
    case LAMINA_AXIS_STEPS:
    case LAMINA_AXIS_NODES:
    case LAMINA_AXIS_BYTES:
    default: self->position = LAMINA_CHART_ADD (data, "step", _("Step"), COUNT, NONE, X); break;
    }
  self->total = LAMINA_CHART_ADD (data, "bytes", _("In memory"), AMOUNT, BYTES, VALUE);
  for (guint role = 0; role < LAMINA_N_ROLES; role++)
    self->parts[role] = has_role (steps, role) ? add_band (data, live, role) : LAMINA_NONE;
  self->made = LAMINA_CHART_ADD (data, "tensors_begun", _("Tensors allocated"), COUNT, NONE, TABLE);
}

typedef struct
{
  guint step;
  guint32 layer;
} Maker;

static int
compare_makers (gconstpointer a,
                gconstpointer b)
{
  const Maker *left = a, *right = b;

  if (left->step != right->step)
    return left->step < right->step ? -1 : 1;
  return (left->layer > right->layer) - (left->layer < right->layer);
}

/* Which layers make tensors that are kept from a step on; LAMINA_NONE for tensors that no layer makes. */
static GArray *
list_makers (LaminaRun      *run,
             LaminaLiveSet  *live,
             LaminaTimebase *timebase)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  GArray *makers = g_array_new (FALSE, FALSE, sizeof (Maker));

  for (guint32 i = 0; i < tensors->n; i++)
    {
      gint64 first, last;
      Maker maker = { .layer = lamina_producer_find (run, i, timebase) };

      if (!lamina_live_set_get_range (live, i, &first, &last))
        continue;
      maker.step = lamina_live_set_find_step (live, first);
      if (maker.step != LAMINA_NONE)
        g_array_append_val (makers, maker);
    }
  g_array_sort (makers, compare_makers);
  return makers;
}

static void
add_steps (LaminaChartData       *data,
           const Columns         *columns,
           const LaminaLiveSteps *steps,
           GArray                *makers,
           gint64                 start,
           gboolean               is_estimated)
{
  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint next = 0;

  for (guint i = 0; i < steps->n; i++)
    {
      guint row, begun = 0;

      g_array_set_size (layers, 0);
      for (; next < makers->len && g_array_index (makers, Maker, next).step == i; next++, begun++)
        {
          guint32 layer = g_array_index (makers, Maker, next).layer;

          if (layer != LAMINA_NONE && (layers->len == 0 || g_array_index (layers, guint32, layers->len - 1) != layer))
            g_array_append_val (layers, layer);
        }
      row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER, (const guint32 *) (gpointer) layers->data, layers->len);
      lamina_chart_data_set_integer (data, row, columns->position, steps->position[i] - start);
      lamina_chart_data_set_integer (data, row, columns->total, steps->total[i]);
      lamina_chart_data_mark (data, row, columns->total, LAMINA_CHART_ESTIMATED, is_estimated);
      for (guint role = 0; role < LAMINA_N_ROLES; role++)
        if (columns->parts[role] != LAMINA_NONE)
          lamina_chart_data_set_integer (data, row, columns->parts[role], steps->bytes[role][i]);
      lamina_chart_data_set_integer (data, row, columns->made, begun);
    }
}

/* The whole run: a tensor is kept for layers outside of what a filter leaves, too. */
static gboolean
fill_memory (LaminaChartData         *data,
             const LaminaChartSource *source)
{
  g_autoptr (LaminaLiveSet) whole = lamina_live_set_new (source->run, source->timebase, source->cancellable);
  g_autoptr (LaminaLiveSet) live = NULL;
  g_autoptr (GArray) makers = NULL;
  const LaminaLiveSteps *steps;
  Columns columns;
  guint peak;
  g_autofree char *most = NULL;
  g_autofree char *marked = NULL;

  if (whole != NULL)
    live = lamina_tensor_grouping_divide (source->query->grouping, source->run, whole, source->cancellable);
  if (live == NULL)
    return FALSE;
  if (lamina_live_set_get_peak (live) == LAMINA_NONE)
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("The file does not say when tensors are in memory."));
      return TRUE;
    }
  steps = lamina_live_set_get_steps (live);
  makers = list_makers (source->run, live, source->timebase);
  add_columns (data, source->run, live, &columns);
  add_steps (data, &columns, steps, makers, lamina_timebase_get_start (source->timebase),
             lamina_live_set_is_estimated (live));
  peak = lamina_live_set_get_peak (live);
  most = lamina_figure_dup (lamina_live_set_get_steps (live)->total[peak], LAMINA_UNIT_BYTES);
  marked = g_strconcat (lamina_live_set_is_estimated (live) ? "≈\u00a0" : "", most, NULL);
  if (lamina_live_set_has_sites (live))
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _(subtitles[lamina_live_set_get_bands (live)]), marked);
  else
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("Live tensors by role: peak %s"), marked);
  lamina_chart_data_set_live (data, live, source->timebase);
  return TRUE;
}

const LaminaChart lamina_chart_memory = {
  "memory", N_("Memory over time"), NN_ ("%u more", "%u more"),
  N_("peak allocation OOM"), LAMINA_CHART_MEMORY, find_no_lifetimes, fill_memory,
};
