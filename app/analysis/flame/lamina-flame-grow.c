/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-family.h"
#include "lamina-flame-tree-private.h"
#include "lamina-gettext.h"
#include "lamina-module.h"
#include "lamina-order-rows.h"
#include "lamina-work.h"

#include <string.h>

static gsize
hash_key (guint64 key)
{
  return (gsize) ((key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 20);
}

static void
grow_slots (LaminaFlameGrowth *self)
{
  self->n_slots = MAX (self->n_slots * 2, 1024);
  g_free (self->slots);
  self->slots = g_new (LaminaFlameSlot, self->n_slots);
  for (gsize i = 0; i < self->n_slots; i++)
    self->slots[i].node = LAMINA_NONE;
  for (guint i = 1; i < self->seeds->len; i++)
    {
      const LaminaFlameSeed *seed = &g_array_index (self->seeds, LaminaFlameSeed, i);
      guint64 key = (guint64) seed->parent << 32 | seed->name;
      gsize slot = hash_key (key) & (self->n_slots - 1);

      while (self->slots[slot].node != LAMINA_NONE)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = (LaminaFlameSlot) { key, i };
    }
}

/* The name of a piece of text, which need not end there. */
static guint32
intern (LaminaFlameGrowth *self,
        const char        *text,
        gsize              length)
{
  char buffer[256];
  g_autofree char *copy = length < sizeof buffer ? NULL : g_strndup (text, length);
  const char *key = copy ? copy : buffer;
  char *kept;
  gpointer id;

  if (!copy)
    {
      memcpy (buffer, text, length);
      buffer[length] = '\0';
    }
  if (g_hash_table_lookup_extended (self->ids, key, NULL, &id))
    return GPOINTER_TO_UINT (id);
  kept = g_string_chunk_insert_len (self->chunk, key, (gssize) length);
  g_ptr_array_add (self->texts, kept);
  id = GUINT_TO_POINTER ((self->texts->len - 1) * 2 + 1);
  g_hash_table_insert (self->ids, kept, id);
  return GPOINTER_TO_UINT (id);
}

guint32
lamina_flame_growth_get_child (LaminaFlameGrowth *self,
                               guint32            node,
                               guint32            name)
{
  guint64 key = (guint64) node << 32 | name;
  guint16 depth = g_array_index (self->seeds, LaminaFlameSeed, node).depth;
  LaminaFlameSeed seed = { .parent = node, .name = name, .self = LAMINA_ABSENT, .depth = depth + 1,
                           .family = LAMINA_FAMILY_OTHER };
  gsize i;

  if (depth >= LAMINA_FLAME_MOST_DEPTH)
    return node;
  if (self->seeds->len * 2 >= self->n_slots)
    grow_slots (self);
  i = hash_key (key) & (self->n_slots - 1);
  for (; self->slots[i].node != LAMINA_NONE; i = (i + 1) & (self->n_slots - 1))
    if (self->slots[i].key == key)
      return self->slots[i].node;
  self->slots[i] = (LaminaFlameSlot) { key, self->seeds->len };
  g_array_append_val (self->seeds, seed);
  return self->seeds->len - 1;
}

void
lamina_flame_growth_add (LaminaFlameGrowth *self,
                         guint32            node,
                         gint64             weight,
                         gint64             calls,
                         LaminaFamily       family)
{
  LaminaFlameSeed *seed = &g_array_index (self->seeds, LaminaFlameSeed, node);

  seed->self = lamina_number_add (seed->self, weight == LAMINA_ABSENT ? weight : MAX (weight, 0));
  seed->calls = lamina_number_add (seed->calls, calls);
  if (seed->family == LAMINA_FAMILY_OTHER)
    seed->family = (guint8) family;
}

static gint64
get_layer_weight (LaminaRun         *run,
                  LaminaFlameWeight  weight,
                  guint32            layer)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  switch (weight)
    {
    case LAMINA_FLAME_WEIGHT_CALLS:
      return lamina_layers_get_calls (layers, layer);
    case LAMINA_FLAME_WEIGHT_BYTES:
      return lamina_column_number (layers->bytes, layer);
    case LAMINA_FLAME_WEIGHT_FLOP:
      return lamina_column_number (layers->flop, layer);
    case LAMINA_FLAME_WEIGHT_KEPT:
      return LAMINA_ABSENT;
    case LAMINA_FLAME_WEIGHT_COST:
    case LAMINA_N_FLAME_WEIGHTS:
    default:
      return lamina_column_number (lamina_run_get_costs (run), layer);
    }
}

