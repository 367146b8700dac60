/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-columns.h"

#include "lamina-attributes.h"
#include "lamina-layer-text.h"
#include "lamina-metric-sum.h"
#include "lamina-work.h"

#include <glib/gi18n.h>
#include <string.h>

#define METRIC_PREFIX "metric:"
#define HISTOGRAM_NAME "histogram"

/* Room for a type with the first of its shapes. */
#define GROUP_WIDTH 218

/* Room for a rate and the part of the time that it is over. */
#define RATE_WIDTH 140

#define SPREAD_WIDTH 88

/* What only a look at all layers tells; it is kept with the run. */
typedef struct
{
  gboolean has_phases;
  gboolean has_calls;
  gboolean has_order;
  gboolean has_own_order;
  gboolean has_types;
  gboolean has_own_types;
} Facts;

/* So many layers are enough to see whether types say more than names. */
#define MOST_COMPARED 2000

/* Whether types say what names do not: many tools call a layer by its type, or by that and a number. */
static gboolean
find_own_types (LaminaRun          *run,
                const LaminaLayers *layers)
{
  guint step = MAX (layers->n / MOST_COMPARED, 1), n = 0, n_own = 0;

  for (guint i = 0; i < layers->n; i += step)
    {
      guint32 type = lamina_column_id (layers->type, i);
      g_autofree char *label = type != 0 ? lamina_layer_dup_label (run, i) : NULL;

      n++;
      n_own += label != NULL && !g_str_has_prefix (label, lamina_run_get_string (run, type))
               && strcmp (lamina_run_get_string (run, lamina_column_id (layers->name, i)), lamina_run_get_string (run, type)) != 0;
    }
  return n_own * 10 > n;
}

static const Facts *
get_facts (LaminaRun *run)
{
  GQuark key = g_quark_from_static_string ("lamina-table-column-facts");
  const LaminaLayers *layers = lamina_run_get_layers (run);
  Facts *facts = lamina_run_get_attached (run, key);

  if (facts)
    return facts;
  facts = g_new (Facts, 1);
  *facts = (Facts) { .has_own_types = find_own_types (run, layers) };
  G_STATIC_ASSERT (LAMINA_NONE == G_MAXUINT32);
  for (guint i = 0; i < layers->n; i++)
    {
      guint32 order = lamina_layers_get_order (layers, i);

      facts->has_types |= lamina_column_id (layers->type, i) != 0;
      facts->has_phases |= layers->phase && layers->phase[i] != LAMINA_PHASE_UNKNOWN;
      /* Counts of calls say something where any is not one. */
      facts->has_calls |= lamina_layers_get_calls (layers, i) > 1;
      /* Some listings have no order at all, and say so of each layer. */
      facts->has_order |= order != LAMINA_NONE;
      /* Whether the order of execution, with what did not run behind it, is another one than that of the numbers. */
      facts->has_own_order |= i > 0 && lamina_layers_get_order (layers, i - 1) > order;
    }
  return lamina_run_attach (run, key, facts, g_free);
}

/* Whether any layer has both. */
static gboolean
have_both (const LaminaLayers *layers,
           const gint64       *numbers,
           const gint64       *others)
{
  for (guint i = 0; numbers && others && i < layers->n; i++)
    if (numbers[i] != LAMINA_ABSENT && others[i] != LAMINA_ABSENT)
      return TRUE;
  return FALSE;
}

/* Whether any of the tensors has a shape. */
static gboolean
have_shapes (LaminaRun     *run,
             const guint32 *tensors,
             guint32        n)
{
  const guint32 *shapes = lamina_run_get_tensors (run)->shape;

  for (guint32 i = 0; shapes && i < n; i++)
    if (shapes[tensors[i]] != 0)
      return TRUE;
  return FALSE;
}

