/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-kernel-summary.h"

#include "lamina-device-tracks-private.h"
#include "lamina-flame-tree.h"
#include "lamina-gettext.h"
#include "lamina-module.h"
#include "lamina-order-rows.h"

#include <math.h>
#include <string.h>

static const char *const by_names[] = { "name", "module", "stream", "rank" };

G_STATIC_ASSERT (G_N_ELEMENTS (by_names) == LAMINA_N_KERNELS_BY);

gboolean
lamina_kernels_by_from_name (const char      *name,
                             LaminaKernelsBy *by)
{
  for (guint i = 0; i < LAMINA_N_KERNELS_BY; i++)
    if (strcmp (by_names[i], name) == 0)
      {
        *by = (LaminaKernelsBy) i;
        return TRUE;
      }
  return FALSE;
}

const char *
lamina_kernels_by_get_name (LaminaKernelsBy by)
{
  g_return_val_if_fail ((guint) by < LAMINA_N_KERNELS_BY, NULL);
  return by_names[by];
}

const char *
lamina_kernel_summary_get_definition (void)
{
  return _("Kernels, copies and memsets of devices, each with its own duration: what runs side by side counts twice. Annotations "
           "beside the work do not count.");
}

/* Modules */

/*
 * The path of the modules around each layer, as an index into @labels; LAMINA_NONE for a layer in none. In a tree by modules
 * the children of the last module are the layers themselves. NULL when cancelled.
 */
static guint32 *
find_modules_around (LaminaRun    *run,
                     GPtrArray    *labels,
                     GCancellable *cancellable)
{
  LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;
  guint n_layers = lamina_run_get_layers (run)->n;
  g_autoptr (GHashTable) known = g_hash_table_new (lamina_text_hash, lamina_text_equal);
  g_autoptr (LaminaFlameTree) tree = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const LaminaFlameNodes *nodes;
  guint32 *modules;

  options.by = LAMINA_FLAME_BY_MODULES;
  options.weight = LAMINA_FLAME_WEIGHT_CALLS;
  tree = lamina_flame_tree_new (run, NULL, &options, cancellable);
  if (tree == NULL)
    return NULL;
  modules = g_new (guint32, MAX (n_layers, 1));
  memset (modules, 0xff, n_layers * sizeof *modules);
  nodes = lamina_flame_tree_get_nodes (tree);
  g_ptr_array_add (paths, g_strdup (""));
  for (guint32 node = 1; node < nodes->n; node++)
    {
      const char *around = g_ptr_array_index (paths, nodes->parent[node]);
      guint n_own, n;
      const guint32 *own = lamina_flame_tree_get_layers (tree, node, &n_own, &n);
      gpointer label = NULL;

      g_ptr_array_add (paths, g_strconcat (around, *around != '\0' ? " / " : "", nodes->name[node], NULL));
      if (n_own == 0 || *around == '\0')
        continue;
      if (!g_hash_table_lookup_extended (known, around, NULL, &label))
        {
          label = GUINT_TO_POINTER (labels->len);
          g_ptr_array_add (labels, g_strdup (around));
          g_hash_table_insert (known, g_ptr_array_index (labels, labels->len - 1), label);
        }
      for (guint i = 0; i < n_own; i++)
        modules[own[i]] = GPOINTER_TO_UINT (label);
    }
  return modules;
}

static guint32
get_layer (LaminaRun            *run,
           const LaminaSliceRef *ref)
{
  if (ref->track == LAMINA_NONE)
    return LAMINA_NONE;
  return lamina_column_row (lamina_track_get_slices (lamina_run_get_track (run, ref->track))->layer, ref->slice);
}

/*
 * No module is around what autograd runs backward, but arrows lead to it from what it belongs to. @modules: of all layers; takes
 * those of the layers that arrows lead to.
 */
