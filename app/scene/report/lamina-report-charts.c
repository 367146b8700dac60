/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-private.h"

#include "lamina-chart-layout.h"
#include "lamina-gettext.h"
#include "lamina-picture.h"
#include "lamina-text.h"

/* The pictures of a report. */

/* How many rows of the table behind a chart stand below it. */
#define MOST_ROWS 40
#define FEWEST_DURATIONS 4
#define FEWEST_LAYERS 4

/* One that is higher would leave the rest of the first page empty. */
#define MOST_HEIGHT 330

/*
 * One that is higher has low lanes, and then fewer: on paper, where it is as wide as the page and 150 mm high at most, it would
 * be made smaller with all of its words.
 */
#define MOST_TIMELINE_HEIGHT 676

/*
 * No page break goes through a chart, so that what is left of the page before it may stay empty. Of those that can be of any
 * height four fill a page with their headings; the others are little higher, with ten rows at most. The rows that have no
 * room are one, and stand in the table.
 */
#define LOW_CHART_HEIGHT 236
#define MOST_CHART_HEIGHT 264

static LaminaScene *
create_timeline (LaminaReport *self)
{
  LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
  const LaminaTotals *totals = lamina_run_get_totals (self->run);
  g_autoptr (LaminaScene) scene = NULL;
  guint n_marks;

  lamina_run_get_marks (self->run, &n_marks);
  if (totals->n_slices == 0 && totals->n_counters == 0 && n_marks == 0)
    return NULL;
  options.run = self->options->run;
  options.width = LAMINA_REPORT_WIDTH;
  options.title = options.caption = "";
  options.source = FALSE;
  scene = lamina_picture_layout (self->document, &options, self->sheet->metrics, NULL);
  if (scene == NULL || lamina_scene_get_height (scene) <= MOST_TIMELINE_HEIGHT)
    return g_steal_pointer (&scene);
  options.height = MOST_TIMELINE_HEIGHT;
  return lamina_picture_layout (self->document, &options, self->sheet->metrics, NULL);
}

/* What the legend of the timeline adds up. */
static const char *
get_sums (LaminaReport *self)
{
  if (lamina_run_get_totals (self->run)->cost == LAMINA_ABSENT)
    return _("The whole run, devices first; the legend says how many there are of each kind.");
  switch (lamina_run_get_cost_kind (self->run))
    {
    case LAMINA_COST_DEVICE:
      return _("The whole run, devices first; the legend adds up the device time of each kind.");
    case LAMINA_COST_SELF:
      return _("The whole run; the legend adds up the host time, without children, of each kind.");
    case LAMINA_COST_DURATION:
    default:
      return _("The whole run; the legend adds up the durations of each kind.");
    }
}

static void
add_timeline (LaminaReport *self)
{
  lamina_sheet_add_picture (self->sheet, 2, "timeline", _("Timeline"), get_sums (self), NULL, self->timeline);
}

void
lamina_report_add_timeline (LaminaReport *self)
{
  self->timeline = create_timeline (self);
  if (self->timeline != NULL && lamina_scene_get_height (self->timeline) <= MOST_HEIGHT)
    {
      add_timeline (self);
      g_clear_pointer (&self->timeline, lamina_scene_unref);
    }
}

void
lamina_report_add_high_timeline (LaminaReport *self)
{
  if (self->timeline != NULL)
    add_timeline (self);
  g_clear_pointer (&self->timeline, lamina_scene_unref);
}

/* Whether a column says anything of the first rows. */
static gboolean
has_values (LaminaChartData *data,
            guint            column,
            guint            n)
{
  for (guint row = 0; row < n; row++)
    {
      g_auto (LaminaLayerValue) value = { 0 };

      lamina_chart_data_get_value (data, row, column, &value);
      if (value.kind != LAMINA_LAYER_VALUE_ABSENT && (value.kind != LAMINA_LAYER_VALUE_TEXT || *value.text != '\0'))
        return TRUE;
    }
  return FALSE;
}

/* The columns of the table behind a chart; all but the first only where they say something. */
static GArray *
list_columns (LaminaChartData *data,
              guint            n)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    if (i == 0 || has_values (data, i, n))
      g_array_append_val (columns, i);
  return columns;
}

