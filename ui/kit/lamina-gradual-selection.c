/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gradual-selection.h"

/* As many rows of widgets as can be made and laid out in a part of a frame; more than most screens show of a table. */
#define STEP 40

/* Frames after rows were told until the view knows its height with them: before that, scrolling leaves it empty. */
#define SCROLL_DELAY 2

/* A view has no more rows of widgets than this, however many it is told of. */
#define MOST_LIVING 210

/*
 * The view knows of the first `told` rows of the model.
 */
struct _LaminaGradualSelection
{
  GObject parent_instance;

  GtkSelectionModel *model;
  GtkColumnView *view;
  guint told;
  guint wanted; /* to be brought into sight */
  guint delay; /* frames until that can be done */
  guint tick;
};

static GType
lamina_gradual_selection_get_item_type (GListModel *list)
{
  return g_list_model_get_item_type (G_LIST_MODEL (LAMINA_GRADUAL_SELECTION (list)->model));
}

static guint
lamina_gradual_selection_get_n_items (GListModel *list)
{
  return LAMINA_GRADUAL_SELECTION (list)->told;
}

static gpointer
lamina_gradual_selection_get_item (GListModel *list,
                                   guint       position)
{
  LaminaGradualSelection *self = LAMINA_GRADUAL_SELECTION (list);

  return position < self->told ? g_list_model_get_item (G_LIST_MODEL (self->model), position) : NULL;
}

static void
lamina_gradual_selection_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = lamina_gradual_selection_get_item_type;
  iface->get_n_items = lamina_gradual_selection_get_n_items;
  iface->get_item = lamina_gradual_selection_get_item;
}

static gboolean
lamina_gradual_selection_is_selected (GtkSelectionModel *model,
                                      guint              position)
{
  return gtk_selection_model_is_selected (LAMINA_GRADUAL_SELECTION (model)->model, position);
}

static GtkBitset *
lamina_gradual_selection_get_selection_in_range (GtkSelectionModel *model,
                                                 guint              position,
                                                 guint              n)
{
  return gtk_selection_model_get_selection_in_range (LAMINA_GRADUAL_SELECTION (model)->model, position, n);
}

static gboolean
lamina_gradual_selection_select_item (GtkSelectionModel *model,
                                      guint              position,
                                      gboolean           unselect_rest)
{
  return gtk_selection_model_select_item (LAMINA_GRADUAL_SELECTION (model)->model, position, unselect_rest);
}

static gboolean
lamina_gradual_selection_unselect_item (GtkSelectionModel *model,
                                        guint              position)
{
  return gtk_selection_model_unselect_item (LAMINA_GRADUAL_SELECTION (model)->model, position);
}

static gboolean
lamina_gradual_selection_select_all (GtkSelectionModel *model)
{
  return gtk_selection_model_select_all (LAMINA_GRADUAL_SELECTION (model)->model);
}

static gboolean
lamina_gradual_selection_unselect_all (GtkSelectionModel *model)
{
  return gtk_selection_model_unselect_all (LAMINA_GRADUAL_SELECTION (model)->model);
}

static gboolean
lamina_gradual_selection_set_selection (GtkSelectionModel *model,
                                        GtkBitset         *selected,
                                        GtkBitset         *mask)
{
  return gtk_selection_model_set_selection (LAMINA_GRADUAL_SELECTION (model)->model, selected, mask);
}

static void
lamina_gradual_selection_selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = lamina_gradual_selection_is_selected;
  iface->get_selection_in_range = lamina_gradual_selection_get_selection_in_range;
  iface->select_item = lamina_gradual_selection_select_item;
  iface->unselect_item = lamina_gradual_selection_unselect_item;
  iface->select_all = lamina_gradual_selection_select_all;
  iface->unselect_all = lamina_gradual_selection_unselect_all;
  iface->set_selection = lamina_gradual_selection_set_selection;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaGradualSelection, lamina_gradual_selection, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, lamina_gradual_selection_list_model_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                      lamina_gradual_selection_selection_model_init))

static guint
count_all (LaminaGradualSelection *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->model));
}

/* Beyond what has widgets all other rows cost nothing. */
static guint
limit (guint told,
       guint n)
{
  return told >= MOST_LIVING ? n : MIN (n, STEP);
}

/* All rows are told, and none is to be brought into sight. */
static gboolean
is_done (LaminaGradualSelection *self)
{
  return self->told == count_all (self) && self->wanted == GTK_INVALID_LIST_POSITION;
}

