/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-page.h"
#include "lamina-plot.h"

#include <string.h>

/* Below the chart. */
#define GAP 10

/* What was asked for, with the range on the axis. */
static LaminaLayerFilter
get_filter (LaminaPage *page)
{
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  gint64 origin = lamina_timebase_get_start (page->timebase);

  if (page->options->start != LAMINA_ABSENT)
    filter.start = lamina_number_add (origin, page->options->start);
  if (page->options->end != LAMINA_ABSENT)
    filter.end = lamina_number_add (origin, page->options->end);
  filter.text = page->options->filter;
  if (page->options->section < lamina_run_get_n_sections (page->run))
    filter.section = page->options->section;
  return filter;
}

LaminaChartData *
lamina_page_create_chart_data (LaminaPage        *page,
                               const LaminaChart *chart)
{
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (page->document, page->options->run);

  query.timebase = page->timebase;
  query.filter = get_filter (page);
  query.layer = page->options->layer;
  query.name = page->options->durations_of;
  return lamina_chart_create_data (chart, &query, NULL);
}

/* "Layers from 10.0 ms to 12.0 ms." */
static char *
dup_range (LaminaPage *page)
{
  gint64 start = page->options->start, end = page->options->end;
  LaminaAxisUnit unit = lamina_run_get_unit (page->run);
  gint64 length = lamina_subtract_saturating (lamina_timebase_get_end (page->timebase),
                                              lamina_timebase_get_start (page->timebase));
  g_autofree char *from = lamina_axis_dup_position_text (unit, start != LAMINA_ABSENT ? start : 0);
  g_autofree char *to = lamina_axis_dup_position_text (unit, end != LAMINA_ABSENT ? end : length);

  return g_strdup_printf (_("Layers from %s to %s."), from, to);
}

/* "Section ProfilerStep#101. Layers that match “conv”.", or nothing where all are shown. */
static void
add_limits (LaminaPage *page,
            GPtrArray  *sentences)
{
  if (page->options->section < lamina_run_get_n_sections (page->run))
    g_ptr_array_add (sentences, g_strdup_printf (_("Section %s."),
                                                 lamina_run_get_section (page->run, page->options->section)->title));
  if (page->options->filter != NULL)
    g_ptr_array_add (sentences, g_strdup_printf (_("Layers that match “%s”."), page->options->filter));
  if (page->options->start != LAMINA_ABSENT || page->options->end != LAMINA_ABSENT)
    g_ptr_array_add (sentences, dup_range (page));
}

void
lamina_page_add_chart_head (LaminaPage *page,
                            const char *what,
                            gboolean    tells_starts)
{
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *title = lamina_picture_dup_title (page->document, page->options);
  g_autofree char *caption = NULL;

  if (what)
    g_ptr_array_add (sentences, g_strdup (what));
  if (!lamina_page_is_of_all_runs (page))
    add_limits (page, sentences);
  g_ptr_array_add (sentences, tells_starts ? lamina_page_dup_timing (page) : lamina_page_dup_basis (page));
  g_ptr_array_add (sentences, NULL);
  caption = g_strjoinv (" ", (char **) sentences->pdata);
  lamina_page_add_title (page, title, page->options->caption != NULL ? page->options->caption : caption);
}

void
lamina_page_choose_chart_layers (LaminaPage *page)
{
  LaminaLayerFilter filter = get_filter (page);

  page->layers = lamina_layers_filter (page->run, page->timebase, &filter, NULL, &page->n_layers);
}

static gboolean
is_idle (LaminaChartData *data)
{
  return lamina_chart_data_get_form (data) == LAMINA_CHART_BARS
         && lamina_chart_data_find_column (data, LAMINA_CHART_USE_IDLE) != LAMINA_NONE;
}

/*
 * Whether colors mean families of work, which the legend of the run explains. Parts have a legend of their own, and where
 * everything is gray there is nothing to explain.
 */
static gboolean
has_families (LaminaChartData *data)
{
  gboolean any = FALSE;

  for (guint row = 0; row < lamina_chart_data_get_n_rows (data) && !any; row++)
    any = lamina_chart_data_get_family (data, row) != LAMINA_FAMILY_OTHER;
  return any && lamina_chart_data_find_column (data, LAMINA_CHART_USE_PART) == LAMINA_NONE
         && lamina_chart_data_get_form (data) != LAMINA_CHART_HISTOGRAM;
}

