/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle-private.h"

#include "lamina-order-private.h"

#include <string.h>

/*
 * The launch of a slice is where a flow from the host to it begins; without flows, the last slice on the host of its
 * layer that starts before it does. The host waits where it is in a call that waits for the device.
 */
struct _LaminaIdleCauses
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  GPtrArray *launches; /* of each track NULL, or LaminaSliceRef of each slice */
  GHashTable *waits;   /* of each group of tracks on the host: pieces in which it waits */
  GArray *all_waits;
  GHashTable *copies;  /* names of slices: whether they say that something is copied */
  GHashTable *hosts;   /* of layers with many slices: HostSlice, ascending */
};

/* A layer with more slices is looked through once and not for each gap. */
#define FEW_SLICES 32

typedef struct
{
  gint64 start;
  LaminaSliceRef ref;
} HostSlice;

static const LaminaSliceRef nowhere = { LAMINA_NONE, LAMINA_NONE };

static const LaminaSlices *
get_slices (LaminaRun *run,
            guint32    track)
{
  return lamina_track_get_slices (lamina_run_get_track (run, track));
}

static gboolean
is_slice (LaminaRun      *run,
          LaminaSliceRef  ref)
{
  return ref.track < lamina_run_get_n_tracks (run) && ref.slice < get_slices (run, ref.track)->n;
}

static gboolean
is_on_device (LaminaRun *run,
              guint32    track)
{
  return lamina_run_get_track_kind (run, track) == LAMINA_GROUP_DEVICE;
}

/* Calls that wait */

/* What drivers call the calls in which the host waits for a device. Freeing memory waits too. */
static gboolean
names_wait (const char *name)
{
  static const char *const words[] = { "Synchronize", "synchronize", "Stream Sync", "Event Sync", "Context Sync" };
  static const char *const frees[] = { "cudaFree", "hipFree", "cuMemFree", "cuMemFree_v2" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (name, words[i]) != NULL)
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (frees); i++)
    if (strcmp (name, frees[i]) == 0)
      return TRUE;
  return FALSE;
}

typedef struct
{
  LaminaRun *run;
  GHashTable *known;
} Waits;

static gboolean
is_wait (const LaminaSlices *slices,
         guint               slice,
         gpointer            data)
{
  Waits *self = data;
  gpointer name = GUINT_TO_POINTER (slices->name[slice]);
  gpointer known;

  if ((slices->flags[slice] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WAIT)
    return TRUE;
  if (!g_hash_table_lookup_extended (self->known, name, NULL, &known))
    {
      known = GINT_TO_POINTER (names_wait (lamina_run_get_string (self->run, slices->name[slice])));
      g_hash_table_insert (self->known, name, known);
    }
  return GPOINTER_TO_INT (known);
}

/* Adds the waits of a track to those of its group, which are united when all are there. */
static void
add_waits (GHashTable *by_group,
           guint32     group,
           GArray     *pieces)
{
  GPtrArray *sets = g_hash_table_lookup (by_group, GUINT_TO_POINTER (group));

  if (sets == NULL)
    {
      sets = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
      g_hash_table_insert (by_group, GUINT_TO_POINTER (group), sets);
    }
  g_ptr_array_add (sets, g_array_ref (pieces));
}

static void
unite_waits (LaminaIdleCauses *self,
             GHashTable       *by_group)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer group, sets;

  g_hash_table_iter_init (&iter, by_group);
  while (g_hash_table_iter_next (&iter, &group, &sets))
    {
      GArray *united = lamina_pieces_unite ((GArray **) ((GPtrArray *) sets)->pdata, ((GPtrArray *) sets)->len);

      g_hash_table_insert (self->waits, group, united);
      g_ptr_array_add (all, united);
    }
  self->all_waits = lamina_pieces_unite ((GArray **) all->pdata, all->len);
}