/* One step a frame: each is laid out before the next one comes, and the last one before the wanted row is scrolled to. */
static gboolean
on_tick (GtkWidget     *view,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LaminaGradualSelection *self = user_data;
  guint before = self->told, n = limit (before, count_all (self) - before);
  GtkWidget *list;

  if (n == 0 && self->delay-- > 0)
    return G_SOURCE_CONTINUE;
  if (n == 0)
    {
      self->tick = 0;
      list = self->view ? gtk_widget_get_last_child (GTK_WIDGET (self->view)) : NULL;
      if (self->wanted < self->told && list)
        gtk_widget_activate_action (list, "list.scroll-to-item", "u", self->wanted);
      self->wanted = GTK_INVALID_LIST_POSITION;
      return G_SOURCE_REMOVE;
    }
  self->told += n;
  self->delay = SCROLL_DELAY;
  if (is_done (self))
    self->tick = 0;
  g_object_ref (self);
  g_list_model_items_changed (G_LIST_MODEL (self), before, 0, n);
  g_object_unref (self);
  return self->tick != 0;
}

static void
start_growing (LaminaGradualSelection *self)
{
  self->delay = SCROLL_DELAY;
  if (self->tick == 0 && self->view)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_tick, self, NULL);
}

static void
stop_growing (LaminaGradualSelection *self)
{
  if (self->tick != 0 && self->view)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->tick);
  self->tick = 0;
}

static void
on_items_changed (LaminaGradualSelection *self,
                  guint                   position,
                  guint                   n_removed,
                  guint                   n_added)
{
  guint n_behind = self->told > position + n_removed ? self->told - position - n_removed : 0;
  guint n_gone = self->told > position ? MIN (n_removed, self->told - position) : 0;
  guint n_come = 0;

  /* What stands before rows that are known already cannot wait. */
  if (n_behind > 0)
    n_come = n_added;
  else if (position <= self->told)
    n_come = limit (self->told - n_gone, n_added);
  self->told += n_come - n_gone;
  if (is_done (self))
    stop_growing (self);
  else
    start_growing (self);
  if (n_gone > 0 || n_come > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, n_gone, n_come);
}

static void
on_selection_changed (LaminaGradualSelection *self,
                      guint                   position,
                      guint                   n)
{
  if (position < self->told)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), position, MIN (n, self->told - position));
}

static void
lamina_gradual_selection_dispose (GObject *object)
{
  LaminaGradualSelection *self = LAMINA_GRADUAL_SELECTION (object);

  stop_growing (self);
  g_clear_weak_pointer (&self->view);
  G_OBJECT_CLASS (lamina_gradual_selection_parent_class)->dispose (object);
}

static void
lamina_gradual_selection_finalize (GObject *object)
{
  g_object_unref (LAMINA_GRADUAL_SELECTION (object)->model);
  G_OBJECT_CLASS (lamina_gradual_selection_parent_class)->finalize (object);
}

static void
lamina_gradual_selection_class_init (LaminaGradualSelectionClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lamina_gradual_selection_dispose;
  G_OBJECT_CLASS (class)->finalize = lamina_gradual_selection_finalize;
}

static void
lamina_gradual_selection_init (LaminaGradualSelection *self)
{
  self->wanted = GTK_INVALID_LIST_POSITION;
}

void
lamina_gradual_selection_attach (GtkColumnView     *view,
                                 GtkSelectionModel *model)
{
  g_autoptr (LaminaGradualSelection) self = NULL;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view) && GTK_IS_SELECTION_MODEL (model));

  self = g_object_new (LAMINA_TYPE_GRADUAL_SELECTION, NULL);
  self->model = g_object_ref (model);
  g_set_weak_pointer (&self->view, view);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  on_items_changed (self, 0, 0, count_all (self));
  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (self));
}

GtkSelectionModel *
lamina_gradual_selection_get_model (GtkColumnView *view)
{
  GtkSelectionModel *self = gtk_column_view_get_model (view);

  return LAMINA_IS_GRADUAL_SELECTION (self) ? LAMINA_GRADUAL_SELECTION (self)->model : self;
}

gboolean
lamina_gradual_selection_is_growing (GtkColumnView *view)
{
  GtkSelectionModel *self = gtk_column_view_get_model (view);

  g_return_val_if_fail (LAMINA_IS_GRADUAL_SELECTION (self), FALSE);
  return LAMINA_GRADUAL_SELECTION (self)->tick != 0;
}

void
lamina_gradual_selection_scroll_to (GtkColumnView *view,
                                    guint          position)
{
  GtkSelectionModel *self = gtk_column_view_get_model (view);

  g_return_if_fail (LAMINA_IS_GRADUAL_SELECTION (self));
  LAMINA_GRADUAL_SELECTION (self)->wanted = position;
  if (position != GTK_INVALID_LIST_POSITION)
    start_growing (LAMINA_GRADUAL_SELECTION (self));
}
