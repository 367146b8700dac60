/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-scroll.h"

#include "lamina-core.h"
#include "lamina-gradual-selection.h"

/* Frames until the list knows its new height. */
#define DELAY 2

struct _LaminaLayerScroll
{
  GtkWidget *owner;
  GtkScrolledWindow *scroller;
  GtkColumnView *view;
  LaminaLayerScrollFind find;
  guint tick;
  int delay;
  gboolean later; /* when it is seen again */
  gboolean to_top;
};

/* Puts a row into the middle. Rows are equally high, so that its place follows from its position. */
static void
scroll_to_row (LaminaLayerScroll *self,
               guint              position,
               guint              n)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  double value = gtk_adjustment_get_value (adjustment), page = gtk_adjustment_get_page_size (adjustment);
  double height = gtk_adjustment_get_upper (adjustment) / MAX (n, 1);

  if (position * height < value || (position + 1) * height > value + page)
    gtk_adjustment_set_value (adjustment, (position + 0.5) * height - page / 2);
}

/* Two frames after the last row has come: only then does the list know its new height. */
static gboolean
on_tick (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LaminaLayerScroll *self = user_data;
  guint position, n;

  if (!gtk_widget_get_mapped (widget))
    {
      self->tick = 0;
      self->later = TRUE;
      return G_SOURCE_REMOVE;
    }
  if (lamina_gradual_selection_is_growing (self->view))
    self->delay = DELAY;
  if (self->delay-- > 0)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  position = self->find (self->owner, &n);
  if (position != LAMINA_NONE)
    scroll_to_row (self, position, n);
  else if (self->to_top)
    gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  self->to_top = FALSE;
  return G_SOURCE_REMOVE;
}

void
lamina_layer_scroll_queue (LaminaLayerScroll *self,
                           gboolean           to_top)
{
  self->delay = DELAY;
  self->to_top |= to_top;
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (self->owner, on_tick, self, NULL);
}

/* Does what was queued while nobody saw the list. */
static void
resume (LaminaLayerScroll *self)
{
  if (self->later)
    lamina_layer_scroll_queue (self, FALSE);
  self->later = FALSE;
}

void
lamina_layer_scroll_stop (LaminaLayerScroll *self)
{
  self->later = FALSE;
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (self->owner, self->tick);
  self->tick = 0;
  self->to_top = FALSE;
}

LaminaLayerScroll *
lamina_layer_scroll_new (GtkWidget             *owner,
                         GtkScrolledWindow     *scroller,
                         GtkColumnView         *view,
                         LaminaLayerScrollFind  find)
{
  LaminaLayerScroll *self = g_new0 (LaminaLayerScroll, 1);

  self->owner = owner;
  self->scroller = scroller;
  self->view = view;
  self->find = find;
  g_signal_connect_swapped (owner, "map", G_CALLBACK (resume), self);
  return self;
}

void
lamina_layer_scroll_free (LaminaLayerScroll *self)
{
  lamina_layer_scroll_stop (self);
  g_signal_handlers_disconnect_by_data (self->owner, self);
  g_free (self);
}