/* By group: the threads of a program wait for each other, so that each may hold up a launch. */
static gboolean
find_waits (LaminaIdleCauses *self,
            GCancellable     *cancellable)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) by_group = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  Waits waits = { self->run, known };

  for (guint i = 0; i < lamina_run_get_n_tracks (self->run); i++)
    {
      g_autoptr (GArray) pieces = NULL;

      if (is_on_device (self->run, i))
        continue;
      pieces = lamina_pieces_new_track (self->run, self->timebase, i, is_wait, &waits, cancellable);
      if (pieces == NULL)
        return FALSE;
      if (pieces->len > 0)
        add_waits (by_group, lamina_track_get_group (lamina_run_get_track (self->run, i)), pieces);
    }
  unite_waits (self, by_group);
  return TRUE;
}

/* Launches */

static LaminaSliceRef *
new_refs (guint n)
{
  LaminaSliceRef *refs = g_new (LaminaSliceRef, n);

  for (guint i = 0; i < n; i++)
    refs[i] = nowhere;
  return refs;
}

static gboolean
find_launches (LaminaIdleCauses *self,
               GCancellable     *cancellable)
{
  guint n;
  const LaminaFlow *flows = lamina_run_get_flows (self->run, &n);

  for (guint i = 0; i < n; i++)
    {
      LaminaSliceRef from = flows[i].from, to = flows[i].to;

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (!is_slice (self->run, from) || !is_slice (self->run, to) || !is_on_device (self->run, to.track)
          || is_on_device (self->run, from.track))
        continue;
      if (self->launches->pdata[to.track] == NULL)
        self->launches->pdata[to.track] = new_refs (get_slices (self->run, to.track)->n);
      ((LaminaSliceRef *) self->launches->pdata[to.track])[to.slice] = from;
    }
  return TRUE;
}

LaminaIdleCauses *
lamina_idle_causes_new (LaminaRun      *run,
                        LaminaTimebase *timebase,
                        GCancellable   *cancellable)
{
  g_autoptr (LaminaIdleCauses) self = g_new0 (LaminaIdleCauses, 1);

  self->run = run;
  self->timebase = timebase;
  self->launches = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_set_size (self->launches, (int) lamina_run_get_n_tracks (run));
  self->waits = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  self->copies = g_hash_table_new (NULL, NULL);
  self->hosts = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  if (!find_waits (self, cancellable) || !find_launches (self, cancellable))
    return NULL;
  return g_steal_pointer (&self);
}

void
lamina_idle_causes_free (LaminaIdleCauses *self)
{
  g_ptr_array_unref (self->launches);
  g_hash_table_unref (self->waits);
  g_clear_pointer (&self->all_waits, g_array_unref);
  g_hash_table_unref (self->copies);
  g_hash_table_unref (self->hosts);
  g_free (self);
}

/* Judging */

static gint64
get_start (LaminaIdleCauses *self,
           LaminaSliceRef    ref)
{
  guint clock = lamina_track_get_clock (lamina_run_get_track (self->run, ref.track));

  return lamina_add_saturating (get_slices (self->run, ref.track)->start[ref.slice],
                                lamina_timebase_get_offset (self->timebase, clock));
}

static gint64
get_end (LaminaIdleCauses *self,
         LaminaSliceRef    ref)
{
  return lamina_add_saturating (get_start (self, ref), get_slices (self->run, ref.track)->duration[ref.slice]);
}

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const HostSlice *left = a, *right = b;

  return (left->start > right->start) - (left->start < right->start);
}

/* The slices of a layer on the host. Those that start together stay in order: GLib sorts by merging. */
static GArray *
list_host_slices (LaminaIdleCauses *self,
                  guint32           layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (HostSlice));

  for (guint32 i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    {
      HostSlice slice = { get_start (self, layers->slices[i]), layers->slices[i] };

      if (!is_on_device (self->run, slice.ref.track))
        g_array_append_val (list, slice);
    }
  g_array_sort (list, compare_starts);
  return list;
}

