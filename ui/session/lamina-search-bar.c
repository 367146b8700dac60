/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-search-bar.h"

#include "lamina-core.h"
#include "lamina-search-list.h"
#include "lamina-session-search.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

struct _LaminaSearchBar
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkRevealer *revealer;
  GtkSearchEntry *entry;
  GtkLabel *count;
  GtkToggleButton *listing;
  LaminaSearchList *list;
  char *note;
  gboolean filling_entry;
};

static guint closed;

G_DEFINE_FINAL_TYPE (LaminaSearchBar, lamina_search_bar, GTK_TYPE_WIDGET)

static LaminaSessionSearch *
get_search (LaminaSearchBar *self)
{
  return lamina_session_get_search (self->session);
}

static char *
dup_count (LaminaSearchBar *self)
{
  LaminaSearch *result = lamina_session_search_get_result (get_search (self));
  guint64 n = result ? lamina_search_get_n (result) : 0;
  guint64 ordinal = lamina_session_search_get_ordinal (get_search (self));
  g_autofree char *exact = NULL;
  g_autofree char *position = NULL;

  if (*lamina_session_search_get_text (get_search (self)) == '\0')
    return g_strdup ("");
  if (lamina_session_search_is_busy (get_search (self)))
    return g_strdup (_("Searching…"));
  if (n == 0)
    return g_strdup (_("Nothing found"));
  exact = lamina_figure_dup_exact ((gint64) n, LAMINA_UNIT_NONE);
  if (ordinal == 0)
    return g_strdup_printf (ngettext ("%s match", "%s matches", (gulong) n), exact);
  position = lamina_figure_dup_exact ((gint64) ordinal, LAMINA_UNIT_NONE);
  return g_strdup_printf (_("%s of %s"), position, exact);
}

static void
update (LaminaSearchBar *self)
{
  g_autofree char *count = dup_count (self);
  LaminaSearch *result = lamina_session_search_get_result (get_search (self));
  gboolean found = result && lamina_search_get_n (result) > 0;
  gboolean missed = !found && *lamina_session_search_get_text (get_search (self))
                    && !lamina_session_search_is_busy (get_search (self));

  lamina_widget_set_text (self->count, self->note ? self->note : count);
  if (missed && !self->note)
    gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
}

static void
update_list (LaminaSearchBar *self)
{
  guint n;

  if (!self->list || !self->listing)
    return;
  g_object_get (self->list, "n-rows", &n, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->list), n > 0 && gtk_toggle_button_get_active (self->listing));
}

static void
on_text_changed (LaminaSearchBar *self)
{
  if (self->session && !self->filling_entry && gtk_revealer_get_reveal_child (self->revealer))
    lamina_session_search_set_text (get_search (self), gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

/* What was typed last may still wait to be searched for. */
static void
on_next (LaminaSearchBar *self)
{
  on_text_changed (self);
  gtk_widget_activate_action (GTK_WIDGET (self), "view.find-next", NULL);
}

static void
on_previous (LaminaSearchBar *self)
{
  on_text_changed (self);
  gtk_widget_activate_action (GTK_WIDGET (self), "view.find-previous", NULL);
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint                  keyval,
        guint                  keycode,
        GdkModifierType        state,
        LaminaSearchBar       *self)
{
  gboolean is_return = keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_ISO_Enter;

  if (is_return && (state & GDK_SHIFT_MASK))
    on_previous (self);
  else if ((keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down) && gtk_widget_get_visible (GTK_WIDGET (self->list)))
    gtk_widget_grab_focus (GTK_WIDGET (self->list));
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static gboolean
on_escape (GtkWidget *widget,
           GVariant  *arguments,
           gpointer   user_data)
{
  return lamina_search_bar_close (LAMINA_SEARCH_BAR (widget));
}

static void
lamina_search_bar_dispose (GObject *object)
{
  LaminaSearchBar *self = LAMINA_SEARCH_BAR (object);

  lamina_search_bar_set_session (self, NULL);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_SEARCH_BAR);
  G_OBJECT_CLASS (lamina_search_bar_parent_class)->dispose (object);
}

static void
lamina_search_bar_finalize (GObject *object)
{
  g_free (LAMINA_SEARCH_BAR (object)->note);
  G_OBJECT_CLASS (lamina_search_bar_parent_class)->finalize (object);
}

static gboolean
lamina_search_bar_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LAMINA_SEARCH_BAR (widget)->entry));
}

