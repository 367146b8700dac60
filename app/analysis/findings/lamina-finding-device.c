/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-finding-private.h"
#include "lamina-gettext.h"
#include "lamina-launch.h"
#include "lamina-layer-noun.h"
#include "lamina-order-rows.h"
#include "lamina-pieces.h"
#include "lamina-text.h"

#include <string.h>

/* Rules about what devices do. */

/* A launch takes some five microseconds. */
#define TINY_NS 5000
#define LEAST_TINY 50
#define LEAST_TINY_SHARE 0.25

/* Gaps that add up to less than this part of the time are no finding. */
#define LEAST_IDLE_SHARE 0.02

/* Advice about launches */

/* NULL of no slice. */
static const char *
get_slice_name (LaminaRules    *self,
                LaminaSliceRef  ref)
{
  const LaminaSlices *slices;

  if (ref.track == LAMINA_NONE)
    return NULL;
  slices = lamina_track_get_slices (lamina_run_get_track (self->run, ref.track));
  return lamina_run_get_string (self->run, lamina_column_id (slices->name, ref.slice));
}

/* Whether what ends most of some gaps of a device, or of all without @gaps, came by launches of whole graphs. */
static gboolean
launches_graphs (LaminaRules   *self,
                 guint          i,
                 const guint32 *gaps,
                 guint          n)
{
  guint n_launches = 0, n_graphs = 0;

  for (guint k = 0; k < n; k++)
    {
      LaminaGap gap;
      const char *name;

      lamina_idle_get_gap (self->idle, i, gaps != NULL ? gaps[k] : k, &gap);
      name = get_slice_name (self, gap.launch);
      n_launches += name != NULL;
      n_graphs += name != NULL && strstr (name, "GraphLaunch") != NULL;
    }
  return n_graphs > 0 && n_graphs >= n_launches - n_graphs;
}

/* Tiny kernels */

/* They cost something where devices wait for the host to launch them. */
static char *
advise_on_tiny_kernels (LaminaRules *self)
{
  gint64 idle = 0, span = 0;
  gboolean graphs = FALSE;
  g_autofree char *time = NULL;

  for (guint i = 0; i < lamina_idle_get_n_devices (self->idle); i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);

      idle += device->times[LAMINA_LOAD_HOST] + device->times[LAMINA_LOAD_CALL];
      span += device->end - device->start;
      graphs = graphs || launches_graphs (self, i, NULL, device->n_gaps);
    }
  if (idle == 0 || (double) idle < LEAST_IDLE_SHARE * (double) span)
    return NULL;
  time = lamina_figure_dup (idle, LAMINA_UNIT_NANOSECONDS);
  return g_strdup_printf (graphs ? _("Devices are idle for %s while the host launches: fused kernels need fewer launches.")
                                 : _("Devices are idle for %s while the host launches: fused kernels, or kernels captured in a "
                                     "graph, need fewer launches."), time);
}

/* Constants and views stand among the work of a device, but launch nothing that could be fused. */
static gboolean
launches (LaminaRules *self,
          guint32      layer)
{
  LaminaWorkFigures figures;

  lamina_work_get_figures (self->work, layer, &figures);
  return figures.operator != LAMINA_WORK_VIEW;
}

/* What engines of the device copy or set is no kernel: nothing could fuse it. */
static gboolean
is_kernel (LaminaRules        *self,
           const LaminaSlices *slices,
           guint               slice)
{
  return (slices->flags[slice] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WORK
         && lamina_idle_judge_work (self->idle, slices, slice) != LAMINA_LOAD_COPY
         && g_ascii_strncasecmp (lamina_run_get_string (self->run, slices->name[slice]), "memset", strlen ("memset")) != 0;
}

/* How many kernels on devices belong to a layer. */
static guint
count_kernels (LaminaRules *self,
               guint32      layer)
{
  const LaminaLayers *layers = self->layers;
  guint n = 0;

  for (guint32 i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    {
      LaminaSliceRef ref = layers->slices[i];
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, ref.track));

      n += lamina_run_get_track_kind (self->run, ref.track) == LAMINA_GROUP_DEVICE
           && is_kernel (self, slices, ref.slice);
    }
  return n;
}

