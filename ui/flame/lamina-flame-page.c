/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-page-private.h"

#include "lamina-flame-job.h"
#include "lamina-session-search.h"
#include "lamina-text-bin.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

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

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaFlamePage, lamina_flame_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_PAGE, _lamina_flame_page_init_page))

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

  _lamina_flame_page_show_path (self);
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

  lamina_flame_canvas_set_tree (self->canvas, tree);
  if (nodes->n == 1)
    adw_status_page_set_description (self->nothing, _("Nothing that this run or section holds has a place in this graph."));
  else if (nodes->total[0] <= 0)
    adw_status_page_set_description (self->nothing, _("What this run or section holds has no such weight."));
  show_view (self);
}

static void
take_result (gpointer owner,
             gpointer taken)
{
  LaminaFlamePage *self = owner;
  g_autoptr (LaminaFlameResult) result = taken;

  stop_job (self);
  self->offers = result->offers;
  self->options = *lamina_flame_tree_get_options (result->tree);
  self->chosen = TRUE;
  _lamina_flame_page_fill_choices (self);
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
  if (!lamina_flame_canvas_get_tree (self->canvas, LAMINA_SANDWICH_CALLEES))
    gtk_stack_set_visible_child_name (self->stack, "wait");
  _lamina_flame_page_show_summary (self);
  return G_SOURCE_REMOVE;
}

void
_lamina_flame_page_update (LaminaFlamePage *self)
{
  self->stale = TRUE;
  if (!self->session || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->stale = FALSE;
  stop_job (self);
  self->wait_source = g_timeout_add (150, on_wait, self);
  lamina_flame_job_start (self->session, &self->options, !self->chosen, self->offers, self, &self->job,
                          take_result);
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
  _lamina_flame_page_update (self);
}

static void
lamina_flame_page_map (GtkWidget *widget)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (widget);

  GTK_WIDGET_CLASS (lamina_flame_page_parent_class)->map (widget);
  if (self->stale)
    _lamina_flame_page_update (self);
  _lamina_flame_page_show_summary (self);
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

/* Who typed a word and Enter after it wants to get there, unless the word is gone again. */
static void
on_marks (LaminaFlamePage *self)
{
  int steps = self->steps_to_find;

  _lamina_flame_page_show_summary (self);
  if (steps == 0 || lamina_flame_marks_is_searching (lamina_flame_canvas_get_marks (get_shown (self))))
    return;
  self->steps_to_find = 0;
  if (_lamina_flame_page_has_search (self))
    lamina_flame_page_find (self, steps > 0);
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
  g_set_object (&self->session, session);
  if (self->canvas)
    lamina_flame_canvas_set_session (self->canvas, session);
  if (self->sandwich)
    lamina_sandwich_pane_set_session (self->sandwich, session);
  if (self->search)
    lamina_search_bar_set_session (self->search, session);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (on_run_changed), self);
  g_signal_connect_swapped (session, "notify::section", G_CALLBACK (_lamina_flame_page_update), self);
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
  _lamina_flame_page_update (self);
}

static void
set_weight (LaminaFlamePage *self,
            const char      *name)
{
  for (guint i = 0; i < LAMINA_N_FLAME_WEIGHTS; i++)
    if (g_strcmp0 (lamina_flame_page_weight_names[i], name) == 0)
      {
        self->options.weight = i;
        self->chosen = TRUE;
        _lamina_flame_page_update (self);
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
      g_value_set_string (value, lamina_flame_page_weight_names[self->options.weight]);
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
  g_clear_weak_pointer (&self->actions);
  G_OBJECT_CLASS (lamina_flame_page_parent_class)->dispose (object);
}

static void
lamina_flame_page_finalize (GObject *object)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (object);

  g_clear_pointer (&self->bys, g_array_unref);
  g_clear_pointer (&self->weights, g_array_unref);
  g_clear_pointer (&self->tracks, g_array_unref);
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

  self->options = LAMINA_FLAME_OPTIONS_INIT;
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_flame_canvas_set_adjustment (self->canvas, gtk_scrolled_window_get_vadjustment (self->scroller));
  g_signal_connect_object (self->canvas, "notify::root", G_CALLBACK (_lamina_flame_page_show_path), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "notify::node", G_CALLBACK (_lamina_flame_page_show_summary), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_flame_canvas_get_marks (self->canvas), "changed", G_CALLBACK (on_marks), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_flame_canvas_get_marks (lamina_sandwich_pane_get_canvas (self->sandwich)), "changed",
                           G_CALLBACK (on_marks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sandwich, "notify::name", G_CALLBACK (_lamina_flame_page_show_summary), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_sandwich_pane_get_canvas (self->sandwich), "notify::node",
                           G_CALLBACK (_lamina_flame_page_show_summary), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "closed", G_CALLBACK (gtk_widget_grab_focus), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  _lamina_flame_page_init_choices (self);
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

gboolean
lamina_flame_page_find (LaminaFlamePage *self,
                        gboolean         forward)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_PAGE (self), FALSE);
  if (lamina_flame_marks_is_searching (lamina_flame_canvas_get_marks (get_shown (self))))
    {
      self->steps_to_find = forward ? 1 : -1;
      return TRUE;
    }
  return lamina_flame_canvas_find (get_shown (self), forward);
}
