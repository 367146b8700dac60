/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tab.h"

#include "lamina-loading-page.h"
#include "lamina-widget.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* A file that is there sooner than this shows no progress; one that is not must, within 100 ms. */
#define SHOW_PROGRESS_MS 70

struct _LaminaTab
{
  GtkWidget parent_instance;

  GFile *file;
  char *title;
  LaminaLoader *loader;
  GCancellable *cancellable;
  guint delay;

  GtkStack *stack;
  LaminaLoadingPage *loading;
  AdwStatusPage *failed;
  GtkWidget *open_other;
  LaminaDocumentView *view;
};

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_SUBTITLE,
  PROP_SESSION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint cancelled_signal;

G_DEFINE_FINAL_TYPE (LaminaTab, lamina_tab, GTK_TYPE_WIDGET)

static void
show_page (LaminaTab  *self,
           const char *name)
{
  g_clear_handle_id (&self->delay, g_source_remove);
  gtk_stack_set_visible_child_name (self->stack, name);
}

static gboolean
show_progress (gpointer user_data)
{
  LaminaTab *self = user_data;

  self->delay = 0;
  show_page (self, "loading");
  return G_SOURCE_REMOVE;
}

static void
notify_document (LaminaTab *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

static void
show_document (LaminaTab      *self,
               LaminaDocument *document)
{
  g_autoptr (LaminaSession) session = lamina_session_new (document);

  lamina_document_view_set_session (self->view, session);
  show_page (self, "document");
  notify_document (self);
  gtk_widget_grab_focus (GTK_WIDGET (lamina_timeline_view_get_canvas (lamina_document_view_get_timeline (self->view))));
}

/* The name stands in the heading; the message need not begin with it. */
static const char *
skip_name (const char *message,
           const char *name)
{
  if (!g_str_has_prefix (message, name) || !g_str_has_prefix (message + strlen (name), ": "))
    return message;
  return message + strlen (name) + 2;
}

static void
show_error (LaminaTab    *self,
            const GError *error)
{
  g_autofree char *title = g_strdup_printf (_("“%s” can’t be opened"), self->title);
  g_autofree char *text = g_markup_escape_text (skip_name (error->message, self->title), -1);

  adw_status_page_set_title (self->failed, title);
  adw_status_page_set_description (self->failed, text);
  show_page (self, "failed");
  gtk_widget_grab_focus (self->open_other);
}

static void
on_loaded (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LaminaTab) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = lamina_loader_load_finish (LAMINA_LOADER (source), result, &error);

  /* Of a load that was given up nothing is shown, whatever became of it. */
  if (LAMINA_LOADER (source) != self->loader)
    return;
  g_clear_object (&self->loader);
  g_clear_object (&self->cancellable);
  lamina_loading_page_stop (self->loading);
  if (document)
    show_document (self, document);
  else
    show_error (self, error);
}

static void
give_up (LaminaTab *self)
{
  g_clear_handle_id (&self->delay, g_source_remove);
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->loader);
  if (self->loading)
    lamina_loading_page_stop (self->loading);
}

static char *
dup_subtitle (LaminaTab *self)
{
  LaminaSession *session = lamina_tab_get_session (self);
  const char *tool;

  if (!session)
    return g_strdup ("");
  tool = lamina_document_get_tool (lamina_session_get_document (session));
  return g_strdup (tool ? tool : "");
}

static void
lamina_tab_get_property (GObject    *object,
                         guint       id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  LaminaTab *self = LAMINA_TAB (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_SUBTITLE:
      g_value_take_string (value, dup_subtitle (self));
      break;
    case PROP_SESSION:
      g_value_set_object (value, lamina_tab_get_session (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
cancel (GtkWidget  *widget,
        const char *action,
        GVariant   *parameter)
{
  lamina_tab_cancel (LAMINA_TAB (widget));
}

static void
lamina_tab_dispose (GObject *object)
{
  LaminaTab *self = LAMINA_TAB (object);

  give_up (self);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_TAB);
  g_clear_object (&self->file);
  G_OBJECT_CLASS (lamina_tab_parent_class)->dispose (object);
}

static void
lamina_tab_finalize (GObject *object)
{
  g_free (LAMINA_TAB (object)->title);
  G_OBJECT_CLASS (lamina_tab_parent_class)->finalize (object);
}

static void
lamina_tab_class_init (LaminaTabClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lamina_tab_dispose;
  object_class->finalize = lamina_tab_finalize;
  object_class->get_property = lamina_tab_get_property;
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_SUBTITLE] = g_param_spec_string ("subtitle", NULL, NULL, "", flags);
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LAMINA_TYPE_SESSION, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  cancelled_signal = g_signal_new ("cancelled", LAMINA_TYPE_TAB, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);

  g_type_ensure (LAMINA_TYPE_LOADING_PAGE);
  g_type_ensure (LAMINA_TYPE_DOCUMENT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-tab.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, loading);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, failed);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, open_other);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, view);
  gtk_widget_class_install_action (widget_class, "tab.cancel", NULL, cancel);
  gtk_widget_class_set_css_name (widget_class, "laminatab");
}

static void
lamina_tab_init (LaminaTab *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
lamina_tab_open (LaminaTab *self,
                 GFile     *file)
{
  g_autofree char *name = NULL;

  g_return_if_fail (LAMINA_IS_TAB (self));
  g_return_if_fail (G_IS_FILE (file));

  give_up (self);
  g_set_object (&self->file, file);
  name = g_file_get_basename (file);
  g_free (self->title);
  self->title = g_filename_display_name (name);
  lamina_document_view_set_session (self->view, NULL);
  show_page (self, "waiting");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  notify_document (self);

  self->loader = lamina_loader_new (lamina_engine_get_default (), file);
  self->cancellable = g_cancellable_new ();
  lamina_loading_page_start (self->loading, self->loader, self->title);
  self->delay = g_timeout_add (SHOW_PROGRESS_MS, show_progress, self);
  lamina_loader_load_async (self->loader, self->cancellable, on_loaded, g_object_ref (self));
}

void
lamina_tab_cancel (LaminaTab *self)
{
  g_return_if_fail (LAMINA_IS_TAB (self));

  if (!self->cancellable)
    return;
  give_up (self);
  g_signal_emit (self, cancelled_signal, 0);
}

GFile *
lamina_tab_get_file (LaminaTab *self)
{
  g_return_val_if_fail (LAMINA_IS_TAB (self), NULL);
  return self->file;
}

LaminaSession *
lamina_tab_get_session (LaminaTab *self)
{
  g_return_val_if_fail (LAMINA_IS_TAB (self), NULL);
  return self->view ? lamina_document_view_get_session (self->view) : NULL;
}

LaminaDocumentView *
lamina_tab_get_view (LaminaTab *self)
{
  g_return_val_if_fail (LAMINA_IS_TAB (self), NULL);
  return self->view;
}

const char *
lamina_tab_get_page_name (LaminaTab *self)
{
  g_return_val_if_fail (LAMINA_IS_TAB (self), NULL);
  return gtk_stack_get_visible_child_name (self->stack);
}
