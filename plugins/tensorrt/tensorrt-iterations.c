/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-engine.h"

#include <string.h>

/*
 * Each query is a layer with up to four slices. Late stamps have lost their microseconds, since all numbers are written
 * with six digits, so that a slice ends where its duration says. One that would begin before the end of the one before
 * it, by no more than what its stamp has lost, begins at that end: nothing ran at the same time there.
 */

typedef struct
{
  const char *name;
  TensorrtStamp start;
  TensorrtStamp end;
  TensorrtStamp duration; /* TENSORRT_N_STAMPS when the file never states it */
} Part;

static const Part parts[] = {
  { "Enqueue", TENSORRT_START_ENQUEUE, TENSORRT_END_ENQUEUE, TENSORRT_N_STAMPS },
  { "H2D", TENSORRT_START_H2D, TENSORRT_END_H2D, TENSORRT_H2D },
  { "Compute", TENSORRT_START_COMPUTE, TENSORRT_END_COMPUTE, TENSORRT_COMPUTE },
  { "D2H", TENSORRT_START_D2H, TENSORRT_END_D2H, TENSORRT_D2H },
};

static const struct
{
  const char *name;
  TensorrtStamp stamp;
} metrics[] = {
  { "h2dMs", TENSORRT_H2D },
  { "computeMs", TENSORRT_COMPUTE },
  { "d2hMs", TENSORRT_D2H },
  { "latencyMs", TENSORRT_LATENCY },
  { "endToEndMs", TENSORRT_END_TO_END },
};

/*
 * @tracks: of the parts, LAMINA_NONE for one that never takes time
 * @ends: where the last slice of each part ends
 */
typedef struct
{
  TensorrtEngine *engine;
  LaminaBuilder *builder;
  TensorrtTimes *times;
  guint32 run;
  guint32 tracks[G_N_ELEMENTS (parts)];
  gint64 ends[G_N_ELEMENTS (parts)];
  guint32 metrics[G_N_ELEMENTS (metrics)];
  guint32 latency;
} Iterations;

static gint64
get_duration (const TensorrtQuery *query,
              const Part          *part)
{
  gint64 start = query->stamps[part->start], end = query->stamps[part->end];
  gint64 duration = part->duration < TENSORRT_N_STAMPS ? query->stamps[part->duration] : LAMINA_ABSENT;

  if (duration == LAMINA_ABSENT && start != LAMINA_ABSENT && end != LAMINA_ABSENT)
    duration = end - start;
  return duration < 0 ? LAMINA_ABSENT : duration;
}

static void
add_tracks (Iterations *self)
{
  const char *device = self->engine->device ? self->engine->device : lamina_builder_own_word (self->builder, N_("Engine"));
  guint32 host = LAMINA_NONE, engine = LAMINA_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      guint32 *group = i == 0 ? &host : &engine;
      gboolean takes_time = FALSE;

      for (guint j = 0; j < self->times->queries->len && !takes_time; j++)
        {
          const TensorrtQuery *query = &g_array_index (self->times->queries, TensorrtQuery, j);

          takes_time = query->stamps[parts[i].start] != LAMINA_ABSENT && get_duration (query, &parts[i]) > 0;
        }
      self->tracks[i] = LAMINA_NONE;
      self->ends[i] = LAMINA_ABSENT;
      if (!takes_time)
        {
          lamina_import_note (self->engine->import, N_("a part that takes no time in any query has no track"),
                              tensorrt_engine_get_source (self->engine, self->times->source), self->times->offset,
                              LAMINA_NONE);
          continue;
        }
      if (*group == LAMINA_NONE)
        *group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE,
                                           i == 0 ? lamina_builder_own_word (self->builder, N_("Host")) : device,
                                           LAMINA_GROUP_OTHER);
      self->tracks[i] = lamina_builder_add_track (self->builder, self->run, *group, parts[i].name, 0);
    }
}

static void
add_latency (Iterations *self)
{
  guint32 group;

  self->latency = LAMINA_NONE;
  for (guint i = 0; i < self->times->queries->len && self->latency == LAMINA_NONE; i++)
    {
      const TensorrtQuery *query = &g_array_index (self->times->queries, TensorrtQuery, i);

      if (query->stamps[TENSORRT_LATENCY] == LAMINA_ABSENT || query->stamps[TENSORRT_START_COMPUTE] == LAMINA_ABSENT)
        continue;
      group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE,
                                        lamina_builder_own_word (self->builder, N_("Counters")), LAMINA_GROUP_COUNTERS);
      self->latency = lamina_builder_add_counter (self->builder, self->run, group,
                                                  lamina_builder_own_word (self->builder, N_("Latency")), 0,
                                                  LAMINA_UNIT_NANOSECONDS, FALSE);
    }
}

