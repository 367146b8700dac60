/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-build.h"
#include "megengine-ranges.h"

/*
 * How much memory is in use while the operators run: the union of the address ranges of the variables that are live,
 * from their producer to their last reader in the order of execution. Variables that outlive the run (weights) are
 * summed up apart.
 *
 * Comp nodes of one device (`gpu0:0` and `gpu0:1`) share its memory, so there is one counter for each device.
 */

typedef struct
{
  char *name; /* of the device: `gpu0` */
  MegengineRanges *live;
  MegengineRanges *persistent;
  gboolean has_live;
  gint64 persistent_bytes;
  guint32 counter;         /* LAMINA_NONE until there is a sample */
  gint64 clock_offset;     /* of the clock of the counter */
  guint64 peak;
} Device;

typedef struct
{
  MegengineBuild *build;
  GArray *devices;    /* Device */
  guint32 *device_of; /* of each comp node */
  guint n_live_devices;
  guint32 group;      /* LAMINA_NONE until there is a counter */
  GArray *by_first;   /* Change: the variables that come and go, by their first step */
  GArray *by_last;    /* and by their last */
} Memory;

/* A variable that comes or goes with a step. */
typedef struct
{
  guint32 step;
  guint32 var;
} Change;

static int
compare_changes (gconstpointer a,
                 gconstpointer b)
{
  guint32 x = ((const Change *) a)->step, y = ((const Change *) b)->step;

  return x < y ? -1 : x > y;
}

static Device *
get_device (Memory  *self,
            guint32  i)
{
  return &g_array_index (self->devices, Device, i);
}

static void
clear_device (gpointer data)
{
  Device *device = data;

  g_free (device->name);
  megengine_ranges_free (device->live);
  megengine_ranges_free (device->persistent);
}

static void
find_devices (Memory *self)
{
  GPtrArray *nodes = self->build->profile->comp_nodes.names;
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  self->device_of = g_new (guint32, nodes->len);
  for (guint i = 0; i < nodes->len; i++)
    {
      const char *node = g_ptr_array_index (nodes, i);
      g_autofree char *name = g_strndup (node, strcspn (node, ":"));
      Device device = { .counter = LAMINA_NONE };
      gpointer found;

      if (g_hash_table_lookup_extended (known, name, NULL, &found))
        {
          self->device_of[i] = GPOINTER_TO_UINT (found);
          continue;
        }
      device.name = g_strdup (name);
      device.live = megengine_ranges_new ();
      device.persistent = megengine_ranges_new ();
      self->device_of[i] = self->devices->len;
      g_array_append_val (self->devices, device);
      g_hash_table_insert (known, g_steal_pointer (&name), GUINT_TO_POINTER (self->device_of[i]));
    }
}

/* NULL when the file does not say. */
static Device *
find_device (Memory             *self,
             const MegengineVar *var)
{
  MegengineProfile *profile = self->build->profile;
  guint32 node = var->comp_node;

  if (node == LAMINA_NONE && var->producer != LAMINA_NONE)
    node = megengine_build_get_node (self->build, megengine_profile_get_operator (profile, var->producer));
  return node == LAMINA_NONE ? NULL : get_device (self, self->device_of[node]);
}

static void
declare_var (Memory  *self,
             guint32  row)
{
  const MegengineVar *var = megengine_profile_get_var (self->build->profile, row);
  Device *device = find_device (self, var);

  if (!device)
    return;
  if (var->persistent)
    megengine_ranges_declare (device->persistent, var->address, var->end);
  else if (var->first_step != LAMINA_NONE && var->address < var->end)
    {
      self->n_live_devices += !device->has_live;
      device->has_live = TRUE;
      megengine_ranges_declare (device->live, var->address, var->end);
      g_array_append_vals (self->by_first, &(Change) { var->first_step, row }, 1);
      g_array_append_vals (self->by_last, &(Change) { var->last_step, row }, 1);
    }
  if (var->persistent && var->address == 0 && var->bytes != LAMINA_ABSENT)
    device->persistent_bytes = lamina_number_add (device->persistent_bytes, var->bytes);
}

static void
add_persistent (Memory *self)
{
  MegengineProfile *profile = self->build->profile;

  for (guint32 i = 0; i < profile->vars->len; i++)
    {
      const MegengineVar *var = megengine_profile_get_var (profile, i);
      Device *device = find_device (self, var);

      if (device && var->persistent)
        megengine_ranges_add (device->persistent, var->address, var->end);
    }
  for (guint32 i = 0; i < self->devices->len; i++)
    {
      Device *device = get_device (self, i);

      device->persistent_bytes =
        lamina_number_add (device->persistent_bytes,
                           (gint64) MIN (megengine_ranges_get_covered (device->persistent), G_MAXINT64));
    }
}

static guint32
add_counter (Memory       *self,
             const Device *device,
             guint32       clock)
{
  MegengineBuild *build = self->build;
  const char *live = N_("Live memory");
  g_autofree char *name = g_strdup_printf ("%s %s", live, device->name);

  if (self->group == LAMINA_NONE)
    self->group = lamina_builder_add_group (build->builder, build->run, LAMINA_NONE,
                                            lamina_builder_own_word (build->builder, N_("Counters")), LAMINA_GROUP_COUNTERS);
  return lamina_builder_add_counter (build->builder, build->run, self->group,
                                     lamina_builder_own_text (build->builder, self->n_live_devices > 1 ? name : live, live), clock,
                                     LAMINA_UNIT_BYTES, TRUE);
}

