/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-page-private.h"

#include "lamina-compare-export.h"

#include <glib/gi18n.h>

/* What there is nothing for is not offered. */
void
_lamina_compare_page_update_actions (LaminaComparePage *self)
{
  static const char *const names[] = { "swap-compared", "compared-list", "export-comparison", "copy-comparison" };

  for (guint i = 0; self->actions && i < G_N_ELEMENTS (names); i++)
    {
      GAction *action = g_action_map_lookup_action (self->actions, names[i]);

      if (action)
        g_simple_action_set_enabled (G_SIMPLE_ACTION (action), self->comparison != NULL);
    }
}

static void
export_comparison (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (user_data);

  if (self->comparison)
    lamina_compare_export_ask (GTK_WIDGET (self), self->comparison, g_variant_get_string (parameter, NULL));
}

static void
copy_comparison (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (user_data);
  g_autofree char *text = lamina_compare_table_dup_text (self->table);

  if (self->comparison)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
swap_compared (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  g_object_set (user_data, "swapped", !LAMINA_COMPARE_PAGE (user_data)->swapped, NULL);
}

static void
change_list (GSimpleAction *action,
             GVariant      *state,
             gpointer       user_data)
{
  _lamina_compare_page_set_list (LAMINA_COMPARE_PAGE (user_data), g_variant_get_string (state, NULL));
  g_simple_action_set_state (action, state);
}

static const GActionEntry entries[] = {
  { "compared-list", NULL, "s", "'layers'", change_list, { 0 } },
  { "swap-compared", swap_compared, NULL, NULL, NULL, { 0 } },
  { "export-comparison", export_comparison, "s", NULL, NULL, { 0 } },
  { "copy-comparison", copy_comparison, NULL, NULL, NULL, { 0 } },
};

void
lamina_compare_page_add (LaminaDocumentView *view)
{
  GtkWidget *page = g_object_new (LAMINA_TYPE_COMPARE_PAGE, NULL);

  lamina_document_view_add_page (view, "compare", _("Compare"), "lamina-compare-symbolic", page);
  g_object_bind_property (view, "session", page, "session", G_BINDING_SYNC_CREATE);
  g_action_map_add_action_entries (lamina_document_view_get_actions (view), entries, G_N_ELEMENTS (entries), page);
  LAMINA_COMPARE_PAGE (page)->actions = lamina_document_view_get_actions (view);
  g_object_add_weak_pointer (G_OBJECT (LAMINA_COMPARE_PAGE (page)->actions),
                             (gpointer *) &LAMINA_COMPARE_PAGE (page)->actions);
  _lamina_compare_page_update_actions (LAMINA_COMPARE_PAGE (page));
}