static void
follow_backward (LaminaRun *run,
                 GPtrArray *labels,
                 guint32   *modules)
{
  const guint8 *phase = lamina_run_get_layers (run)->phase;
  guint n_modules = labels->len, n_flows;
  const LaminaFlow *flows = lamina_run_get_flows (run, &n_flows);
  g_autofree guint32 *backward = g_new (guint32, MAX (n_modules, 1));

  memset (backward, 0xff, n_modules * sizeof *backward);
  for (guint i = 0; phase != NULL && i < n_flows; i++)
    {
      guint32 from = get_layer (run, &flows[i].from), to = get_layer (run, &flows[i].to);
      guint32 module = from != LAMINA_NONE ? modules[from] : LAMINA_NONE;

      if (module == LAMINA_NONE || module >= n_modules || to == LAMINA_NONE || modules[to] != LAMINA_NONE
          || phase[to] != LAMINA_PHASE_BACKWARD || phase[from] == LAMINA_PHASE_BACKWARD)
        continue;
      if (backward[module] == LAMINA_NONE)
        {
          backward[module] = labels->len;
          /* Translators: the path of a module, of which this is the backward pass. */
          g_ptr_array_add (labels, g_strdup_printf (_("%s, backward"), (const char *) g_ptr_array_index (labels, module)));
        }
      modules[to] = backward[module];
    }
}

/* The same for each layer, with those that run backward; NULL when cancelled. */
static guint32 *
find_modules (LaminaRun    *run,
              GPtrArray    *labels,
              GCancellable *cancellable)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 *modules = find_modules_around (run, labels, cancellable);

  if (modules == NULL)
    return NULL;
  follow_backward (run, labels, modules);
  for (guint32 i = 0; i < layers->n; i++)
    {
      guint32 around = i;

      /* What is inside a node of autograd belongs where that does. */
      while (modules[around] == LAMINA_NONE && lamina_column_row (layers->parent, around) != LAMINA_NONE)
        around = layers->parent[around];
      modules[i] = modules[around];
    }
  return modules;
}

/* Devices */

/* The outermost group around a track, whatever it stands for. */
static guint32
find_root (LaminaRun *run,
           guint32    track)
{
  guint32 group = lamina_track_get_info (lamina_run_get_track (run, track))->group;

  while (lamina_run_get_group (run, group)->parent != LAMINA_NONE)
    group = lamina_run_get_group (run, group)->parent;
  return group;
}

gboolean
lamina_kernels_by_is_known (LaminaKernelsBy  by,
                            LaminaRun       *run)
{
  const GArray *tracks;
  guint32 first = LAMINA_NONE;

  g_return_val_if_fail (run != NULL && (guint) by < LAMINA_N_KERNELS_BY, FALSE);
  if (lamina_run_get_unit (run) != LAMINA_AXIS_NANOSECONDS || (by == LAMINA_KERNELS_BY_MODULE && !lamina_run_has_modules (run)))
    return FALSE;
  tracks = lamina_device_tracks_get_busy (run);
  if (by == LAMINA_KERNELS_BY_NAME || by == LAMINA_KERNELS_BY_MODULE)
    return tracks->len > 0;
  for (guint i = 0; i < tracks->len; i++)
    {
      guint32 key = g_array_index (tracks, guint32, i);

      if (by == LAMINA_KERNELS_BY_RANK)
        key = find_root (run, key);
      if (first != LAMINA_NONE && key != first)
        return TRUE;
      first = key;
    }
  return FALSE;
}

/* The summary while it is made. */
typedef struct
{
  LaminaRun *run;
  LaminaKernelsBy by;
  GCancellable *cancellable;
  guint8 *wanted;     /* of each layer; NULL for all */
  guint32 *modules;   /* of each layer, by module: an index into the labels of the summary */
  gboolean is_owned;  /* only slices of layers are work */
  GHashTable *places; /* of each key, the index of its group, from 1 on */
  GArray *groups;     /* LaminaKernelGroup */
  GArray *group_of;   /* of each of @refs, its group */
  GArray *refs;       /* LaminaSliceRef */
  GPtrArray *labels;
} Sums;

