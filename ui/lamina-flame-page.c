/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-page.h"

#include "lamina-flame-job.h"
#include "lamina-layer-value.h"
#include "lamina-search-bar.h"
#include "lamina-session-search.h"
#include "lamina-text-bin.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <math.h>

static const char *const by_titles[] = {
  N_("Calls"), N_("Parent layers"), N_("Parts of names"), N_("Modules"), N_("Types"), N_("Sections"),
};

static const char *const weight_titles[] = { N_("Time"), N_("Number of calls"), N_("Bytes moved"), N_("FLOP") };

static const char *const weight_names[] = { "time", "calls", "bytes", "flop" };

G_STATIC_ASSERT (G_N_ELEMENTS (by_titles) == LAMINA_N_FLAME_BY);
G_STATIC_ASSERT (G_N_ELEMENTS (weight_titles) == LAMINA_N_FLAME_WEIGHTS);
G_STATIC_ASSERT (G_N_ELEMENTS (weight_names) == LAMINA_N_FLAME_WEIGHTS);

/*
 * The drop-downs list what the run offers: @bys, @weights and @tracks say what their positions stand for. They are
 * filled from @options, and while that happens (@filling) what they say is not heard.
 *
 * @n_matches and @matched_weight are what @matched_text finds in @matched_tree, which is not to be used itself.
 */
struct _LaminaFlamePage
{
  GtkWidget parent_instance;

  LaminaSession *session;
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
  gboolean chosen;
  gboolean is_sandwich;
  LaminaFlameTree *matched_tree;
  char *matched_text;
  gint64 matched_weight;
  guint n_matches;
  guint offers;
  GArray *bys;
  GArray *weights;
  GArray *tracks;
  gboolean filling;
  gboolean stale;
  GCancellable *job;
  guint wait_source;
};

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_BY,
  PROP_WEIGHT,
  PROP_VIEW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LaminaFlamePage, lamina_flame_page, GTK_TYPE_WIDGET)

static void
stop_job (LaminaFlamePage *self)
{
  if (self->job)
    g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  g_clear_handle_id (&self->wait_source, g_source_remove);
  gtk_spinner_stop (self->spinner);
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

/* What matches is counted once for each text and tree. */
static void
count_matches (LaminaFlamePage *self,
               LaminaFlameTree *tree)
{
  const char *text = lamina_session_search_get_text (lamina_session_get_search (self->session));

  if (self->matched_tree == tree && g_strcmp0 (self->matched_text, text) == 0)
    return;
  self->matched_tree = tree;
  g_free (self->matched_text);
  self->matched_text = g_strdup (text);
  g_free (lamina_flame_tree_match (tree, text, &self->matched_weight, &self->n_matches));
}

static char *
dup_match_text (LaminaFlamePage *self,
                LaminaFlameTree *tree)
{
  gint64 all = lamina_flame_tree_get_nodes (tree)->total[0];
  g_autofree char *weight = NULL;
  g_autofree char *share = NULL;

  count_matches (self, tree);
  if (self->n_matches == 0)
    return g_strdup (_("Nothing found"));
  weight = lamina_flame_dup_weight (tree, self->matched_weight);
  share = lamina_layer_dup_share (all > 0 && self->matched_weight != LAMINA_ABSENT
                                  ? (double) self->matched_weight / (double) all : (double) NAN);
  /* Translators: how many nodes of a flame graph match, their weight, and its share. */
  return g_strdup_printf (ngettext ("%u match · %s · %s of all", "%u matches · %s · %s of all", self->n_matches),
                          self->n_matches, weight, share);
}

/* The search bar counts nodes here, not slices. */
static void
show_count (LaminaFlamePage *self,
            LaminaFlameTree *tree)
{
  g_autofree char *count = NULL;
  g_autofree char *note = NULL;

  count_matches (self, tree);
  count = lamina_figure_dup_exact (self->n_matches, LAMINA_UNIT_NONE);
  note = self->n_matches == 0 ? g_strdup (_("Nothing found"))
                              : g_strdup_printf (ngettext ("%s match", "%s matches", self->n_matches), count);
  lamina_search_bar_set_note (self->search, note);
}

static void
update_summary (LaminaFlamePage *self)
{
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (self->canvas);
  guint32 node = lamina_flame_canvas_get_node (self->canvas);
  gboolean searching = self->session
                       && *lamina_session_search_get_text (lamina_session_get_search (self->session)) != '\0';
  g_autofree char *text = NULL;

  if (self->wait_source == 0 && self->job)
    text = g_strdup (_("Working…"));
  else if (tree && searching)
    text = dup_match_text (self, tree);
  else if (tree)
    text = dup_node_text (tree, node == LAMINA_NONE ? lamina_flame_canvas_get_root (self->canvas) : node);
  gtk_label_set_text (self->summary, text ? text : "");
  if (tree && searching)
    show_count (self, tree);
  else
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
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_sensitive (button, !is_last);
  g_object_set_data (G_OBJECT (button), "node", GUINT_TO_POINTER (node));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_path_clicked), self, 0);
  gtk_box_append (self->path, button);
  if (!is_last)
    gtk_box_append (self->path, gtk_label_new ("›"));
}

