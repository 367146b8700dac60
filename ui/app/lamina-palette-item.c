/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-palette-item.h"

struct _LaminaPaletteItem
{
  GObject parent_instance;

  char *title;
  char *section;
  char *key;
  GClosure *activate;
};

G_DEFINE_FINAL_TYPE (LaminaPaletteItem, lamina_palette_item, G_TYPE_OBJECT)

static void
lamina_palette_item_finalize (GObject *object)
{
  LaminaPaletteItem *self = LAMINA_PALETTE_ITEM (object);

  g_free (self->title);
  g_free (self->section);
  g_free (self->key);
  g_clear_pointer (&self->activate, g_closure_unref);
  G_OBJECT_CLASS (lamina_palette_item_parent_class)->finalize (object);
}

static void
lamina_palette_item_class_init (LaminaPaletteItemClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_palette_item_finalize;
}

static void
lamina_palette_item_init (LaminaPaletteItem *self)
{
}

LaminaPaletteItem *
lamina_palette_item_new (const char *title,
                         const char *section,
                         const char *key,
                         GClosure   *activate)
{
  LaminaPaletteItem *self = g_object_new (LAMINA_TYPE_PALETTE_ITEM, NULL);

  self->title = g_strdup (title);
  self->section = g_strdup (section);
  self->key = g_strdup (key);
  self->activate = g_closure_ref (activate);
  g_closure_sink (activate);
  g_closure_set_marshal (activate, g_cclosure_marshal_VOID__VOID);
  return self;
}

const char *
lamina_palette_item_get_title (LaminaPaletteItem *self)
{
  g_return_val_if_fail (LAMINA_IS_PALETTE_ITEM (self), NULL);
  return self->title;
}

const char *
lamina_palette_item_get_section (LaminaPaletteItem *self)
{
  g_return_val_if_fail (LAMINA_IS_PALETTE_ITEM (self), NULL);
  return self->section;
}

const char *
lamina_palette_item_get_key (LaminaPaletteItem *self)
{
  g_return_val_if_fail (LAMINA_IS_PALETTE_ITEM (self), NULL);
  return self->key;
}

void
lamina_palette_item_activate (LaminaPaletteItem *self)
{
  GValue instance = G_VALUE_INIT;

  g_return_if_fail (LAMINA_IS_PALETTE_ITEM (self));

  g_value_init (&instance, LAMINA_TYPE_PALETTE_ITEM);
  g_value_set_object (&instance, self);
  g_closure_invoke (self->activate, NULL, 1, &instance, NULL);
  g_value_unset (&instance);
}