struct _LaminaKernelSummary
{
  GArray *groups;
  GPtrArray *labels;
  LaminaSliceRef *slices;
  gint64 total;
  guint n_calls;
};

static void
sums_clear (Sums *self)
{
  g_clear_pointer (&self->wanted, g_free);
  g_clear_pointer (&self->modules, g_free);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_pointer (&self->group_of, g_array_unref);
  g_clear_pointer (&self->refs, g_array_unref);
  g_clear_pointer (&self->labels, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sums, sums_clear)

static gboolean
is_within (LaminaRun *run,
           guint32    inner,
           guint32    outer)
{
  const guint32 *parent = lamina_run_get_layers (run)->parent;

  while (inner != outer && inner != LAMINA_NONE)
    inner = lamina_column_row (parent, inner);
  return inner == outer;
}

static gboolean
is_kind (const LaminaSlices *slices,
         guint               slice,
         LaminaSliceKind     kind)
{
  return (slices->flags[slice] & LAMINA_SLICE_KIND_MASK) == kind;
}

/* Whether a slice is work of its own: parts of the slice around it are not. */
static gboolean
counts (const Sums  *self,
        LaminaTrack *track,
        guint        slice)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint32 layer = lamina_column_row (slices->layer, slice);

  if (is_kind (slices, slice, LAMINA_SLICE_WAIT) || (slices->flags[slice] & LAMINA_SLICE_OPEN) != 0
      || (is_kind (slices, slice, LAMINA_SLICE_KERNEL) && lamina_track_get_parent (track, slice) != LAMINA_NONE))
    return FALSE;
  if (layer == LAMINA_NONE)
    return !self->is_owned && self->wanted == NULL;
  return self->wanted == NULL || self->wanted[layer];
}

/* What each slice of a track takes of its own, or LAMINA_ABSENT where it does not count. NULL when cancelled. */
static gint64 *
measure (const Sums  *self,
         LaminaTrack *track)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  g_autofree gint64 *times = g_new (gint64, MAX (slices->n, 1));

  for (guint i = 0; i < slices->n; i++)
    {
      if (lamina_order_is_cancelled (self->cancellable, i))
        return NULL;
      times[i] = counts (self, track, i) ? slices->duration[i] : LAMINA_ABSENT;
    }
  /* Slices inside others lie deeper, and so behind them. */
  for (guint i = slices->n_lanes > 1 ? slices->first[1] : slices->n; i < slices->n; i++)
    {
      guint32 around = lamina_track_get_parent (track, i);

      if (lamina_order_is_cancelled (self->cancellable, i))
        return NULL;
      if (around == LAMINA_NONE || times[around] == LAMINA_ABSENT)
        continue;
      if (is_kind (slices, i, LAMINA_SLICE_WAIT)
          || (times[i] != LAMINA_ABSENT && lamina_column_row (slices->layer, i) != lamina_column_row (slices->layer, around)
              && is_within (self->run, lamina_column_row (slices->layer, i), lamina_column_row (slices->layer, around))))
        times[around] = MAX (times[around] - slices->duration[i], 0);
    }
  return g_steal_pointer (&times);
}

static char *
dup_label (const Sums *self,
           guint32     track,
           guint32     key)
{
  switch (self->by)
    {
    case LAMINA_KERNELS_BY_STREAM:
      return lamina_run_dup_track_path (self->run, track);
    case LAMINA_KERNELS_BY_RANK:
      return g_strdup (lamina_run_translate (self->run, lamina_run_get_group (self->run, key)->name));
    case LAMINA_KERNELS_BY_NAME:
    case LAMINA_KERNELS_BY_MODULE:
    case LAMINA_N_KERNELS_BY:
    default:
      return NULL;
    }
}

