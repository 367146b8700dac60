/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-page-slot.h"

/* An action of the group may hold a widget around the slot, so the slot can't hold the group. */
struct _LaminaPageSlot
{
  AdwBin parent_instance;

  GType type;
  LaminaPageMade made;
  gpointer owner;
  GActionMap *actions;
};

G_DEFINE_FINAL_TYPE (LaminaPageSlot, lamina_page_slot, ADW_TYPE_BIN)

static void
lamina_page_slot_map (GtkWidget *widget)
{
  lamina_page_slot_get_page (LAMINA_PAGE_SLOT (widget));
  GTK_WIDGET_CLASS (lamina_page_slot_parent_class)->map (widget);
}

static void
lamina_page_slot_dispose (GObject *object)
{
  g_clear_weak_pointer (&LAMINA_PAGE_SLOT (object)->actions);
  G_OBJECT_CLASS (lamina_page_slot_parent_class)->dispose (object);
}

static void
lamina_page_slot_class_init (LaminaPageSlotClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lamina_page_slot_dispose;
  GTK_WIDGET_CLASS (class)->map = lamina_page_slot_map;
}

static void
lamina_page_slot_init (LaminaPageSlot *self)
{
}

void
lamina_page_slot_set_type (LaminaPageSlot *self,
                           GType           type,
                           LaminaPageMade  made,
                           gpointer        owner,
                           GActionMap     *actions)
{
  g_return_if_fail (LAMINA_IS_PAGE_SLOT (self));
  g_return_if_fail (g_type_is_a (type, GTK_TYPE_WIDGET));
  g_return_if_fail (!actions || G_IS_ACTION_MAP (actions));

  self->type = type;
  self->made = made;
  self->owner = owner;
  g_set_weak_pointer (&self->actions, actions);
}

/* The real one has the same name and takes the place of the stand-in, which lives on only as long as this takes. */
static GAction *
replace (LaminaPageSlot *self,
         GAction        *stand_in)
{
  GAction *action;

  lamina_page_slot_get_page (self);
  action = g_action_map_lookup_action (self->actions, g_action_get_name (stand_in));
  return action != stand_in ? action : NULL;
}

static void
on_activate (GAction        *stand_in,
             GVariant       *parameter,
             LaminaPageSlot *self)
{
  g_autoptr (GAction) kept = g_object_ref (stand_in);
  GAction *action = replace (self, kept);

  if (action)
    g_action_activate (action, parameter);
}

static void
on_change_state (GAction        *stand_in,
                 GVariant       *state,
                 LaminaPageSlot *self)
{
  g_autoptr (GAction) kept = g_object_ref (stand_in);
  GAction *action = replace (self, kept);

  if (action)
    g_action_change_state (action, state);
}

void
lamina_page_slot_stand_in (LaminaPageSlot     *self,
                           const char         *name,
                           const GVariantType *parameter_type,
                           GVariant           *state)
{
  g_autoptr (GSimpleAction) action = NULL;

  g_return_if_fail (LAMINA_IS_PAGE_SLOT (self));
  g_return_if_fail (self->actions);
  g_return_if_fail (name);

  action = state ? g_simple_action_new_stateful (name, parameter_type, state)
                 : g_simple_action_new (name, parameter_type);
  g_signal_connect_object (action, "activate", G_CALLBACK (on_activate), self, 0);
  if (state)
    g_signal_connect_object (action, "change-state", G_CALLBACK (on_change_state), self, 0);
  g_action_map_add_action (self->actions, G_ACTION (action));
}

void
lamina_page_slot_stand_in_entries (LaminaPageSlot     *self,
                                   const GActionEntry *entries,
                                   guint               n_entries)
{
  g_return_if_fail (LAMINA_IS_PAGE_SLOT (self));

  for (guint i = 0; i < n_entries; i++)
    {
      const GActionEntry *entry = &entries[i];
      g_autoptr (GVariant) state = entry->state ? g_variant_parse (NULL, entry->state, NULL, NULL, NULL) : NULL;

      lamina_page_slot_stand_in (self, entry->name,
                                 entry->parameter_type ? G_VARIANT_TYPE (entry->parameter_type) : NULL, state);
    }
}

GtkWidget *
lamina_page_slot_get_page (LaminaPageSlot *self)
{
  GtkWidget *page;

  g_return_val_if_fail (LAMINA_IS_PAGE_SLOT (self), NULL);

  page = adw_bin_get_child (ADW_BIN (self));
  if (page || self->type == G_TYPE_INVALID)
    return page;
  page = g_object_new (self->type, NULL);
  adw_bin_set_child (ADW_BIN (self), page);
  if (self->made)
    self->made (page, self->owner);
  return page;
}