static gboolean
is_estimated (LaminaFlameGrowth *self,
              guint32            layer)
{
  static const LaminaEstimate flags[] = { LAMINA_ESTIMATE_DURATION, LAMINA_ESTIMATE_NONE, LAMINA_ESTIMATE_BYTES,
                                          LAMINA_ESTIMATE_FLOP, LAMINA_ESTIMATE_NONE };
  const LaminaLayers *layers = lamina_layers_in_force (self->run);

  return layers->estimated && (layers->estimated[layer] & flags[self->options->weight]) != 0;
}

/* Adds a layer, with its weight, to a node. */
static void
add_layer (LaminaFlameGrowth *self,
           guint32            node,
           guint32            layer)
{
  const LaminaLayers *layers = lamina_layers_in_force (self->run);
  LaminaFlameEntry entry = { node, layer };

  g_array_append_val (self->entries, entry);
  lamina_flame_growth_add (self, node, get_layer_weight (self->run, self->options->weight, layer),
                           lamina_layers_get_calls (layers, layer),
                           layers->family ? (LaminaFamily) layers->family[layer] : LAMINA_FAMILY_OTHER);
  if (is_estimated (self, layer))
    g_array_index (self->seeds, LaminaFlameSeed, node).estimated = TRUE;
}

gboolean
lamina_flame_growth_wants_layer (LaminaFlameGrowth *self,
                                 guint32            layer)
{
  guint32 section = self->options->section;

  return section == LAMINA_NONE ||
         (layer != LAMINA_NONE && lamina_column_row (lamina_layers_in_force (self->run)->section, layer) == section);
}

/* Longer paths than that are no paths. */
#define MOST_PARTS 64

/* Where the first part of a name ends: at `/`, or at `.` where @separator says so, outside of brackets. */
static gsize
get_part (const char *name,
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
  gsize length = get_part (name, separator);

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
      gsize length = get_part (name, separator);

      if (name[length] == '\0')
        break;
      if (length > 0)
        node = lamina_flame_growth_get_child (self, node, intern (self, name, length));
      name += length + 1;
    }
  return lamina_flame_growth_get_child (self, node, intern (self, name, strlen (name)));
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
  guint32 node = lamina_flame_growth_get_child (self, 0, intern (self, title, strlen (title)));
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

      node = lamina_flame_growth_get_child (self, 0, intern (self, title, strlen (title)));
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
    case LAMINA_FLAME_BY_STACKS:
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
        add_layer (self, get_node (self, nodes, known, i), i);
    }
  return TRUE;
}

/*
 * Slices stand in the slices around them. The node of a slice is worked out when it is first asked for and then kept,
 * for each track in an array of its own, so that a path is walked once however many slices have it. The arrays are those of
 * @n_tracks tracks from @first_track on: there may be as many tracks as slices, and what is done for each must not look at all.
 */
typedef struct
{
  LaminaFlameGrowth *growth;
  const LaminaLayers *layers;
  guint32 **nodes;
  guint first_track;
  guint n_tracks;
} Calls;

static void
calls_init (Calls             *self,
            LaminaFlameGrowth *growth,
            guint              first_track,
            guint              n_tracks)
{
  self->growth = growth;
  self->layers = lamina_run_get_layers (growth->run);
  self->first_track = first_track;
  self->n_tracks = n_tracks;
  self->nodes = g_new0 (guint32 *, MAX (self->n_tracks, 1));
}

