/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-build.h"

guint32
megengine_build_get_node (MegengineBuild          *self,
                          const MegengineOperator *operator)
{
  if (operator->device.n > 0)
    return megengine_profile_get_device (self->profile, operator->device.first)->place;
  if (operator->outputs.n > 0)
    return megengine_profile_get_output (self->profile, operator, 0)->comp_node;
  return LAMINA_NONE;
}

gboolean
megengine_build_get_when (MegengineBuild          *self,
                          const MegengineOperator *operator,
                          MegengineWhen           *when)
{
  const MegengineTimes *times;

  *when = (MegengineWhen) { .clock = self->host_clock, .start = operator->order, .end = operator->order };
  if (!self->measured)
    return operator->order != LAMINA_NONE;
  if (operator->device.n > 0)
    {
      times = megengine_profile_get_device (self->profile, operator->device.first);
      when->clock = self->device_clocks[times->place];
      when->offset = self->device_offsets[times->place];
    }
  else if (operator->host.n > 0)
    times = megengine_profile_get_host (self->profile, operator->host.first);
  else
    return FALSE;
  when->start = times->start;
  when->end = times->end != LAMINA_ABSENT ? times->end : times->start;
  return TRUE;
}

/*
 * Each comp node counts its times from an event of its own, the host from the making of the profiler. How far they lie
 * apart does not stand in the file, but no kernel can start before the host has dispatched it. The smallest offset that
 * keeps this for all operators of a comp node is exact in whole nanoseconds, and also the bound: any other is larger.
 */

static gint64
dispatch_time (const MegengineTimes *times)
{
  return times->kern != LAMINA_ABSENT ? times->kern : times->start;
}

static gint64 *
find_bounds (MegengineProfile *profile)
{
  gint64 *bounds = g_new (gint64, profile->comp_nodes.names->len);

  for (guint i = 0; i < profile->comp_nodes.names->len; i++)
    bounds[i] = LAMINA_ABSENT;
  for (guint32 i = 0; i < profile->device->len; i++)
    {
      const MegengineTimes *times = megengine_profile_get_device (profile, i);
      const MegengineOperator *operator = megengine_profile_get_operator (profile, times->operator);
      gint64 earliest = G_MAXINT64;

      /* Of all threads: which of them dispatched the kernel is not known. */
      for (guint j = 0; j < operator->host.n; j++)
        earliest = MIN (earliest, dispatch_time (megengine_profile_get_host (profile, operator->host.first + j)));
      if (operator->host.n > 0)
        bounds[times->place] = MAX (bounds[times->place], earliest - dispatch_time (times));
    }
  return bounds;
}

static void
add_device_clock (MegengineBuild *self,
                  guint32         node,
                  gint64          bound)
{
  const char *name = megengine_profile_get_comp_node (self->profile, node);

  self->device_clocks[node] = lamina_builder_add_clock (self->builder, self->run, name);
  if (bound != LAMINA_ABSENT)
    {
      self->device_offsets[node] = bound;
      lamina_builder_set_clock_offset (self->builder, self->run, self->device_clocks[node], bound,
                                       LAMINA_CLOCK_CAUSALITY, bound);
    }
  else if (self->profile->host->len > 0)
    megengine_profile_note (self->profile, N_("a comp node shares no operator with the host and is not aligned"), 0,
                            LAMINA_NONE);
}

static void
megengine_build_clocks (MegengineBuild *self)
{
  MegengineProfile *profile = self->profile;
  g_autofree gint64 *bounds = find_bounds (profile);
  g_autofree gboolean *has_times = g_new0 (gboolean, profile->comp_nodes.names->len);

  if (!self->measured)
    self->host_clock = lamina_builder_add_clock (self->builder, self->run, "order");
  else if (profile->host->len > 0)
    self->host_clock = lamina_builder_add_clock (self->builder, self->run, "host");
  for (guint32 i = 0; i < profile->device->len; i++)
    has_times[megengine_profile_get_device (profile, i)->place] = TRUE;
  for (guint32 i = 0; i < profile->comp_nodes.names->len; i++)
    if (has_times[i])
      add_device_clock (self, i, bounds[i]);
}

/* Each operator becomes a layer: first those of comp_seq in its order, then those that did not run. */

