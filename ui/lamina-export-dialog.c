/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-dialog.h"

#include "lamina-export-job.h"
#include "lamina-painter.h"

#include <glib/gi18n.h>

struct _LaminaExportDialog
{
  AdwWindow parent_instance;

  LaminaSession *session;
  LaminaScene *scene;
  GCancellable *cancellable;
  GtkFileChooserNative *chooser;

  AdwComboRow *view_row;
  AdwComboRow *range_row;
  AdwComboRow *theme_row;
  AdwComboRow *format_row;
  GtkWidget *scale_row;
  GtkSpinButton *width;
  GtkSpinButton *scale;
  GtkDrawingArea *preview;
  GtkLabel *message;
  GtkSpinner *spinner;
  GtkWidget *form;
  GtkWidget *save_button;
};

G_DEFINE_FINAL_TYPE (LaminaExportDialog, lamina_export_dialog, ADW_TYPE_WINDOW)

static guint done_signal;

/* In the order of the rows of the form. */
static const LaminaTheme themes[] = { LAMINA_THEME_PRINT, LAMINA_THEME_LIGHT, LAMINA_THEME_DARK };
static const char *const suffixes[] = { ".svg", ".png", ".pdf" };

static void
get_options (LaminaExportDialog   *self,
             LaminaPictureOptions *options)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  guint n, view = adw_combo_row_get_selected (self->view_row);
  const LaminaPictureView *views = lamina_picture_list_views (&n);
  LaminaRange bounds;

  *options = LAMINA_PICTURE_OPTIONS_INIT;
  options->view = views[MIN (view, n - 1)].name;
  options->run = lamina_session_get_run_index (self->session);
  options->theme = themes[MIN (adw_combo_row_get_selected (self->theme_row), G_N_ELEMENTS (themes) - 1)];
  options->width = gtk_spin_button_get_value_as_int (self->width);
  options->scale = gtk_spin_button_get_value (self->scale);
  options->aligned = lamina_session_get_aligned (self->session);
  lamina_session_get_bounds (self->session, &bounds);
  if (range && adw_combo_row_get_selected (self->range_row) == 0
      && (range->start != bounds.start || range->end != bounds.end))
    {
      options->start = (gint64) ((guint64) range->start - (guint64) bounds.start);
      options->end = (gint64) ((guint64) range->end - (guint64) bounds.start);
    }
}

static void
show_message (LaminaExportDialog *self,
              const char         *text)
{
  gtk_label_set_text (self->message, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), text != NULL);
}

static void
update_preview (LaminaExportDialog *self)
{
  LaminaPictureOptions options;
  LaminaStyle style;
  g_autoptr (LaminaMetrics) metrics = NULL;
  g_autoptr (GError) error = NULL;

  if (!self->session)
    return;
  get_options (self, &options);
  style = LAMINA_STYLE_INIT (options.theme);
  metrics = lamina_metrics_new (&style);
  g_clear_pointer (&self->scene, lamina_scene_unref);
  self->scene = lamina_picture_layout (lamina_session_get_document (self->session), &options, metrics, &error);
  show_message (self, error ? error->message : NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.choose", self->scene != NULL);
  gtk_widget_set_sensitive (self->scale_row, adw_combo_row_get_selected (self->format_row) == 1);
  gtk_widget_queue_draw (GTK_WIDGET (self->preview));
}

static void
draw_preview (GtkDrawingArea *area,
              cairo_t        *cr,
              int             width,
              int             height,
              gpointer        user_data)
{
  LaminaExportDialog *self = LAMINA_EXPORT_DIALOG (user_data);
  LaminaPictureOptions options;
  LaminaStyle style;
  g_autoptr (LaminaPainter) painter = NULL;
  double scale;

  if (!self->scene)
    return;
  get_options (self, &options);
  style = LAMINA_STYLE_INIT (options.theme);
  painter = lamina_painter_new (&style);
  scale = MIN ((double) width / lamina_scene_get_width (self->scene),
               (double) height / lamina_scene_get_height (self->scene));
  cairo_translate (cr, (width - lamina_scene_get_width (self->scene) * scale) / 2,
                   (height - lamina_scene_get_height (self->scene) * scale) / 2);
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, 0, 0, lamina_scene_get_width (self->scene), lamina_scene_get_height (self->scene));
  cairo_clip (cr);
  lamina_painter_paint (painter, cr, self->scene);
}

