/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-page.h"

#include "lamina-comparison-plot.h"
#include "lamina-gettext.h"
#include "lamina-text.h"

#include <string.h>

#define LEAST_WIDTH 300
#define MOST_SIZE 20000
#define GAP 14
#define LEAST_HEIGHT 60

typedef enum
{
  SHOW_WATERFALL = 1,
  SHOW_TIES = 2,
} Shown;

static const struct
{
  const char *name;
  guint shown;
} views[] = { { "comparison", SHOW_WATERFALL | SHOW_TIES }, { "waterfall", SHOW_WATERFALL }, { "ties", SHOW_TIES } };

static guint
find_view (const char  *name,
           GError     **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (strcmp (views[i].name, name) == 0)
      return views[i].shown;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "there is no view “%s” of a comparison", name);
  return 0;
}

static gboolean
check (LaminaComparison            *comparison,
       const LaminaPictureOptions  *options,
       GError                     **error)
{
  if (options->width < LEAST_WIDTH || options->width > MOST_SIZE)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "this picture is %d to %d pixels wide, not %d",
                 LEAST_WIDTH, MOST_SIZE, options->width);
  else if (options->height < 0 || options->height > MOST_SIZE)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "a picture is at most %d pixels high, not %d",
                 MOST_SIZE, options->height);
  else if (lamina_comparison_get_reason (comparison) != NULL)
    g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, lamina_comparison_get_reason (comparison));
  else
    return TRUE;
  return FALSE;
}

char *
lamina_comparison_picture_dup_title (LaminaComparison           *comparison,
                                     const LaminaPictureOptions *options)
{
  g_autofree char *a = lamina_comparison_dup_side_title (comparison, FALSE);
  g_autofree char *b = lamina_comparison_dup_side_title (comparison, TRUE);

  if (options->title != NULL && *options->title != '\0')
    return g_strdup (options->title);
  return g_strdup_printf ("%s → %s", a, b);
}

static char *
dup_caption (LaminaComparison *comparison)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (comparison);
  g_autofree char *a = lamina_figure_dup (summary->total_a, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *b = lamina_figure_dup (summary->total_b, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *delta = lamina_comparison_dup_delta (summary->delta);
  g_autofree char *percent =
    lamina_comparison_dup_percent (lamina_comparison_get_percent (summary->total_a, summary->delta));
  g_autofree char *noise = lamina_comparison_dup_noise (comparison);
  g_autofree char *sums = g_strdup_printf (_("Sum: A %s, B %s, %s (%s)."), a, b, delta, percent);

  return g_strconcat (sums, " ", noise, NULL);
}

/* What there is none of is not said, but of what matched. */
static char *
dup_states (const LaminaComparisonSummary *summary)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const guint *n = summary->n_states;

  g_ptr_array_add (parts, lamina_text_dup (_("%u matched"), n[LAMINA_PAIR_MATCHED]));
  if (n[LAMINA_PAIR_ONLY_A] > 0)
    g_ptr_array_add (parts, lamina_text_dup (_("%u only in A"), n[LAMINA_PAIR_ONLY_A]));
  if (n[LAMINA_PAIR_ONLY_B] > 0)
    g_ptr_array_add (parts, lamina_text_dup (_("%u only in B"), n[LAMINA_PAIR_ONLY_B]));
  if (n[LAMINA_PAIR_SPLIT] > 0)
    g_ptr_array_add (parts, lamina_text_dup (_("%u split"), n[LAMINA_PAIR_SPLIT]));
  if (n[LAMINA_PAIR_MERGED] > 0)
    g_ptr_array_add (parts, lamina_text_dup (_("%u merged"), n[LAMINA_PAIR_MERGED]));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (_(", "), (char **) parts->pdata);
}