typedef struct
{
  gint64 total; /* from start to end, over all places */
  gint64 wait;  /* from start to the first kernel */
} Sums;

static Sums
sum_times (GArray        *array,
           MegengineSpan  span)
{
  Sums sums = { LAMINA_ABSENT, LAMINA_ABSENT };

  for (guint i = 0; i < span.n; i++)
    {
      const MegengineTimes *times = &g_array_index (array, MegengineTimes, span.first + i);

      if (times->end != LAMINA_ABSENT)
        sums.total = lamina_number_add (sums.total, times->end - times->start);
      if (times->end != LAMINA_ABSENT && times->kern != LAMINA_ABSENT)
        sums.wait = lamina_number_add (sums.wait, times->kern - times->start);
    }
  return sums;
}

/* The comp nodes that it ran on, one after the other. */
static guint32
make_device (MegengineBuild          *self,
             const MegengineOperator *operator)
{
  guint32 node = megengine_build_get_node (self, operator);
  g_autoptr (GString) text = NULL;

  if (node == LAMINA_NONE)
    return 0;
  text = g_string_new (megengine_profile_get_comp_node (self->profile, node));
  for (guint i = 1; i < operator->device.n; i++)
    {
      node = megengine_profile_get_device (self->profile, operator->device.first + i)->place;
      g_string_append_printf (text, ", %s", megengine_profile_get_comp_node (self->profile, node));
    }
  return lamina_builder_intern (self->builder, text->str, text->len);
}

static void
add_args (MegengineBuild      *self,
          guint32              layer,
          const char          *title,
          const MegengineArgs *args)
{
  if (args->length > 0)
    lamina_builder_add_layer_args (self->builder, self->run, layer, lamina_builder_intern (self->builder, title, -1), 0,
                                   args->offset, args->length);
}

static void
add_operator (MegengineBuild *self,
              guint32         row)
{
  const MegengineOperator *operator = megengine_profile_get_operator (self->profile, row);
  guint32 node = megengine_build_get_node (self, operator);
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  MegengineWhen when;

  layer.name = operator->name ? operator->name : operator->id;
  layer.type = operator->type;
  layer.key = operator->id;
  layer.device = make_device (self, operator);
  layer.phase = operator->traits & MEGENGINE_TRAIT_COPY ? LAMINA_PHASE_COPY : LAMINA_PHASE_UNKNOWN;
  layer.order = operator->order;
  layer.calls = operator->executed;
  if (operator->device.n > 0 || (!self->measured && node != LAMINA_NONE))
    layer.track = self->device_tracks[node];
  else if (operator->host.n > 0)
    layer.track = self->host_tracks[megengine_profile_get_host (self->profile, operator->host.first)->place];
  if (layer.track != LAMINA_NONE && megengine_build_get_when (self, operator, &when))
    layer.start = when.start;
  layer.host = sum_times (self->profile->host, operator->host).total;
  layer.wait = sum_times (self->profile->device, operator->device).wait;
  layer.flop = operator->flop;
  layer.bytes = operator->bytes;
  self->layers[row] = lamina_builder_add_layer (self->builder, self->run, &layer);
  lamina_import_account (self->profile->import, operator->record, LAMINA_RECORD_SHOWN);

  add_args (self, self->layers[row], "", &operator->param);
  add_args (self, self->layers[row], "extra", &operator->extra);
  add_args (self, self->layers[row], "waiting_spec", &operator->waiting_spec);
  if (!operator->in_graph)
    add_args (self, self->layers[row], "opr_footprint", &operator->footprint);
}

/*
 * The layers that TensorRT ran inside an operator. Their durations are measured, their starts are not: where they fit
 * into the kernel of the operator, they are laid end to end there, which is said on the track and on each slice. Where
 * they do not fit (TensorRT may have measured another run) they are rows of the table alone, and the operator keeps its
 * whole time.
 */

typedef struct
{
  guint32 track;
  gint64 start;
} Room;

static const MegengineSublayer *
get_sublayer (MegengineBuild          *self,
              const MegengineOperator *operator,
              guint                    i)
{
  return &g_array_index (self->profile->sublayers, MegengineSublayer, operator->sublayers.first + i);
}