static guint32
get_key (const Sums         *self,
         const LaminaSlices *slices,
         guint32             track,
         guint               slice)
{
  guint32 layer = lamina_column_row (slices->layer, slice);

  switch (self->by)
    {
    case LAMINA_KERNELS_BY_NAME:
      return slices->name[slice];
    case LAMINA_KERNELS_BY_MODULE:
      return layer != LAMINA_NONE ? self->modules[layer] : LAMINA_NONE;
    case LAMINA_KERNELS_BY_RANK:
      return find_root (self->run, track);
    case LAMINA_KERNELS_BY_STREAM:
    case LAMINA_N_KERNELS_BY:
    default:
      return track;
    }
}

static const char *
find_label (Sums    *self,
            guint32  track,
            guint32  key)
{
  if (self->by == LAMINA_KERNELS_BY_NAME)
    return key != 0 ? lamina_run_get_string (self->run, key) : NULL;
  if (self->by == LAMINA_KERNELS_BY_MODULE)
    return key != LAMINA_NONE ? g_ptr_array_index (self->labels, key) : NULL;
  g_ptr_array_add (self->labels, dup_label (self, track, key));
  return g_ptr_array_index (self->labels, self->labels->len - 1);
}

static void
add_slice (Sums               *self,
           const LaminaSlices *slices,
           guint32             track,
           guint32             slice,
           gint64              time)
{
  guint32 key = get_key (self, slices, track, slice);
  const LaminaSliceRef ref = { track, slice };
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GUINT_TO_POINTER (key)));
  LaminaKernelGroup *group;

  if (place == 0)
    {
      LaminaKernelGroup init = { .label = find_label (self, track, key), .family = LAMINA_FAMILY_OTHER, .min = G_MAXINT64 };

      /* Of streams and ranks, and of all that no module is around, that would be any. */
      if (self->by == LAMINA_KERNELS_BY_NAME || (self->by == LAMINA_KERNELS_BY_MODULE && init.label != NULL))
        init.family = (LaminaFamily) slices->family[slice];
      g_array_append_val (self->groups, init);
      place = self->groups->len;
      g_hash_table_insert (self->places, GUINT_TO_POINTER (key), GUINT_TO_POINTER (place));
    }
  place--;
  group = &g_array_index (self->groups, LaminaKernelGroup, place);
  group->calls++;
  group->total = lamina_add_saturating (group->total, time);
  group->min = MIN (group->min, time);
  group->max = MAX (group->max, time);
  g_array_append_val (self->group_of, place);
  g_array_append_val (self->refs, ref);
}

static gboolean
add_track (Sums    *self,
           guint32  track)
{
  LaminaTrack *own = lamina_run_get_track (self->run, track);
  const LaminaSlices *slices = lamina_track_get_slices (own);
  g_autofree gint64 *times = measure (self, own);

  for (guint i = 0; times != NULL && i < slices->n; i++)
    if (times[i] != LAMINA_ABSENT)
      add_slice (self, slices, track, i, times[i]);
  return times != NULL;
}

static gboolean
has_owned (LaminaRun *run)
{
  const GArray *tracks = lamina_device_tracks_get_busy (run);

  for (guint i = 0; i < tracks->len; i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, g_array_index (tracks, guint32, i)));

      for (guint k = 0; slices->layer != NULL && k < slices->n; k++)
        if (slices->layer[k] != LAMINA_NONE)
          return TRUE;
    }
  return FALSE;
}

/* FALSE when cancelled. */
static gboolean
add_up (Sums          *self,
        const guint32 *layers,
        guint          n)
{
  const GArray *tracks = lamina_device_tracks_get_busy (self->run);
  guint n_layers = lamina_run_get_layers (self->run)->n;

  if (layers != NULL && n < n_layers)
    {
      self->wanted = g_new0 (guint8, MAX (n_layers, 1));
      for (guint i = 0; i < n; i++)
        self->wanted[layers[i]] = TRUE;
    }
  if (self->by == LAMINA_KERNELS_BY_MODULE)
    {
      self->modules = find_modules (self->run, self->labels, self->cancellable);
      if (self->modules == NULL)
        return FALSE;
    }
  self->is_owned = has_owned (self->run);
  for (guint i = 0; i < tracks->len; i++)
    if (!add_track (self, g_array_index (tracks, guint32, i)))
      return FALSE;
  return TRUE;
}