/* What the signs of the parts mean that are shown and occur. */
static char *
dup_key (LaminaComparison *comparison,
         guint             shown)
{
  const guint *n = lamina_comparison_get_summary (comparison)->n_states;
  gboolean has_edges = (shown & SHOW_TIES) && n[LAMINA_PAIR_ONLY_A] + n[LAMINA_PAIR_ONLY_B] > 0;
  const char *const sentences[] = {
    shown & SHOW_WATERFALL ? _("A pale bar with an edge takes less than before.") : "",
    has_edges ? _("A thick edge marks a layer that only one side has.") : "",
  };

  return g_strconcat (sentences[0], *sentences[0] != '\0' && *sentences[1] != '\0' ? " " : "", sentences[1], NULL);
}

static void
add_part (LaminaPage       *page,
          LaminaComparison *comparison,
          Shown             part,
          int               height)
{
  LaminaFrame frame = { comparison, page->scene, page->metrics, LAMINA_PAGE_MARGIN, page->y,
                        lamina_page_get_room (page), height };

  if (part == SHOW_WATERFALL)
    lamina_frame_add_waterfall (&frame);
  else
    lamina_frame_add_ties (&frame, LAMINA_ABSENT, LAMINA_ABSENT);
  page->y += height + GAP;
}

static void
add_foot (LaminaPage       *page,
          LaminaComparison *comparison,
          guint             shown)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (comparison);
  g_autofree char *states = dup_states (summary);
  /* Translators: %s says of how many it is known what became of them, such as "20 matched, 3 only in A". */
  g_autofree char *source = lamina_text_dup (_("%u layers of A and %u of B: %s."), summary->n_layers_a, summary->n_layers_b,
                                             states);
  g_autofree char *key = dup_key (comparison, shown);
  g_autofree char *text = g_strconcat (source, *key != '\0' ? " " : "", key, NULL);
  LaminaPictureOptions untitled = *page->options;

  if (!page->options->source)
    return;
  untitled.title = "";
  page->options = &untitled;
  lamina_page_add_title (page, "", text);
}

/* What the charts get of a height that was asked for; the ties shrink first. */
static gboolean
divide (const LaminaPictureOptions  *options,
        int                          rest,
        guint                        shown,
        int                         *waterfall,
        int                         *ties,
        GError                     **error)
{
  int room = options->height - rest;

  if (options->height == 0)
    return TRUE;
  if (shown == (SHOW_WATERFALL | SHOW_TIES))
    {
      *ties = MIN (*ties, MAX (room / 3, LEAST_HEIGHT + 60));
      room -= *ties + GAP;
    }
  if (shown & SHOW_WATERFALL)
    *waterfall = room;
  else
    *ties = room;
  if (room >= LEAST_HEIGHT)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               "this picture needs a height of at least %d pixels, not %d",
               options->height - room + LEAST_HEIGHT, options->height);
  return FALSE;
}

LaminaScene *
lamina_comparison_picture_layout (LaminaComparison            *comparison,
                                  const LaminaPictureOptions  *options,
                                  LaminaMetrics               *metrics,
                                  GError                     **error)
{
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *title = NULL;
  g_autofree char *caption = NULL;
  LaminaPage page = { .options = options, .metrics = metrics, .y = LAMINA_PAGE_MARGIN };
  guint shown = find_view (options->view, error);
  int waterfall, ties;

  if (shown == 0 || !check (comparison, options, error))
    return NULL;
  page.scene = scene = lamina_scene_new (options->width, MOST_SIZE);
  title = lamina_comparison_picture_dup_title (comparison, options);
  caption = options->caption != NULL ? g_strdup (options->caption) : dup_caption (comparison);
  lamina_page_add_title (&page, title, caption);
  waterfall = lamina_waterfall_get_height (comparison);
  ties = lamina_ties_get_height (comparison);
  if (!divide (options, page.y + GAP + LAMINA_PAGE_MARGIN + (options->source ? 60 : 0), shown, &waterfall, &ties,
               error))
    return NULL;
  if (shown & SHOW_WATERFALL)
    add_part (&page, comparison, SHOW_WATERFALL, waterfall);
  if (shown & SHOW_TIES)
    add_part (&page, comparison, SHOW_TIES, ties);
  add_foot (&page, comparison, shown);
  lamina_scene_set_height (scene, options->height != 0 ? options->height : MIN (page.y, MOST_SIZE));
  return g_steal_pointer (&scene);
}