static gboolean
is_seen (LaminaChartData *data,
         guint            row)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    if (lamina_chart_data_get_column (data, i)->use == LAMINA_CHART_USE_VALUE
        && lamina_chart_data_get_number (data, row, i) > 0)
      return TRUE;
  return FALSE;
}

static int
compare_ids (gconstpointer a,
             gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* Has the legend explain the colors that the chart has, and no others. */
static void
choose_seen_layers (LaminaPage      *page,
                    LaminaChartData *data)
{
  GArray *layers = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_unique = 0;
  guint32 *ids;

  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    {
      guint n;
      const guint32 *behind = lamina_chart_data_get_layers (data, row, &n);

      if (is_seen (data, row))
        g_array_append_vals (layers, behind, n);
    }
  g_array_sort (layers, compare_ids);
  ids = (guint32 *) (gpointer) layers->data;
  for (guint i = 0; i < layers->len; i++)
    if (n_unique == 0 || ids[n_unique - 1] != ids[i])
      ids[n_unique++] = ids[i];
  g_free (page->layers);
  page->layers = (guint32 *) g_array_steal (layers, NULL);
  page->n_layers = n_unique;
  g_array_unref (layers);
}

static guint32
get_seen_families (LaminaChartData *data)
{
  guint32 families = 0;

  for (guint row = 0; has_families (data) && row < lamina_chart_data_get_n_rows (data); row++)
    if (is_seen (data, row))
      families |= 1u << lamina_chart_data_get_family (data, row);
  return families;
}

void
lamina_page_explain_form (LaminaPage      *page,
                          LaminaChartData *data)
{
  LaminaChartForm form = lamina_chart_data_get_form (data);

  page->seen_families |= get_seen_families (data);
  page->has_textures |= form == LAMINA_CHART_COLUMNS && has_families (data) && lamina_plot_has_kinds (data);
  page->has_dots |= form == LAMINA_CHART_SCATTER;
  page->has_no_waits &= lamina_chart_data_find_column (data, LAMINA_CHART_USE_WAIT) == LAMINA_NONE;
}

/* How high the chart is: what is left of the height that was asked for. */
static int
get_height (LaminaPage      *page,
            LaminaChartData *data)
{
  const char *note = lamina_chart_data_get_note (data);
  int foot = lamina_page_get_foot_height (page, note) - (has_families (data) ? 0 : lamina_page_get_legend_height (page));
  int room = page->options->height - page->y - GAP - foot - LAMINA_PAGE_MARGIN;
  int natural = lamina_chart_get_height (data, lamina_page_get_room (page));

  return page->options->height == 0 ? natural : MAX (room, 3 * LAMINA_CHART_ROW);
}

gboolean
lamina_page_add_chart (LaminaPage  *self,
                       GError     **error)
{
  const LaminaChart *chart = lamina_chart_find (self->options->view + strlen (LAMINA_PICTURE_CHART));
  g_autoptr (LaminaChartData) data = lamina_page_create_chart_data (self, chart);
  g_autofree char *what = NULL;
  int height;

  lamina_page_choose_chart_layers (self);
  if (lamina_chart_data_get_reason (data) != NULL)
    {
      g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, lamina_chart_data_get_reason (data));
      return FALSE;
    }
  /* Translators: title and subtitle of a chart, as a sentence. */
  what = g_strdup_printf (_("%s: %s."), lamina_chart_data_get_title (data), lamina_chart_data_get_subtitle (data));
  if (has_families (data))
    choose_seen_layers (self, data);
  self->has_no_waits = TRUE;
  lamina_page_explain_form (self, data);
  lamina_page_add_chart_head (self, what, lamina_chart_data_get_form (data) == LAMINA_CHART_MEMORY || is_idle (data));
  height = get_height (self, data);
  lamina_plot_add (&(LaminaPlot) { data, self->scene, self->metrics, LAMINA_PAGE_MARGIN, self->y,
                                   lamina_page_get_room (self), height });
  self->y += height + GAP;
  if (has_families (data))
    lamina_page_add_legend (self);
  lamina_page_add_source (self, self->options->source ? lamina_chart_data_get_note (data) : NULL);
  return TRUE;
}
