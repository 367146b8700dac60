/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-page.h"

#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-plot.h"

#include <string.h>

/* Below the chart. */
#define CHART_GAP 10

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

/* What a chart shows, within what the options limit it to. */
static LaminaChartData *
create_chart_data (LaminaPage        *page,
                   const LaminaChart *chart)
{
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (page->document, page->options->run);

  query.timebase = page->timebase;
  query.idle = page->idle;
  query.filter = get_filter (page);
  query.layer = page->options->layer;
  query.grouping = page->options->grouping;
  query.name = page->options->durations_of;
  return lamina_chart_create_data (chart, &query, NULL);
}

/* "Operators from 10.0 ms to 12.0 ms." */
static char *
dup_range (LaminaPage *page)
{
  gint64 start = page->options->start, end = page->options->end;
  LaminaAxisUnit unit = lamina_run_get_unit (page->run);
  gint64 length = lamina_subtract_saturating (lamina_timebase_get_end (page->timebase),
                                              lamina_timebase_get_start (page->timebase));
  g_autofree char *from = lamina_axis_dup_position_text (unit, start != LAMINA_ABSENT ? start : 0);
  g_autofree char *to = lamina_axis_dup_position_text (unit, end != LAMINA_ABSENT ? end : length);

  /* Translators: what the tool calls its layers, such as “Operators”, and two times */
  return g_strdup_printf (_("%s from %s to %s."), lamina_layers_get_title (page->run), from, to);
}

/* The title, and below it @what, a sentence or NULL, what charts are limited to, and how times came about. */
static void
add_chart_head (LaminaPage *page,
                const char *what,
                gboolean    tells_starts)
{
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *title = lamina_picture_dup_title (page->document, page->options);
  g_autofree char *caption = NULL;
  gboolean is_limited = !lamina_page_is_of_all_runs (page);

  if (what)
    g_ptr_array_add (sentences, g_strdup (what));
  if (is_limited && page->options->section < lamina_run_get_n_sections (page->run))
    g_ptr_array_add (sentences, g_strdup_printf (_("Section %s."),
                                                 lamina_run_get_section (page->run, page->options->section)->title));
  if (is_limited && page->options->filter != NULL)
    g_ptr_array_add (sentences, g_strdup_printf (_("Layers that match “%s”."), page->options->filter));
  if (is_limited && (page->options->start != LAMINA_ABSENT || page->options->end != LAMINA_ABSENT))
    g_ptr_array_add (sentences, dup_range (page));
  g_ptr_array_add (sentences, tells_starts ? lamina_page_dup_timing (page) : g_strdup (lamina_page_get_basis (page->run)));
  g_ptr_array_add (sentences, NULL);
  caption = g_strjoinv (" ", (char **) sentences->pdata);
  lamina_page_add_title (page, title, page->options->caption != NULL ? page->options->caption : caption);
}