static gboolean
find_room (MegengineBuild          *self,
           const MegengineOperator *operator,
           Room                    *room)
{
  gint64 needed = 0;

  for (guint i = 0; i < operator->sublayers.n; i++)
    if (__builtin_add_overflow (needed, get_sublayer (self, operator, i)->duration, &needed))
      return FALSE;
  for (guint i = 0; i < operator->device.n; i++)
    {
      const MegengineTimes *times = megengine_profile_get_device (self->profile, operator->device.first + i);

      room->start = times->kern != LAMINA_ABSENT ? times->kern : times->start;
      room->track = self->device_tracks[times->place];
      if (times->end != LAMINA_ABSENT && times->end - room->start >= needed)
        return TRUE;
    }
  return FALSE;
}

static void
add_sublayer (MegengineBuild          *self,
              guint32                  parent,
              guint32                  metric,
              const MegengineSublayer *sublayer,
              Room                    *room)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  layer.name = sublayer->name;
  layer.parent = parent;
  layer.track = room ? room->track : LAMINA_NONE;
  layer.start = room ? room->start : LAMINA_ABSENT;
  layer.duration = sublayer->duration;
  slice.layer = lamina_builder_add_layer (self->builder, self->run, &layer);
  lamina_builder_set_metric_integer (self->builder, self->run, metric, slice.layer, sublayer->duration);
  if (!room)
    return;
  slice.name = sublayer->name;
  slice.category = lamina_builder_intern (self->builder, "laid end to end", -1);
  slice.start = room->start;
  slice.duration = sublayer->duration;
  lamina_builder_add_slice (self->builder, self->run, room->track, &slice);
  room->start += sublayer->duration;
}

static void
add_sublayers (MegengineBuild *self,
               guint32         row,
               guint32         metric)
{
  const MegengineOperator *operator = megengine_profile_get_operator (self->profile, row);
  Room room;
  gboolean fits = find_room (self, operator, &room);

  if (fits)
    lamina_builder_set_track_caption (self->builder, self->run, room.track,
                                      lamina_builder_own_word (self->builder, N_("layers inside an operator: laid end to end")));
  else if (self->measured)
    megengine_profile_note (self->profile,
                            N_("the layers inside an operator take longer than it; they are not on the timeline"),
                            operator->sublayers_offset, operator->record);
  for (guint i = 0; i < operator->sublayers.n; i++)
    add_sublayer (self, self->layers[row], metric, get_sublayer (self, operator, i), fits ? &room : NULL);
}

static void
megengine_build_sublayers (MegengineBuild *self)
{
  guint32 metric;

  if (self->profile->sublayers->len == 0)
    return;
  metric = lamina_builder_add_metric (self->builder, self->run, "opr_internal_pf", LAMINA_UNIT_NANOSECONDS,
                                      LAMINA_VALUE_INTEGER);
  for (guint32 i = 0; i < self->profile->operators->len; i++)
    if (megengine_profile_get_operator (self->profile, i)->sublayers.n > 0)
      add_sublayers (self, i, metric);
}

/*
 * The timeline: a track for each thread and comp node, a slice for each time of an operator, and arrows from host to
 * device.
 */

/* What stands on both sides of `kern`. */
typedef struct
{
  const char *before;
  LaminaSliceKind before_kind;
  const char *after;
  LaminaSliceKind after_kind;
} Parts;

static const Parts host_parts = { "prepare", LAMINA_SLICE_WORK, "dispatch", LAMINA_SLICE_WORK };
static const Parts device_parts = { "waiting", LAMINA_SLICE_WAIT, "kernel", LAMINA_SLICE_KERNEL };

static void
add_host_tracks (MegengineBuild *self)
{
  MegengineProfile *profile = self->profile;
  guint32 group;

  if (profile->host->len == 0)
    return;
  group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, lamina_builder_own_word (self->builder, N_("Host")),
                                    LAMINA_GROUP_HOST);
  for (guint32 i = 0; i < profile->threads.names->len; i++)
    self->host_tracks[i] = lamina_builder_add_track (self->builder, self->run, group,
                                                     megengine_profile_get_thread (profile, i), self->host_clock);
}

static void
add_device_track (MegengineBuild  *self,
                  guint32          node,
                  guint32          clock,
                  LaminaGroupKind  kind)
{
  const char *name = megengine_profile_get_comp_node (self->profile, node);
  guint32 group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, name, kind);

  self->device_tracks[node] = lamina_builder_add_track (self->builder, self->run, group,
                                                        lamina_builder_own_word (self->builder, N_("Operators")), clock);
}