/* The way from the whole to what is as wide as the view. */
static void
update_path (LaminaFlamePage *self)
{
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (self->canvas);
  guint32 root = lamina_flame_canvas_get_root (self->canvas);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (guint32));
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->path))))
    gtk_box_remove (self->path, child);
  gtk_widget_set_visible (self->path_scroller, tree && root != 0 && !self->is_sandwich);
  update_summary (self);
  if (!tree || root == 0)
    return;
  for (guint32 i = root; i != LAMINA_NONE; i = lamina_flame_tree_get_nodes (tree)->parent[i])
    g_array_append_val (steps, i);
  for (guint i = steps->len; i-- > 0;)
    add_step (self, tree, g_array_index (steps, guint32, i), i == 0);
}

static void
fill (GtkDropDown       *drop_down,
      GArray            *ids,
      guint32            current,
      const char *const *titles)
{
  GtkStringList *list = gtk_string_list_new (titles);

  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (list));
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, guint32, i) == current)
      gtk_drop_down_set_selected (drop_down, i);
  gtk_widget_set_visible (GTK_WIDGET (drop_down), ids->len > 1);
  g_object_unref (list);
}

static void
fill_ways (LaminaFlamePage *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autoptr (GPtrArray) by = g_ptr_array_new ();
  g_autoptr (GPtrArray) weight = g_ptr_array_new ();

  g_array_set_size (self->bys, 0);
  g_array_set_size (self->weights, 0);
  for (guint32 i = 0; i < LAMINA_N_FLAME_BY; i++)
    if (self->offers & 1u << i)
      {
        g_ptr_array_add (by, (gpointer) _(by_titles[i]));
        g_array_append_val (self->bys, i);
      }
  for (guint32 i = 0; i < LAMINA_N_FLAME_WEIGHTS; i++)
    if (lamina_flame_has_weight (run, i))
      {
        g_ptr_array_add (weight, (gpointer) _(weight_titles[i]));
        g_array_append_val (self->weights, i);
      }
  g_ptr_array_add (by, NULL);
  g_ptr_array_add (weight, NULL);
  fill (self->by_choice, self->bys, self->options.by, (const char *const *) by->pdata);
  fill (self->weight_choice, self->weights, self->options.weight, (const char *const *) weight->pdata);
}

static void
fill_tracks (LaminaFlamePage *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  guint32 none = LAMINA_NONE;

  g_array_set_size (self->tracks, 0);
  g_array_append_val (self->tracks, none);
  g_ptr_array_add (titles, g_strdup (_("All tracks")));
  for (guint32 i = 0; i < lamina_run_get_n_tracks (run); i++)
    if (!lamina_track_is_counter (lamina_run_get_track (run, i)))
      {
        g_ptr_array_add (titles, lamina_run_dup_track_path (run, i));
        g_array_append_val (self->tracks, i);
      }
  g_ptr_array_add (titles, NULL);
  fill (self->track_choice, self->tracks, self->options.track, (const char *const *) titles->pdata);
  if (self->options.by != LAMINA_FLAME_BY_CALLS)
    gtk_widget_set_visible (GTK_WIDGET (self->track_choice), FALSE);
}

