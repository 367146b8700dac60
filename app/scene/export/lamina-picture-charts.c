/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-plot.h"
#include "lamina-page.h"

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

/* The charts that have something to show. */
static void
list_cards (Cards      *self,
            LaminaPage *page)
{
  for (guint i = 0; i < lamina_chart_get_n () && self->n < MOST_CARDS; i++)
    {
      g_autoptr (LaminaChartData) data = lamina_page_create_chart_data (page, lamina_chart_get (i));

      if (lamina_chart_data_get_reason (data) == NULL)
        self->cards[self->n++].data = g_steal_pointer (&data);
    }
}

/* Subtitles are not cut, as they could not be read up anywhere. */
static void
wrap_subtitles (Cards      *self,
                LaminaPage *page)
{
  for (guint i = 0; i < self->n; i++)
    self->cards[i].lines = lamina_page_wrap (page, LAMINA_FONT_CAPTION, self->width,
                                             lamina_chart_data_get_subtitle (self->cards[i].data));
}

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
  switch (lamina_chart_data_get_form (card->data))
    {
    case LAMINA_CHART_SCATTER:
    case LAMINA_CHART_COLUMNS:
    case LAMINA_CHART_HISTOGRAM:
    case LAMINA_CHART_MEMORY:
      return TRUE;
    case LAMINA_CHART_BARS:
    case LAMINA_CHART_RANKING:
    case LAMINA_CHART_MATRIX:
    default:
      return FALSE;
    }
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

static int
get_least (const Cards *self,
           const Card  *card)
{
  if (lamina_chart_data_get_form (card->data) != LAMINA_CHART_BARS)
    return LEAST_PLOT;
  return MAX (LEAST_PLOT, lamina_bars_get_least_height (card->data, self->width));
}

/* Every chart at a part of its usual height. */
static void
place (Cards  *self,
       double  scale)
{
  for (guint i = 0; i < self->n; i++)
    {
      int usual = MIN (lamina_chart_get_height (self->cards[i].data, self->width), CARD_PLOT);

      self->cards[i].height = MAX ((int) (usual * scale), MIN (usual, get_least (self, &self->cards[i])));
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
  lamina_plot_add_text (&plot, x, y + 9, width, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT,
                        lamina_chart_data_get_title (card->data));
  for (guint i = 0; i < card->lines->len; i++)
    lamina_plot_add_text (&plot, x, y + 26 + (int) i * LINE_HEIGHT, width, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
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

  lamina_page_choose_chart_layers (self);
  list_cards (&cards, self);
  if (cards.n == 0)
    {
      g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the run has nothing to show in charts");
      return FALSE;
    }
  cards.n_columns = room >= LEAST_TWO && cards.n > 1 ? 2 : 1;
  cards.width = (room - (int) (cards.n_columns - 1) * CARD_GAP) / (int) cards.n_columns;
  wrap_subtitles (&cards, self);
  lamina_page_add_chart_head (self, NULL, TRUE);
  self->has_no_waits = TRUE;
  for (guint i = 0; i < cards.n; i++)
    lamina_page_explain_form (self, cards.cards[i].data);
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
