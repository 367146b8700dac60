/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_PALETTE_ITEM (lamina_palette_item_get_type ())

/* A thing that the command palette offers: an action, or a place to go to. */
G_DECLARE_FINAL_TYPE (LaminaPaletteItem, lamina_palette_item, LAMINA, PALETTE_ITEM, GObject)

const char *lamina_palette_item_get_title (LaminaPaletteItem *self);

const char *lamina_palette_item_get_section (LaminaPaletteItem *self);

/* Other words by which it may be looked for; the empty string without any. */
const char *lamina_palette_item_get_synonyms (LaminaPaletteItem *self);

const char *lamina_palette_item_get_key (LaminaPaletteItem *self);

void lamina_palette_item_activate (LaminaPaletteItem *self);

/* All that can be done in a window just now, as LaminaPaletteItem, for the caller. */
GPtrArray *lamina_palette_item_list (GtkWindow *window);

G_END_DECLS
