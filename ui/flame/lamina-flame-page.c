/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-page.h"

#include "lamina-action-table.h"
#include "lamina-flame-choices.h"
#include "lamina-job.h"
#include "lamina-layer-value.h"
#include "lamina-page.h"
#include "lamina-search-bar.h"
#include "lamina-session-search.h"
#include "lamina-subject.h"
#include "lamina-text-bin.h"
#include "lamina-text.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <math.h>

/* @exported is what a picture was made of last. */
struct _LaminaFlamePage
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GActionMap *actions;
  GtkDropDown *by_choice;
  GtkDropDown *weight_choice;
  GtkDropDown *track_choice;
  GtkLabel *summary;
  GtkWidget *path_scroller;
  GtkBox *path;
  GtkStack *stack;
  GtkSpinner *spinner;
  GtkScrolledWindow *scroller;
  LaminaFlameCanvas *canvas;
  LaminaSandwichPane *sandwich;
  LaminaSearchBar *search;
  AdwStatusPage *nothing;

  LaminaFlameOptions options;
  LaminaFlameOptions exported;
  gint64 moment; /* that memory may be shown of, on the axis, or LAMINA_ABSENT */
  gboolean chosen;
  gboolean is_sandwich;
  int steps_to_find; /* once a search is over: 1 for the next match, -1 for the one before, 0 for none */
  guint offers;
  LaminaFlameChoices *choices;
  gboolean stale;
  GCancellable *job;
  guint wait_source;
};

enum
{
  PROP_0,
  PROP_BY,
  PROP_WEIGHT,
  PROP_VIEW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void init_page (LaminaPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaFlamePage, lamina_flame_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_PAGE, init_page))

/* What a job is to work out, and what it gives: the tree, and what lamina_flame_list_offers() says of its run. */
typedef struct
{
  LaminaSubject *subject;
  LaminaFlameOptions options;
  gboolean choose;
  guint offers;
} Input;

typedef struct
{
  LaminaFlameTree *tree;
  guint offers;
} Result;

static void
input_free (gpointer data)
{
  Input *input = data;

  lamina_subject_free (input->subject);
  g_free (input);
}

static void
result_free (gpointer data)
{
  Result *result = data;

  g_clear_pointer (&result->tree, lamina_flame_tree_unref);
  g_free (result);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Result, result_free)

static gpointer
make_tree (gpointer      data,
           GCancellable *cancellable)
{
  Input *input = data;
  LaminaRun *run = input->subject->run;
  g_autoptr (Result) result = g_new0 (Result, 1);

  result->offers = input->offers ? input->offers : lamina_flame_list_offers (run, cancellable);
  if (input->choose)
    lamina_flame_choose (run, result->offers, &input->options);
  input->options.section = input->subject->section;
  result->tree = lamina_flame_tree_new (run, input->subject->timebase, &input->options, cancellable);
  return result->tree ? g_steal_pointer (&result) : NULL;
}

static void update (LaminaFlamePage *self);

/* The names by which weights are known to `view.flame-weight`. */
static const char *const weight_names[] = { "time", "calls", "bytes", "flop", "memory" };

/* Tensors have neither times nor FLOP, and nothing else is kept. */
static gboolean
has_measure (LaminaFlameBy by,
             guint32       weight)
{
  if (by == LAMINA_FLAME_BY_STACKS)
    return weight != LAMINA_FLAME_WEIGHT_COST && weight != LAMINA_FLAME_WEIGHT_FLOP;
  return weight != LAMINA_FLAME_WEIGHT_KEPT;
}

static void
choose_weight (LaminaFlamePage *self,
               guint32          weight)
{
  gboolean is_moment = weight == LAMINA_FLAME_CHOICES_AT_MOMENT;

  self->options.position = is_moment ? self->moment : LAMINA_ABSENT;
  self->options.weight = is_moment ? LAMINA_FLAME_WEIGHT_KEPT : weight;
  if (!has_measure (self->options.by, self->options.weight))
    self->options.weight = self->options.by == LAMINA_FLAME_BY_STACKS ? LAMINA_FLAME_WEIGHT_KEPT : LAMINA_FLAME_WEIGHT_COST;
}

