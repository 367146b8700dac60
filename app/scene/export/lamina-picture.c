/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart.h"
#include "lamina-comparison-picture.h"
#include "lamina-gettext.h"
#include "lamina-page.h"

#include <string.h>

#define LEAST_WIDTH 200
#define LEAST_HEIGHT 100
#define MOST_SIZE 20000

typedef gboolean (*ViewFunc) (LaminaPage  *page,
                              GError     **error);

/* @has_coloring says whether its colors may mean something other than families. */
typedef struct
{
  LaminaPictureView view;
  ViewFunc add;
  gboolean has_coloring;
} View;

static const View views[] = {
  { { "timeline", N_("Timeline") }, lamina_page_add_timeline, TRUE },
  { { "flame", N_("Flame graph") }, lamina_page_add_flame, TRUE },
  { { "sandwich", N_("Callers and callees") }, lamina_page_add_sandwich, TRUE },
  { { "tensors", N_("Live memory") }, lamina_page_add_tensors, FALSE },
  { { "charts", N_("All charts") }, lamina_page_add_charts, FALSE },
};

/* What is shown of two at once. */
static const LaminaPictureView comparison_views[] = {
  { "comparison", N_("Comparison") },
  { "waterfall", N_("Where the difference comes from") },
  { "ties", N_("Both on one scale") },
};

/* The views above, then `chart:ID` for each chart, then those of a comparison. */
static LaminaPictureView *
create_list (guint n)
{
  LaminaPictureView *list = g_new (LaminaPictureView, n);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    list[i] = views[i].view;
  for (guint i = G_N_ELEMENTS (views); i < n - G_N_ELEMENTS (comparison_views); i++)
    {
      const LaminaChart *chart = lamina_chart_get (i - (guint) G_N_ELEMENTS (views));
      g_autofree char *name = g_strconcat (LAMINA_PICTURE_CHART, lamina_chart_get_id (chart), NULL);

      list[i] = (LaminaPictureView) { g_intern_string (name), lamina_chart_get_title (chart) };
    }
  for (guint i = 0; i < G_N_ELEMENTS (comparison_views); i++)
    list[n - G_N_ELEMENTS (comparison_views) + i] = comparison_views[i];
  return list;
}

gboolean
lamina_picture_needs_comparison (const char *view)
{
  for (guint i = 0; view != NULL && i < G_N_ELEMENTS (comparison_views); i++)
    if (strcmp (comparison_views[i].name, view) == 0)
      return TRUE;
  return FALSE;
}

const LaminaPictureView *
lamina_picture_list_views (guint *n)
{
  static LaminaPictureView *list;

  *n = (guint) (G_N_ELEMENTS (views) + G_N_ELEMENTS (comparison_views)) + lamina_chart_get_n ();
  if (g_once_init_enter (&list))
    g_once_init_leave (&list, create_list (*n));
  return list;
}

static ViewFunc
find_view (const char  *name,
           GError     **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (strcmp (views[i].view.name, name) == 0)
      return views[i].add;
  if (g_str_has_prefix (name, LAMINA_PICTURE_CHART) && lamina_chart_find (name + strlen (LAMINA_PICTURE_CHART)) != NULL)
    return lamina_page_add_chart;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "there is no view “%s”", name);
  return NULL;
}

gboolean
lamina_picture_has_coloring (const char *view)
{
  for (guint i = 0; view != NULL && i < G_N_ELEMENTS (views); i++)
    if (strcmp (views[i].view.name, view) == 0)
      return views[i].has_coloring;
  return FALSE;
}

static gboolean
check_tracks (LaminaRun                   *run,
              const LaminaPictureOptions  *options,
              GError                     **error)
{
  for (guint i = 0; options->tracks != NULL && i < options->n_tracks; i++)
    if (options->tracks[i] >= lamina_run_get_n_tracks (run))
      {
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "there is no track %u", options->tracks[i]);
        return FALSE;
      }
  if (options->tracks == NULL || options->n_tracks > 0)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "no track is chosen");
  return FALSE;
}

static gboolean
check (LaminaDocument              *document,
       const LaminaPictureOptions  *options,
       GError                     **error)
{
  if (options->run >= lamina_document_get_n_runs (document))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "there is no run %u", options->run + 1);
  else if (options->width < LEAST_WIDTH || options->width > MOST_SIZE)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "a picture is %d to %d pixels wide, not %d",
                 LEAST_WIDTH, MOST_SIZE,
                 options->width);
  else if (options->height != 0 && (options->height < LEAST_HEIGHT || options->height > MOST_SIZE))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "a picture is %d to %d pixels high, not %d",
                 LEAST_HEIGHT, MOST_SIZE,
                 options->height);
  else if (options->start != LAMINA_ABSENT && options->end != LAMINA_ABSENT && options->start >= options->end)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "the range is empty");
  else
    return check_tracks (lamina_document_get_run (document, options->run), options, error);
  return FALSE;
}

