/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-dialog.h"

#include "lamina-export-job.h"
#include "lamina-file-choice.h"
#include "lamina-settings.h"
#include "lamina-text-size.h"
#include "lamina-value-text.h"
#include "lamina-widget.h"
#include "lamina-width-bin.h"

#include <glib/gi18n.h>

#define ZOOM_STEP 1.25

/* @failure is what went wrong with the last attempt to write; it stays until something else is chosen. */
struct _LaminaExportDialog
{
  AdwWindow parent_instance;

  LaminaSession *session;
  GArray *markers;
  GCancellable *cancellable;
  gboolean is_busy;
  gboolean is_resolved;
  gboolean was_ready;
  char *failure;

  LaminaWidthBin *bin;
  GtkOrientable *halves;
  GtkOrientable *edge;
  LaminaExportForm *form;
  AdwToastOverlay *toasts;
  LaminaExportPreview *preview;
  GtkLabel *size_label;
  GtkLabel *zoom_label;
  GtkLabel *message;
  GtkSpinner *spinner;
  GtkWidget *save_button;
};

G_DEFINE_FINAL_TYPE (LaminaExportDialog, lamina_export_dialog, ADW_TYPE_WINDOW)

static guint saved_signal;
static guint copied_signal;

/* How large the picture will be: on paper, and in pixels where it has some. */
static char *
dup_size (LaminaExportDialog *self)
{
  const LaminaExportChoices *choices = lamina_export_form_get_choices (self->form);
  LaminaScene *scene = lamina_export_preview_get_scene (self->preview);
  int width = lamina_scene_get_width (scene);
  int height = lamina_scene_get_height (scene);

  if (choices->format == LAMINA_PICTURE_PNG)
    return g_strdup_printf (_("%d × %d pixels"), (int) (width * choices->scale + 0.5),
                            (int) (height * choices->scale + 0.5));
  if (choices->in_mm || choices->format == LAMINA_PICTURE_PDF)
    return g_strdup_printf (_("%d × %d mm"), (width + LAMINA_PICTURE_PER_MM / 2) / LAMINA_PICTURE_PER_MM,
                            (height + LAMINA_PICTURE_PER_MM / 2) / LAMINA_PICTURE_PER_MM);
  return g_strdup_printf (_("%d × %d pixels"), width, height);
}

static void
show_message (LaminaExportDialog *self,
              const char         *text)
{
  g_autofree char *sentence = text && *text ? lamina_message_dup_sentence (text) : NULL;

  lamina_widget_set_text (self->message, sentence ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), sentence != NULL);
}

/* Whether a picture can be written, and what is to be said about it. */
static void
update (LaminaExportDialog *self)
{
  LaminaScene *scene = lamina_export_preview_get_scene (self->preview);
  gboolean can_write = self->is_resolved && scene && !self->is_busy;
  g_autofree char *size = scene ? dup_size (self) : g_strdup ("");
  g_autofree char *zoom = g_strdup_printf (_("%.0f %%"), lamina_export_preview_get_zoom (self->preview) * 100);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.choose", can_write);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.copy", can_write);
  lamina_widget_set_text (self->size_label, size);
  lamina_widget_set_text (self->zoom_label, zoom);
  gtk_widget_set_sensitive (GTK_WIDGET (self->form), !self->is_busy);
  gtk_spinner_set_spinning (self->spinner, self->is_busy);
  /* Not before it can be pressed, else the focus would go elsewhere. */
  if (can_write && !self->was_ready)
    gtk_window_set_focus (GTK_WINDOW (self), self->save_button);
  self->was_ready = self->was_ready || can_write;
  if (self->failure)
    show_message (self, self->failure);
  else if (self->is_resolved)
    show_message (self, lamina_export_preview_get_error (self->preview));
}

static gboolean
resolve (LaminaExportDialog    *self,
         LaminaPictureOptions  *options,
         GArray                *tracks,
         GError               **error)
{
  const LaminaExportChoices *choices = lamina_export_form_get_choices (self->form);

  if (!lamina_export_choices_resolve (choices, self->session, options, tracks, error))
    return FALSE;
  g_clear_pointer (&self->markers, g_array_unref);
  self->markers = options->markers = lamina_export_choices_list_markers (choices, self->session);
  return TRUE;
}

static void
on_form_changed (LaminaExportDialog *self)
{
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GError) error = NULL;
  LaminaPictureOptions options;

  g_clear_pointer (&self->failure, g_free);
  self->is_resolved = resolve (self, &options, tracks, &error);
  if (self->is_resolved)
    lamina_export_preview_set_picture (self->preview, lamina_session_get_document (self->session), &options);
  else
    show_message (self, error->message);
  update (self);
}