static void
fill_choices (LaminaFlamePage *self)
{
  self->filling = TRUE;
  fill_ways (self);
  fill_tracks (self);
  self->filling = FALSE;
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
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (self->canvas);
  const LaminaFlameNodes *nodes = tree ? lamina_flame_tree_get_nodes (tree) : NULL;

  update_path (self);
  if (!nodes)
    return;
  if (self->is_sandwich)
    lamina_sandwich_pane_set_tree (self->sandwich, tree);
  gtk_stack_set_visible_child_name (self->stack,
                                    nodes->n == 1 || nodes->total[0] <= 0 ? "nothing" : get_view_name (self));
}

static void
show_tree (LaminaFlamePage *self,
           LaminaFlameTree *tree)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);

  self->matched_tree = NULL;
  lamina_flame_canvas_set_tree (self->canvas, tree);
  if (nodes->n == 1)
    adw_status_page_set_description (self->nothing, _("Nothing that this run or section holds has a place in this graph."));
  else if (nodes->total[0] <= 0)
    adw_status_page_set_description (self->nothing, _("What this run or section holds has no such weight."));
  show_view (self);
}

static void
take_result (LaminaFlameResult *taken,
             gpointer           user_data)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (user_data);
  g_autoptr (LaminaFlameResult) result = taken;

  stop_job (self);
  self->offers = result->offers;
  self->options = *lamina_flame_tree_get_options (result->tree);
  self->chosen = TRUE;
  fill_choices (self);
  show_tree (self, result->tree);
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
  if (!lamina_flame_canvas_get_tree (self->canvas))
    gtk_stack_set_visible_child_name (self->stack, "wait");
  update_summary (self);
  return G_SOURCE_REMOVE;
}

/* Makes the tree now if somebody looks, else when somebody does. */
static void
update (LaminaFlamePage *self)
{
  self->stale = TRUE;
  if (!self->session || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->stale = FALSE;
  stop_job (self);
  self->job = g_cancellable_new ();
  self->wait_source = g_timeout_add (150, on_wait, self);
  lamina_flame_job_start (self->session, &self->options, !self->chosen, self->offers, self->job, take_result, self);
}

static void
on_run_changed (LaminaFlamePage *self)
{
  stop_job (self);
  lamina_flame_canvas_set_tree (self->canvas, NULL);
  lamina_sandwich_pane_set_tree (self->sandwich, NULL);
  self->options = LAMINA_FLAME_OPTIONS_INIT;
  self->chosen = FALSE;
  self->offers = 0;
  update (self);
}

static void
on_choice (LaminaFlamePage *self)
{
  guint by = gtk_drop_down_get_selected (self->by_choice), weight = gtk_drop_down_get_selected (self->weight_choice);
  guint track = gtk_drop_down_get_selected (self->track_choice);

  if (self->filling)
    return;
  if (by < self->bys->len)
    self->options.by = g_array_index (self->bys, guint32, by);
  if (weight < self->weights->len)
    self->options.weight = g_array_index (self->weights, guint32, weight);
  if (track < self->tracks->len)
    self->options.track = g_array_index (self->tracks, guint32, track);
  if (self->options.by != LAMINA_FLAME_BY_CALLS)
    self->options.track = LAMINA_NONE;
  update (self);
}

static void
lamina_flame_page_map (GtkWidget *widget)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (widget);

  GTK_WIDGET_CLASS (lamina_flame_page_parent_class)->map (widget);
  if (self->stale)
    update (self);
}