static void
on_choice (gpointer owner)
{
  LaminaFlamePage *self = owner;
  guint32 weight = self->options.weight;

  lamina_flame_choices_read (self->choices, &self->options.by, &weight, &self->options.track);
  choose_weight (self, weight);
  if (self->options.by != LAMINA_FLAME_BY_CALLS)
    self->options.track = LAMINA_NONE;
  update (self);
}

static char *
dup_node_text (LaminaFlameTree *tree,
               guint32          node)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  g_autofree char *name = node == 0 ? g_strdup (_("All")) : lamina_flame_dup_label (tree, node);
  g_autofree char *weight = lamina_flame_dup_weight (tree, nodes->total[node]);
  g_autofree char *share = NULL;

  if (node == 0 || nodes->total[0] <= 0 || nodes->total[node] == LAMINA_ABSENT)
    return g_strdup_printf ("%s · %s", name, weight);
  share = lamina_layer_dup_share ((double) nodes->total[node] / (double) nodes->total[0]);
  /* Translators: a node of a flame graph, its weight, and its share. */
  return g_strdup_printf (_("%s · %s · %s of all"), name, weight, share);
}

/* Says what was found, in full on the page; the search bar counts nodes here, not slices. */
static char *
show_matches (LaminaFlamePage *self,
              LaminaFlameTree *tree)
{
  LaminaFlameMarks *marks = lamina_flame_canvas_get_marks (self->canvas);
  gint64 all = lamina_flame_tree_get_nodes (tree)->total[0], matched;
  guint n = lamina_flame_marks_get_found (marks, 0, &matched);
  g_autofree char *count = lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);
  g_autofree char *note = NULL;
  g_autofree char *weight = NULL;
  g_autofree char *share = NULL;
  gboolean is_searching = lamina_flame_marks_is_searching (marks);

  if (is_searching)
    note = g_strdup (_("Searching…"));
  else
    note = n == 0 ? g_strdup (_("Nothing found")) : g_strdup_printf (ngettext ("%s match", "%s matches", n), count);
  lamina_search_bar_set_note (self->search, note);
  if (is_searching || n == 0)
    return g_steal_pointer (&note);
  weight = lamina_flame_dup_weight (tree, matched);
  share = lamina_layer_dup_share (all > 0 && matched != LAMINA_ABSENT ? (double) matched / (double) all : (double) NAN);
  /* Translators: how many nodes of a flame graph match, their weight, and its share. */
  return lamina_text_dup (ngettext ("%u match · %s · %s of all", "%u matches · %s · %s of all", n), n, weight, share);
}

static gboolean
has_search (LaminaFlamePage *self)
{
  return self->session && *lamina_session_search_get_text (lamina_session_get_search (self->session)) != '\0';
}

/* Nobody waits for what a search finds on a page that is not in front. */
static void
show_summary (LaminaFlamePage *self)
{
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (self->canvas, LAMINA_SANDWICH_CALLEES);
  guint32 node = lamina_flame_canvas_get_node (self->canvas, NULL);
  gboolean searching = gtk_widget_get_mapped (GTK_WIDGET (self)) && has_search (self);
  g_autofree char *text = NULL;

  if (self->wait_source == 0 && self->job)
    text = g_strdup (_("Working…"));
  else if (tree && searching)
    text = show_matches (self, tree);
  else if (tree)
    text = dup_node_text (tree, node == LAMINA_NONE ? lamina_flame_canvas_get_root (self->canvas) : node);
  lamina_widget_set_text (self->summary, text ? text : "");
  if (!tree || !searching)
    lamina_search_bar_set_note (self->search, NULL);
}

static void
on_path_clicked (GtkWidget       *button,
                 LaminaFlamePage *self)
{
  lamina_flame_canvas_set_root (self->canvas, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "node")));
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
add_step (LaminaFlamePage *self,
          LaminaFlameTree *tree,
          guint32          node,
          gboolean         is_last)
{
  g_autofree char *label = node == 0 ? g_strdup (_("All")) : lamina_flame_dup_label (tree, node);
  g_autofree char *ends = lamina_widget_dup_ends (label);
  GtkWidget *button = gtk_button_new_with_label (ends);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_sensitive (button, !is_last);
  g_object_set_data (G_OBJECT (button), "node", GUINT_TO_POINTER (node));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_path_clicked), self, 0);
  gtk_box_append (self->path, button);
  if (!is_last)
    gtk_box_append (self->path, gtk_label_new ("›"));
}

