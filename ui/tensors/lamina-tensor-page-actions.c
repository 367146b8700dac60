/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-page-private.h"

#include <glib/gi18n.h>

const char *const _lamina_tensor_grouping_names[] = { "one", "shape", "dtype", "role", NULL };

void
_lamina_tensor_page_go_to_wanted (LaminaTensorPage *self)
{
  guint peak = lamina_live_set_get_peak (self->live);
  gint64 wanted = self->wanted;

  self->wanted = LAMINA_ABSENT;
  if (peak == LAMINA_NONE || wanted == LAMINA_ABSENT)
    return;
  if (wanted == LAMINA_TENSORS_AT_PEAK)
    wanted = lamina_live_set_get_steps (self->live)->position[peak];
  lamina_tensor_chart_set_cursor (self->chart, wanted);
}

/* Whoever asks for something by a command wants to see it. */
static void
come_to_front (LaminaTensorPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "view.page", "s", "tensors");
}

/* Before the page was seen, lifetimes are not known: it goes there when it has them. */
static void
go_to (LaminaTensorPage *self,
       gint64            position)
{
  come_to_front (self);
  self->wanted = position;
  if (self->live)
    _lamina_tensor_page_go_to_wanted (self);
}

static void
go_to_peak (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  go_to (LAMINA_TENSOR_PAGE (user_data), LAMINA_TENSORS_AT_PEAK);
}

static void
go_to_position (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  go_to (LAMINA_TENSOR_PAGE (user_data), g_variant_get_int64 (parameter));
}

static void
list_all (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  come_to_front (user_data);
  lamina_tensor_chart_set_cursor (LAMINA_TENSOR_PAGE (user_data)->chart, LAMINA_ABSENT);
}

static void
set_grouping (GSimpleAction *action,
              GVariant      *value,
              gpointer       user_data)
{
  const char *name = g_variant_get_string (value, NULL);

  come_to_front (user_data);
  for (guint i = 0; _lamina_tensor_grouping_names[i]; i++)
    if (strcmp (_lamina_tensor_grouping_names[i], name) == 0)
      gtk_drop_down_set_selected (LAMINA_TENSOR_PAGE (user_data)->grouping, i);
}

static const GActionEntry entries[] = {
  { "tensors-at", go_to_position, "x", NULL, NULL, { 0 } },
  { "group-tensors", NULL, "s", "'one'", set_grouping, { 0 } },
  { "tensors-at-peak", go_to_peak, NULL, NULL, NULL, { 0 } },
  { "tensors-all", list_all, NULL, NULL, NULL, { 0 } },
};

static void
on_made (GtkWidget *page,
         gpointer   view)
{
  g_object_bind_property (view, "session", page, "session", G_BINDING_SYNC_CREATE);
  g_action_map_add_action_entries (lamina_document_view_get_actions (view), entries, G_N_ELEMENTS (entries), page);
  g_set_object (&LAMINA_TENSOR_PAGE (page)->group_action,
                G_SIMPLE_ACTION (g_action_map_lookup_action (lamina_document_view_get_actions (view), "group-tensors")));
}

void
lamina_tensor_page_add (LaminaDocumentView *view)
{
  LaminaPageSlot *slot = lamina_document_view_add_slot (view, "tensors", _("Tensors"), "lamina-tensors-symbolic",
                                                        LAMINA_TYPE_TENSOR_PAGE, on_made);

  lamina_page_slot_stand_in_entries (slot, entries, G_N_ELEMENTS (entries));
}