static gboolean
lamina_flame_page_grab_focus (GtkWidget *widget)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (widget);

  return gtk_widget_grab_focus (self->is_sandwich ? GTK_WIDGET (lamina_sandwich_pane_get_canvas (self->sandwich))
                                                  : GTK_WIDGET (self->canvas));
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
set_session (LaminaFlamePage *self,
             LaminaSession   *session)
{
  if (self->session == session)
    return;
  stop_job (self);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->session)
    g_signal_handlers_disconnect_by_data (lamina_session_get_search (self->session), self);
  g_set_object (&self->session, session);
  if (self->canvas)
    lamina_flame_canvas_set_session (self->canvas, session);
  if (self->sandwich)
    lamina_sandwich_pane_set_session (self->sandwich, session);
  if (self->search)
    lamina_search_bar_set_session (self->search, session);
  if (!session)
    return;
  g_signal_connect_swapped (lamina_session_get_search (session), "changed", G_CALLBACK (update_summary), self);
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (on_run_changed), self);
  g_signal_connect_swapped (session, "notify::section", G_CALLBACK (update), self);
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
        self->options.weight = i;
        self->chosen = TRUE;
        update (self);
      }
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
      lamina_flame_page_show_callers (self);
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
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
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
    case PROP_SESSION:
      set_session (self, g_value_get_object (value));
      break;
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

  set_session (self, NULL);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_FLAME_PAGE);
  G_OBJECT_CLASS (lamina_flame_page_parent_class)->dispose (object);
}

static void
lamina_flame_page_finalize (GObject *object)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (object);

  g_free (self->matched_text);
  g_array_unref (self->bys);
  g_array_unref (self->weights);
  g_array_unref (self->tracks);
  G_OBJECT_CLASS (lamina_flame_page_parent_class)->finalize (object);
}

static void
lamina_flame_page_class_init (LaminaFlamePageClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lamina_flame_page_dispose;
  object_class->finalize = lamina_flame_page_finalize;
  object_class->get_property = lamina_flame_page_get_property;
  object_class->set_property = lamina_flame_page_set_property;
  widget_class->map = lamina_flame_page_map;
  widget_class->focus = lamina_widget_focus_child;
  widget_class->grab_focus = lamina_flame_page_grab_focus;
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LAMINA_TYPE_SESSION, flags);
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
  GtkDropDown *choices[3];

  self->options = LAMINA_FLAME_OPTIONS_INIT;
  self->bys = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->weights = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_canvas_set_adjustment (LAMINA_CANVAS (self->canvas), gtk_scrolled_window_get_vadjustment (self->scroller));
  g_signal_connect_object (self->canvas, "notify::root", G_CALLBACK (update_path), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "notify::node", G_CALLBACK (update_summary), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sandwich, "notify::name", G_CALLBACK (update_summary), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_sandwich_pane_get_canvas (self->sandwich), "notify::node",
                           G_CALLBACK (update_summary), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "closed", G_CALLBACK (gtk_widget_grab_focus), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  choices[0] = self->by_choice;
  choices[1] = self->weight_choice;
  choices[2] = self->track_choice;
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      gtk_widget_set_visible (GTK_WIDGET (choices[i]), FALSE);
      g_signal_connect_object (choices[i], "notify::selected", G_CALLBACK (on_choice), self, G_CONNECT_SWAPPED);
    }
}

LaminaFlameCanvas *
lamina_flame_page_get_canvas (LaminaFlamePage *self)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_PAGE (self), NULL);
  return self->canvas;
}

LaminaSandwichPane *
lamina_flame_page_get_sandwich (LaminaFlamePage *self)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_PAGE (self), NULL);
  return self->sandwich;
}