/* Has the legend count what the charts show. */
static void
choose_chart_layers (LaminaPage *page)
{
  LaminaLayerFilter filter = get_filter (page);

  page->layers = lamina_layers_filter (page->run, page->timebase, &filter, NULL, &page->n_layers);
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

/* Has the legend show how a chart tells families apart without colors. */
static void
explain_form (LaminaPage      *page,
              LaminaChartData *data)
{
  LaminaChartForm form = lamina_chart_data_get_form (data);

  for (guint row = 0; has_families (data) && row < lamina_chart_data_get_n_rows (data); row++)
    if (is_seen (data, row))
      page->seen_families |= 1u << lamina_chart_data_get_family (data, row);
  page->has_textures |= form == LAMINA_CHART_COLUMNS && has_families (data) && lamina_chart_data_has_kinds (data);
  page->has_dots |= form == LAMINA_CHART_SCATTER;
  page->has_no_waits &= lamina_chart_data_find_column (data, LAMINA_CHART_USE_WAIT) == LAMINA_NONE;
}

/* How high the chart is: what is left of the height that was asked for. */
static int
get_chart_height (LaminaPage      *page,
                  LaminaChartData *data)
{
  const char *note = lamina_chart_data_get_note (data);
  int foot = lamina_page_get_foot_height (page, note) - (has_families (data) ? 0 : lamina_page_get_legend_height (page));
  int room = page->options->height - page->y - CHART_GAP - foot - LAMINA_PAGE_MARGIN;
  int natural = lamina_chart_get_height (data, lamina_page_get_room (page));

  return page->options->height == 0 ? natural : MAX (room, 3 * LAMINA_CHART_ROW);
}

gboolean
lamina_page_add_chart (LaminaPage  *self,
                       GError     **error)
{
  const LaminaChart *chart = lamina_chart_find (self->options->view + strlen (LAMINA_PICTURE_CHART));
  g_autoptr (LaminaChartData) data = create_chart_data (self, chart);
  LaminaChartForm form = lamina_chart_data_get_form (data);
  g_autofree char *what = NULL;
  int height;

  choose_chart_layers (self);
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
  explain_form (self, data);
  add_chart_head (self, what, form == LAMINA_CHART_MEMORY
                              || (form == LAMINA_CHART_BARS
                                  && lamina_chart_data_find_column (data, LAMINA_CHART_USE_IDLE) != LAMINA_NONE));
  height = get_chart_height (self, data);
  lamina_plot_add (&(LaminaPlot) { data, self->scene, self->metrics, LAMINA_PAGE_MARGIN, self->y,
                                   lamina_page_get_room (self), height });
  self->y += height + CHART_GAP;
  if (has_families (data))
    lamina_page_add_legend (self);
  lamina_page_add_source (self, self->options->source ? lamina_chart_data_get_note (data) : NULL);
  return TRUE;
}

/*
 * All charts in one picture: cards in two columns. Each column has its cards in the order of the catalog, and the cards
 * are dealt out such that both columns are as high as each other; charts that can be of any height take up what is left.
 */

#define CARD_GAP 28
#define CARD_HEAD 44
#define LINE_HEIGHT 17
#define CARD_PLOT 290
#define LEAST_PLOT 120
#define LEAST_TWO 640
#define GAP 10
#define MOST_CARDS 20

/* No chart becomes higher than so many times what it needs. */
#define MOST_STRETCH 1.5

/*
 * lines   of the subtitle
 * height  of the plot
 */
typedef struct
{
  LaminaChartData *data;
  GPtrArray *lines;
  int height;
  guint column;
} Card;

typedef struct
{
  Card cards[MOST_CARDS];
  guint n;
  guint n_columns;
  int width;
} Cards;

static void
cards_clear (Cards *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      lamina_chart_data_unref (self->cards[i].data);
      g_clear_pointer (&self->cards[i].lines, g_ptr_array_unref);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cards, cards_clear)

static int
get_head_height (const Card *card)
{
  return CARD_HEAD + ((int) MAX (card->lines->len, 1) - 1) * LINE_HEIGHT;
}

static int
get_card_height (const Card *card)
{
  return get_head_height (card) + card->height + CARD_GAP;
}

static int
get_column_height (const Cards *self,
                   guint        column)
{
  int height = 0;

  for (guint i = 0; i < self->n; i++)
    if (self->cards[i].column == column)
      height += get_card_height (&self->cards[i]);
  return height;
}

static int
get_height (const Cards *self)
{
  return MAX (get_column_height (self, 0), get_column_height (self, 1));
}

/* The first card stays at the left; of all ways to deal out the others, the one that needs least height. */
static void
deal (Cards *self)
{
  int best = G_MAXINT;
  guint32 dealt = 0;

  if (self->n_columns < 2)
    return;
  for (guint32 way = 0; way < 1u << self->n; way += 2)
    {
      int heights[2] = { 0, 0 };

      for (guint i = 0; i < self->n; i++)
        heights[way >> i & 1] += get_card_height (&self->cards[i]);
      if (MAX (heights[0], heights[1]) >= best)
        continue;
      best = MAX (heights[0], heights[1]);
      dealt = way;
    }
  for (guint i = 0; i < self->n; i++)
    self->cards[i].column = dealt >> i & 1;
}

/* Bars are as high as their rows; what has an axis from below upwards may be higher. */
static gboolean
can_stretch (const Card *card)
{
  LaminaChartForm form = lamina_chart_data_get_form (card->data);

  return form == LAMINA_CHART_SCATTER || form == LAMINA_CHART_COLUMNS || form == LAMINA_CHART_HISTOGRAM
         || form == LAMINA_CHART_MEMORY;
}

/* What the lower column has too little goes to its charts in equal parts. */
static void
stretch (Cards *self,
         guint  column)
{
  int rest = get_height (self) - get_column_height (self, column);
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    n += self->cards[i].column == column && can_stretch (&self->cards[i]);
  for (guint i = 0; i < self->n; i++)
    {
      Card *card = &self->cards[i];
      int part;

      if (card->column != column || !can_stretch (card))
        continue;
      part = MIN (rest / (int) n, (int) (card->height * (MOST_STRETCH - 1)));
      n--;
      card->height += part;
      rest -= part;
    }
}

/* Every chart at a part of its usual height. */
static void
place (Cards  *self,
       double  scale)
{
  for (guint i = 0; i < self->n; i++)
    {
      LaminaChartData *data = self->cards[i].data;
      int usual = MIN (lamina_chart_get_height (data, self->width), CARD_PLOT), least = LEAST_PLOT;

      if (lamina_chart_data_get_form (data) == LAMINA_CHART_BARS)
        least = MAX (LEAST_PLOT, lamina_bars_get_least_height (data, self->width));
      self->cards[i].height = MAX ((int) (usual * scale), MIN (usual, least));
    }
  deal (self);
  for (guint column = 0; column < self->n_columns; column++)
    stretch (self, column);
}

/* Where a height is asked for, charts shrink or grow to fill it as far as they can. */
static void
fit (Cards *self,
     int    room)
{
  double low = 0.3, high = 2;

  for (guint i = 0; i < 10; i++)
    {
      double middle = (low + high) / 2;

      place (self, middle);
      if (get_height (self) - CARD_GAP > room)
        high = middle;
      else
        low = middle;
    }
  place (self, low);
}

static void
add_card (LaminaPage *page,
          const Card *card,
          int         x,
          int         y,
          int         width)
{
  LaminaPlot plot = { card->data, page->scene, page->metrics, x, y + get_head_height (card), width, card->height };

  lamina_scene_open_group (page->scene, lamina_chart_get_id (lamina_chart_data_get_chart (card->data)), x, y, width,
                           get_head_height (card));
  lamina_scene_add_words (plot.scene, x, y + 9, width, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT,
                          lamina_chart_data_get_title (card->data));
  for (guint i = 0; i < card->lines->len; i++)
    lamina_scene_add_words (plot.scene, x, y + 26 + (int) i * LINE_HEIGHT, width, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                            LAMINA_INK_QUIET, card->lines->pdata[i]);
  lamina_scene_close_group (page->scene);
  lamina_plot_add (&plot);
}

static void
add_cards (const Cards *self,
           LaminaPage  *page)
{
  int ends[2] = { page->y, page->y };

  for (guint i = 0; i < self->n; i++)
    {
      const Card *card = &self->cards[i];
      int x = LAMINA_PAGE_MARGIN + (int) card->column * (self->width + CARD_GAP);

      add_card (page, card, x, ends[card->column], self->width);
      ends[card->column] += get_card_height (card);
    }
  page->y = MAX (ends[0], ends[1]) - CARD_GAP + GAP;
}

gboolean
lamina_page_add_charts (LaminaPage  *self,
                        GError     **error)
{
  g_auto (Cards) cards = { 0 };
  int room = lamina_page_get_room (self);

  choose_chart_layers (self);
  for (guint i = 0; i < lamina_chart_get_n () && cards.n < MOST_CARDS; i++)
    {
      g_autoptr (LaminaChartData) data = create_chart_data (self, lamina_chart_get (i));

      if (lamina_chart_data_get_reason (data) == NULL)
        cards.cards[cards.n++].data = g_steal_pointer (&data);
    }
  if (cards.n == 0)
    {
      g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the run has nothing to show in charts");
      return FALSE;
    }
  cards.n_columns = room >= LEAST_TWO && cards.n > 1 ? 2 : 1;
  cards.width = (room - (int) (cards.n_columns - 1) * CARD_GAP) / (int) cards.n_columns;
  /* Subtitles are not cut, as they could not be read up anywhere. */
  for (guint i = 0; i < cards.n; i++)
    cards.cards[i].lines = lamina_page_wrap (self, LAMINA_FONT_CAPTION, cards.width,
                                             lamina_chart_data_get_subtitle (cards.cards[i].data));
  add_chart_head (self, NULL, TRUE);
  self->has_no_waits = TRUE;
  for (guint i = 0; i < cards.n; i++)
    explain_form (self, cards.cards[i].data);
  /* Dots are discs there, of the color of the box beside them. */
  self->has_dots &= self->options->theme == LAMINA_THEME_PRINT;
  if (self->options->height > 0)
    fit (&cards, self->options->height - self->y - GAP - lamina_page_get_foot_height (self, NULL) - LAMINA_PAGE_MARGIN);
  else
    place (&cards, 1);
  add_cards (&cards, self);
  lamina_page_add_legend (self);
  lamina_page_add_source (self, NULL);
  return TRUE;
}
