/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-track-finder.h"

#include "lamina-document.h"
#include "lamina-figure.h"
#include "lamina-job.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

#include <string.h>

/* In pixels at the usual size of text. */
#define WIDTH 360
#define HEIGHT 320

/* Nobody looks through more of them: whoever looks for one types more of its name. */
#define MOST_SHOWN 200

/* So many tracks are looked through before the next frame. */
#define MOST_AT_ONCE 2000

/* Which tracks match, the first ones in their order, and how many do. */
typedef struct
{
  GArray *tracks;
  guint n;
} Found;

/* What is looked for: words, all letters of which are compared as if they were small. */
typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  char *words;
} Wanted;

/*
 * @shown has a text for each of the tracks of @found. While a thread looks for others, @waits says that the first of them is to be
 * chosen.
 */
struct _LaminaTrackFinder
{
  GtkPopover parent_instance;

  LaminaDocument *document;
  LaminaRun *run;
  Found *found;
  GCancellable *cancellable;
  gboolean waits;
  GtkSingleSelection *shown;
  GtkWidget *entry;
  GtkWidget *count;
};

static guint chosen;

G_DEFINE_FINAL_TYPE (LaminaTrackFinder, lamina_track_finder, GTK_TYPE_POPOVER)

static void
found_free (Found *self)
{
  g_array_unref (self->tracks);
  g_free (self);
}

static void
wanted_free (Wanted *self)
{
  lamina_document_unref (self->document);
  g_free (self->words);
  g_free (self);
}

static char *
dup_plain (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);

  return normal ? g_utf8_casefold (normal, -1) : g_strdup ("");
}

static gboolean
matches (const Wanted *wanted,
         guint         track)
{
  g_autofree char *path = NULL;
  g_autofree char *plain = NULL;

  if (*wanted->words == '\0')
    return TRUE;
  path = lamina_run_dup_track_path (wanted->run, track);
  plain = dup_plain (path);
  return strstr (plain, wanted->words) != NULL;
}

static gpointer
look (gpointer      input,
      GCancellable *cancellable)
{
  const Wanted *wanted = input;
  Found *found = g_new0 (Found, 1);

  found->tracks = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < lamina_run_get_n_tracks (wanted->run); i++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        {
          found_free (found);
          return NULL;
        }
      if (!matches (wanted, i))
        continue;
      found->n++;
      if (found->tracks->len < MOST_SHOWN)
        g_array_append_val (found->tracks, i);
    }
  return found;
}

static void
choose (LaminaTrackFinder *self)
{
  guint selected = gtk_single_selection_get_selected (self->shown);

  self->waits = self->cancellable != NULL;
  if (self->waits || !self->found || selected >= self->found->tracks->len)
    return;
  g_signal_emit (self, chosen, 0, g_array_index (self->found->tracks, guint, selected));
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
take_found (gpointer owner,
            gpointer result)
{
  LaminaTrackFinder *self = owner;
  g_autoptr (GtkStringList) paths = gtk_string_list_new (NULL);

  g_clear_pointer (&self->found, found_free);
  self->found = result;
  for (guint i = 0; i < self->found->tracks->len; i++)
    gtk_string_list_take (paths, lamina_run_dup_track_path (self->run, g_array_index (self->found->tracks, guint, i)));
  gtk_single_selection_set_model (self->shown, G_LIST_MODEL (paths));
  gtk_widget_set_visible (self->count, self->found->n > self->found->tracks->len);
  if (self->found->n > self->found->tracks->len)
    {
      g_autofree char *shown = lamina_figure_dup_exact (self->found->tracks->len, LAMINA_UNIT_NONE);
      g_autofree char *all = lamina_figure_dup_exact (self->found->n, LAMINA_UNIT_NONE);
      /* Translators: two numbers, such as “200” and “12 345”. */
      g_autofree char *text = g_strdup_printf (_("The first %s of %s tracks"), shown, all);

      lamina_widget_set_text (GTK_LABEL (self->count), text);
    }
  if (self->waits)
    choose (self);
}

static void
on_activate (LaminaTrackFinder *self,
             guint              position)
{
  gtk_single_selection_set_selected (self->shown, position);
  choose (self);
}

static void
on_changed (LaminaTrackFinder *self)
{
  Wanted *wanted = g_new (Wanted, 1);

  *wanted = (Wanted) { lamina_document_ref (self->document), self->run,
                       dup_plain (gtk_editable_get_text (GTK_EDITABLE (self->entry))) };
  lamina_job_run (self, &self->cancellable, lamina_run_get_n_tracks (self->run) > MOST_AT_ONCE, look, wanted,
                  (GDestroyNotify) wanted_free, take_found, (GDestroyNotify) found_free);
}

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  lamina_widget_read_left_to_right (GTK_LABEL (label));
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem              *item)
{
  lamina_widget_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (GTK_STRING_OBJECT (gtk_list_item_get_item (item))));
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint                  keyval,
        guint                  keycode,
        GdkModifierType        state,
        LaminaTrackFinder     *self)
{
  guint selected = gtk_single_selection_get_selected (self->shown);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->shown));

  if (keyval == GDK_KEY_Down && selected + 1 < n)
    gtk_single_selection_set_selected (self->shown, selected + 1);
  else if (keyval == GDK_KEY_Up && selected > 0 && selected < n)
    gtk_single_selection_set_selected (self->shown, selected - 1);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
lamina_track_finder_finalize (GObject *object)
{
  LaminaTrackFinder *self = LAMINA_TRACK_FINDER (object);

  lamina_job_stop (&self->cancellable);
  g_clear_pointer (&self->found, found_free);
  g_clear_pointer (&self->document, lamina_document_unref);
  g_clear_object (&self->shown);
  G_OBJECT_CLASS (lamina_track_finder_parent_class)->finalize (object);
}

static void
lamina_track_finder_class_init (LaminaTrackFinderClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_track_finder_finalize;
  chosen = g_signal_new ("chosen", LAMINA_TYPE_TRACK_FINDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                         G_TYPE_UINT);
}

static GtkWidget *
create_list (LaminaTrackFinder *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *list, *scrolled = gtk_scrolled_window_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->shown)), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tracks"), -1);
  g_signal_connect_object (list, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  lamina_text_size_set_length (scrolled, "max-content-height", HEIGHT);
  return scrolled;
}

static void
lamina_track_finder_init (LaminaTrackFinder *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->shown = gtk_single_selection_new (NULL);
  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _("Find a track"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Find a track"), -1);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (choose), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "stop-search", G_CALLBACK (gtk_popover_popdown), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);

  lamina_text_size_set_length (box, "width-request", WIDTH);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), create_list (self));
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_widget_add_css_class (self->count, "caption");
  gtk_box_append (GTK_BOX (box), self->count);
  gtk_popover_set_child (GTK_POPOVER (self), box);
}

GtkWidget *
lamina_track_finder_new (LaminaDocument *document,
                         guint           run)
{
  LaminaTrackFinder *self = g_object_new (LAMINA_TYPE_TRACK_FINDER, NULL);

  self->document = lamina_document_ref (document);
  self->run = lamina_document_get_run (document, run);
  on_changed (self);
  return GTK_WIDGET (self);
}