static int
compare_totals (gconstpointer a,
                gconstpointer b)
{
  const LaminaKernelGroup *left = a, *right = b;

  return (left->total < right->total) - (left->total > right->total);
}

/* The slices of each group stand together. Those groups that take longest come first; GLib sorts by merging, so that equal ones
 * stay in the order in which they were met. */
static LaminaKernelSummary *
finish (Sums *self)
{
  LaminaKernelSummary *summary = g_new0 (LaminaKernelSummary, 1);
  LaminaKernelGroup *groups = (LaminaKernelGroup *) (gpointer) self->groups->data;
  g_autofree LaminaSliceRef **next = g_new (LaminaSliceRef *, MAX (self->groups->len, 1));
  LaminaSliceRef *place = summary->slices = g_new (LaminaSliceRef, MAX (self->refs->len, 1));

  summary->n_calls = self->refs->len;
  for (guint i = 0; i < self->groups->len; i++)
    {
      groups[i].slices = next[i] = place;
      groups[i].mean = (double) groups[i].total / groups[i].calls;
      place += groups[i].calls;
      summary->total = lamina_add_saturating (summary->total, groups[i].total);
    }
  for (guint i = 0; i < self->refs->len; i++)
    *next[g_array_index (self->group_of, guint, i)]++ = g_array_index (self->refs, LaminaSliceRef, i);
  for (guint i = 0; i < self->groups->len; i++)
    groups[i].share = summary->total > 0 ? (double) groups[i].total / (double) summary->total : NAN;
  g_array_sort (self->groups, compare_totals);
  summary->groups = g_steal_pointer (&self->groups);
  summary->labels = g_steal_pointer (&self->labels);
  return summary;
}

LaminaKernelSummary *
lamina_kernel_summary_new (LaminaRun       *run,
                           LaminaKernelsBy  by,
                           const guint32   *layers,
                           guint            n,
                           GCancellable    *cancellable)
{
  g_auto (Sums) sums = { .run = run, .by = by, .cancellable = cancellable };

  g_return_val_if_fail (run != NULL && (guint) by < LAMINA_N_KERNELS_BY, NULL);
  sums.places = g_hash_table_new (NULL, NULL);
  sums.groups = g_array_new (FALSE, FALSE, sizeof (LaminaKernelGroup));
  sums.group_of = g_array_new (FALSE, FALSE, sizeof (guint));
  sums.refs = g_array_new (FALSE, FALSE, sizeof (LaminaSliceRef));
  sums.labels = g_ptr_array_new_with_free_func (g_free);
  return add_up (&sums, layers, n) ? finish (&sums) : NULL;
}

void
lamina_kernel_summary_free (LaminaKernelSummary *self)
{
  g_return_if_fail (self != NULL);
  g_array_unref (self->groups);
  g_ptr_array_unref (self->labels);
  g_free (self->slices);
  g_free (self);
}

guint
lamina_kernel_summary_get_n (LaminaKernelSummary *self)
{
  return self->groups->len;
}

const LaminaKernelGroup *
lamina_kernel_summary_get (LaminaKernelSummary *self,
                           guint                i)
{
  g_return_val_if_fail (i < self->groups->len, NULL);
  return &g_array_index (self->groups, LaminaKernelGroup, i);
}

gint64
lamina_kernel_summary_get_total (LaminaKernelSummary *self)
{
  return self->total;
}

guint
lamina_kernel_summary_get_n_calls (LaminaKernelSummary *self)
{
  return self->n_calls;
}