static guint32
add_layer (Iterations          *self,
           const TensorrtQuery *query,
           guint                i)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  g_autofree char *name = g_strdup_printf ("Iteration %u", i);
  gint64 duration = query->stamps[TENSORRT_LATENCY];
  guint32 id;

  layer.name = lamina_builder_intern (self->builder, name, -1);
  layer.type = lamina_builder_intern (self->builder, "Inference", -1);
  layer.order = i;
  layer.track = self->tracks[2];
  layer.duration = duration < 0 ? get_duration (query, &parts[2]) : duration;
  id = lamina_builder_add_layer (self->builder, self->run, &layer);
  for (guint j = 0; j < G_N_ELEMENTS (metrics); j++)
    if (query->stamps[metrics[j].stamp] != LAMINA_ABSENT)
      lamina_builder_set_metric_real (self->builder, self->run, self->metrics[j], id, query->numbers[metrics[j].stamp]);
  lamina_import_account (self->engine->import, query->record, LAMINA_RECORD_SHOWN);
  return id;
}

static gint64
place_start (Iterations          *self,
             const TensorrtQuery *query,
             guint                part,
             gint64               duration)
{
  gint64 start = query->stamps[parts[part].start];
  gint64 *end = &self->ends[part];
  gint64 precision = 1; /* what the sixth digit of the start stands for */

  for (gint64 digits = start; digits >= 1000000; digits /= 10)
    precision *= 10;
  if (*end != LAMINA_ABSENT && start < *end && *end - start <= precision)
    {
      /* That is how the file writes numbers, no damage. */
      lamina_import_note (self->engine->import,
                          N_("a start overlaps the query before by less than its sixth digit: moved to the end of that"),
                          tensorrt_engine_get_source (self->engine, self->times->source), query->offset, query->record);
      start = *end;
    }
  if (duration != LAMINA_ABSENT)
    *end = MAX (*end, start + duration);
  return start;
}

static void
add_slices (Iterations          *self,
            const TensorrtQuery *query,
            guint32              layer)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.start = query->stamps[parts[i].start];
      slice.duration = get_duration (query, &parts[i]);
      if (self->tracks[i] == LAMINA_NONE || slice.start == LAMINA_ABSENT)
        continue;
      if (slice.duration == LAMINA_ABSENT)
        lamina_import_note (self->engine->import, N_("a query ends before it begins, or its end is not known"),
                            tensorrt_engine_get_source (self->engine, self->times->source), query->offset,
                            query->record);
      slice.start = place_start (self, query, i, slice.duration);
      slice.name = lamina_builder_intern (self->builder, parts[i].name, -1);
      slice.layer = layer;
      lamina_builder_add_slice (self->builder, self->run, self->tracks[i], &slice);
    }
}

void
tensorrt_build_iterations (TensorrtEngine *engine,
                           TensorrtTimes  *times,
                           const char     *title)
{
  Iterations self = { .engine = engine, .builder = engine->builder, .times = times };

  self.run = lamina_builder_add_run (engine->builder, title, LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  lamina_builder_add_clock (engine->builder, self.run, "trtexec");
  add_tracks (&self);
  add_latency (&self);
  for (guint i = 0; i < G_N_ELEMENTS (metrics); i++)
    {
      self.metrics[i] = LAMINA_NONE;
      for (guint j = 0; j < times->queries->len && self.metrics[i] == LAMINA_NONE; j++)
        if (g_array_index (times->queries, TensorrtQuery, j).stamps[metrics[i].stamp] != LAMINA_ABSENT)
          self.metrics[i] = lamina_builder_add_metric (engine->builder, self.run, metrics[i].name, LAMINA_UNIT_MILLISECONDS,
                                                       LAMINA_VALUE_REAL);
    }
  for (guint i = 0; i < times->queries->len; i++)
    {
      const TensorrtQuery *query = &g_array_index (times->queries, TensorrtQuery, i);

      add_slices (&self, query, add_layer (&self, query, i));
      if (query->stamps[TENSORRT_LATENCY] != LAMINA_ABSENT && query->stamps[TENSORRT_START_COMPUTE] != LAMINA_ABSENT)
        lamina_builder_add_sample (engine->builder, self.run, self.latency, query->stamps[TENSORRT_START_COMPUTE],
                                   (double) query->stamps[TENSORRT_LATENCY]);
    }
}
