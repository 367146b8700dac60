/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture.h"

#include "lamina-chart.h"
#include "lamina-gettext.h"
#include "lamina-page.h"
#include "lamina-painter.h"
#include "lamina-svg.h"

#include <cairo-pdf.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An array without elements stays one: it means that no track is shown, not that all are. */
static guint32 *
copy_tracks (const LaminaPictureOptions *self)
{
  guint32 *tracks;

  if (self->tracks == NULL)
    return NULL;
  tracks = g_new (guint32, (gsize) self->n_tracks + 1);
  memcpy (tracks, self->tracks, self->n_tracks * sizeof *tracks);
  return tracks;
}

void
lamina_picture_options_copy (const LaminaPictureOptions *self,
                             LaminaPictureOptions       *copy)
{
  *copy = *self;
  copy->view = g_strdup (self->view);
  copy->title = g_strdup (self->title);
  copy->caption = g_strdup (self->caption);
  copy->name = g_strdup (self->name);
  copy->durations_of = g_strdup (self->durations_of);
  copy->filter = g_strdup (self->filter);
  copy->tracks = copy_tracks (self);
  copy->flame = g_memdup2 (self->flame, self->flame != NULL ? sizeof *self->flame : 0);
  if (self->arrangement != NULL)
    lamina_arrangement_ref (self->arrangement);
  if (self->markers != NULL)
    g_array_ref (self->markers);
  if (self->timebase != NULL)
    lamina_timebase_ref (self->timebase);
  if (self->comparison != NULL)
    lamina_comparison_ref (self->comparison);
}

void
lamina_picture_options_clear (LaminaPictureOptions *self)
{
  g_free ((char *) self->view);
  g_free ((char *) self->title);
  g_free ((char *) self->caption);
  g_free ((char *) self->name);
  g_free ((char *) self->durations_of);
  g_free ((char *) self->filter);
  g_free ((guint32 *) self->tracks);
  g_free ((LaminaFlameOptions *) self->flame);
  g_clear_pointer (&self->arrangement, lamina_arrangement_unref);
  g_clear_pointer (&self->markers, g_array_unref);
  g_clear_pointer (&self->timebase, lamina_timebase_unref);
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  memset (self, 0, sizeof *self);
}

static gboolean
find_format (GFile                *file,
             LaminaPictureFormat  *format,
             GError              **error)
{
  g_autofree char *name = g_file_get_basename (file);
  const char *suffix = name != NULL ? strrchr (name, '.') : NULL;

  for (guint i = 0; suffix != NULL && i < LAMINA_N_PICTURE_FORMATS; i++)
    if (g_ascii_strcasecmp (suffix, lamina_picture_get_suffix (i)) == 0)
      {
        *format = i;
        return TRUE;
      }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       "the name of a picture ends in .svg, .png or .pdf");
  return FALSE;
}

gboolean
lamina_file_replace (GFile         *file,
                     GBytes        *bytes,
                     GCancellable  *cancellable,
                     GError       **error)
{
  const char *path = g_file_peek_path (file);
  gboolean is_there, is_replaced;
  GStatBuf before;
  int mode;
  char *real;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (path == NULL)
    return g_file_replace_contents (file, data, size, NULL, FALSE, G_FILE_CREATE_NONE, NULL, cancellable, error);
  is_there = g_stat (path, &before) == 0;
  if (is_there && !S_ISREG (before.st_mode))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "%s is not a file", path);
      return FALSE;
    }
  /* A link stays a link: the file that it leads to is replaced. */
  real = realpath (path, NULL);
  mode = is_there ? before.st_mode & 0777 : 0666;
  is_replaced = g_file_set_contents_full (real != NULL ? real : path, data, (gssize) size, G_FILE_SET_CONTENTS_CONSISTENT, mode,
                                          error);
  /* Who may read a file may read the one in its place; the mask of the process is for new ones. */
  if (is_replaced && is_there)
    g_chmod (path, mode);
  free (real);
  return is_replaced;
}

gboolean
lamina_picture_save (LaminaDocument              *document,
                     const LaminaPictureOptions  *options,
                     GFile                       *file,
                     GCancellable                *cancellable,
                     GError                     **error)
{
  g_autoptr (GBytes) bytes = NULL;
  LaminaPictureFormat format;

  g_return_val_if_fail (document != NULL && options != NULL && G_IS_FILE (file), FALSE);

  if (!find_format (file, &format, error))
    return FALSE;
  bytes = lamina_picture_make (document, options, format, cancellable, error);
  return bytes != NULL && lamina_file_replace (file, bytes, cancellable, error);
}

/* Cairo keeps positions in 16 bits before the point; a picture takes four bytes for each pixel. */
#define MOST_PNG_SIDE 32000
#define MOST_PNG_PIXELS 128e6
#define LEAST_SCALE 0.1
#define MOST_SCALE 16

/* A page is as large as it is printed. */
#define POINTS_PER_PIXEL (72 / 25.4 / LAMINA_PICTURE_PER_MM)

/* What is written, and what with. */
typedef struct
{
  LaminaScene *scene;
  const LaminaPictureOptions *options;
  const LaminaStyle *style;
  LaminaMetrics *metrics;
  const char *title;
} Plate;

static cairo_status_t
append_bytes (void                *closure,
              const unsigned char *data,
              unsigned int         length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
paint (cairo_surface_t *surface,
       const Plate     *plate,
       double           scale)
{
  g_autoptr (LaminaPainter) painter = lamina_painter_new (plate->style);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, scale, scale);
  lamina_painter_paint (painter, cr, plate->scene);
  cairo_show_page (cr);
  cairo_destroy (cr);
}