static void
lamina_search_bar_class_init (LaminaSearchBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_search_bar_dispose;
  G_OBJECT_CLASS (class)->finalize = lamina_search_bar_finalize;
  widget_class->focus = lamina_widget_focus_child;
  widget_class->grab_focus = lamina_search_bar_grab_focus;
  closed = g_signal_new ("closed", LAMINA_TYPE_SEARCH_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_type_ensure (LAMINA_TYPE_SEARCH_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-search-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaSearchBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, LaminaSearchBar, entry);
  gtk_widget_class_bind_template_child (widget_class, LaminaSearchBar, count);
  gtk_widget_class_bind_template_child (widget_class, LaminaSearchBar, listing);
  gtk_widget_class_bind_template_child (widget_class, LaminaSearchBar, list);
  gtk_widget_class_bind_template_callback (widget_class, on_text_changed);
  gtk_widget_class_bind_template_callback (widget_class, update_list);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
  gtk_widget_class_bind_template_callback (widget_class, on_previous);
  gtk_widget_class_bind_template_callback (widget_class, lamina_search_bar_close);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_escape, NULL);
  gtk_widget_class_set_css_name (widget_class, "searchpane");
}

static void
lamina_search_bar_init (LaminaSearchBar *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), keys);
}

static void
fill_entry (LaminaSearchBar *self)
{
  /* A copy, and no word back: an entry that is filled tells that it was emptied first. */
  g_autofree char *text = g_strdup (lamina_session_search_get_text (get_search (self)));

  self->filling_entry = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  self->filling_entry = FALSE;
}

void
lamina_search_bar_set_session (LaminaSearchBar *self,
                               LaminaSession   *session)
{
  g_return_if_fail (LAMINA_IS_SEARCH_BAR (self));

  if (self->session == session)
    return;
  if (self->session)
    g_signal_handlers_disconnect_by_data (get_search (self), self);
  g_set_object (&self->session, session);
  if (self->list)
    lamina_search_list_set_session (self->list, session);
  if (!session)
    return;
  g_signal_connect_swapped (get_search (self), "changed", G_CALLBACK (update), self);
  fill_entry (self);
  update (self);
}

void
lamina_search_bar_open (LaminaSearchBar *self)
{
  g_return_if_fail (LAMINA_IS_SEARCH_BAR (self));

  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  on_text_changed (self);
}

/* The text stays in the entry for the next time; nothing is searched for any more. */
gboolean
lamina_search_bar_close (LaminaSearchBar *self)
{
  g_return_val_if_fail (LAMINA_IS_SEARCH_BAR (self), FALSE);

  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return FALSE;
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (self->session)
    lamina_session_search_set_text (get_search (self), "");
  g_signal_emit (self, closed, 0);
  return TRUE;
}

void
lamina_search_bar_remove_list (LaminaSearchBar *self)
{
  g_return_if_fail (LAMINA_IS_SEARCH_BAR (self));

  gtk_toggle_button_set_active (self->listing, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->listing), FALSE);
}

void
lamina_search_bar_set_note (LaminaSearchBar *self,
                            const char      *note)
{
  g_return_if_fail (LAMINA_IS_SEARCH_BAR (self));

  if (g_strcmp0 (self->note, note) == 0)
    return;
  g_free (self->note);
  self->note = g_strdup (note);
  if (self->session)
    update (self);
}