static void
set_busy (LaminaExportDialog *self,
          gboolean            busy)
{
  gtk_widget_set_sensitive (self->form, !busy);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.choose", !busy);
  gtk_spinner_set_spinning (self->spinner, busy);
}

static void
on_saved (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (LaminaExportDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  if (!lamina_export_job_finish (result, &name, &error))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return;
      set_busy (self, FALSE);
      show_message (self, error->message);
      return;
    }
  g_signal_emit (self, done_signal, 0, name);
  set_busy (self, FALSE);
  gtk_window_close (GTK_WINDOW (self));
}

void
lamina_export_dialog_save (LaminaExportDialog *self,
                           GFile              *file)
{
  LaminaPictureOptions options;

  g_return_if_fail (LAMINA_IS_EXPORT_DIALOG (self));
  g_return_if_fail (G_IS_FILE (file));

  get_options (self, &options);
  show_message (self, NULL);
  set_busy (self, TRUE);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  lamina_export_job_start (lamina_session_get_document (self->session), &options, file, self->cancellable, on_saved,
                           g_object_ref (self));
}

static void
on_chosen (LaminaExportDialog *self,
           int                 response)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser));
  gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  if (file)
    lamina_export_dialog_save (self, file);
}

static char *
dup_name (LaminaExportDialog *self)
{
  LaminaSources *sources = lamina_document_get_sources (lamina_session_get_document (self->session));
  g_autofree char *stem = g_strdup (sources ? lamina_source_get_name (lamina_sources_get (sources, 0)) : "lamina");
  char *dot = strchr (stem + 1, '.');
  LaminaPictureOptions options;
  guint format = adw_combo_row_get_selected (self->format_row);

  if (*stem && dot)
    *dot = '\0';
  get_options (self, &options);
  return g_strdup_printf ("%s-%s%s", stem, options.view, suffixes[MIN (format, G_N_ELEMENTS (suffixes) - 1)]);
}

static void
choose (GtkWidget  *widget,
        const char *action,
        GVariant   *parameter)
{
  LaminaExportDialog *self = LAMINA_EXPORT_DIALOG (widget);
  g_autofree char *name = dup_name (self);

  if (self->chooser)
    return;
  self->chooser = gtk_file_chooser_native_new (_("Export Picture"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                               NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
lamina_export_dialog_dispose (GObject *object)
{
  LaminaExportDialog *self = LAMINA_EXPORT_DIALOG (object);

  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->chooser)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->scene, lamina_scene_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_EXPORT_DIALOG);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (lamina_export_dialog_parent_class)->dispose (object);
}

static void
lamina_export_dialog_class_init (LaminaExportDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_export_dialog_dispose;
  done_signal = g_signal_new ("done", LAMINA_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                              G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, view_row);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, range_row);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, theme_row);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, format_row);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, scale_row);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, width);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, scale);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, message);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, spinner);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, form);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, save_button);
  gtk_widget_class_install_action (widget_class, "export.choose", NULL, choose);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
lamina_export_dialog_init (LaminaExportDialog *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint n;
  const LaminaPictureView *views = lamina_picture_list_views (&n);
  AdwComboRow *rows[4];

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (titles, views[i].title);
  adw_combo_row_set_model (self->view_row, G_LIST_MODEL (titles));
  rows[0] = self->view_row;
  rows[1] = self->range_row;
  rows[2] = self->theme_row;
  rows[3] = self->format_row;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_signal_connect_object (rows[i], "notify::selected", G_CALLBACK (update_preview), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->width, "value-changed", G_CALLBACK (update_preview), self, G_CONNECT_SWAPPED);
  gtk_drawing_area_set_draw_func (self->preview, draw_preview, self, NULL);
  gtk_window_set_focus (GTK_WINDOW (self), self->save_button);
}

GtkWidget *
lamina_export_dialog_new (LaminaSession *session)
{
  LaminaExportDialog *self = g_object_new (LAMINA_TYPE_EXPORT_DIALOG, NULL);

  self->session = g_object_ref (session);
  update_preview (self);
  return GTK_WIDGET (self);
}

const char *
lamina_export_dialog_get_error (LaminaExportDialog *self)
{
  g_return_val_if_fail (LAMINA_IS_EXPORT_DIALOG (self), NULL);
  return gtk_widget_get_visible (GTK_WIDGET (self->message)) ? gtk_label_get_text (self->message) : NULL;
}