/* The name of the node that was chosen, in whichever of the two is shown; NULL when none was. */
static const char *
get_chosen_name (LaminaFlamePage *self,
                 gboolean         was_sandwich)
{
  LaminaSandwichCanvas *canvas = lamina_sandwich_pane_get_canvas (self->sandwich);
  LaminaSandwichHalf half;
  guint32 node = lamina_sandwich_canvas_get_node (canvas, &half);

  if (was_sandwich && node != LAMINA_NONE)
    return lamina_flame_tree_get_nodes (lamina_sandwich_canvas_get_half (canvas, half))->name[node];
  node = lamina_flame_canvas_get_node (self->canvas);
  if (node == LAMINA_NONE || node == 0)
    return NULL;
  return lamina_flame_tree_get_nodes (lamina_flame_canvas_get_tree (self->canvas))->name[node];
}

void
lamina_flame_page_show_callers (LaminaFlamePage *self)
{
  g_autofree char *name = NULL;

  g_return_if_fail (LAMINA_IS_FLAME_PAGE (self));

  name = g_strdup (get_chosen_name (self, self->is_sandwich));
  self->is_sandwich = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
  show_view (self);
  lamina_sandwich_pane_show_selection (self->sandwich, name, self->job != NULL);
}

void
lamina_flame_page_open_search (LaminaFlamePage *self)
{
  g_return_if_fail (LAMINA_IS_FLAME_PAGE (self));
  lamina_search_bar_open (self->search);
}

gboolean
lamina_flame_page_find (LaminaFlamePage *self,
                        gboolean         forward)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_PAGE (self), FALSE);
  if (self->is_sandwich)
    return lamina_sandwich_canvas_find (lamina_sandwich_pane_get_canvas (self->sandwich), forward);
  return lamina_flame_canvas_find (self->canvas, forward);
}

const LaminaFlameOptions *
lamina_flame_page_get_options (LaminaFlamePage *self)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_PAGE (self), NULL);
  return self->chosen ? &self->options : NULL;
}

static void
add_property_action (LaminaDocumentView *view,
                     const char         *name,
                     gpointer            object,
                     const char         *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (lamina_document_view_get_actions (view), G_ACTION (action));
}

LaminaFlamePage *
lamina_flame_page_find_in (LaminaDocumentView *view)
{
  GtkWidget *page = lamina_document_view_get_page (view, "flame", TRUE);

  return page ? LAMINA_FLAME_PAGE (page) : NULL;
}

static void
show_callers (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       view)
{
  LaminaFlamePage *page = lamina_flame_page_find_in (view);

  if (!page || !page->session)
    return;
  /* What is selected elsewhere need not be on the track that was looked at here. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (page)) && page->options.track != LAMINA_NONE)
    {
      page->options.track = LAMINA_NONE;
      page->stale = TRUE;
    }
  adw_view_stack_set_visible_child_name (lamina_document_view_get_stack (view), "flame");
  lamina_flame_page_show_callers (page);
  gtk_widget_grab_focus (GTK_WIDGET (page));
}

static const GActionEntry entries[] = {
  { "callers", show_callers, NULL, NULL, NULL, { 0 } },
};

static void
on_made (GtkWidget *page,
         gpointer   view)
{
  g_object_bind_property (view, "session", page, "session", G_BINDING_SYNC_CREATE);
  add_property_action (view, "flame-by", page, "by");
  add_property_action (view, "flame-weight", page, "weight");
  add_property_action (view, "flame-view", page, "view");
}

void
lamina_flame_page_add (LaminaDocumentView *view)
{
  const LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;
  LaminaPageSlot *slot = lamina_document_view_add_slot (view, "flame", _("Flame"), "lamina-flame-symbolic",
                                                        LAMINA_TYPE_FLAME_PAGE, on_made);

  lamina_page_slot_stand_in (slot, "flame-by", G_VARIANT_TYPE_STRING,
                             g_variant_new_string (lamina_flame_by_get_name (options.by)));
  lamina_page_slot_stand_in (slot, "flame-weight", G_VARIANT_TYPE_STRING,
                             g_variant_new_string (weight_names[options.weight]));
  lamina_page_slot_stand_in (slot, "flame-view", G_VARIANT_TYPE_STRING, g_variant_new_string ("graph"));
  g_action_map_add_action_entries (lamina_document_view_get_actions (view), entries, G_N_ELEMENTS (entries), view);
}