static void
megengine_build_tracks (MegengineBuild *self)
{
  add_host_tracks (self);
  /* Without times a comp node is where operators stand in order, and no time on a device passes. */
  for (guint i = 0; !self->measured && i < self->profile->order->len; i++)
    {
      guint32 row = g_array_index (self->profile->order, guint32, i);
      guint32 node = megengine_build_get_node (self, megengine_profile_get_operator (self->profile, row));

      if (node != LAMINA_NONE && self->device_tracks[node] == LAMINA_NONE)
        add_device_track (self, node, self->host_clock, LAMINA_GROUP_OTHER);
    }
  for (guint32 i = 0; i < self->profile->comp_nodes.names->len; i++)
    if (self->device_clocks[i] != LAMINA_NONE)
      add_device_track (self, i, self->device_clocks[i], LAMINA_GROUP_DEVICE);
}

static LaminaSliceInit
operator_slice (MegengineBuild          *self,
                const MegengineOperator *operator,
                guint32                  layer)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.name = operator->name ? operator->name : operator->id;
  slice.category = operator->type;
  slice.layer = layer;
  return slice;
}

static void
add_part (MegengineBuild  *self,
          guint32          track,
          LaminaSliceInit  slice,
          const char      *name,
          LaminaSliceKind  kind,
          gint64           start,
          gint64           end)
{
  if (start == end)
    return;
  slice.name = lamina_builder_intern (self->builder, name, -1);
  slice.kind = kind;
  slice.start = start;
  slice.duration = end - start;
  lamina_builder_add_slice (self->builder, self->run, track, &slice);
}

static guint32
add_slice (MegengineBuild       *self,
           guint32               track,
           const MegengineTimes *times,
           const Parts          *parts)
{
  LaminaSliceInit slice = operator_slice (self, megengine_profile_get_operator (self->profile, times->operator),
                                          self->layers[times->operator]);
  guint32 row;

  slice.start = times->start;
  slice.duration = times->end == LAMINA_ABSENT ? LAMINA_ABSENT : times->end - times->start;
  row = lamina_builder_add_slice (self->builder, self->run, track, &slice);
  if (times->kern != LAMINA_ABSENT && times->end != LAMINA_ABSENT)
    {
      add_part (self, track, slice, parts->before, parts->before_kind, times->start, times->kern);
      add_part (self, track, slice, parts->after, parts->after_kind, times->kern, times->end);
    }
  return row;
}

/* From the thread that is named first to each comp node. */
static void
add_times (MegengineBuild          *self,
           const MegengineOperator *operator)
{
  MegengineProfile *profile = self->profile;
  guint32 from_track = LAMINA_NONE;
  guint32 from_slice = LAMINA_NONE;

  for (guint i = operator->host.n; i-- > 0;)
    {
      const MegengineTimes *times = megengine_profile_get_host (profile, operator->host.first + i);

      from_track = self->host_tracks[times->place];
      from_slice = add_slice (self, from_track, times, &host_parts);
    }
  for (guint i = 0; i < operator->device.n; i++)
    {
      const MegengineTimes *times = megengine_profile_get_device (profile, operator->device.first + i);
      guint32 track = self->device_tracks[times->place];
      guint32 row = add_slice (self, track, times, &device_parts);

      if (from_slice != LAMINA_NONE && row != LAMINA_NONE)
        lamina_builder_add_flow (self->builder, self->run, lamina_builder_intern (self->builder, "dispatch", -1),
                                 from_track, from_slice, track, row);
    }
}

static void
add_step (MegengineBuild *self,
          guint32         row)
{
  const MegengineOperator *operator = megengine_profile_get_operator (self->profile, row);
  guint32 node = megengine_build_get_node (self, operator);
  LaminaSliceInit slice = operator_slice (self, operator, self->layers[row]);

  if (node == LAMINA_NONE)
    return;
  slice.start = operator->order;
  slice.duration = 1;
  lamina_builder_add_slice (self->builder, self->run, self->device_tracks[node], &slice);
}

/* Each variable becomes a tensor, with what makes and reads it, and how long it is kept. */