/* Ends what start_work() began. FALSE when it failed, which is shown. */
static gboolean
end_work (LaminaExportDialog *self,
          const GError       *error)
{
  self->is_busy = FALSE;
  if (error)
    self->failure = g_strdup (error->message);
  else
    lamina_export_choices_remember (lamina_export_form_get_choices (self->form), lamina_settings_get_default ());
  update (self);
  return error == NULL;
}

static void
on_saved (gpointer owner,
          gpointer data)
{
  g_autoptr (LaminaExportDialog) self = g_object_ref (owner);
  g_autoptr (LaminaExportResult) result = data;

  if (!end_work (self, result->error))
    return;
  g_signal_emit (self, saved_signal, 0, result->file);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_copied (gpointer owner,
           gpointer data)
{
  LaminaExportDialog *self = owner;
  g_autoptr (LaminaExportResult) result = data;
  GdkContentProvider *providers[LAMINA_N_PICTURE_FORMATS];
  g_autoptr (GdkContentProvider) both = NULL;
  guint n = 0;

  if (!end_work (self, result->error))
    return;
  for (guint i = 0; i < LAMINA_N_PICTURE_FORMATS; i++)
    if (result->pictures[i])
      providers[n++] = gdk_content_provider_new_for_bytes (lamina_picture_get_content_type (i), result->pictures[i]);
  both = gdk_content_provider_new_union (providers, n);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), both);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_("The picture was copied")));
  g_signal_emit (self, copied_signal, 0);
}

/* Writes the picture to a file, or copies it where there is none. */
static void
start_work (LaminaExportDialog *self,
            GFile              *file)
{
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
  LaminaPictureOptions options;

  if (!resolve (self, &options, tracks, NULL))
    return;
  g_clear_pointer (&self->failure, g_free);
  self->is_busy = TRUE;
  update (self);
  lamina_export_job_run (self, &self->cancellable, file ? LAMINA_EXPORT_SAVE : LAMINA_EXPORT_COPY,
                         lamina_session_get_document (self->session), &options, file, file ? on_saved : on_copied);
}

void
lamina_export_dialog_save (LaminaExportDialog *self,
                           GFile              *file)
{
  g_return_if_fail (LAMINA_IS_EXPORT_DIALOG (self));
  g_return_if_fail (G_IS_FILE (file));
  start_work (self, file);
}

static void
copy (GtkWidget  *widget,
      const char *action,
      GVariant   *parameter)
{
  start_work (LAMINA_EXPORT_DIALOG (widget), NULL);
}

static void
on_chosen (GtkWidget      *dialog,
           GtkFileChooser *chooser,
           gpointer        data)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);

  if (file)
    lamina_export_dialog_save (LAMINA_EXPORT_DIALOG (dialog), file);
}