gboolean
lamina_picture_parse_length (const char *text,
                             int        *pixels,
                             gboolean   *on_paper)
{
  static const struct
  {
    const char *unit;
    int per_thousand;
    gboolean on_paper;
  } units[] = { { "mm", LAMINA_PICTURE_PER_MM, TRUE }, { "cm", 10 * LAMINA_PICTURE_PER_MM, TRUE }, { "px", 1, FALSE },
                { "", 1, FALSE } };
  g_autofree char *stripped = NULL;
  gint64 value;

  g_return_val_if_fail (text != NULL && pixels != NULL && on_paper != NULL, FALSE);

  stripped = g_strstrip (g_strdup (text));
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_has_suffix (stripped, units[i].unit))
      {
        gsize length = strlen (stripped) - strlen (units[i].unit);

        while (length > 0 && stripped[length - 1] == ' ')
          length--;
        /* In thousandths, from the digits: no comma of a locale comes in between. */
        if (!lamina_decimal_parse (stripped, length, 3, &value) || value <= 0 || value > G_MAXINT / 100)
          return FALSE;
        *pixels = (int) ((value * units[i].per_thousand + 500) / 1000);
        *on_paper = units[i].on_paper;
        return TRUE;
      }
  return FALSE;
}

char *
lamina_picture_dup_title (LaminaDocument             *document,
                          const LaminaPictureOptions *options)
{
  LaminaPage page = { .document = document, .options = options };

  g_return_val_if_fail (document != NULL && options != NULL && options->run < lamina_document_get_n_runs (document),
                        NULL);

  if (options->title != NULL && *options->title != '\0')
    return g_strdup (options->title);
  if (options->comparison != NULL && lamina_picture_needs_comparison (options->view))
    return lamina_comparison_picture_dup_title (options->comparison, options);
  page.run = lamina_document_get_run (document, options->run);
  return lamina_page_dup_title (&page);
}

static LaminaScene *
lay_out_comparison (const LaminaPictureOptions  *options,
                    LaminaMetrics               *metrics,
                    GError                     **error)
{
  if (options->comparison != NULL)
    return lamina_comparison_picture_layout (options->comparison, options, metrics, error);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "there is nothing to compare with");
  return NULL;
}

LaminaScene *
lamina_picture_layout (LaminaDocument              *document,
                       const LaminaPictureOptions  *options,
                       LaminaMetrics               *metrics,
                       GError                     **error)
{
  LaminaPage page = { .document = document, .options = options, .metrics = metrics };
  g_autoptr (LaminaTimebase) timebase = NULL;
  g_autoptr (LaminaScene) scene = NULL;
  g_autoptr (LaminaIdle) idle = NULL;
  g_autoptr (LaminaColoring) coloring = NULL;
  ViewFunc add;
  gboolean has_coloring, is_done;
  int height;

  g_return_val_if_fail (document != NULL && options != NULL && metrics != NULL, NULL);

  if (lamina_picture_needs_comparison (options->view))
    return lay_out_comparison (options, metrics, error);
  add = find_view (options->view, error);
  if (add == NULL || !check (document, options, error))
    return NULL;
  page.run = lamina_document_get_run (document, options->run);
  timebase = options->timebase != NULL ? lamina_timebase_ref (options->timebase)
                                       : lamina_timebase_new (page.run, options->aligned);
  page.timebase = timebase;
  page.idle = idle = lamina_idle_new (page.run, timebase, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, NULL);
  has_coloring = lamina_picture_has_coloring (options->view);
  page.coloring = coloring = lamina_coloring_new (page.run, has_coloring ? options->color_by : LAMINA_COLOR_BY_FAMILY, NULL);
  page.has_textures = has_coloring && options->theme == LAMINA_THEME_PRINT;
  page.scene = scene = lamina_scene_new (options->width, MOST_SIZE);
  page.y = LAMINA_PAGE_MARGIN;
  is_done = add (&page, error);
  g_free (page.layers);
  if (!is_done)
    return NULL;
  height = page.y + LAMINA_PAGE_MARGIN;
  if (options->height != 0 && height > options->height)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   "this picture needs a height of at least %d pixels, not %d", height,
                   options->height);
      return NULL;
    }
  lamina_scene_set_height (scene, options->height != 0 ? options->height : MIN (height, MOST_SIZE));
  return g_steal_pointer (&scene);
}