/* Whether any layer of the run has something in the column: what would hold dashes alone is not offered. */
static gboolean
has_column (LaminaRun         *run,
            LaminaLayerColumn  column)
{
  const LaminaLayerColumnInfo *info = lamina_layer_column_get_info (column);
  const LaminaLayers *layers = lamina_layers_in_force (run);
  LaminaWork *work;

  if (column == LAMINA_LAYER_COLUMN_HISTOGRAM)
    return lamina_run_get_costs (run) != NULL;
  switch (column)
    {
    case LAMINA_LAYER_COLUMN_TYPE:
      return get_facts (run)->has_types;
    case LAMINA_LAYER_COLUMN_ORDER:
      return get_facts (run)->has_order;
    case LAMINA_LAYER_COLUMN_START:
      return layers->start != NULL || layers->starts_with_slice;
    case LAMINA_LAYER_COLUMN_FLOP_RATE:
      return have_both (layers, layers->flop, lamina_run_get_costs (run));
    case LAMINA_LAYER_COLUMN_BYTE_RATE:
      return have_both (layers, layers->bytes, lamina_run_get_costs (run));
    case LAMINA_LAYER_COLUMN_INTENSITY:
      return have_both (layers, layers->flop, layers->bytes);
    case LAMINA_LAYER_COLUMN_MEAN:
    case LAMINA_LAYER_COLUMN_MEDIAN:
    case LAMINA_LAYER_COLUMN_P95:
    case LAMINA_LAYER_COLUMN_MIN:
    case LAMINA_LAYER_COLUMN_MAX:
      return lamina_run_get_costs (run) != NULL;
    case LAMINA_LAYER_COLUMN_SHAPE:
      /* Outputs that the file does not name may be known, too. */
      work = lamina_work_peek (run);
      return have_shapes (run, layers->outputs, lamina_column_first (layers->first_output, layers->n))
             || (work && lamina_work_get_n_inferred (work) > 0);
    case LAMINA_LAYER_COLUMN_INPUTS:
      return layers->first_input && have_shapes (run, layers->inputs, layers->first_input[layers->n]);
    case LAMINA_LAYER_COLUMN_DTYPE:
      return lamina_run_get_tensors (run)->dtype != NULL;
    case LAMINA_LAYER_COLUMN_PHASE:
      return get_facts (run)->has_phases;
    case LAMINA_LAYER_COLUMN_SECTION:
      return lamina_run_get_n_sections (run) > 0;
    case LAMINA_LAYER_COLUMN_INDEX:
    case LAMINA_LAYER_COLUMN_NAME:
    case LAMINA_LAYER_COLUMN_CALLS:
      return TRUE;
    default:
      /* What is worked out from others is there where they are. */
      return !(info->numbers || info->strings) || lamina_layer_column_get_numbers (run, column)
             || lamina_layer_column_get_strings (run, column);
    }
}

static LaminaColumnKind
find_kind (LaminaRun         *run,
           LaminaLayerColumn  column)
{
  if (lamina_layer_column_is_number (run, column))
    return LAMINA_COLUMN_NUMBERS;
  switch (column)
    {
    case LAMINA_LAYER_COLUMN_INPUTS:
      return LAMINA_COLUMN_SOURCES;
    case LAMINA_LAYER_COLUMN_TYPE:
      return LAMINA_COLUMN_TYPES;
    case LAMINA_LAYER_COLUMN_SHAPE:
      return LAMINA_COLUMN_SHAPES;
    case LAMINA_LAYER_COLUMN_NAME:
      return LAMINA_COLUMN_NAMES;
    default:
      return LAMINA_COLUMN_TEXTS;
    }
}

/* A column that is called as the file calls it. */
static void
set_named (LaminaTableColumn *info,
           const char        *name,
           const char        *hint)
{
  info->title = name;
  info->hint = hint;
  info->width = CLAMP ((int) g_utf8_strlen (name, -1) * 7 + 20, info->xalign > 0 ? 70 : 100, 200);
}