static LaminaRole
find_role (MegengineProfile   *profile,
           const MegengineVar *var)
{
  const MegengineOperator *producer = NULL;
  MegengineTraits traits = 0;

  if (var->producer != LAMINA_NONE)
    {
      producer = megengine_profile_get_operator (profile, var->producer);
      traits = producer->traits;
    }
  if (!var->in_graph)
    return LAMINA_ROLE_UNKNOWN;
  if (var->is_volatile)
    return LAMINA_ROLE_WORKSPACE;
  if (traits & MEGENGINE_TRAIT_INPUT)
    return LAMINA_ROLE_INPUT;
  if (var->persistent || (traits & MEGENGINE_TRAIT_CONSTANT))
    return LAMINA_ROLE_PARAMETER;
  if (var->n_readers > var->n_takers)
    return LAMINA_ROLE_ACTIVATION;
  /* Nobody works with it: a result, unless it was never made or holds nothing, such as what a callback "returns". */
  if (producer && producer->executed && (var->shape.id || var->bytes != LAMINA_ABSENT))
    return LAMINA_ROLE_OUTPUT;
  return LAMINA_ROLE_UNKNOWN;
}

/* From the start of the first operator to the end of the last one, on the clock of the host. FALSE when nothing ran. */
static gboolean
get_whole (MegengineBuild *self,
           MegengineWhen  *whole)
{
  gboolean found = FALSE;

  *whole = (MegengineWhen) { .clock = self->host_clock };
  for (guint32 i = 0; i < self->profile->operators->len; i++)
    {
      MegengineWhen when;
      gint64 start, end;

      if (!megengine_build_get_when (self, megengine_profile_get_operator (self->profile, i), &when))
        continue;
      start = lamina_add_saturating (when.start, when.offset);
      end = lamina_add_saturating (when.end, when.offset);
      whole->start = found ? MIN (whole->start, start) : start;
      whole->end = found ? MAX (whole->end, end) : end;
      found = TRUE;
    }
  return found;
}

/* From the start of its producer to the end of its last reader, on the clock of the producer. What outlives the run is there in all
 * of it. */
static gboolean
get_life (MegengineBuild      *self,
          const MegengineVar  *var,
          const MegengineWhen *whole,
          MegengineWhen       *life)
{
  MegengineProfile *profile = self->profile;
  MegengineWhen last;

  if (var->persistent && var->bytes != LAMINA_ABSENT && whole)
    {
      *life = *whole;
      return TRUE;
    }
  if (var->first_step == LAMINA_NONE
      || !megengine_build_get_when (self, megengine_profile_get_operator (profile, var->producer), life)
      || !megengine_build_get_when (self, megengine_profile_get_operator (profile, var->last_reader), &last))
    return FALSE;
  life->end = MAX (last.end + last.offset - life->offset, life->end);
  return TRUE;
}

static void
add_tensor (MegengineBuild      *self,
            guint32              row,
            const MegengineWhen *whole)
{
  MegengineProfile *profile = self->profile;
  const MegengineVar *var = megengine_profile_get_var (profile, row);
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  MegengineWhen life;
  gboolean is_kept = get_life (self, var, whole, &life);

  tensor.name = var->name ? var->name : var->id;
  tensor.dtype = var->dtype;
  tensor.layout = var->layout;
  tensor.shape = var->shape.id;
  tensor.role = find_role (profile, var);
  tensor.producer = var->producer == LAMINA_NONE ? LAMINA_NONE : self->layers[var->producer];
  tensor.bytes = var->bytes;
  tensor.address = var->address;
  /* The file states who works with it and when, not when it is made and freed. */
  tensor.estimated = var->estimated | (is_kept ? LAMINA_ESTIMATE_LIFETIME : LAMINA_ESTIMATE_NONE);
  self->tensors[row] = lamina_builder_add_tensor (self->builder, self->run, &tensor);
  lamina_import_account (profile->import, var->record, LAMINA_RECORD_SHOWN);
  if (var->args.length > 0)
    lamina_builder_add_tensor_args (self->builder, self->run, self->tensors[row], 0, 0, var->args.offset,
                                    var->args.length);
  if (is_kept)
    lamina_builder_add_lifetime (self->builder, self->run, self->tensors[row], LAMINA_LIFETIME_VALUE, var->bytes,
                                 life.clock, life.start, life.end);
}

