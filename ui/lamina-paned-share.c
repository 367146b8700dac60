/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-paned-share.h"

#include "lamina-settings.h"

/*
 * @length is what the room was last divided in, 0 before that: so a new place of the divider is known to be the user's.
 */
typedef struct
{
  GtkPaned *paned;
  int beside;
  const char *setting;
  int length;
  guint tick;
} Share;

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
  gtk_paned_set_position (self->paned, (int) (length * (1 - share)));
  self->length = length;
  return G_SOURCE_REMOVE;
}

static void
on_length (Share *self)
{
  GtkOrientation orientation = get_orientation (self);

  if (self->tick == 0 && (get_length (self, orientation) != self->length || orientation != choose_orientation (self)))
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->paned), divide, self, NULL);
}

static void
on_position (Share *self)
{
  int length = get_length (self, get_orientation (self));
  GtkWidget *second = gtk_paned_get_end_child (self->paned);

  if (self->length != length || length < 2 || !second || !gtk_widget_get_visible (second))
    return;
  g_settings_set_double (lamina_settings_get_default (), self->setting,
                         CLAMP (1 - (double) gtk_paned_get_position (self->paned) / length, 0.1, 0.9));
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
  g_signal_connect_swapped (paned, "notify::max-position", G_CALLBACK (on_length), self);
}