void
lamina_rule_tiny_kernels (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();
  guint n_tiny = 0, n_kernels = 0;
  g_autofree char *limit = lamina_figure_dup (TINY_NS, LAMINA_UNIT_NANOSECONDS);

  for (guint32 i = 0; self->layers->first_slice != NULL && i < self->layers->n; i++)
    {
      gint64 time = lamina_column_number (self->layers->device_time, i);
      guint n = 0;

      if (lamina_rules_has_layer (self, i) && time != LAMINA_ABSENT && launches (self, i))
        n = count_kernels (self, i);
      n_kernels += n;
      if (n == 0 || time / n >= TINY_NS)
        continue;
      n_tiny += n;
      g_array_append_val (layers, i);
    }
  if (n_tiny < LEAST_TINY || n_tiny < LEAST_TINY_SHARE * n_kernels)
    g_array_unref (layers);
  else
    {
      g_autofree char *count = lamina_layers_dup_count (self->run, layers->len);
      g_autofree char *tiny = lamina_figure_dup_exact (n_tiny, LAMINA_UNIT_NONE);
      g_autofree char *all = lamina_figure_dup_exact (n_kernels, LAMINA_UNIT_NONE);
      gboolean are_layers = lamina_run_get_layer_word (self->run) == LAMINA_LAYER_WORD_KERNEL && n_tiny == layers->len;
      /* Translators: two numbers, how many operators, then a time */
      char *what = are_layers
                   ? g_strdup_printf (_("%s of %s kernels take less than %s each."), tiny, all, limit)
                   : g_strdup_printf (ngettext ("%s of %s kernels are those of %s that takes less than %s for each on average.",
                                                "%s of %s kernels are those of %s that take less than %s for each on average.",
                                                layers->len), tiny, all, count, limit);

      lamina_rules_add (self, LAMINA_FINDING_SPENT, layers, what)->advice = advise_on_tiny_kernels (self);
    }
}

/* Gaps */

static void
add_layer_of (LaminaRules    *self,
              LaminaSliceRef  ref,
              GArray         *layers)
{
  const LaminaSlices *slices;
  guint32 layer;

  if (ref.track == LAMINA_NONE)
    return;
  slices = lamina_track_get_slices (lamina_run_get_track (self->run, ref.track));
  layer = lamina_column_row (slices->layer, ref.slice);
  if (layer != LAMINA_NONE)
    g_array_append_val (layers, layer);
}