/* Lets go of the surface and tells what became of it. */
static GBytes *
finish (cairo_surface_t  *surface,
        cairo_status_t    status,
        GByteArray       *bytes,
        GError          **error)
{
  g_autoptr (GBytes) result = g_byte_array_free_to_bytes (bytes);

  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_steal_pointer (&result);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the picture can't be drawn: %s", cairo_status_to_string (status));
  return NULL;
}

static GBytes *
make_png (const Plate  *plate,
          GError      **error)
{
  double scale = plate->options->scale;
  double width = ceil (lamina_scene_get_width (plate->scene) * scale);
  double height = ceil (lamina_scene_get_height (plate->scene) * scale);
  GByteArray *bytes;
  cairo_surface_t *surface;
  cairo_status_t status;

  if (!(scale >= LEAST_SCALE && scale <= MOST_SCALE))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "the scale is not between 0.1 and 16");
      return NULL;
    }
  if (width > MOST_PNG_SIDE || height > MOST_PNG_SIDE || width * height > MOST_PNG_PIXELS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "a PNG of %.0f × %.0f pixels is too large", width, height);
      return NULL;
    }
  bytes = g_byte_array_new ();
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  paint (surface, plate, scale);
  status = cairo_surface_write_to_png_stream (surface, append_bytes, bytes);
  return finish (surface, status, bytes, error);
}

static GBytes *
make_pdf (const Plate  *plate,
          GError      **error)
{
  GByteArray *bytes = g_byte_array_new ();
  double width = lamina_scene_get_width (plate->scene) * POINTS_PER_PIXEL;
  double height = lamina_scene_get_height (plate->scene) * POINTS_PER_PIXEL;
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (append_bytes, bytes, width, height);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, plate->title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Lamina");
  /* None, else cairo writes the time of day: the same document gives the same file. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  paint (surface, plate, POINTS_PER_PIXEL);
  cairo_surface_finish (surface);
  return finish (surface, cairo_surface_status (surface), bytes, error);
}

static GBytes *
make_svg (const Plate  *plate,
          GError      **error)
{
  return lamina_svg_write (plate->scene, plate->style, plate->title, plate->metrics,
                           plate->options->on_paper ? LAMINA_PICTURE_PER_MM : 0);
}

static const struct
{
  const char *suffix;
  const char *content_type;
  GBytes *(*make) (const Plate  *plate,
                   GError      **error);
} formats[LAMINA_N_PICTURE_FORMATS] = {
  [LAMINA_PICTURE_SVG] = { ".svg", "image/svg+xml", make_svg },
  [LAMINA_PICTURE_PNG] = { ".png", "image/png", make_png },
  [LAMINA_PICTURE_PDF] = { ".pdf", "application/pdf", make_pdf },
};

const char *
lamina_picture_get_suffix (LaminaPictureFormat format)
{
  g_return_val_if_fail (format < LAMINA_N_PICTURE_FORMATS, NULL);

  return formats[format].suffix;
}

const char *
lamina_picture_get_content_type (LaminaPictureFormat format)
{
  g_return_val_if_fail (format < LAMINA_N_PICTURE_FORMATS, NULL);

  return formats[format].content_type;
}

GBytes *
lamina_picture_make (LaminaDocument              *document,
                     const LaminaPictureOptions  *options,
                     LaminaPictureFormat          format,
                     GCancellable                *cancellable,
                     GError                     **error)
{
  LaminaStyle style = { .theme = options->theme, .palette = options->palette };
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new (&style);
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *title = NULL;

  g_return_val_if_fail (document != NULL && options != NULL && format < LAMINA_N_PICTURE_FORMATS, NULL);

  scene = lamina_picture_layout (document, options, metrics, error);
  if (scene == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  title = lamina_picture_dup_title (document, options);
  return formats[format].make (&(Plate) { scene, options, &style, metrics, title }, error);
}

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
  { { "memory", N_("Live memory and its addresses") }, lamina_page_add_memory, FALSE },
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

      list[i] = (LaminaPictureView) { g_intern_string (name), lamina_chart_get_title (chart, NULL) };
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
    {
      if (options->comparison != NULL)
        return lamina_comparison_picture_layout (options->comparison, options, metrics, error);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "there is nothing to compare with");
      return NULL;
    }
  add = find_view (options->view, error);
  if (add == NULL || !check (document, options, error))
    return NULL;
  page.run = lamina_document_get_run (document, options->run);
  timebase = options->timebase != NULL ? lamina_timebase_ref (options->timebase)
                                       : lamina_timebase_new (page.run, options->aligned);
  page.timebase = timebase;
  page.idle = idle = lamina_idle_new (page.run, timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, NULL);
  has_coloring = lamina_picture_has_coloring (options->view);
  page.coloring = coloring = lamina_coloring_new (page.run, has_coloring ? options->color_by : LAMINA_COLOR_BY_FAMILY, NULL);
  page.has_textures = has_coloring && options->theme == LAMINA_THEME_PRINT;
  page.scene = scene = lamina_scene_new (options->width, MOST_SIZE);
  page.y = LAMINA_PAGE_MARGIN;
  is_done = add (&page, error);
  g_free (page.layers);
  g_clear_pointer (&page.range, lamina_range_totals_free);
  g_clear_pointer (&page.use, lamina_device_use_free);
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
