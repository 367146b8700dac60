/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-heads-private.h"

#include "lamina-attributes.h"
#include "lamina-settings.h"
#include "lamina-text-size.h"

#include <string.h>

#define WIDTHS "layer-column-widths"

#define ATTRIBUTE_PREFIX "attribute:"

static const char *
get_key (LaminaLayerHeads *self)
{
  return self->grouped ? "layer-group-columns" : "layer-columns";
}

static gboolean
contains (GArray            *columns,
          LaminaLayerColumn  column)
{
  for (guint i = 0; i < columns->len; i++)
    if (g_array_index (columns, LaminaLayerColumn, i) == column)
      return TRUE;
  return FALSE;
}

char *
lamina_layer_heads_dup_name (LaminaLayerHeads  *self,
                             LaminaLayerColumn  column)
{
  if (lamina_layer_column_is_attribute (column))
    return g_strdup_printf (ATTRIBUTE_PREFIX "%s:%s", self->format, lamina_attribute_get_name (self->run, column));
  return lamina_table_column_dup_name (self->run, column);
}

/* The attribute that a name stands for, if it is one of a file of this format. */
static const char *
find_attribute (LaminaLayerHeads *self,
                const char       *name)
{
  gsize length = strlen (self->format);

  if (!g_str_has_prefix (name, ATTRIBUTE_PREFIX))
    return NULL;
  name += strlen (ATTRIBUTE_PREFIX);
  return strncmp (name, self->format, length) == 0 && name[length] == ':' && name[length + 1] ? name + length + 1 : NULL;
}

gboolean
lamina_layer_heads_find (LaminaLayerHeads  *self,
                         const char        *name,
                         LaminaLayerColumn *column)
{
  const char *attribute = find_attribute (self, name);

  if (!attribute)
    return lamina_table_column_find (self->run, self->grouped, name, column);
  *column = lamina_attribute_get_column (self->run, attribute);
  return TRUE;
}

GArray *
lamina_layer_heads_list_wanted (LaminaLayerHeads *self)
{
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (LaminaLayerColumn));
  g_auto (GStrv) names = g_settings_get_strv (lamina_settings_get_default (), get_key (self));

  for (guint i = 0; names[i]; i++)
    {
      LaminaLayerColumn column;

      if (lamina_layer_heads_find (self, names[i], &column) && !contains (wanted, column))
        g_array_append_val (wanted, column);
    }
  return wanted->len > 0 ? g_steal_pointer (&wanted) : lamina_table_columns_list_default (self->run, self->grouped);
}

int
lamina_layer_heads_find_width (LaminaLayerHeads  *self,
                               LaminaLayerColumn  column)
{
  g_autoptr (GVariant) widths = g_settings_get_value (lamina_settings_get_default (), WIDTHS);
  g_autofree char *name = lamina_layer_heads_dup_name (self, column);
  int width;

  return g_variant_lookup (widths, name, "i", &width) ? CLAMP (width, 24, 2000) : -1;
}

/* Names that the document has no column for stay behind those that are shown: another document may have one. */
void
lamina_layer_heads_save_names (LaminaLayerHeads *self)
{
  g_autoptr (GArray) shown = lamina_layer_heads_list (self);
  g_auto (GStrv) old = g_settings_get_strv (lamina_settings_get_default (), get_key (self));
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; i < shown->len; i++)
    {
      g_autofree char *name = lamina_layer_heads_dup_name (self, g_array_index (shown, LaminaLayerColumn, i));

      g_strv_builder_add (names, name);
    }
  for (guint i = 0; old[i]; i++)
    {
      LaminaLayerColumn column;

      if (!lamina_layer_heads_find (self, old[i], &column))
        g_strv_builder_add (names, old[i]);
    }
  list = g_strv_builder_end (names);
  g_settings_set_strv (lamina_settings_get_default (), get_key (self), (const char *const *) list);
}

void
lamina_layer_heads_save_widths (LaminaLayerHeads *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  g_autoptr (GVariant) old = g_settings_get_value (lamina_settings_get_default (), WIDTHS);
  g_auto (GVariantDict) widths;

  g_variant_dict_init (&widths, NULL);
  for (gsize i = 0; i < g_variant_n_children (old); i++)
    {
      const char *name;
      int width;

      g_variant_get_child (old, i, "{&si}", &name, &width);
      g_variant_dict_insert (&widths, name, "i", width);
    }
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autofree char *name = lamina_layer_heads_dup_name (self, lamina_layer_heads_get_column (column));
      int width = lamina_text_size_get_usual_length (gtk_column_view_column_get_fixed_width (column));

      if (width > 0 && !lamina_column_fit_is_first_width (column))
        g_variant_dict_insert (&widths, name, "i", width);
    }
  /* A dictionary of integers, not of variants. */
  {
    g_autoptr (GVariant) all = g_variant_ref_sink (g_variant_dict_end (&widths));
    GVariantBuilder builder;

    g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{si}"));
    for (gsize i = 0; i < g_variant_n_children (all); i++)
      {
        g_autoptr (GVariant) value = NULL;
        const char *name;

        g_variant_get_child (all, i, "{&sv}", &name, &value);
        g_variant_builder_add (&builder, "{si}", name, g_variant_get_int32 (value));
      }
    g_settings_set_value (lamina_settings_get_default (), WIDTHS, g_variant_builder_end (&builder));
  }
}

void
lamina_layer_heads_forget (LaminaLayerHeads *self)
{
  g_settings_reset (lamina_settings_get_default (), get_key (self));
  g_settings_reset (lamina_settings_get_default (), WIDTHS);
}