static void
calls_clear (Calls *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    g_free (self->nodes[i]);
  g_free (self->nodes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Calls, calls_clear)

/* Waiting and kernels are parts of the slice around them, not something of their own. */
static gboolean
is_part (const LaminaSlices *slices,
         guint32             slice,
         guint32             parent)
{
  return parent != LAMINA_NONE && lamina_slices_is_part (slices, slice);
}

/* Modules of one class that stand at one place are one: the layers of an encoder, the linear ones of each. */
static guint32
intern_module (LaminaFlameGrowth *self,
               guint32            name)
{
  const char *module = lamina_module_get_name (lamina_run_get_string (self->run, name));

  return intern (self, module, lamina_module_get_class_length (module));
}

/* A slice is called as its layer is. */
static guint32
get_name (Calls              *self,
          const LaminaSlices *slices,
          guint32             slice)
{
  guint32 layer = lamina_column_row (slices->layer, slice);
  guint32 name = layer == LAMINA_NONE ? 0 : lamina_column_id (self->layers->name, layer);

  if (self->growth->options->by == LAMINA_FLAME_BY_MODULES)
    return intern_module (self->growth, slices->name[slice]);
  return LAMINA_FLAME_STRING (name != 0 ? name : slices->name[slice]);
}

/* What a layer is called in its place: of the same kind as the names of its neighbors. */
static guint32
get_layer_name (Calls   *self,
                guint32  layer)
{
  guint32 name = lamina_column_id (self->layers->name, layer);
  const char *text = lamina_run_get_string (self->growth->run, name);

  return self->growth->options->by == LAMINA_FLAME_BY_MODULES ? intern (self->growth, text, strlen (text))
                                                              : LAMINA_FLAME_STRING (name);
}

static gboolean
has_node (Calls              *self,
          const LaminaSlices *slices,
          guint32             slice,
          guint32             parent)
{
  guint32 layer = lamina_column_row (slices->layer, slice);

  if (is_part (slices, slice, parent))
    return FALSE;
  if (self->growth->options->by == LAMINA_FLAME_BY_MODULES)
    return lamina_module_get_name (lamina_run_get_string (self->growth->run, slices->name[slice])) != NULL;
  return parent == LAMINA_NONE || layer == LAMINA_NONE || lamina_column_row (slices->layer, parent) != layer;
}

/* The node of a slice; that of the slice around where it is only a part of that. */
static guint32
get_slice_node (Calls   *self,
                guint32  t,
                guint32  slice)
{
  LaminaTrack *track = lamina_run_get_track (self->growth->run, t);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint32 *nodes = self->nodes[t - self->first_track];
  guint32 chain[LAMINA_FLAME_MOST_DEPTH];
  guint32 i = slice, node;
  guint n = 0;

  if (!nodes)
    {
      nodes = self->nodes[t - self->first_track] = g_new (guint32, MAX (slices->n, 1));
      memset (nodes, 0xff, slices->n * sizeof (guint32));
    }
  while (i != LAMINA_NONE && nodes[i] == LAMINA_NONE && n < LAMINA_FLAME_MOST_DEPTH)
    {
      chain[n++] = i;
      i = lamina_track_get_parent (track, i);
    }
  node = i != LAMINA_NONE && nodes[i] != LAMINA_NONE ? nodes[i] : 0;
  for (guint32 parent = i; n-- > 0; parent = chain[n])
    {
      if (has_node (self, slices, chain[n], parent))
        node = lamina_flame_growth_get_child (self->growth, node, get_name (self, slices, chain[n]));
      nodes[chain[n]] = node;
    }
  return node;
}

/* Where a layer was called: on the host, else where the views take it to. */
static gboolean
find_home (Calls          *self,
           guint32         layer,
           LaminaSliceRef *home)
{
  const LaminaSliceRef *begin = self->layers->slices + self->layers->first_slice[layer];
  const LaminaSliceRef *end = self->layers->slices + self->layers->first_slice[layer + 1];

  for (const LaminaSliceRef *ref = begin; ref < end; ref++)
    if (lamina_run_get_track_kind (self->growth->run, ref->track) == LAMINA_GROUP_HOST)
      {
        *home = *ref;
        return TRUE;
      }
  if (begin < end)
    *home = *begin;
  return begin < end;
}

/* The node that a layer stands below. */
static guint32
get_place (Calls   *self,
           guint32  layer)
{
  LaminaSliceRef home;
  guint32 around;

  if (!find_home (self, layer, &home))
    return 0;
  around = lamina_track_get_parent (lamina_run_get_track (self->growth->run, home.track), home.slice);
  return around == LAMINA_NONE ? 0 : get_slice_node (self, home.track, around);
}

gboolean
lamina_flame_growth_add_calls (LaminaFlameGrowth *self)
{
  g_auto (Calls) calls = { 0 };

  calls_init (&calls, self, 0, lamina_run_get_n_tracks (self->run));
  for (guint32 i = 0; i < calls.layers->n; i++)
    {
      if (lamina_order_is_cancelled (self->cancellable, i))
        return FALSE;
      if (lamina_flame_growth_wants_layer (self, i))
        add_layer (self, lamina_flame_growth_get_child (self, get_place (&calls, i), get_layer_name (&calls, i)), i);
    }
  return TRUE;
}

/* What each slice takes without the slices in it. NULL when cancelled. */
static gint64 *
create_selves (LaminaTrack  *track,
               GCancellable *cancellable)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  g_autofree gint64 *selves = g_new (gint64, MAX (slices->n, 1));

  memcpy (selves, slices->duration, slices->n * sizeof *selves);
  for (guint32 i = slices->n_lanes > 0 ? slices->first[1] : 0; i < slices->n; i++)
    {
      guint32 parent = lamina_track_get_parent (track, i);

      if (lamina_order_is_cancelled (cancellable, i))
        return NULL;
      if (is_part (slices, i, parent))
        selves[i] = 0;
      else if (parent != LAMINA_NONE)
        selves[parent] -= MIN (slices->duration[i], MAX (selves[parent], 0));
    }
  return g_steal_pointer (&selves);
}

