/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-page-choice.h"

/* Lives as long as the action. */
typedef struct
{
  LaminaDocumentView *view;
  const char *page_name;
  GtkWidget *page;
  const char *property;
} Choice;

static void
choice_free (gpointer data,
             GClosure *closure)
{
  g_free (data);
}

static void
take_state (GSimpleAction *action,
            GtkWidget     *page,
            const char    *property)
{
  g_autofree char *value = NULL;

  g_object_get (page, property, &value, NULL);
  g_simple_action_set_state (action, g_variant_new_string (value ? value : ""));
}

/* The page may make something else of it, or put it off until there is something to show. */
static void
on_change_state (GSimpleAction *action,
                 GVariant      *state,
                 gpointer       data)
{
  Choice *self = data;

  g_object_set (self->page, self->property, g_variant_get_string (state, NULL), NULL);
  take_state (action, self->page, self->property);
  adw_view_stack_set_visible_child_name (lamina_document_view_get_stack (self->view), self->page_name);
}

static void
on_notify (GtkWidget     *page,
           GParamSpec    *property,
           GSimpleAction *action)
{
  take_state (action, page, property->name);
}

void
lamina_page_choice_add (LaminaDocumentView *view,
                        const char         *page_name,
                        GtkWidget          *page,
                        const char         *name,
                        const char         *property)
{
  g_autoptr (GSimpleAction) action = NULL;
  g_autofree char *signal = g_strconcat ("notify::", property, NULL);
  Choice choice = { view, g_intern_string (page_name), page, g_intern_string (property) };

  g_return_if_fail (LAMINA_IS_DOCUMENT_VIEW (view));
  g_return_if_fail (GTK_IS_WIDGET (page));
  g_return_if_fail (page_name && name && property);

  action = g_simple_action_new_stateful (name, G_VARIANT_TYPE_STRING, g_variant_new_string (""));
  take_state (action, page, property);
  g_signal_connect_data (action, "change-state", G_CALLBACK (on_change_state), g_memdup2 (&choice, sizeof choice),
                         choice_free, 0);
  g_signal_connect_object (page, signal, G_CALLBACK (on_notify), action, 0);
  g_action_map_add_action (lamina_document_view_get_actions (view), G_ACTION (action));
}