static GArray *
ref_host_slices (LaminaIdleCauses *self,
                 guint32           layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  GArray *list;

  if (layers->first_slice[layer + 1] - layers->first_slice[layer] <= FEW_SLICES)
    return list_host_slices (self, layer);
  list = g_hash_table_lookup (self->hosts, GUINT_TO_POINTER (layer));
  if (list == NULL)
    {
      list = list_host_slices (self, layer);
      g_hash_table_insert (self->hosts, GUINT_TO_POINTER (layer), list);
    }
  return g_array_ref (list);
}

/* The last slice of a layer on the host that starts before its work on the device does. */
static LaminaSliceRef
find_host_slice (LaminaIdleCauses *self,
                 guint32           layer,
                 gint64            time)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  g_autoptr (GArray) list = NULL;
  guint first = 0, n;

  if (layer >= layers->n || layers->first_slice == NULL)
    return nowhere;
  list = ref_host_slices (self, layer);
  for (n = list->len; n > 0;)
    if (g_array_index (list, HostSlice, first + n / 2).start <= time)
      {
        first += n / 2 + 1;
        n -= n / 2 + 1;
      }
    else
      n /= 2;
  return first > 0 ? g_array_index (list, HostSlice, first - 1).ref : nowhere;
}

static LaminaSliceRef
find_launch (LaminaIdleCauses *self,
             LaminaSliceRef    slice)
{
  const LaminaSliceRef *launches = self->launches->pdata[slice.track];

  if (launches != NULL && launches[slice.slice].track != LAMINA_NONE)
    return launches[slice.slice];
  return find_host_slice (self, lamina_column_row (get_slices (self->run, slice.track)->layer, slice.slice),
                          get_start (self, slice));
}

/* The family of a slice may be that of the operator that asked for the copy: its own name is asked too. */
static gboolean
is_copy (LaminaIdleCauses *self,
         LaminaSliceRef    ref)
{
  const LaminaSlices *slices;
  gpointer name, known;

  if (ref.track == LAMINA_NONE)
    return FALSE;
  slices = get_slices (self->run, ref.track);
  name = GUINT_TO_POINTER (slices->name[ref.slice]);
  if (slices->family[ref.slice] == LAMINA_FAMILY_COPY)
    return TRUE;
  if (!g_hash_table_lookup_extended (self->copies, name, NULL, &known))
    {
      const char *text = lamina_run_get_string (self->run, slices->name[ref.slice]);

      known = GINT_TO_POINTER (lamina_family_from_words ("", text) == LAMINA_FAMILY_COPY);
      g_hash_table_insert (self->copies, name, known);
    }
  return GPOINTER_TO_INT (known);
}

/* Whether the host waited for the device during a gap, before it launched what ends it. */
static gboolean
has_wait (LaminaIdleCauses     *self,
          const LaminaIdleSpan *gap,
          LaminaSliceRef        launch)
{
  const GArray *waits = self->all_waits;
  gint64 end = gap->end;

  if (launch.track != LAMINA_NONE)
    {
      guint32 group = lamina_track_get_group (lamina_run_get_track (self->run, launch.track));

      waits = g_hash_table_lookup (self->waits, GUINT_TO_POINTER (group));
      end = MIN (end, get_start (self, launch));
    }
  return waits != NULL && end > gap->start && lamina_pieces_touch (waits, gap->start, end);
}

LaminaLoad
lamina_idle_causes_judge (LaminaIdleCauses     *self,
                          const LaminaIdleSpan *gap,
                          LaminaSliceRef        before)
{
  LaminaSliceRef launch = find_launch (self, gap->next);
  gboolean is_late = launch.track != LAMINA_NONE && get_end (self, launch) > gap->start;

  if (has_wait (self, gap, launch))
    return LAMINA_LOAD_SYNC;
  if (is_copy (self, gap->next) || (is_copy (self, before) && !is_late && launch.track != LAMINA_NONE))
    return LAMINA_LOAD_COPY;
  return is_late ? LAMINA_LOAD_LAUNCH : LAMINA_LOAD_OTHER;
}
