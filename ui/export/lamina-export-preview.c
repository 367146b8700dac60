/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-preview.h"

#include "lamina-export-job.h"
#include "lamina-painter.h"
#include "lamina-theme.h"

#include <math.h>

/* After so many milliseconds without another change the picture is laid out. */
#define DELAY 120
#define MARGIN 12
#define FINENESS 3
#define LEAST_ZOOM 0.1
#define MOST_ZOOM 8.0
#define NATURAL_WIDTH 520
#define NATURAL_HEIGHT 360

/*
 * 1. @pending is the request that waits for @source to start it; @cancellable belongs to the one that runs.
 * 2. @node is the drawing of @scene at @node_zoom, kept while the window scrolls over it; @fine is what it shows smaller, if it
 * does.
 * 3. @zoom is 0 while the picture is fitted.
 */
struct _LaminaExportPreview
{
  GtkWidget parent_instance;

  LaminaDocument *document;
  LaminaPictureOptions pending;
  guint source;
  GCancellable *cancellable;

  LaminaScene *scene;
  LaminaTheme theme;
  LaminaTheme next_theme;
  GskRenderNode *node;
  cairo_surface_t *fine;
  double node_zoom;
  double zoom;
  guint resized; /* to tell of another zoom */
  char *error;
};

G_DEFINE_FINAL_TYPE (LaminaExportPreview, lamina_export_preview, GTK_TYPE_WIDGET)

static guint changed_signal;

static void
clear_pending (LaminaExportPreview *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  lamina_picture_options_clear (&self->pending);
}

/* The node goes first: a surface that goes while a node shows it is copied for that, and it may be large. */
static void
drop_node (LaminaExportPreview *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->fine, cairo_surface_destroy);
}

static void
on_laid_out (gpointer owner,
             gpointer data)
{
  LaminaExportPreview *self = owner;
  g_autoptr (LaminaExportResult) result = data;

  g_clear_pointer (&self->scene, lamina_scene_unref);
  drop_node (self);
  g_free (self->error);
  self->scene = g_steal_pointer (&result->scene);
  self->theme = self->next_theme;
  self->error = g_strdup (result->error ? result->error->message : NULL);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
lay_out (gpointer user_data)
{
  LaminaExportPreview *self = user_data;

  self->source = 0;
  self->next_theme = self->pending.theme;
  lamina_export_job_run (self, &self->cancellable, LAMINA_EXPORT_LAY_OUT, self->document, &self->pending, NULL, on_laid_out);
  clear_pending (self);
  return G_SOURCE_REMOVE;
}

static void
lamina_export_preview_measure (GtkWidget      *widget,
                               GtkOrientation  orientation,
                               int             for_size,
                               int            *minimum,
                               int            *natural,
                               int            *minimum_baseline,
                               int            *natural_baseline)
{
  LaminaExportPreview *self = LAMINA_EXPORT_PREVIEW (widget);
  gboolean is_horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;
  int size;

  *minimum = 0;
  *natural = is_horizontal ? NATURAL_WIDTH : NATURAL_HEIGHT;
  if (self->zoom <= 0 || !self->scene)
    return;
  size = is_horizontal ? lamina_scene_get_width (self->scene) : lamina_scene_get_height (self->scene);
  *minimum = *natural = (int) (size * self->zoom) + 2 * MARGIN;
}

/*
 * Cairo puts letters on whole pixels, which tears small texts apart. So what is made smaller is drawn finer first, on the surface
 * that is returned.
 */
static cairo_surface_t *
paint_finely (LaminaPainter *painter,
              cairo_t       *cr,
              LaminaScene   *scene,
              double         zoom)
{
  int width = (int) ceil (lamina_scene_get_width (scene) * zoom * FINENESS);
  int height = (int) ceil (lamina_scene_get_height (scene) * zoom * FINENESS);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *fine = cairo_create (surface);

  cairo_scale (fine, zoom * FINENESS, zoom * FINENESS);
  lamina_painter_paint (painter, fine, scene);
  cairo_destroy (fine);
  cairo_scale (cr, 1.0 / FINENESS, 1.0 / FINENESS);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_GOOD);
  cairo_paint (cr);
  return surface;
}

/* The picture as it is written, drawn once for each zoom. */
static GskRenderNode *
create_node (LaminaExportPreview *self,
             double               zoom)
{
  LaminaStyle style = { .theme = self->theme, .palette = lamina_theme_get_palette () };
  g_autoptr (LaminaPainter) painter = lamina_painter_new (&style);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) (lamina_scene_get_width (self->scene) * zoom),
                                               (float) (lamina_scene_get_height (self->scene) * zoom));
  GskRenderNode *node = gsk_cairo_node_new (&bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  if (zoom < 1)
    self->fine = paint_finely (painter, cr, self->scene, zoom);
  else
    {
      cairo_scale (cr, zoom, zoom);
      lamina_painter_paint (painter, cr, self->scene);
    }
  cairo_destroy (cr);
  return node;
}