static char *
describe_gaps (LaminaRules          *self,
               const char           *device,
               const LaminaGapGroup *group)
{
  g_autofree char *longest = lamina_figure_dup (group->longest, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *length = lamina_figure_dup (group->length, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *host_time = lamina_figure_dup (group->host_time, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *host = group->host != 0 ? lamina_gap_dup_host_name (self->run, group->host) : NULL;

  if (host == NULL)
    /* Translators: a number, the name of a device, a time: how much of a gap has the cause that the title names */
    return lamina_text_dup (ngettext ("%u gap of %s: %s.", "%u gaps of %s, at most %s in one of them.", group->n_gaps),
                            group->n_gaps, device, longest);
  /* Translators: a number, the name of a device, a time, what a thread of the host does, a time */
  return lamina_text_dup (ngettext ("%u gap of %s of %s: the host was in %s for %s of it.",
                                    "%u gaps of %s, together %s: the host was in %s for %s of it.", group->n_gaps),
                          group->n_gaps, device, length, host, host_time);
}

/* Whether the host waits in the gap to read a value of the device: calls of Python's item() and of copies to the host. */
static gboolean
reads_back (LaminaRules     *self,
            const LaminaGap *gap)
{
  static const char *const words[] = { "item", "_local_scalar_dense", "nonzero", "is_nonzero", "memcpy" };
  g_autoptr (GArray) callers = NULL;

  if (gap->host.track == LAMINA_NONE)
    return FALSE;
  callers = lamina_launch_list_callers (self->run, &gap->host);
  g_array_prepend_val (callers, gap->host);
  for (guint i = 0; i < callers->len; i++)
    {
      const char *name = get_slice_name (self, g_array_index (callers, LaminaSliceRef, i));
      const char *scope = name != NULL ? strrchr (name, ':') : NULL;
      g_autofree char *word = name != NULL ? g_ascii_strdown (scope != NULL ? scope + 1 : name, -1) : g_strdup ("");

      for (guint k = 0; k < G_N_ELEMENTS (words); k++)
        if (k + 1 < G_N_ELEMENTS (words) ? g_str_equal (word, words[k]) : strstr (word, words[k]) != NULL)
          return TRUE;
    }
  return FALSE;
}

static char *
advise_on_gaps (LaminaRules          *self,
                guint                 i,
                const LaminaGapGroup *group)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);
  guint n_reads = 0;

  if (self->cause == LAMINA_LOAD_CALL)
    return launches_graphs (self, i, group->gaps, group->n_gaps)
           ? NULL : g_strdup (_("Fewer launches, by fusing kernels or capturing them in a graph, take less time in such calls."));
  if (self->cause == LAMINA_LOAD_UNKNOWN)
    {
      for (guint cause = LAMINA_FIRST_CAUSE; cause < LAMINA_LOAD_UNKNOWN; cause++)
        if (device->times[cause] > 0)
          return NULL;
      return g_strdup (_("A profile that records the runtime calls of the host as well tells why the device was idle."));
    }
  if (self->cause != LAMINA_LOAD_SYNC)
    return NULL;
  for (guint k = 0; k < group->n_gaps; k++)
    {
      LaminaGap gap;

      lamina_idle_get_gap (self->idle, i, group->gaps[k], &gap);
      n_reads += reads_back (self, &gap);
    }
  return n_reads > 0 && n_reads >= group->n_gaps - n_reads
         ? g_strdup (_("The host waits to read results of the device there; reading them later, or not at all, avoids the wait."))
         : NULL;
}

/* The layers are those whose work ends the gaps. */
static void
add_group (LaminaRules          *self,
           guint                 i,
           const LaminaGapGroup *group)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);
  g_autofree char *name = lamina_idle_dup_device_name (self->run, device);
  GArray *layers = lamina_rules_new_layers ();
  guint32 *gaps = g_new (guint32, MAX (group->n_gaps, 1));
  LaminaFinding *finding;

  for (guint k = 0; k < group->n_gaps; k++)
    {
      LaminaGap gap;

      lamina_idle_get_gap (self->idle, i, group->gaps[k], &gap);
      add_layer_of (self, gap.after, layers);
      gaps[k] = device->first_gap + group->gaps[k];
    }
  finding = lamina_rules_add_with_cost (self,
                                        self->cause == LAMINA_LOAD_UNKNOWN ? LAMINA_FINDING_SPENT : LAMINA_FINDING_SAVING,
                                        layers, describe_gaps (self, name, group), group->time,
                                        device->end - device->start);
  finding->advice = advise_on_gaps (self, i, group);
  finding->n_gaps = group->n_gaps;
  finding->gaps = gaps;
}

/* What the host did tells of the time before a launch alone. */
static gboolean
has_host (LaminaRules *self)
{
  return self->cause == LAMINA_LOAD_SYNC || self->cause == LAMINA_LOAD_HOST;
}

/* One finding for each host slice that fills much of a device's time, and one for what is left. */
static void
add_gaps (LaminaRules *self,
          guint        i)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);
  double least = LEAST_IDLE_SHARE * (double) (device->end - device->start);
  g_autoptr (GArray) groups = NULL;
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (guint32));
  LaminaGapGroup rest = { .host = 0 };

  if (device->times[self->cause] == 0 || (double) device->times[self->cause] < least)
    return;
  groups = lamina_idle_group_by_host (self->idle, i, self->cause);
  for (guint k = 0; k < groups->len; k++)
    {
      const LaminaGapGroup *group = &g_array_index (groups, LaminaGapGroup, k);

      if (has_host (self) && group->host != 0 && (double) group->time >= least)
        add_group (self, i, group);
      else
        {
          /* To the gaps that no host slice is named for. */
          rest.time += group->time;
          rest.longest = MAX (rest.longest, group->longest);
          g_array_append_vals (gaps, group->gaps, group->n_gaps);
        }
    }
  if (gaps->len == 0 || (double) rest.time < least)
    return;
  g_array_sort (gaps, lamina_order_compare_rows);
  rest.n_gaps = gaps->len;
  rest.gaps = (const guint32 *) (gpointer) gaps->data;
  add_group (self, i, &rest);
}