static void
add_sample (Memory  *self,
            guint32  node,
            guint32  clock,
            gint64   clock_offset,
            gint64   time)
{
  Device *device = get_device (self, self->device_of[node]);
  guint64 covered = megengine_ranges_get_covered (device->live);

  if (!device->has_live)
    return;
  if (device->counter == LAMINA_NONE)
    {
      device->counter = add_counter (self, device, clock);
      device->clock_offset = clock_offset;
    }
  device->peak = MAX (device->peak, covered);
  lamina_builder_add_sample (self->build->builder, self->build->run, device->counter,
                             time + clock_offset - device->clock_offset, (double) covered);
}

static void
add_samples (Memory                  *self,
             const MegengineOperator *operator)
{
  MegengineBuild *build = self->build;
  guint32 node = megengine_build_get_node (build, operator);
  MegengineWhen when;

  for (guint i = 0; i < operator->device.n; i++)
    {
      const MegengineTimes *times = megengine_profile_get_device (build->profile, operator->device.first + i);

      add_sample (self, times->place, build->device_clocks[times->place], build->device_offsets[times->place],
                  times->start);
    }
  if (build->profile->device->len == 0 && node != LAMINA_NONE && megengine_build_get_when (build, operator, &when))
    add_sample (self, node, when.clock, when.offset, when.start);
}

static void
change_live (Memory        *self,
             const GArray  *changes,
             guint         *next,
             guint32        step,
             void         (*change) (MegengineRanges *ranges, guint64 begin, guint64 end))
{
  for (; *next < changes->len && g_array_index (changes, Change, *next).step == step; (*next)++)
    {
      const MegengineVar *var = megengine_profile_get_var (self->build->profile, g_array_index (changes, Change, *next).var);

      change (find_device (self, var)->live, var->address, var->end);
    }
}

/* Walks the steps; at each, the variables that begin with it are there, and those that end with it are there still. */
static void
walk_steps (Memory *self)
{
  MegengineProfile *profile = self->build->profile;
  guint first = 0;
  guint last = 0;

  for (guint32 step = 0; step < profile->order->len; step++)
    {
      change_live (self, self->by_first, &first, step, megengine_ranges_add);
      add_samples (self, megengine_profile_get_operator (profile, g_array_index (profile->order, guint32, step)));
      change_live (self, self->by_last, &last, step, megengine_ranges_remove);
    }
}

static void
add_captions (Memory *self)
{
  MegengineBuild *build = self->build;

  for (guint32 i = 0; i < self->devices->len; i++)
    {
      const Device *device = get_device (self, i);
      g_autofree char *bytes = lamina_figure_dup (device->persistent_bytes, LAMINA_UNIT_BYTES);
      g_autofree char *caption = g_strdup_printf ("+ %s weights", bytes);

      if (device->counter != LAMINA_NONE && device->persistent_bytes > 0)
        lamina_builder_set_track_caption (build->builder, build->run, device->counter, caption);
    }
}

static void
add_property (Memory     *self,
              const char *name,
              const char *device,
              gint64      bytes,
              gboolean    is_estimated)
{
  LaminaValue value = LAMINA_VALUE_INIT_INTEGER (bytes, LAMINA_UNIT_BYTES);
  g_autofree char *key = device ? g_strdup_printf ("%s, %s", name, device) : g_strdup (name);

  value.estimated = is_estimated;
  lamina_builder_add_property (self->build->builder, lamina_builder_own_word (self->build->builder, N_("Memory")),
                               lamina_builder_own_text (self->build->builder, key, name), &value);
}

/* The peak follows from lifetimes that the file does not state. */
static void
add_properties (Memory *self)
{
  guint n_persistent = 0;

  for (guint32 i = 0; i < self->devices->len; i++)
    n_persistent += get_device (self, i)->persistent_bytes > 0;
  for (guint32 i = 0; i < self->devices->len; i++)
    {
      const Device *device = get_device (self, i);

      const char *name = self->n_live_devices > 1 ? device->name : NULL;

      if (device->counter != LAMINA_NONE && device->persistent_bytes > 0)
        {
          add_property (self, N_("Peak of live memory, without weights"), name, (gint64) device->peak, TRUE);
          add_property (self, N_("Peak of live memory, with weights"), name,
                        lamina_number_add ((gint64) device->peak, device->persistent_bytes), TRUE);
        }
      else if (device->counter != LAMINA_NONE)
        add_property (self, N_("Peak of live memory"), name, (gint64) device->peak, TRUE);
      if (device->persistent_bytes > 0)
        add_property (self, N_("Persistent weights"), n_persistent > 1 ? device->name : NULL, device->persistent_bytes,
                      FALSE);
    }
}

static void
memory_init (Memory         *self,
             MegengineBuild *build)
{
  *self = (Memory) { .build = build, .group = LAMINA_NONE };
  self->devices = g_array_new (FALSE, FALSE, sizeof (Device));
  g_array_set_clear_func (self->devices, clear_device);
  self->by_first = g_array_new (FALSE, FALSE, sizeof (Change));
  self->by_last = g_array_new (FALSE, FALSE, sizeof (Change));
  find_devices (self);
  for (guint32 i = 0; i < build->profile->vars->len; i++)
    declare_var (self, i);
  g_array_sort (self->by_first, compare_changes);
  g_array_sort (self->by_last, compare_changes);
}

void
megengine_build_memory (MegengineBuild *self)
{
  Memory memory;

  memory_init (&memory, self);
  add_persistent (&memory);
  walk_steps (&memory);
  add_captions (&memory);
  add_properties (&memory);
  g_array_unref (memory.devices);
  g_array_unref (memory.by_first);
  g_array_unref (memory.by_last);
  g_free (memory.device_of);
}
