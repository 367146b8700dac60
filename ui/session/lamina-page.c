/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-page.h"

#include "lamina-action-table.h"

G_DEFINE_INTERFACE (LaminaPage, lamina_page, GTK_TYPE_WIDGET)

static void
lamina_page_default_init (LaminaPageInterface *iface)
{
}

/* Lives as long as the action, which the group holds; the action may hold neither. */
typedef struct
{
  GActionMap *actions;
  LaminaPage *page;
  const char *property;
} Choice;

static void
choice_free (gpointer  data,
             GClosure *closure)
{
  g_free (data);
}

static void
take_state (GSimpleAction *action,
            LaminaPage    *page,
            const char    *property)
{
  g_autofree char *value = NULL;

  g_object_get (page, property, &value, NULL);
  g_simple_action_set_state (action, g_variant_new_string (value ? value : ""));
}

/* The page may make something else of it, or put it off until there is something to show. */
LAMINA_ACTION (on_change_state)
{
  Choice *self = user_data;

  g_object_set (self->page, self->property, g_variant_get_string (parameter, NULL), NULL);
  take_state (action, self->page, self->property);
  lamina_page_come_to_front (self->page, self->actions);
}

static void
on_notify (LaminaPage    *page,
           GParamSpec    *property,
           GSimpleAction *action)
{
  take_state (action, page, property->name);
}

void
lamina_page_add_choice (LaminaPage *self,
                        GActionMap *actions,
                        const char *name,
                        const char *property)
{
  g_autoptr (GSimpleAction) action = NULL;
  g_autofree char *signal = NULL;
  Choice choice = { actions, self, g_intern_string (property) };

  g_return_if_fail (LAMINA_IS_PAGE (self));
  g_return_if_fail (G_IS_ACTION_MAP (actions));
  g_return_if_fail (name && property);

  action = g_simple_action_new_stateful (name, G_VARIANT_TYPE_STRING, g_variant_new_string (""));
  take_state (action, self, property);
  g_signal_connect_data (action, "change-state", G_CALLBACK (on_change_state), g_memdup2 (&choice, sizeof choice),
                         choice_free, 0);
  signal = g_strconcat ("notify::", property, NULL);
  g_signal_connect_object (self, signal, G_CALLBACK (on_notify), action, 0);
  g_action_map_add_action (actions, G_ACTION (action));
}

void
lamina_page_come_to_front (LaminaPage *self,
                           GActionMap *actions)
{
  g_return_if_fail (LAMINA_IS_PAGE (self));
  g_return_if_fail (G_IS_ACTION_GROUP (actions));

  g_action_group_change_action_state (G_ACTION_GROUP (actions), "page",
                                      g_variant_new_string (LAMINA_PAGE_GET_IFACE (self)->id));
}