/* Before a file is replaced, the chooser asks. */
static void
choose (GtkWidget  *widget,
        const char *action,
        GVariant   *parameter)
{
  LaminaExportDialog *self = LAMINA_EXPORT_DIALOG (widget);
  const LaminaExportChoices *choices = lamina_export_form_get_choices (self->form);
  g_autofree char *name = lamina_export_dup_name (lamina_session_get_document (self->session), choices->view,
                                                  lamina_picture_get_suffix (choices->format));
  GtkFileChooserNative *chooser;

  if (lamina_file_choice_is_open (widget))
    return;
  chooser = gtk_file_chooser_native_new (_("Export Picture"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  lamina_file_choice_ask (chooser, widget, on_chosen, NULL, NULL);
}

static void
zoom_in (GtkWidget  *widget,
         const char *action,
         GVariant   *parameter)
{
  LaminaExportPreview *preview = LAMINA_EXPORT_DIALOG (widget)->preview;

  lamina_export_preview_set_zoom (preview, lamina_export_preview_get_zoom (preview) * ZOOM_STEP);
}

static void
zoom_out (GtkWidget  *widget,
          const char *action,
          GVariant   *parameter)
{
  LaminaExportPreview *preview = LAMINA_EXPORT_DIALOG (widget)->preview;

  lamina_export_preview_set_zoom (preview, lamina_export_preview_get_zoom (preview) / ZOOM_STEP);
}

static void
zoom_fit (GtkWidget  *widget,
          const char *action,
          GVariant   *parameter)
{
  lamina_export_preview_set_zoom (LAMINA_EXPORT_DIALOG (widget)->preview, 0);
}

/* One pixel of the screen for each of the file. */
static void
zoom_original (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  LaminaExportDialog *self = LAMINA_EXPORT_DIALOG (widget);
  const LaminaExportChoices *choices = lamina_export_form_get_choices (self->form);

  lamina_export_preview_set_zoom (self->preview, choices->format == LAMINA_PICTURE_PNG ? choices->scale : 1);
}

static void
lamina_export_dialog_dispose (GObject *object)
{
  LaminaExportDialog *self = LAMINA_EXPORT_DIALOG (object);

  lamina_job_stop (&self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_EXPORT_DIALOG);
  g_clear_object (&self->session);
  g_clear_pointer (&self->markers, g_array_unref);
  g_clear_pointer (&self->failure, g_free);
  G_OBJECT_CLASS (lamina_export_dialog_parent_class)->dispose (object);
}

static const struct
{
  const char *name;
  void (*activate) (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter);
  guint keys[3];
} actions[] = {
  { "export.choose", choose, { GDK_KEY_s } },
  { "export.copy", copy, { GDK_KEY_C } },
  { "export.zoom-in", zoom_in, { GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add } },
  { "export.zoom-out", zoom_out, { GDK_KEY_minus, GDK_KEY_KP_Subtract } },
  { "export.zoom-fit", zoom_fit, { GDK_KEY_0, GDK_KEY_KP_0 } },
  { "export.zoom-original", zoom_original, { GDK_KEY_1, GDK_KEY_KP_1 } },
};

static void
lamina_export_dialog_class_init (LaminaExportDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_export_dialog_dispose;
  saved_signal = g_signal_new ("saved", LAMINA_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               1, G_TYPE_FILE);
  copied_signal = g_signal_new ("copied", LAMINA_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
  g_type_ensure (LAMINA_TYPE_EXPORT_FORM);
  g_type_ensure (LAMINA_TYPE_EXPORT_PREVIEW);
  g_type_ensure (LAMINA_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, bin);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, halves);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, edge);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, form);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, size_label);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, message);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, spinner);
  gtk_widget_class_bind_template_child (widget_class, LaminaExportDialog, save_button);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].activate);
      for (guint j = 0; j < G_N_ELEMENTS (actions[i].keys) && actions[i].keys[j]; j++)
        gtk_widget_class_add_binding_action (widget_class, gdk_keyval_to_lower (actions[i].keys[j]),
                                             GDK_CONTROL_MASK | (actions[i].keys[j] == GDK_KEY_C ? GDK_SHIFT_MASK : 0),
                                             actions[i].name, NULL);
    }
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

/* The preview stands beside the options, or below them. */
static void
on_narrow (LaminaExportDialog *self)
{
  gboolean is_narrow = lamina_width_bin_is_narrow (self->bin);

  gtk_orientable_set_orientation (self->halves, is_narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_orientable_set_orientation (self->edge, is_narrow ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
}

static void
lamina_export_dialog_init (LaminaExportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_text_size_set_window_size (GTK_WINDOW (self), 1080, 700);
  lamina_widget_read_left_to_right (self->size_label);
  lamina_widget_read_left_to_right (self->zoom_label);
  g_signal_connect_object (self->bin, "notify::narrow", G_CALLBACK (on_narrow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->form, "changed", G_CALLBACK (on_form_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->preview, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}

/* A name that is no view of a picture leaves the one that was exported last. */
static void
choose_view (LaminaExportChoices *choices,
             const char          *name)
{
  gboolean is_overview = g_strcmp0 (name, "overview") == 0;
  guint n;
  const LaminaPictureView *views = lamina_picture_list_views (&n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (views[i].name, is_overview ? "timeline" : name) == 0)
      choices->view = views[i].name;
  /* Charts show the whole run, whatever the timeline shows, unless a range is marked. */
  if (is_overview || (name && g_str_has_prefix (name, "chart")))
    choices->range = LAMINA_EXPORT_WHOLE;
}

GtkWidget *
lamina_export_dialog_new (LaminaSession              *session,
                          const LaminaPictureOptions *shown)
{
  LaminaExportDialog *self = g_object_new (LAMINA_TYPE_EXPORT_DIALOG, NULL);
  LaminaExportChoices *choices = lamina_export_choices_new (lamina_settings_get_default ());

  choose_view (choices, shown->view);
  choices->has_flame = shown->flame != NULL;
  if (shown->flame)
    choices->flame = *shown->flame;
  choices->flame_root = shown->flame ? shown->flame_root : 0;
  choices->moment = shown->moment;
  choices->name = g_strdup (shown->name);
  choices->comparison = shown->comparison ? lamina_comparison_ref (shown->comparison) : NULL;
  self->session = g_object_ref (session);
  lamina_export_form_set_session (self->form, session, choices);
  on_form_changed (self);
  return GTK_WIDGET (self);
}