void
lamina_layer_column_describe (LaminaRun         *run,
                              LaminaLayerColumn  column,
                              gboolean           grouped,
                              LaminaTableColumn *info)
{
  const LaminaLayerColumnInfo *known = lamina_layer_column_get_info (column);

  *info = (LaminaTableColumn) { .id = column, .sort = (int) column, .kind = find_kind (run, column) };
  info->xalign = info->kind == LAMINA_COLUMN_NUMBERS ? 1 : 0;
  info->is_place = column == LAMINA_LAYER_COLUMN_INDEX || column == LAMINA_LAYER_COLUMN_ORDER
                   || column == LAMINA_LAYER_COLUMN_START;
  if (column == LAMINA_LAYER_COLUMN_HISTOGRAM)
    *info = (LaminaTableColumn) {
      .id = column, .sort = LAMINA_TABLE_UNSORTED, .title = _("Spread"), .width = SPREAD_WIDTH, .fixed = TRUE,
      .hint = _("Distribution of the cost of calls, from least to greatest"),
    };
  else if (lamina_layer_column_is_attribute (column))
    set_named (info, lamina_attribute_get_name (run, column), _("An attribute of the file"));
  else if (!known)
    set_named (info, lamina_run_translate (run, lamina_run_get_metric (run, column - LAMINA_N_LAYER_COLUMNS)->name),
               _("A metric of the tool"));
  else
    {
      info->title = _(known->title);
      info->hint = known->definition ? _(known->definition) : NULL;
      info->width = known->width;
    }
  if (grouped && column == LAMINA_LAYER_COLUMN_NAME)
    info->width = GROUP_WIDTH;
  if (grouped && (column == LAMINA_LAYER_COLUMN_FLOP_RATE || column == LAMINA_LAYER_COLUMN_BYTE_RATE))
    info->width = RATE_WIDTH;
  if (grouped && column == LAMINA_LAYER_COLUMN_DURATION)
    {
      info->title = _("Total");
      info->hint = _("Cost of all of the group");
    }
}

char *
lamina_table_column_dup_name (LaminaRun         *run,
                              LaminaLayerColumn  column)
{
  if (column == LAMINA_LAYER_COLUMN_HISTOGRAM)
    return g_strdup (HISTOGRAM_NAME);
  if (column >= LAMINA_N_LAYER_COLUMNS)
    return g_strconcat (METRIC_PREFIX, lamina_run_get_metric (run, column - LAMINA_N_LAYER_COLUMNS)->name, NULL);
  return g_strdup (lamina_layer_column_get_name (column));
}

/* Groups have their spread behind the numbers of their calls. */
static GArray *
list_places (LaminaRun *run,
             guint      places)
{
  const LaminaLayerColumnInfo *infos = lamina_layer_columns_list ();
  LaminaLayerColumn histogram = LAMINA_LAYER_COLUMN_HISTOGRAM;
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (LaminaLayerColumn));

  for (guint i = 0; i < LAMINA_N_LAYER_COLUMNS; i++)
    {
      if ((infos[i].places & places) && has_column (run, infos[i].column))
        g_array_append_val (columns, infos[i].column);
      if (infos[i].column == LAMINA_LAYER_COLUMN_MAX && (places & (LAMINA_LAYER_PLACE_GROUPS | LAMINA_LAYER_PLACE_FIRST_GROUPS))
          && has_column (run, histogram))
        g_array_append_val (columns, histogram);
    }
  return columns;
}

static gboolean
is_listed_metric (LaminaRun *run,
                  guint      i,
                  gboolean   grouped)
{
  return !grouped || lamina_metric_adds_up (lamina_run_get_metric (run, i));
}

gboolean
lamina_table_column_find (LaminaRun         *run,
                          gboolean           grouped,
                          const char        *name,
                          LaminaLayerColumn *column)
{
  if (g_str_has_prefix (name, METRIC_PREFIX))
    {
      for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
        if (g_str_equal (lamina_run_get_metric (run, i)->name, name + strlen (METRIC_PREFIX))
            && is_listed_metric (run, i, grouped))
          {
            *column = LAMINA_LAYER_COLUMN_METRIC (i);
            return TRUE;
          }
      return FALSE;
    }
  if (g_str_equal (name, HISTOGRAM_NAME))
    {
      *column = LAMINA_LAYER_COLUMN_HISTOGRAM;
      return grouped && has_column (run, *column);
    }
  return lamina_layer_column_from_name (name, column)
         && (lamina_layer_column_get_info (*column)->places & (grouped ? LAMINA_LAYER_PLACE_GROUPS : LAMINA_LAYER_PLACE_ALONE))
         && has_column (run, *column);
}