void
lamina_rule_idle (LaminaRules *self)
{
  for (guint i = 0; i < lamina_idle_get_n_devices (self->idle); i++)
    add_gaps (self, i);
}

/* Fallback to the CPU */

typedef enum
{
  KIND_UNKNOWN,
  KIND_PROCESSOR,
  KIND_DEVICE,
} Kind;

/* `CPU:0`, `cpu0`, `CPUExecutionProvider`, `/device:CPU:0` are processors; `hexagon0`, `GPU 0` are devices. */
static Kind
find_kind (const char *device)
{
  g_autofree char *text = g_ascii_strdown (device, -1);

  if (*text == '\0')
    return KIND_UNKNOWN;
  return strstr (text, "cpu") != NULL ? KIND_PROCESSOR : KIND_DEVICE;
}

/* What computes on data: arguments, results, constants, copies and views are wherever their tool puts them. */
static gboolean
computes (LaminaRules *self,
          guint32      layer)
{
  guint8 family = self->layers->family[layer];

  return family != LAMINA_FAMILY_OTHER && family != LAMINA_FAMILY_COPY && family != LAMINA_FAMILY_COMMUNICATION
         && lamina_column_id (self->layers->type, layer) != 0 && lamina_column_number (self->costs, layer) != 0;
}

void
lamina_rule_fallback (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();
  guint n_device = 0;
  guint32 last = LAMINA_NONE;
  Kind kind = KIND_UNKNOWN;

  for (guint32 i = 0; i < self->layers->n; i++)
    {
      guint32 device = lamina_column_id (self->layers->device, i);

      if (device != last)
        kind = find_kind (lamina_run_get_string (self->run, device));
      last = device;
      if (!lamina_rules_has_layer (self, i) || !computes (self, i))
        continue;
      n_device += kind == KIND_DEVICE;
      if (kind == KIND_PROCESSOR)
        g_array_append_val (layers, i);
    }
  if (layers->len == 0 || n_device <= layers->len)
    g_array_unref (layers);
  else
    {
      g_autofree char *count = lamina_layers_dup_count (self->run, layers->len);

      /* Translators: how many operators, then a number of them */
      lamina_rules_add (self, LAMINA_FINDING_SAVING, layers,
                        lamina_text_dup (ngettext ("%s runs on the CPU, %u on devices.", "%s run on the CPU, %u on devices.",
                                                   layers->len), count, n_device));
    }
}

/*
 * Exposed communication: the time in which a device exchanges data with others while none of its streams computes. Copies
 * compute nothing. Slices that belong to no layer repeat or comment the work, as in LaminaIdle.
 */

/* What adds up to less than this part of the time is no finding. */
#define LEAST_EXPOSED_SHARE 0.01

/* Computation that could hide less than this part of it is not worth saying. */
#define LEAST_ROOM 0.1