static void
show_path (LaminaFlamePage *self)
{
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (self->canvas, LAMINA_SANDWICH_CALLEES);
  guint32 root = lamina_flame_canvas_get_root (self->canvas);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (guint32));
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->path))))
    gtk_box_remove (self->path, child);
  gtk_widget_set_visible (self->path_scroller, tree && root != 0 && !self->is_sandwich);
  show_summary (self);
  if (!tree || root == 0)
    return;
  for (guint32 i = root; i != LAMINA_NONE; i = lamina_flame_tree_get_nodes (tree)->parent[i])
    g_array_append_val (steps, i);
  for (guint i = steps->len; i-- > 0;)
    add_step (self, tree, g_array_index (steps, guint32, i), i == 0);
}

static void
stop_job (LaminaFlamePage *self)
{
  lamina_job_stop (&self->job);
  g_clear_handle_id (&self->wait_source, g_source_remove);
  gtk_spinner_stop (self->spinner);
}

static const char *
get_view_name (LaminaFlamePage *self)
{
  return self->is_sandwich ? "sandwich" : "graph";
}

/* The names of a tree are gathered when somebody wants to see them. */
static void
show_view (LaminaFlamePage *self)
{
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (self->canvas, LAMINA_SANDWICH_CALLEES);
  const LaminaFlameNodes *nodes = tree ? lamina_flame_tree_get_nodes (tree) : NULL;

  show_path (self);
  if (!nodes)
    return;
  if (self->is_sandwich)
    lamina_sandwich_pane_set_tree (self->sandwich, tree);
  gtk_stack_set_visible_child_name (self->stack,
                                    nodes->n == 1 || nodes->total[0] <= 0 ? "nothing" : get_view_name (self));
}

static void
take_result (gpointer owner,
             gpointer taken)
{
  LaminaFlamePage *self = owner;
  g_autoptr (Result) result = taken;
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (result->tree);

  stop_job (self);
  self->offers = result->offers;
  self->options = *lamina_flame_tree_get_options (result->tree);
  self->chosen = TRUE;
  lamina_flame_choices_fill (self->choices, self->session, self->offers, &self->options, self->moment);
  lamina_flame_canvas_set_tree (self->canvas, result->tree);
  if (nodes->n == 1)
    adw_status_page_set_description (self->nothing, _("Nothing in this run or section has a place in this graph."));
  else if (nodes->total[0] <= 0)
    adw_status_page_set_description (self->nothing, _("Nothing in this run or section has this measure."));
  show_view (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BY]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WEIGHT]);
}

static gboolean
on_wait (gpointer user_data)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (user_data);

  self->wait_source = 0;
  gtk_spinner_start (self->spinner);
  /* What was there stays until there is something else; before, there is nothing but this. */
  if (!lamina_flame_canvas_get_tree (self->canvas, LAMINA_SANDWICH_CALLEES))
    gtk_stack_set_visible_child_name (self->stack, "wait");
  show_summary (self);
  return G_SOURCE_REMOVE;
}

/* Makes the tree now if somebody looks, else when somebody does. */
static void
update (LaminaFlamePage *self)
{
  Input *input;

  self->stale = TRUE;
  if (!self->session || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->stale = FALSE;
  stop_job (self);
  self->wait_source = g_timeout_add (150, on_wait, self);
  input = g_new0 (Input, 1);
  input->subject = lamina_subject_new (self->session);
  input->options = self->options;
  input->choose = !self->chosen;
  input->offers = self->offers;
  lamina_job_run (self, &self->job, TRUE, make_tree, input, input_free, take_result, result_free);
}

static void
on_run_changed (LaminaFlamePage *self)
{
  stop_job (self);
  lamina_flame_canvas_set_tree (self->canvas, NULL);
  lamina_sandwich_pane_set_tree (self->sandwich, NULL);
  self->options = LAMINA_FLAME_OPTIONS_INIT;
  self->moment = LAMINA_ABSENT;
  self->chosen = FALSE;
  self->offers = 0;
  lamina_flame_choices_forget_tracks (self->choices);
  update (self);
}

/* What is kept at a moment depends on the clocks; what is called from where does not. */
static void
on_timebase_changed (LaminaFlamePage *self)
{
  if (self->options.by == LAMINA_FLAME_BY_STACKS)
    update (self);
}

static void
lamina_flame_page_map (GtkWidget *widget)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (widget);

  GTK_WIDGET_CLASS (lamina_flame_page_parent_class)->map (widget);
  if (self->stale)
    update (self);
  show_summary (self);
}

