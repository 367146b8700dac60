/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-tree-private.h"

#include "lamina-family.h"
#include "lamina-gettext.h"
#include "lamina-order-rows.h"

#include <string.h>

/* Longer paths than that are no paths. */
#define MOST_PARTS 64

/* What PyTorch puts before the name of a module. */
#define MODULE "nn.Module: "

gboolean
lamina_flame_is_module (const char *name)
{
  return g_str_has_prefix (name, MODULE);
}

gsize
lamina_flame_get_part (const char *name,
                       char        separator)
{
  guint depth = 0;
  const char *p = name;

  for (; *p; p++)
    if (strchr ("([{<", *p))
      depth++;
    else if (strchr (")]}>", *p))
      depth -= depth > 0;
    else if (*p == separator && depth == 0)
      break;
  return (gsize) (p - name);
}

/* A separator at the very end, or before nothing but digits and blanks, as in `1.5`, parts nothing. */
static gboolean
has_parts (const char *name,
           char        separator)
{
  gsize length = lamina_flame_get_part (name, separator);

  return name[length] != '\0' && length > 0 && name[length + 1] != '\0' && name[length + 1] != separator
         && strspn (name, "0123456789. ") != strlen (name);
}

char
lamina_flame_get_separator (const char *name)
{
  if (has_parts (*name == '/' ? name + 1 : name, '/'))
    return '/';
  return has_parts (name, '.') ? '.' : '\0';
}

/* The node for the parts of a name. */
static guint32
get_name_node (LaminaFlameGrowth *self,
               const char        *name)
{
  char separator = lamina_flame_get_separator (name);
  guint32 node = 0;

  if (separator == '/' && *name == '/')
    name++;
  for (guint i = 0; separator != '\0' && i < MOST_PARTS; i++)
    {
      gsize length = lamina_flame_get_part (name, separator);

      if (name[length] == '\0')
        break;
      if (length > 0)
        node = lamina_flame_growth_get_child (self, node, lamina_flame_growth_intern (self, name, length));
      name += length + 1;
    }
  return lamina_flame_growth_get_child (self, node, lamina_flame_growth_intern (self, name, strlen (name)));
}

/* Layers of one name have one node: what was worked out for a string is kept, by its id. */
static guint32
find_name_node (LaminaFlameGrowth *self,
                GArray            *known,
                guint32            id)
{
  guint32 node;

  while (known->len <= id)
    {
      node = LAMINA_NONE;
      g_array_append_val (known, node);
    }
  node = g_array_index (known, guint32, id);
  if (node == LAMINA_NONE)
    g_array_index (known, guint32, id) = node = get_name_node (self, lamina_run_get_string (self->run, id));
  return node;
}

static guint32
get_type_node (LaminaFlameGrowth *self,
               guint32            layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  LaminaFamily family = layers->family ? (LaminaFamily) layers->family[layer] : LAMINA_FAMILY_OTHER;
  const char *title = _(lamina_family_get_title (family));
  guint32 node = lamina_flame_growth_get_child (self, 0, lamina_flame_growth_intern (self, title, strlen (title)));
  guint32 type = lamina_column_id (layers->type, layer);

  if (type != 0)
    node = lamina_flame_growth_get_child (self, node, LAMINA_FLAME_STRING (type));
  return lamina_flame_growth_get_child (self, node, LAMINA_FLAME_STRING (lamina_column_id (layers->name, layer)));
}

static guint32
get_section_node (LaminaFlameGrowth *self,
                  guint32            layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  guint32 section = lamina_column_row (layers->section, layer);
  guint32 node = 0;

  if (section < lamina_run_get_n_sections (self->run))
    {
      const char *title = lamina_run_get_section (self->run, section)->title;

      node = lamina_flame_growth_get_child (self, 0, lamina_flame_growth_intern (self, title, strlen (title)));
    }
  return lamina_flame_growth_get_child (self, node, LAMINA_FLAME_STRING (lamina_column_id (layers->name, layer)));
}

/* The node of a layer below those of its parents, from the outermost of @MOST_DEPTH on. */
static guint32
get_parent_node (LaminaFlameGrowth *self,
                 guint32           *nodes,
                 guint32            layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  guint32 chain[LAMINA_FLAME_MOST_DEPTH];
  guint32 node = 0;
  guint n = 0;

  for (guint32 i = layer; i < layers->n && n < LAMINA_FLAME_MOST_DEPTH; i = lamina_column_row (layers->parent, i))
    {
      if (nodes[i] != LAMINA_NONE)
        {
          node = nodes[i];
          break;
        }
      chain[n++] = i;
    }
  while (n-- > 0)
    {
      guint32 name = LAMINA_FLAME_STRING (lamina_column_id (layers->name, chain[n]));

      node = nodes[chain[n]] = lamina_flame_growth_get_child (self, node, name);
    }
  return node;
}

static guint32
get_node (LaminaFlameGrowth *self,
          guint32           *nodes,
          GArray            *known,
          guint32            layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);

  switch (self->options->by)
    {
    case LAMINA_FLAME_BY_NAMES:
      return find_name_node (self, known, lamina_column_id (layers->name, layer));
    case LAMINA_FLAME_BY_TYPES:
      return get_type_node (self, layer);
    case LAMINA_FLAME_BY_SECTIONS:
      return get_section_node (self, layer);
    case LAMINA_FLAME_BY_CALLS:
    case LAMINA_FLAME_BY_MODULES:
    case LAMINA_FLAME_BY_PARENTS:
    case LAMINA_N_FLAME_BY:
    default:
      return get_parent_node (self, nodes, layer);
    }
}

gboolean
lamina_flame_growth_add_layers (LaminaFlameGrowth *self)
{
  guint n = lamina_run_get_layers (self->run)->n;
  g_autofree guint32 *nodes = g_new (guint32, MAX (n, 1));
  g_autoptr (GArray) known = g_array_new (FALSE, FALSE, sizeof (guint32));

  memset (nodes, 0xff, n * sizeof *nodes);
  for (guint32 i = 0; i < n; i++)
    {
      if (lamina_order_is_cancelled (self->cancellable, i))
        return FALSE;
      if (lamina_flame_growth_wants_layer (self, i))
        lamina_flame_growth_add_layer (self, get_node (self, nodes, known, i), i);
    }
  return TRUE;
}