static void
lamina_export_preview_snapshot (GtkWidget   *widget,
                                GtkSnapshot *snapshot)
{
  LaminaExportPreview *self = LAMINA_EXPORT_PREVIEW (widget);
  double zoom, width, height;
  GskRoundedRect outline;

  if (!self->scene)
    return;
  zoom = lamina_export_preview_get_zoom (self);
  if (!self->node || self->node_zoom != zoom)
    {
      drop_node (self);
      self->node = create_node (self, zoom);
      self->node_zoom = zoom;
    }
  width = lamina_scene_get_width (self->scene) * zoom;
  height = lamina_scene_get_height (self->scene) * zoom;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) (int) MAX ((gtk_widget_get_width (widget) - width) / 2, MARGIN),
                                                (float) (int) MAX ((gtk_widget_get_height (widget) - height) / 2,
                                                                   MARGIN)));
  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height), 0);
  gtk_snapshot_append_outset_shadow (snapshot, &outline, &(GdkRGBA) { 0, 0, 0, 0.35f }, 0, 1, 1, 5);
  gtk_snapshot_append_node (snapshot, self->node);
  gtk_snapshot_restore (snapshot);
}

static void
emit_changed (gpointer user_data)
{
  LaminaExportPreview *self = user_data;

  self->resized = 0;
  g_signal_emit (self, changed_signal, 0);
}

/* A picture that is fitted has another zoom then, which others say: not while widgets are laid out. */
static void
lamina_export_preview_size_allocate (GtkWidget *widget,
                                     int        width,
                                     int        height,
                                     int        baseline)
{
  LaminaExportPreview *self = LAMINA_EXPORT_PREVIEW (widget);

  if (self->scene && lamina_export_preview_is_fitted (self) && self->resized == 0)
    self->resized = g_idle_add_once (emit_changed, self);
}

static void
lamina_export_preview_dispose (GObject *object)
{
  LaminaExportPreview *self = LAMINA_EXPORT_PREVIEW (object);

  g_clear_handle_id (&self->resized, g_source_remove);
  clear_pending (self);
  lamina_job_stop (&self->cancellable);
  g_clear_pointer (&self->scene, lamina_scene_unref);
  drop_node (self);
  g_clear_pointer (&self->error, g_free);
  g_clear_pointer (&self->document, lamina_document_unref);
  G_OBJECT_CLASS (lamina_export_preview_parent_class)->dispose (object);
}

static gboolean
on_scroll (GtkEventControllerScroll *scroll,
           double                    dx,
           double                    dy,
           LaminaExportPreview      *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));

  if (!(state & GDK_CONTROL_MASK) || !self->scene || dy == 0)
    return GDK_EVENT_PROPAGATE;
  lamina_export_preview_set_zoom (self, lamina_export_preview_get_zoom (self) * (dy < 0 ? 1.25 : 0.8));
  return GDK_EVENT_STOP;
}

static void
lamina_export_preview_class_init (LaminaExportPreviewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_export_preview_dispose;
  widget_class->measure = lamina_export_preview_measure;
  widget_class->size_allocate = lamina_export_preview_size_allocate;
  widget_class->snapshot = lamina_export_preview_snapshot;
  changed_signal = g_signal_new ("changed", LAMINA_TYPE_EXPORT_PREVIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "exportpreview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lamina_export_preview_init (LaminaExportPreview *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  gtk_event_controller_set_propagation_phase (scroll, GTK_PHASE_CAPTURE);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

void
lamina_export_preview_set_picture (LaminaExportPreview        *self,
                                   LaminaDocument             *document,
                                   const LaminaPictureOptions *options)
{
  g_return_if_fail (LAMINA_IS_EXPORT_PREVIEW (self));
  g_return_if_fail (document != NULL && options != NULL);

  clear_pending (self);
  if (self->document != document)
    {
      g_clear_pointer (&self->document, lamina_document_unref);
      self->document = lamina_document_ref (document);
    }
  lamina_picture_options_copy (options, &self->pending);
  self->source = g_timeout_add (self->scene || self->error ? DELAY : 0, lay_out, self);
}

LaminaScene *
lamina_export_preview_get_scene (LaminaExportPreview *self)
{
  g_return_val_if_fail (LAMINA_IS_EXPORT_PREVIEW (self), NULL);
  return self->scene;
}

const char *
lamina_export_preview_get_error (LaminaExportPreview *self)
{
  g_return_val_if_fail (LAMINA_IS_EXPORT_PREVIEW (self), NULL);
  return self->error;
}

gboolean
lamina_export_preview_is_pending (LaminaExportPreview *self)
{
  g_return_val_if_fail (LAMINA_IS_EXPORT_PREVIEW (self), FALSE);
  return self->source != 0 || self->cancellable != NULL;
}

void
lamina_export_preview_set_zoom (LaminaExportPreview *self,
                                double               zoom)
{
  g_return_if_fail (LAMINA_IS_EXPORT_PREVIEW (self));

  self->zoom = zoom <= 0 ? 0 : CLAMP (zoom, LEAST_ZOOM, MOST_ZOOM);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_signal_emit (self, changed_signal, 0);
}

double
lamina_export_preview_get_zoom (LaminaExportPreview *self)
{
  double width, height;

  g_return_val_if_fail (LAMINA_IS_EXPORT_PREVIEW (self), 1);
  if (self->zoom > 0 || !self->scene)
    return self->zoom > 0 ? self->zoom : 1;
  width = gtk_widget_get_width (GTK_WIDGET (self)) - 2 * MARGIN;
  height = gtk_widget_get_height (GTK_WIDGET (self)) - 2 * MARGIN;
  return CLAMP (MIN (width / lamina_scene_get_width (self->scene), height / lamina_scene_get_height (self->scene)),
                0.01, MOST_ZOOM);
}

gboolean
lamina_export_preview_is_fitted (LaminaExportPreview *self)
{
  g_return_val_if_fail (LAMINA_IS_EXPORT_PREVIEW (self), TRUE);
  return self->zoom <= 0;
}