/* The one of the two that is shown. */
static LaminaFlameCanvas *
get_shown (LaminaFlamePage *self)
{
  return self->is_sandwich ? lamina_sandwich_pane_get_canvas (self->sandwich) : self->canvas;
}

static gboolean
lamina_flame_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (get_shown (LAMINA_FLAME_PAGE (widget))));
}

static void
go_to_match (LaminaFlamePage *self,
             gboolean         forward)
{
  if (lamina_flame_marks_is_searching (lamina_flame_canvas_get_marks (get_shown (self))))
    self->steps_to_find = forward ? 1 : -1;
  else
    lamina_flame_canvas_find (get_shown (self), forward);
}

/* Who typed a word and Enter after it wants to get there, unless the word is gone again. */
static void
on_marks (LaminaFlamePage *self)
{
  int steps = self->steps_to_find;

  show_summary (self);
  if (steps == 0 || lamina_flame_marks_is_searching (lamina_flame_canvas_get_marks (get_shown (self))))
    return;
  self->steps_to_find = 0;
  if (has_search (self))
    go_to_match (self, steps > 0);
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint                  keyval,
        guint                  keycode,
        GdkModifierType        state,
        LaminaFlamePage       *self)
{
  return keyval == GDK_KEY_Escape && lamina_search_bar_close (self->search);
}

static void
set_session (LaminaPage    *page,
             LaminaSession *session)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (page);

  if (self->session == session)
    return;
  stop_job (self);
  lamina_session_replace (&self->session, session, self);
  if (self->canvas)
    lamina_flame_canvas_set_session (self->canvas, session);
  if (self->sandwich)
    lamina_sandwich_pane_set_session (self->sandwich, session);
  if (self->search)
    lamina_search_bar_set_session (self->search, session);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (on_run_changed), self);
  g_signal_connect_swapped (session, "notify::section", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (on_timebase_changed), self);
  on_run_changed (self);
}

static void
set_by (LaminaFlamePage *self,
        const char      *name)
{
  if (!lamina_flame_by_from_name (name, &self->options.by))
    return;
  if (self->options.by != LAMINA_FLAME_BY_CALLS)
    self->options.track = LAMINA_NONE;
  choose_weight (self, self->options.weight);
  self->chosen = TRUE;
  update (self);
}

static void
set_weight (LaminaFlamePage *self,
            const char      *name)
{
  for (guint i = 0; i < LAMINA_N_FLAME_WEIGHTS; i++)
    if (g_strcmp0 (weight_names[i], name) == 0)
      {
        if (!has_measure (self->options.by, i))
          self->options.by = i == LAMINA_FLAME_WEIGHT_KEPT ? LAMINA_FLAME_BY_STACKS : LAMINA_FLAME_BY_CALLS;
        choose_weight (self, i);
        self->chosen = TRUE;
        update (self);
      }
}

/* The name of the node that was chosen, in whichever of the two is shown; NULL when none was. */
static const char *
get_chosen_name (LaminaFlamePage *self,
                 gboolean         was_sandwich)
{
  LaminaFlameCanvas *canvas = lamina_sandwich_pane_get_canvas (self->sandwich);
  LaminaSandwichHalf half;
  guint32 node = lamina_flame_canvas_get_node (canvas, &half);

  if (was_sandwich && node != LAMINA_NONE)
    return lamina_flame_tree_get_nodes (lamina_flame_canvas_get_tree (canvas, half))->name[node];
  node = lamina_flame_canvas_get_node (self->canvas, NULL);
  if (node == LAMINA_NONE || node == 0)
    return NULL;
  return lamina_flame_tree_get_nodes (lamina_flame_canvas_get_tree (self->canvas, LAMINA_SANDWICH_CALLEES))->name[node];
}

/*
 * Shows the callers and callees of the node that was chosen, else of what is selected in the session, else of what takes
 * most itself.
 */