/* What the layer of a slice weighs, once on each track. */
static gint64
get_weight (Calls              *self,
            const LaminaSlices *slices,
            guint32             slice,
            gint64              time,
            gboolean            is_first)
{
  guint32 layer = lamina_column_row (slices->layer, slice);

  if (self->growth->options->weight == LAMINA_FLAME_WEIGHT_COST)
    return time;
  if (self->growth->options->weight == LAMINA_FLAME_WEIGHT_CALLS)
    return 1;
  return layer == LAMINA_NONE || !is_first
         ? LAMINA_ABSENT : get_layer_weight (self->growth->run, self->growth->options->weight, layer);
}

static void
add_slice (Calls              *self,
           guint32             track,
           const LaminaSlices *slices,
           guint32             slice,
           gint64              time)
{
  guint32 *last = self->growth->last;
  guint32 layer = lamina_column_row (slices->layer, slice);
  guint32 node = get_slice_node (self, track, slice);
  gboolean is_first = layer != LAMINA_NONE && last[layer] == LAMINA_NONE;

  lamina_flame_growth_add (self->growth, node, get_weight (self, slices, slice, time, is_first), 1,
                           slices->family ? (LaminaFamily) slices->family[slice] : LAMINA_FAMILY_OTHER);
  if (layer != LAMINA_NONE && last[layer] != node)
    {
      LaminaFlameEntry entry = { node, layer };

      g_array_append_val (self->growth->entries, entry);
      last[layer] = node;
    }
}

/* Nothing of a track was added yet: for each of its layers, not for all of the run, @last says so. */
static void
clear_last (LaminaFlameGrowth  *self,
            const LaminaSlices *slices)
{
  guint n = lamina_run_get_layers (self->run)->n;

  if (self->last == NULL)
    {
      self->last = g_new (guint32, MAX (n, 1));
      memset (self->last, 0xff, n * sizeof *self->last);
    }
  for (guint32 i = 0; i < slices->n; i++)
    {
      guint32 layer = lamina_column_row (slices->layer, i);

      if (layer != LAMINA_NONE)
        self->last[layer] = LAMINA_NONE;
    }
}

gboolean
lamina_flame_growth_add_slices (LaminaFlameGrowth *self,
                                guint32            t)
{
  g_auto (Calls) calls = { 0 };
  LaminaTrack *track = lamina_run_get_track (self->run, t);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  g_autofree gint64 *selves = create_selves (track, self->cancellable);

  if (!selves)
    return FALSE;
  calls_init (&calls, self, t, 1);
  clear_last (self, slices);
  for (guint32 i = 0; i < slices->n; i++)
    {
      guint32 parent = i < slices->first[1] ? LAMINA_NONE : lamina_track_get_parent (track, i);

      if (lamina_order_is_cancelled (self->cancellable, i))
        return FALSE;
      if (!is_part (slices, i, parent) && lamina_flame_growth_wants_layer (self, lamina_column_row (slices->layer, i)))
        add_slice (&calls, t, slices, i, selves[i]);
    }
  return TRUE;
}
