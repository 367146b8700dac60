/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-painter.h"
#include "lamina-page.h"
#include "lamina-svg.h"

#include <cairo-pdf.h>
#include <math.h>
#include <string.h>

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

static gboolean
check_png (double    scale,
           double    width,
           double    height,
           GError  **error)
{
  if (!(scale >= LEAST_SCALE && scale <= MOST_SCALE))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "the scale is not between 0.1 and 16");
  else if (width > MOST_PNG_SIDE || height > MOST_PNG_SIDE || width * height > MOST_PNG_PIXELS)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "a PNG of %.0f × %.0f pixels is too large", width,
                 height);
  else
    return TRUE;
  return FALSE;
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

  if (!check_png (scale, width, height, error))
    return NULL;
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
lamina_picture_write (LaminaScene                 *scene,
                      const LaminaPictureOptions  *options,
                      const LaminaStyle           *style,
                      LaminaMetrics               *metrics,
                      const char                  *title,
                      LaminaPictureFormat          format,
                      GError                     **error)
{
  return formats[format].make (&(Plate) { scene, options, style, metrics, title }, error);
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
  return lamina_picture_write (scene, options, &style, metrics, title, format, error);
}
