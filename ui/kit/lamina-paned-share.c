/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-paned-share.h"

#include "lamina-settings.h"

/*
 * @length is what the room was last divided in, 0 before that, and @bounds where the divider could stand then: as long as both
 * hold, a new place of the divider is the user's.
 */
typedef struct
{
  GtkPaned *paned;
  int beside;
  const char *setting;
  int length;
  LaminaPanedBounds bounds;
  guint tick;
  gulong painted;
} Share;

LaminaPanedBounds
lamina_paned_bounds_get (GtkPaned *paned)
{
  LaminaPanedBounds bounds;

  g_object_get (paned, "min-position", &bounds.least, "max-position", &bounds.most, NULL);
  return bounds;
}

gboolean
lamina_paned_bounds_equal (const LaminaPanedBounds *a,
                           const LaminaPanedBounds *b)
{
  return a->least == b->least && a->most == b->most;
}

int
lamina_paned_bounds_clamp (const LaminaPanedBounds *self,
                           int                      position)
{
  return MAX (MIN (position, self->most), self->least);
}

static GtkOrientation
get_orientation (Share *self)
{
  return gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned));
}

static GtkOrientation
choose_orientation (Share *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self->paned)) >= self->beside ? GTK_ORIENTATION_HORIZONTAL
                                                                         : GTK_ORIENTATION_VERTICAL;
}

static int
get_length (Share          *self,
            GtkOrientation  orientation)
{
  return orientation == GTK_ORIENTATION_HORIZONTAL ? gtk_widget_get_width (GTK_WIDGET (self->paned))
                                                   : gtk_widget_get_height (GTK_WIDGET (self->paned));
}

static gboolean
divide (GtkWidget     *widget,
        GdkFrameClock *clock,
        gpointer       user_data)
{
  Share *self = user_data;
  GtkOrientation orientation = choose_orientation (self);
  int length = get_length (self, orientation);
  double share = g_settings_get_double (lamina_settings_get_default (), self->setting);

  if (length < 2)
    return G_SOURCE_CONTINUE;
  self->length = 0;
  /* Turned, the pane takes the difference of its old and its new length for one of its size: it has to be turned first. */
  if (get_orientation (self) != orientation)
    {
      gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), orientation);
      return G_SOURCE_CONTINUE;
    }
  self->tick = 0;
  self->bounds = lamina_paned_bounds_get (self->paned);
  gtk_paned_set_position (self->paned, lamina_paned_bounds_clamp (&self->bounds, (int) (length * (1 - share))));
  self->length = length;
  return G_SOURCE_REMOVE;
}

/* Whether the room is another than what was divided; it will be divided anew then. */
static gboolean
check_room (Share *self)
{
  GtkOrientation orientation = get_orientation (self);
  LaminaPanedBounds bounds = lamina_paned_bounds_get (self->paned);

  if (self->tick == 0 && get_length (self, orientation) == self->length && orientation == choose_orientation (self)
      && lamina_paned_bounds_equal (&bounds, &self->bounds))
    return FALSE;
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->paned), divide, self, NULL);
  return TRUE;
}

static void
on_position (Share *self)
{
  int length = get_length (self, get_orientation (self));
  GtkWidget *second = gtk_paned_get_end_child (self->paned);

  if (self->length == 0 || check_room (self) || length < 2 || !second || !gtk_widget_get_visible (second))
    return;
  g_settings_set_double (lamina_settings_get_default (), self->setting,
                         CLAMP (1 - (double) gtk_paned_get_position (self->paned) / length, 0.1, 0.9));
}

/* GTK tells nobody that a widget is wider than before: each frame that is drawn is looked at. */
static void
on_painted (Share *self)
{
  check_room (self);
}

static void
on_realized (Share *self)
{
  self->painted = g_signal_connect_swapped (gtk_widget_get_frame_clock (GTK_WIDGET (self->paned)), "after-paint",
                                            G_CALLBACK (on_painted), self);
}

static void
on_unrealized (Share *self)
{
  g_clear_signal_handler (&self->painted, gtk_widget_get_frame_clock (GTK_WIDGET (self->paned)));
}

void
lamina_paned_share_bind (GtkPaned   *paned,
                         int         beside,
                         const char *setting)
{
  Share *self;

  g_return_if_fail (GTK_IS_PANED (paned));

  self = g_new0 (Share, 1);
  self->paned = paned;
  self->beside = beside;
  self->setting = setting;
  g_object_set_data_full (G_OBJECT (paned), "lamina-share", self, g_free);
  g_signal_connect_swapped (paned, "notify::position", G_CALLBACK (on_position), self);
  g_signal_connect_swapped (paned, "realize", G_CALLBACK (on_realized), self);
  g_signal_connect_swapped (paned, "unrealize", G_CALLBACK (on_unrealized), self);
}
