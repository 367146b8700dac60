/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-page.h"

#include "lamina-flame-job.h"
#include "lamina-layer-value.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

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
  AdwStatusPage *nothing;

  LaminaFlameOptions options;
  gboolean chosen;
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

static void
update_summary (LaminaFlamePage *self)
{
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (self->canvas);
  guint32 node = lamina_flame_canvas_get_node (self->canvas);
  g_autofree char *text = NULL;

  if (tree)
    text = dup_node_text (tree, node == LAMINA_NONE ? lamina_flame_canvas_get_root (self->canvas) : node);
  gtk_label_set_text (self->summary, text ? text : "");
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
  gtk_widget_set_visible (self->path_scroller, tree && root != 0);
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

static void
show_tree (LaminaFlamePage *self,
           LaminaFlameTree *tree)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);

  lamina_flame_canvas_set_tree (self->canvas, tree);
  if (nodes->n == 1)
    adw_status_page_set_description (self->nothing, _("Nothing that this run or section holds has a place in this graph."));
  else if (nodes->total[0] <= 0)
    adw_status_page_set_description (self->nothing, _("What this run or section holds has no such weight."));
  gtk_stack_set_visible_child_name (self->stack, nodes->n == 1 || nodes->total[0] <= 0 ? "nothing" : "graph");
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
  gtk_stack_set_visible_child_name (self->stack, "wait");
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
  return gtk_widget_grab_focus (GTK_WIDGET (LAMINA_FLAME_PAGE (widget)->canvas));
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
  g_set_object (&self->session, session);
  if (self->canvas)
    lamina_flame_canvas_set_session (self->canvas, session);
  if (!session)
    return;
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
  widget_class->grab_focus = lamina_flame_page_grab_focus;
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LAMINA_TYPE_SESSION, flags);
  properties[PROP_BY] = g_param_spec_string ("by", NULL, NULL, "calls", flags);
  properties[PROP_WEIGHT] = g_param_spec_string ("weight", NULL, NULL, "time", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (LAMINA_TYPE_FLAME_CANVAS);
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
  gtk_widget_class_bind_template_child (widget_class, LaminaFlamePage, nothing);
  gtk_widget_class_set_css_name (widget_class, "flame-page");
}

static void
lamina_flame_page_init (LaminaFlamePage *self)
{
  GtkDropDown *choices[3];

  self->options = LAMINA_FLAME_OPTIONS_INIT;
  self->bys = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->weights = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_flame_canvas_set_adjustment (self->canvas, gtk_scrolled_window_get_vadjustment (self->scroller));
  g_signal_connect_object (self->canvas, "notify::root", G_CALLBACK (update_path), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "notify::node", G_CALLBACK (update_summary), self, G_CONNECT_SWAPPED);
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

void
lamina_flame_page_add (LaminaDocumentView *view)
{
  GtkWidget *page = g_object_new (LAMINA_TYPE_FLAME_PAGE, NULL);

  lamina_document_view_add_page (view, "flame", _("Flame"), "lamina-flame-symbolic", page);
  g_object_bind_property (view, "session", page, "session", G_BINDING_SYNC_CREATE);
  add_property_action (view, "flame-by", page, "by");
  add_property_action (view, "flame-weight", page, "weight");
}