static void
show_callers (LaminaFlamePage *self)
{
  /* Kept, as the tree may go that it is of. */
  g_autofree char *name = g_strdup (get_chosen_name (self, self->is_sandwich));

  self->is_sandwich = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
  show_view (self);
  lamina_sandwich_pane_show_selection (self->sandwich, g_steal_pointer (&name), self->job != NULL);
}

static void
set_view (LaminaFlamePage *self,
          const char      *name)
{
  gboolean is_sandwich = g_strcmp0 (name, "sandwich") == 0;

  if (self->is_sandwich == is_sandwich || (!is_sandwich && g_strcmp0 (name, "graph") != 0))
    return;
  if (is_sandwich)
    {
      show_callers (self);
      return;
    }
  self->is_sandwich = FALSE;
  show_view (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

static void
lamina_flame_page_get_property (GObject    *object,
                                guint       id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (object);

  switch (id)
    {
    case PROP_BY:
      g_value_set_string (value, lamina_flame_by_get_name (self->options.by));
      break;
    case PROP_WEIGHT:
      g_value_set_string (value, weight_names[self->options.weight]);
      break;
    case PROP_VIEW:
      g_value_set_string (value, get_view_name (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_flame_page_set_property (GObject      *object,
                                guint         id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (object);

  switch (id)
    {
    case PROP_BY:
      set_by (self, g_value_get_string (value));
      break;
    case PROP_WEIGHT:
      set_weight (self, g_value_get_string (value));
      break;
    case PROP_VIEW:
      set_view (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_flame_page_dispose (GObject *object)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (object);

  set_session (LAMINA_PAGE (self), NULL);
  g_clear_pointer (&self->choices, lamina_flame_choices_free);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_FLAME_PAGE);
  g_clear_weak_pointer (&self->actions);
  G_OBJECT_CLASS (lamina_flame_page_parent_class)->dispose (object);
}

LAMINA_ACTION (on_callers)
{
  LaminaFlamePage *self = user_data;

  if (!self->session)
    return;
  /* What is selected elsewhere need not be on the track that was looked at here. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) && self->options.track != LAMINA_NONE)
    {
      self->options.track = LAMINA_NONE;
      self->stale = TRUE;
    }
  lamina_page_come_to_front (LAMINA_PAGE (self), self->actions);
  show_callers (self);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* What is kept at a moment, or at the peak. */
LAMINA_ACTION (on_memory)
{
  LaminaFlamePage *self = user_data;

  self->moment = g_variant_get_int64 (parameter);
  self->options.by = LAMINA_FLAME_BY_STACKS;
  self->options.track = LAMINA_NONE;
  choose_weight (self, self->moment != LAMINA_ABSENT ? LAMINA_FLAME_CHOICES_AT_MOMENT : LAMINA_FLAME_WEIGHT_KEPT);
  self->chosen = TRUE;
  set_view (self, "graph");
  update (self);
  lamina_page_come_to_front (LAMINA_PAGE (self), self->actions);
}

static const GActionEntry entries[] = {
  { "callers", on_callers, NULL, NULL, NULL, { 0 } },
  { "flame-memory", on_memory, "x", NULL, NULL, { 0 } },
};

static void
stand_in (LaminaPageSlot *slot,
          GActionMap     *actions)
{
  const LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;

  lamina_page_slot_stand_in (slot, "flame-by", G_VARIANT_TYPE_STRING,
                             g_variant_new_string (lamina_flame_by_get_name (options.by)));
  lamina_page_slot_stand_in (slot, "flame-weight", G_VARIANT_TYPE_STRING,
                             g_variant_new_string (weight_names[options.weight]));
  lamina_page_slot_stand_in (slot, "flame-view", G_VARIANT_TYPE_STRING, g_variant_new_string ("graph"));
  lamina_page_slot_stand_in_entries (slot, entries, G_N_ELEMENTS (entries));
}

/* Where nothing was done there is nobody to call or be called. */
static void
enable_actions (GActionMap    *actions,
                LaminaSession *session)
{
  LaminaRun *run = session ? lamina_session_get_run (session) : NULL;
  gboolean has_work = run && (lamina_run_get_layers (run)->n > 0 || lamina_run_get_totals (run)->n_slices > 0);

  lamina_action_enable (actions, "callers", has_work);
}

static void
add_actions (LaminaPage *page,
             GActionMap *actions)
{
  g_set_weak_pointer (&LAMINA_FLAME_PAGE (page)->actions, actions);
  lamina_page_add_choice (page, actions, "flame-by", "by");
  lamina_page_add_choice (page, actions, "flame-weight", "weight");
  lamina_page_add_choice (page, actions, "flame-view", "view");
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), page);
}

static void
open_search (LaminaPage *page)
{
  lamina_search_bar_open (LAMINA_FLAME_PAGE (page)->search);
}

static void
find (LaminaPage *page,
      gboolean    forward)
{
  go_to_match (LAMINA_FLAME_PAGE (page), forward);
}

/*
 * A picture shows what is on the screen. The root is a node of the tree that is shown, which another section, chosen while
 * another page was shown, has not.
 */
static void
fill_export (LaminaPage           *page,
             LaminaPictureOptions *options)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (page);
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (self->canvas, LAMINA_SANDWICH_CALLEES);
  const LaminaFlameOptions *shown = tree ? lamina_flame_tree_get_options (tree) : NULL;

  options->view = self->is_sandwich ? "sandwich" : "flame";
  options->name = lamina_sandwich_pane_get_name (self->sandwich);
  if (!self->chosen)
    return;
  self->exported = self->options;
  self->exported.section = lamina_session_get_section (self->session);
  options->flame = &self->exported;
  if (shown && shown->by == self->exported.by && shown->weight == self->exported.weight
      && shown->track == self->exported.track && shown->position == self->exported.position
      && shown->section == self->exported.section)
    options->flame_root = lamina_flame_canvas_get_root (self->canvas);
}

static void
init_page (LaminaPageInterface *iface)
{
  iface->id = "flame";
  iface->title = N_("Flame");
  iface->icon_name = "lamina-flame-symbolic";
  iface->stand_in = stand_in;
  iface->enable_actions = enable_actions;
  iface->add_actions = add_actions;
  iface->set_session = set_session;
  iface->open_search = open_search;
  iface->find = find;
  iface->fill_export = fill_export;
}

static void
lamina_flame_page_class_init (LaminaFlamePageClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lamina_flame_page_dispose;
  object_class->get_property = lamina_flame_page_get_property;
  object_class->set_property = lamina_flame_page_set_property;
  widget_class->map = lamina_flame_page_map;
  widget_class->focus = lamina_widget_focus_child;
  widget_class->grab_focus = lamina_flame_page_grab_focus;
  properties[PROP_BY] = g_param_spec_string ("by", NULL, NULL, "calls", flags);
  properties[PROP_WEIGHT] = g_param_spec_string ("weight", NULL, NULL, "time", flags);
  properties[PROP_VIEW] = g_param_spec_string ("view", NULL, NULL, "graph", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (LAMINA_TYPE_FLAME_CANVAS);
  g_type_ensure (LAMINA_TYPE_TEXT_BIN);
  g_type_ensure (LAMINA_TYPE_SANDWICH_PANE);
  g_type_ensure (LAMINA_TYPE_SEARCH_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-flame-page.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, by_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, weight_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, track_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, summary);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, path_scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, path);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, spinner);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, canvas);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, sandwich);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, search);
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, nothing);
  gtk_widget_class_set_css_name (widget_class, "flame-page");
}

static void
lamina_flame_page_init (LaminaFlamePage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->options = LAMINA_FLAME_OPTIONS_INIT;
  self->moment = LAMINA_ABSENT;
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_search_bar_remove_list (self->search);
  lamina_flame_canvas_set_adjustment (self->canvas, gtk_scrolled_window_get_vadjustment (self->scroller));
  g_signal_connect_object (self->canvas, "root-changed", G_CALLBACK (show_path), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "node-changed", G_CALLBACK (show_summary), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_flame_canvas_get_marks (self->canvas), "changed", G_CALLBACK (on_marks), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_flame_canvas_get_marks (lamina_sandwich_pane_get_canvas (self->sandwich)), "changed",
                           G_CALLBACK (on_marks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sandwich, "named", G_CALLBACK (show_summary), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_sandwich_pane_get_canvas (self->sandwich), "node-changed",
                           G_CALLBACK (show_summary), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "closed", G_CALLBACK (gtk_widget_grab_focus), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  self->choices = lamina_flame_choices_new (self->by_choice, self->weight_choice, self->track_choice, on_choice, self);
}