/* The same figures for those who cannot see the picture, and for those who want to copy them. */
static void
add_twin (LaminaReport    *self,
          LaminaChartData *data)
{
  guint n = lamina_chart_data_get_n_rows (data), n_shown = MIN (n, MOST_ROWS);
  g_autoptr (GArray) columns = list_columns (data, n_shown);
  g_autoptr (GPtrArray) headings = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *summary = n_shown == n
                             ? g_strdup (_("Table"))
                             : lamina_text_dup (_("Table: the first %u of %u rows"), n_shown, n);

  for (guint i = 0; i < columns->len; i++)
    {
      const LaminaChartColumn *column = lamina_chart_data_get_column (data, g_array_index (columns, guint, i));

      g_ptr_array_add (headings, g_strconcat (column->kind != LAMINA_LAYER_VALUE_TEXT ? ">" : "", column->title, NULL));
    }
  g_ptr_array_add (headings, NULL);
  self->sheet->kind->open_folded (self->sheet, summary);
  lamina_sheet_open_table (self->sheet, (const char *const *) headings->pdata);
  for (guint row = 0; row < n_shown; row++)
    for (guint i = 0; i < columns->len; i++)
      {
        g_auto (LaminaLayerValue) value = { 0 };

        lamina_chart_data_get_value (data, row, g_array_index (columns, guint, i), &value);
        lamina_sheet_take_cell (self->sheet, lamina_layer_value_dup_text (&value));
      }
  lamina_sheet_close_table (self->sheet);
  g_string_append (self->sheet->text, self->sheet->kind->folded_end);
}

static void
add_chart (LaminaReport    *self,
           LaminaChartData *data)
{
  const char *id = lamina_chart_get_id (lamina_chart_data_get_chart (data));
  LaminaChartForm form = lamina_chart_data_get_form (data);
  gboolean is_low = form == LAMINA_CHART_COLUMNS || form == LAMINA_CHART_HISTOGRAM || form == LAMINA_CHART_MEMORY;
  int height = MIN (lamina_chart_get_height (data, LAMINA_REPORT_WIDTH), is_low ? LOW_CHART_HEIGHT : MOST_CHART_HEIGHT);
  g_autoptr (LaminaScene) scene = lamina_chart_layout_explained (data, LAMINA_REPORT_WIDTH, height, self->sheet->metrics);
  const char *note = lamina_chart_data_get_note (data);
  gboolean is_idle = g_str_equal (id, "idle");

  /* What is true of the run, such as how many of its layers have no time, stands below one chart and is not said again. */
  if (note != NULL && !g_hash_table_add (self->notes, g_strdup (note)))
    note = NULL;
  /* The table of devices belongs to its picture, and stays on one page with it. */
  if (is_idle)
    g_string_append (self->sheet->text, self->sheet->kind->section_begin);
  lamina_sheet_add_picture (self->sheet, 3, id, lamina_chart_data_get_title (data), lamina_chart_data_get_subtitle (data),
                            note, scene);
  if (is_idle)
    {
      lamina_report_add_devices (self);
      g_string_append (self->sheet->text, self->sheet->kind->section_end);
    }
  else
    add_twin (self, data);
}

static gboolean
has_types (LaminaReport    *self,
           LaminaChartData *data)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  guint n;
  const guint32 *rows = lamina_chart_data_get_n_rows (data) > 0 ? lamina_chart_data_get_layers (data, 0, &n) : NULL;

  return rows == NULL || n == 0 || lamina_column_id (layers->type, rows[0]) != 0;
}

/* One iteration, or a handful of layers or durations, are said by the table of layers; so are those without a type. */
static gboolean
says_little (LaminaReport    *self,
             LaminaChartData *data)
{
  const char *id = lamina_chart_get_id (lamina_chart_data_get_chart (data));
  guint column = lamina_chart_data_find_column (data, LAMINA_CHART_USE_VALUE);
  guint n_rows = lamina_chart_data_get_n_rows (data);
  double n = 0;

  if (g_str_equal (id, "iterations"))
    return n_rows < 2;
  /* Their table stands for itself. */
  if (g_str_equal (id, "kernels"))
    return TRUE;
  if (g_str_equal (id, "latency") || g_str_equal (id, "top-layers"))
    return n_rows < FEWEST_LAYERS && lamina_run_get_totals (self->run)->cost != LAMINA_ABSENT;
  if (g_str_equal (id, "time-by-type"))
    return n_rows < 2 && !has_types (self, data);
  if (!g_str_equal (id, "durations"))
    return FALSE;
  for (guint i = 0; i < n_rows; i++)
    n += lamina_chart_data_get_number (data, i, column);
  return n < FEWEST_DURATIONS;
}

void
lamina_report_add_charts (LaminaReport *self)
{
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (self->document, self->options->run);
  g_autoptr (GHashTable) notes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean has_heading = FALSE;

  query.timebase = self->timebase;
  query.idle = self->idle;
  query.grouping = self->options->grouping;
  self->notes = notes;
  for (guint i = 0; i < lamina_chart_get_n () && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      const LaminaChart *chart = lamina_chart_get (i);
      g_autofree char *reason = lamina_chart_dup_reason (chart, self->document, self->options->run);
      g_autoptr (LaminaChartData) data = NULL;

      if (reason != NULL)
        continue;
      data = lamina_chart_create_data (chart, &query, self->cancellable);
      if (data == NULL || lamina_chart_data_get_reason (data) != NULL || says_little (self, data))
        continue;
      if (!has_heading)
        lamina_sheet_add_heading (self->sheet, 2, _("Charts"));
      has_heading = TRUE;
      add_chart (self, data);
    }
}