static gboolean
is_work (const LaminaSlices *slices,
         guint               slice)
{
  return lamina_column_row (slices->layer, slice) != LAMINA_NONE
         && (slices->flags[slice] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WORK;
}

static gboolean
is_computing (const LaminaSlices *slices,
              guint               slice,
              gpointer            data)
{
  LaminaRules *self = data;

  return is_work (slices, slice) && lamina_idle_judge_work (self->idle, slices, slice) == LAMINA_LOAD_BUSY;
}

/* Of the layers that are looked at. */
static gboolean
communicates (const LaminaSlices *slices,
              guint               slice,
              gpointer            data)
{
  LaminaRules *self = data;

  return is_work (slices, slice) && lamina_idle_judge_work (self->idle, slices, slice) == LAMINA_LOAD_COMMUNICATION
         && lamina_rules_has_layer (self, slices->layer[slice]);
}

/* The time of all queues of a device; NULL when cancelled. */
static GArray *
unite (LaminaRules     *self,
       guint            device,
       LaminaPieceFunc  func)
{
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  const guint32 *tracks = lamina_idle_get_tracks (self->idle, device);

  for (guint i = 0; i < lamina_idle_get_device (self->idle, device)->n_tracks; i++)
    {
      GArray *pieces = lamina_pieces_new_track (self->run, self->timebase, tracks[i], func, self, self->cancellable);

      if (pieces == NULL)
        return NULL;
      g_ptr_array_add (sets, pieces);
    }
  return lamina_pieces_unite ((GArray **) sets->pdata, sets->len);
}

/* Adds the layers of one queue whose communication lies in @exposed, and counts the slices. */
static void
add_layers (LaminaRules  *self,
            guint         track,
            const GArray *exposed,
            GArray       *layers,
            guint        *n_slices)
{
  LaminaTrack *queue = lamina_run_get_track (self->run, track);
  const LaminaSlices *slices = lamina_track_get_slices (queue);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_info (queue)->clock);

  for (guint i = 0; i < slices->n; i++)
    {
      gint64 start = lamina_number_add (slices->start[i], offset);

      if (!communicates (slices, i, self)
          || !lamina_pieces_touch (exposed, start, lamina_number_add (start, slices->duration[i])))
        continue;
      g_array_append_val (layers, slices->layer[i]);
      *n_slices += 1;
    }
}

static void
add_finding (LaminaRules  *self,
             guint         i,
             const GArray *exposed,
             gint64        cost,
             gint64        all,
             gint64        room)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);
  const guint32 *tracks = lamina_idle_get_tracks (self->idle, i);
  GArray *layers = lamina_rules_new_layers ();
  g_autofree char *name = lamina_idle_dup_device_name (self->run, device);
  g_autofree char *total = lamina_figure_dup (all, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *free_time = lamina_figure_dup (room, LAMINA_UNIT_NANOSECONDS);
  LaminaFinding *finding;
  guint n = 0;

  for (guint k = 0; k < device->n_tracks; k++)
    add_layers (self, tracks[k], exposed, layers, &n);
  /* Translators: a number, the name of a device, a time */
  finding = lamina_rules_add_with_cost (self, LAMINA_FINDING_SAVING, layers,
                                        lamina_text_dup (ngettext ("%u kernel of %s communicates while nothing computes there; "
                                                                   "all communication takes %s.",
                                                                   "%u kernels of %s communicate while nothing computes there; "
                                                                   "all communication takes %s.", n),
                                                         n, name, total),
                                        cost, device->end - device->start);
  if ((double) room >= LEAST_ROOM * (double) cost)
    /* Translators: a time */
    finding->advice = g_strdup_printf (_("Computation runs without communication for %s: what does not depend on it can overlap "
                                         "with it."), free_time);
}

static void
look_at_device (LaminaRules *self,
                guint        i)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);
  g_autoptr (GArray) all = unite (self, i, communicates);
  g_autoptr (GArray) inside = NULL;
  g_autoptr (GArray) computing = NULL;
  g_autoptr (GArray) exposed = NULL;
  g_autoptr (GArray) alone = NULL;
  gint64 cost;

  if (all == NULL || all->len == 0)
    return;
  computing = unite (self, i, is_computing);
  if (computing == NULL)
    return;
  inside = lamina_pieces_clip (all, device->start, device->end);
  exposed = lamina_pieces_subtract (inside, computing);
  cost = lamina_pieces_add_up (exposed);
  if (cost > 0 && (double) cost >= LEAST_EXPOSED_SHARE * (double) (device->end - device->start))
    {
      alone = lamina_pieces_subtract (computing, all);
      add_finding (self, i, exposed, cost, lamina_pieces_add_up (inside), lamina_pieces_add_up (alone));
    }
}

void
lamina_rule_exposed_communication (LaminaRules *self)
{
  for (guint i = 0; i < lamina_idle_get_n_devices (self->idle); i++)
    look_at_device (self, i);
}