GArray *
lamina_table_columns_list (LaminaRun *run,
                           gboolean   grouped)
{
  GArray *columns = list_places (run, grouped ? LAMINA_LAYER_PLACE_GROUPS : LAMINA_LAYER_PLACE_ALONE);

  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    {
      LaminaLayerColumn column = LAMINA_LAYER_COLUMN_METRIC (i);

      if (is_listed_metric (run, i, grouped))
        g_array_append_val (columns, column);
    }
  return columns;
}

static void
append_known (LaminaRun         *run,
              GArray            *columns,
              LaminaLayerColumn  column)
{
  if (has_column (run, column))
    g_array_append_val (columns, column);
}

/* Of layers that take no time, amounts that the tool says of them are all that there is to compare. */
static void
append_metrics (LaminaRun *run,
                gboolean   grouped,
                GArray    *columns)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (run) && lamina_run_get_costs (run) == NULL; i++)
    {
      LaminaLayerColumn column = LAMINA_LAYER_COLUMN_METRIC (i);

      if (lamina_run_get_metric (run, i)->unit == LAMINA_UNIT_BYTES && is_listed_metric (run, i, grouped))
        g_array_append_val (columns, column);
    }
}

GArray *
lamina_table_columns_list_default (LaminaRun *run,
                                   gboolean   grouped)
{
  GArray *columns = list_places (run, grouped ? LAMINA_LAYER_PLACE_FIRST_GROUPS : LAMINA_LAYER_PLACE_FIRST_ALONE);
  LaminaLayerColumn calls = LAMINA_LAYER_COLUMN_CALLS, order = LAMINA_LAYER_COLUMN_ORDER;
  guint last = 0;

  if (grouped)
    {
      append_metrics (run, TRUE, columns);
      return columns;
    }
  if (get_facts (run)->has_own_order)
    g_array_insert_val (columns, 1, order);
  /* The last of those that say which layer it is: the name, and the type where there are types. */
  while (last + 1 < columns->len && g_array_index (columns, LaminaLayerColumn, last) != LAMINA_LAYER_COLUMN_NAME)
    last++;
  if (last + 1 < columns->len && g_array_index (columns, LaminaLayerColumn, last + 1) == LAMINA_LAYER_COLUMN_TYPE)
    last++;
  if (get_facts (run)->has_calls)
    g_array_insert_val (columns, last + 1, calls);
  /* The bars beside the costs have the colors, too. */
  if (get_facts (run)->has_types && !get_facts (run)->has_own_types && lamina_run_get_costs (run) != NULL)
    g_array_remove_index (columns, last);
  append_metrics (run, FALSE, columns);
  /* Where no start tells the same name in several sections apart. */
  if (!has_column (run, LAMINA_LAYER_COLUMN_START))
    {
      append_known (run, columns, LAMINA_LAYER_COLUMN_SECTION);
      append_known (run, columns, LAMINA_LAYER_COLUMN_ANNOTATION);
    }
  return columns;
}

LaminaLayerColumn
lamina_table_columns_get_first_sort (LaminaRun *run,
                                     gboolean   grouped)
{
  static const LaminaLayerColumn work[] = { LAMINA_LAYER_COLUMN_FLOP, LAMINA_LAYER_COLUMN_BYTES };

  if (grouped || lamina_run_get_costs (run) != NULL)
    return LAMINA_LAYER_COLUMN_DURATION;
  if (get_facts (run)->has_own_order)
    return LAMINA_LAYER_COLUMN_ORDER;
  /* A list in no order begins with what there is something to say of. */
  for (guint i = 0; i < G_N_ELEMENTS (work); i++)
    if (!get_facts (run)->has_order && has_column (run, work[i]))
      return work[i];
  return LAMINA_LAYER_COLUMN_INDEX;
}

char *
lamina_table_column_strip_unit (LaminaLayerColumn  column,
                                char              *text)
{
  if (column == LAMINA_LAYER_COLUMN_FLOP)
    return lamina_unit_strip (text, "FLOP");
  if (column == LAMINA_LAYER_COLUMN_FLOP_RATE)
    return lamina_unit_strip (text, "FLOP/s");
  return text;
}
