/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-read.h"

/*
 * `--exportTimes`: an array with an object for each query. The keys changed with the versions: TensorRT 7 says In and
 * Out where later ones say H2d and D2h, and has endToEndMs, which 8.4 dropped.
 */

static const char *const keys[] = {
  "startEnqMs", "endEnqMs", "startH2dMs", "endH2dMs", "startComputeMs", "endComputeMs", "startD2hMs", "endD2hMs",
  "h2dMs", "computeMs", "d2hMs", "latencyMs", "endToEndMs", "startInMs", "endInMs", "startOutMs", "endOutMs", "inMs",
  "outMs", NULL,
};

static const TensorrtStamp stamps[] = {
  TENSORRT_START_ENQUEUE, TENSORRT_END_ENQUEUE, TENSORRT_START_H2D, TENSORRT_END_H2D, TENSORRT_START_COMPUTE,
  TENSORRT_END_COMPUTE, TENSORRT_START_D2H, TENSORRT_END_D2H, TENSORRT_H2D, TENSORRT_COMPUTE, TENSORRT_D2H,
  TENSORRT_LATENCY, TENSORRT_END_TO_END, TENSORRT_START_H2D, TENSORRT_END_H2D, TENSORRT_START_D2H, TENSORRT_END_D2H,
  TENSORRT_H2D, TENSORRT_D2H,
};

#define KEY_START_IN 13

/* TensorRT 7.1 writes the stamps of the input copy as those of the enqueue, and the other way round. */
static void
swap_stamps (TensorrtFile  *self,
             TensorrtQuery *query)
{
  for (guint i = 0; i < 2; i++)
    {
      gint64 stamp = query->stamps[TENSORRT_START_ENQUEUE + i];

      query->stamps[TENSORRT_START_ENQUEUE + i] = query->stamps[TENSORRT_START_H2D + i];
      query->stamps[TENSORRT_START_H2D + i] = stamp;
    }
  lamina_import_repair (self->engine->import,
                        N_("the times of enqueue and input copy, which TensorRT 7.1 swaps, are swapped back"), self->source,
                        query->offset, query->record);
}

static void
read_query (TensorrtFile     *self,
            LaminaJsonReader *json,
            TensorrtTimes    *times)
{
  TensorrtQuery query = { .record = lamina_json_reader_get_record (json),
                          .offset = lamina_json_reader_get_offset (json) };
  gboolean has_in = FALSE;
  int key;

  for (guint i = 0; i < TENSORRT_N_STAMPS; i++)
    {
      query.stamps[i] = LAMINA_ABSENT;
      query.numbers[i] = (double) NAN;
    }
  if (!lamina_json_reader_enter_object (json))
    {
      lamina_import_skip (self->engine->import, query.record, N_("the times of a query are not an object"));
      return;
    }
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    {
      if (key < 0)
        continue;
      has_in = has_in || key == KEY_START_IN;
      query.stamps[stamps[key]] = tensorrt_read_time (self, json, TRUE, &query.numbers[stamps[key]]);
    }
  if (has_in && query.stamps[TENSORRT_START_ENQUEUE] != LAMINA_ABSENT)
    swap_stamps (self, &query);
  g_array_append_val (times->queries, query);
}

guint64
tensorrt_read_times (TensorrtFile *self,
                     guint64       offset)
{
  g_autoptr (LaminaJsonReader) json = tensorrt_file_open_json (self, offset, "/@");
  TensorrtTimes *times = g_new0 (TensorrtTimes, 1);

  times->source = self->index;
  times->offset = offset;
  times->queries = g_array_new (FALSE, FALSE, sizeof (TensorrtQuery));
  g_ptr_array_add (self->engine->times, times);
  if (lamina_json_reader_enter_array (json))
    while (lamina_json_reader_next_element (json))
      read_query (self, json, times);
  return lamina_json_reader_get_end (json);
}
