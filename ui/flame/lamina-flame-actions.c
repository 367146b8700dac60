/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-page-private.h"
#include "lamina-page-choice.h"

#include <glib/gi18n.h>

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

/* Where nothing was done there is nobody to call or be called. */
static void
update (LaminaDocumentView *view)
{
  LaminaSession *session = lamina_document_view_get_session (view);
  GActionMap *actions = lamina_document_view_get_actions (view);
  LaminaRun *run = session ? lamina_session_get_run (session) : NULL;
  gboolean has_work = run && (lamina_run_get_layers (run)->n > 0 || lamina_run_get_totals (run)->n_slices > 0);

  if (actions)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (actions, "callers")), has_work);
}

static void
on_session (LaminaDocumentView *view)
{
  LaminaSession *session = lamina_document_view_get_session (view);

  if (session)
    g_signal_connect_object (session, "notify::run", G_CALLBACK (update), view, G_CONNECT_SWAPPED);
  update (view);
}

static void
on_made (GtkWidget *page,
         gpointer   view)
{
  g_object_bind_property (view, "session", page, "session", G_BINDING_SYNC_CREATE);
  lamina_page_choice_add (view, "flame", page, "flame-by", "by");
  lamina_page_choice_add (view, "flame", page, "flame-weight", "weight");
  lamina_page_choice_add (view, "flame", page, "flame-view", "view");
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
                             g_variant_new_string (lamina_flame_page_weight_names[options.weight]));
  lamina_page_slot_stand_in (slot, "flame-view", G_VARIANT_TYPE_STRING, g_variant_new_string ("graph"));
  g_action_map_add_action_entries (lamina_document_view_get_actions (view), entries, G_N_ELEMENTS (entries), view);
  g_signal_connect (view, "notify::session", G_CALLBACK (on_session), NULL);
  on_session (view);
}