static void
add_links (MegengineBuild *self,
           guint32         row)
{
  const MegengineOperator *operator = megengine_profile_get_operator (self->profile, row);
  const guint32 *links = (const guint32 *) (gpointer) self->profile->links->data;

  for (guint i = 0; i < operator->inputs.n; i++)
    lamina_builder_add_input (self->builder, self->run, self->layers[row],
                              self->tensors[links[operator->inputs.first + i]]);
  for (guint i = 0; i < operator->outputs.n; i++)
    lamina_builder_add_output (self->builder, self->run, self->layers[row],
                               self->tensors[links[operator->outputs.first + i]]);
}

/* A memory chunk is where variables lie: their rows tell what it would. */
static void
account_chunks (MegengineProfile *profile)
{
  for (guint i = 0; i < profile->chunks->len; i++)
    {
      const MegengineChunk *chunk = &g_array_index (profile->chunks, MegengineChunk, i);

      if (!chunk->used)
        lamina_import_skip (profile->import, chunk->record, N_("no variable of the file lies in the memory chunk"));
      else if (chunk->size == LAMINA_ABSENT)
        lamina_import_skip (profile->import, chunk->record, N_("the memory chunk has no size"));
      else
        lamina_import_account (profile->import, chunk->record, LAMINA_RECORD_MERGED);
    }
}

static guint32 *
new_rows (guint n)
{
  guint32 *rows = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    rows[i] = LAMINA_NONE;
  return rows;
}

static void
build_init (MegengineBuild   *self,
            MegengineProfile *profile)
{
  self->profile = profile;
  self->builder = profile->builder;
  self->measured = profile->device->len > 0 || profile->host->len > 0;
  self->run = lamina_builder_add_run (self->builder,
                                      lamina_builder_own_word (self->builder, self->measured ? N_("Profile") : N_("Graph")),
                                      self->measured ? LAMINA_AXIS_NANOSECONDS : LAMINA_AXIS_STEPS,
                                      self->measured ? LAMINA_TIMING_MEASURED : LAMINA_TIMING_ORDER);
  lamina_builder_set_layer_word (self->builder, self->run, LAMINA_LAYER_WORD_OPERATOR);
  self->host_clock = LAMINA_NONE;
  self->device_clocks = new_rows (profile->comp_nodes.names->len);
  self->device_offsets = g_new0 (gint64, profile->comp_nodes.names->len);
  self->device_tracks = new_rows (profile->comp_nodes.names->len);
  self->host_tracks = new_rows (profile->threads.names->len);
  self->layers = new_rows (profile->operators->len);
  self->tensors = new_rows (profile->vars->len);
}

void
megengine_profile_build (MegengineProfile *self)
{
  MegengineBuild build = { 0 };
  MegengineWhen whole;
  gboolean ran;

  build_init (&build, self);
  lamina_builder_set_tool (self->builder, build.measured ? "MegEngine GraphProfiler" : "MegEngine");
  megengine_build_clocks (&build);
  megengine_build_tracks (&build);
  for (guint i = 0; i < self->order->len; i++)
    add_operator (&build, g_array_index (self->order, guint32, i));
  for (guint32 i = 0; i < self->operators->len; i++)
    if (megengine_profile_get_operator (self, i)->order == LAMINA_NONE)
      add_operator (&build, i);
  if (build.measured)
    for (guint32 i = 0; i < self->operators->len; i++)
      add_times (&build, megengine_profile_get_operator (self, i));
  else
    for (guint i = 0; i < self->order->len; i++)
      add_step (&build, g_array_index (self->order, guint32, i));
  megengine_build_sublayers (&build);
  ran = get_whole (&build, &whole);
  for (guint32 i = 0; i < self->vars->len; i++)
    add_tensor (&build, i, ran ? &whole : NULL);
  for (guint32 i = 0; i < self->operators->len; i++)
    add_links (&build, i);
  account_chunks (self);
  megengine_build_properties (&build);
  megengine_build_memory (&build);
  g_free (build.device_clocks);
  g_free (build.device_offsets);
  g_free (build.device_tracks);
  g_free (build.host_tracks);
  g_free (build.layers);
  g_free (build.tensors);
}
