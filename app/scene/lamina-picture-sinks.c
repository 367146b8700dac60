/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-painter.h"
#include "lamina-picture.h"
#include "lamina-svg.h"

#include <cairo-pdf.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cairo keeps positions in 16 bits before the point; a picture takes four bytes for each pixel. */
#define MOST_PNG_SIDE 32000
#define MOST_PNG_PIXELS 128e6
#define LEAST_SCALE 0.1
#define MOST_SCALE 16

/* A page is as large as it is printed: 14 pixels are 8 points. */
#define POINTS_PER_PIXEL (8.0 / 14.0)

typedef GBytes *(*Sink) (LaminaScene                *scene,
                         const LaminaPictureOptions *options,
                         const LaminaStyle          *style,
                         LaminaMetrics              *metrics,
                         const char                 *title,
                         GError                    **error);

static cairo_status_t
append_bytes (void                *closure,
              const unsigned char *data,
              unsigned int         length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
paint (cairo_surface_t   *surface,
       LaminaScene       *scene,
       const LaminaStyle *style,
       double             scale)
{
  g_autoptr (LaminaPainter) painter = lamina_painter_new (style);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, scale, scale);
  lamina_painter_paint (painter, cr, scene);
  cairo_show_page (cr);
  cairo_destroy (cr);
}

static gboolean
check_status (cairo_status_t   status,
              GError         **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the picture can't be drawn: %s", cairo_status_to_string (status));
  return FALSE;
}

static GBytes *
make_png (LaminaScene                 *scene,
          const LaminaPictureOptions  *options,
          const LaminaStyle           *style,
          LaminaMetrics               *metrics,
          const char                  *title,
          GError                     **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  double scale = options->scale;
  double width = ceil (lamina_scene_get_width (scene) * scale);
  double height = ceil (lamina_scene_get_height (scene) * scale);
  cairo_surface_t *surface;
  cairo_status_t status;

  if (!(scale >= LEAST_SCALE && scale <= MOST_SCALE))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "the scale is not between 0.1 and 16");
      return NULL;
    }
  if (width > MOST_PNG_SIDE || height > MOST_PNG_SIDE || width * height > MOST_PNG_PIXELS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "a PNG of %.0f × %.0f pixels is too large", width,
                   height);
      return NULL;
    }
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  paint (surface, scene, style, scale);
  status = cairo_surface_write_to_png_stream (surface, append_bytes, bytes);
  cairo_surface_destroy (surface);
  if (!check_status (status, error))
    return NULL;
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static GBytes *
make_pdf (LaminaScene                 *scene,
          const LaminaPictureOptions  *options,
          const LaminaStyle           *style,
          LaminaMetrics               *metrics,
          const char                  *title,
          GError                     **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface;
  cairo_status_t status;

  surface = cairo_pdf_surface_create_for_stream (append_bytes, bytes, lamina_scene_get_width (scene) * POINTS_PER_PIXEL,
                                                 lamina_scene_get_height (scene) * POINTS_PER_PIXEL);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Lamina");
  /* None, else cairo writes the time of day: the same document gives the same file. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  paint (surface, scene, style, POINTS_PER_PIXEL);
  cairo_surface_finish (surface);
  status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (!check_status (status, error))
    return NULL;
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static GBytes *
make_svg (LaminaScene                 *scene,
          const LaminaPictureOptions  *options,
          const LaminaStyle           *style,
          LaminaMetrics               *metrics,
          const char                  *title,
          GError                     **error)
{
  return lamina_svg_write (scene, style, title, metrics);
}

static Sink
find_sink (GFile   *file,
           GError **error)
{
  static const struct
  {
    const char *suffix;
    Sink sink;
  } sinks[] = { { ".svg", make_svg }, { ".png", make_png }, { ".pdf", make_pdf } };
  g_autofree char *name = g_file_get_basename (file);
  const char *suffix = name != NULL ? strrchr (name, '.') : NULL;

  for (guint i = 0; suffix != NULL && i < G_N_ELEMENTS (sinks); i++)
    if (g_ascii_strcasecmp (suffix, sinks[i].suffix) == 0)
      return sinks[i].sink;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       "the name of a picture ends in .svg, .png or .pdf");
  return NULL;
}

/* A link stays a link: the file that it leads to is replaced. */
static char *
resolve (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real != NULL ? real : path);

  free (real);
  return copy;
}

static gboolean
write_bytes (GFile         *file,
             GBytes        *bytes,
             GCancellable  *cancellable,
             GError       **error)
{
  const char *path = g_file_peek_path (file);
  g_autofree char *real = NULL;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (path == NULL)
    return g_file_replace_contents (file, data, size, NULL, FALSE, G_FILE_CREATE_NONE, NULL, cancellable, error);
  if (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "%s is not a file", path);
      return FALSE;
    }
  real = resolve (path);
  return g_file_set_contents_full (real, data, (gssize) size, G_FILE_SET_CONTENTS_CONSISTENT, 0666, error);
}

gboolean
lamina_picture_save (LaminaDocument              *document,
                     const LaminaPictureOptions  *options,
                     GFile                       *file,
                     GCancellable                *cancellable,
                     GError                     **error)
{
  LaminaStyle style = LAMINA_STYLE_INIT (options->theme);
  g_autoptr (LaminaMetrics) metrics = NULL;
  g_autoptr (LaminaScene) scene = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *title = NULL;
  Sink sink;

  g_return_val_if_fail (document != NULL && options != NULL && G_IS_FILE (file), FALSE);

  sink = find_sink (file, error);
  if (sink == NULL)
    return FALSE;
  metrics = lamina_metrics_new (&style);
  scene = lamina_picture_layout (document, options, metrics, error);
  if (scene == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  title = lamina_picture_dup_title (document, options);
  bytes = sink (scene, options, &style, metrics, title, error);
  return bytes != NULL && write_bytes (file, bytes, cancellable, error);
}
