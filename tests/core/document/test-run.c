/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

#include <math.h>

/* Documents made by the builder: what freezing makes of rows that were added in any order. */

typedef struct
{
  LaminaBuilder *builder;
  guint32 run;
} Fixture;

static void
setup (Fixture       *self,
       gconstpointer  data)
{
  self->builder = lamina_builder_new (NULL);
  self->run = lamina_builder_add_run (self->builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
}

static void
teardown (Fixture       *self,
          gconstpointer  data)
{
  lamina_builder_unref (self->builder);
}

static LaminaDocument *
freeze (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = lamina_builder_freeze (self->builder, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return document;
}

static guint32
add_track (Fixture         *self,
           const char      *name,
           LaminaGroupKind  kind)
{
  guint32 group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, name, kind);

  return lamina_builder_add_track (self->builder, self->run, group, name, 0);
}

static guint32
add_slice (Fixture    *self,
           guint32     track,
           const char *name,
           gint64      start,
           gint64      duration,
           guint32     layer)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.name = lamina_builder_intern (self->builder, name, -1);
  slice.start = start;
  slice.duration = duration;
  slice.layer = layer;
  return lamina_builder_add_slice (self->builder, self->run, track, &slice);
}

static guint32
add_layer (Fixture    *self,
           const char *name,
           const char *type)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = lamina_builder_intern (self->builder, name, -1);
  layer.type = lamina_builder_intern (self->builder, type, -1);
  return lamina_builder_add_layer (self->builder, self->run, &layer);
}

/* The lanes of a track as text: `a[0+10] b[20+5] | c[2+3]`. */
static char *
dump_lanes (LaminaRun *run,
            guint      track)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, track));
  GString *text = g_string_new (NULL);

  for (guint lane = 0; lane < slices->n_lanes; lane++)
    {
      g_string_append (text, lane > 0 ? " |" : "");
      for (guint i = slices->first[lane]; i < slices->first[lane + 1]; i++)
        g_string_append_printf (text, "%s%s[%" G_GINT64_FORMAT "+%" G_GINT64_FORMAT "]", text->len > 0 ? " " : "",
                                lamina_run_get_string (run, slices->name[i]), slices->start[i], slices->duration[i]);
    }
  return g_string_free (text, FALSE);
}

static void
test_lanes (Fixture       *self,
            gconstpointer  data)
{
  static const struct
  {
    const char *name;
    gint64 start;
    gint64 duration;
  } slices[] = { { "d", 12, 2 }, { "a", 0, 10 },  { "c", 2, 3 }, { "b", 2, 6 },  { "z", 10, 0 },
                 { "e", 20, 10 }, { "f", 25, 10 }, { "g", 26, 2 }, { "h", 31, 8 }, { "t", 5, 0 } };
  guint32 track = add_track (self, "track", LAMINA_GROUP_HOST);
  g_autoptr (LaminaDocument) document = NULL;
  g_autofree char *lanes = NULL;
  LaminaTrack *frozen;

  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    add_slice (self, track, slices[i].name, slices[i].start, slices[i].duration, LAMINA_NONE);
  document = freeze (self);
  lanes = dump_lanes (lamina_document_get_run (document, 0), 0);
  g_assert_cmpstr (lanes, ==, "a[0+10] z[10+0] d[12+2] e[20+10] h[31+8] | b[2+6] f[25+10] | c[2+3] t[5+0] g[26+2]");

  frozen = lamina_run_get_track (lamina_document_get_run (document, 0), 0);
  g_assert_cmpuint (lamina_track_get_depth (frozen, 0), ==, 0);
  g_assert_cmpuint (lamina_track_get_depth (frozen, 6), ==, 1);
  g_assert_cmpuint (lamina_track_get_depth (frozen, 9), ==, 2);
  g_assert_cmpuint (lamina_track_get_parent (frozen, 7), ==, 5);
  g_assert_cmpuint (lamina_track_get_parent (frozen, 9), ==, 6);
  g_assert_cmpuint (lamina_track_get_parent (frozen, 6), ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_track_find_slice (frozen, 0, -5), ==, 0);
  g_assert_cmpuint (lamina_track_find_slice (frozen, 0, 9), ==, 0);
  g_assert_cmpuint (lamina_track_find_slice (frozen, 0, 10), ==, 1);
  g_assert_cmpuint (lamina_track_find_slice (frozen, 0, 11), ==, 2);
  g_assert_cmpuint (lamina_track_find_slice (frozen, 0, 39), ==, 5);
}

/* Whatever is thrown at it, no lane holds two slices that overlap, and every slice lies below those around it. */
static void
test_lanes_random (Fixture       *self,
                   gconstpointer  data)
{
  guint32 track = add_track (self, "track", LAMINA_GROUP_HOST);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaSlices *slices;
  LaminaTrack *frozen;

  for (guint i = 0; i < 3000; i++)
    add_slice (self, track, "s", g_rand_int_range (rand, 0, 20000), g_rand_int_range (rand, 0, i % 9 == 0 ? 2000 : 40),
               LAMINA_NONE);
  document = freeze (self);
  frozen = lamina_run_get_track (lamina_document_get_run (document, 0), 0);
  slices = lamina_track_get_slices (frozen);
  g_assert_cmpuint (slices->n, ==, 3000);
  for (guint lane = 0; lane < slices->n_lanes; lane++)
    for (guint i = slices->first[lane]; i < slices->first[lane + 1]; i++)
      {
        g_assert_cmpuint (lamina_track_get_depth (frozen, i), ==, lane);
        if (i > slices->first[lane])
          g_assert_cmpint (slices->start[i - 1] + slices->duration[i - 1], <=, slices->start[i]);
        for (guint j = slices->first[lane]; j < slices->n; j++)
          if (slices->start[j] < slices->start[i] &&
              slices->start[j] + slices->duration[j] > slices->start[i] + slices->duration[i])
            g_assert_cmpuint (lamina_track_get_depth (frozen, j), <, lane);
      }
}

/* The slice of the deepest lane above that holds it, found by looking at all. Of what takes no time the first holds. */
static guint32
find_parent (LaminaTrack *track,
             guint        slice)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  gint64 start = slices->start[slice], end = start + slices->duration[slice];

  for (guint lane = lamina_track_get_depth (track, slice); lane-- > 0;)
    for (guint i = slices->first[lane]; i < slices->first[lane + 1]; i++)
      {
        gint64 other = slices->start[i] + slices->duration[i];

        if (slices->start[i] <= start && other >= end && (other > start || slices->duration[i] == 0))
          return i;
      }
  return LAMINA_NONE;
}

/* Few lanes are looked through when somebody asks, many have an index. */
static void
test_parents (Fixture       *self,
              gconstpointer  data)
{
  static const int longest[] = { 40, 400, 4000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  g_autoptr (LaminaDocument) document = NULL;
  guint most_lanes = 0;

  for (guint t = 0; t < G_N_ELEMENTS (longest); t++)
    {
      guint32 track = add_track (self, "track", LAMINA_GROUP_HOST);

      for (guint i = 0; i < 2000; i++)
        add_slice (self, track, "s", g_rand_int_range (rand, 0, 4000),
                   g_rand_int_range (rand, 0, 5) == 0 ? 0 : g_rand_int_range (rand, 0, longest[t]), LAMINA_NONE);
    }
  document = freeze (self);
  for (guint t = 0; t < G_N_ELEMENTS (longest); t++)
    {
      LaminaTrack *track = lamina_run_get_track (lamina_document_get_run (document, 0), t);
      g_autofree guint32 *parents = lamina_track_dup_parents (track);

      most_lanes = MAX (most_lanes, lamina_track_get_slices (track)->n_lanes);
      for (guint i = 0; i < lamina_track_get_slices (track)->n; i++)
        {
          g_assert_cmpuint (lamina_track_get_parent (track, i), ==, find_parent (track, i));
          g_assert_cmpuint (parents[i], ==, find_parent (track, i));
        }
    }
  g_assert_cmpuint (most_lanes, >, 200);
}

/* Many slices that overlap without nesting must not take time in the square of their number. */
static void
test_lanes_staircase (Fixture       *self,
                      gconstpointer  data)
{
  guint32 track = add_track (self, "track", LAMINA_GROUP_HOST);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaSlices *slices;

  for (guint i = 0; i < 20000; i++)
    add_slice (self, track, "s", i, 20000, LAMINA_NONE);
  document = freeze (self);
  slices = lamina_track_get_slices (lamina_run_get_track (lamina_document_get_run (document, 0), 0));
  g_assert_cmpuint (slices->n, ==, 20000);
  for (guint lane = 0; lane < slices->n_lanes; lane++)
    for (guint i = slices->first[lane] + 1; i < slices->first[lane + 1]; i++)
      g_assert_cmpint (slices->start[i - 1] + slices->duration[i - 1], <=, slices->start[i]);
}

static void
test_device_time (Fixture       *self,
                  gconstpointer  data)
{
  guint32 host = add_track (self, "host", LAMINA_GROUP_HOST);
  guint32 gpu = add_track (self, "gpu", LAMINA_GROUP_DEVICE);
  guint32 outer = add_layer (self, "outer", "");
  guint32 inner = add_layer (self, "inner", "");
  guint32 idle = add_layer (self, "idle", "");
  LaminaSliceInit wait = LAMINA_SLICE_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaTimebase) timebase = NULL;
  const LaminaLayers *layers;
  LaminaRun *run;

  add_slice (self, host, "dispatch", 0, 50, outer);
  add_slice (self, gpu, "outer", 100, 100, outer);
  add_slice (self, gpu, "part of outer", 110, 20, outer);
  add_slice (self, gpu, "nobody's", 140, 40, LAMINA_NONE);
  add_slice (self, gpu, "inner", 150, 10, inner);
  add_slice (self, gpu, "again", 300, 5, outer);
  wait.start = 100;
  wait.duration = 7;
  wait.layer = outer;
  wait.kind = LAMINA_SLICE_WAIT;
  lamina_builder_add_slice (self->builder, self->run, gpu, &wait);
  document = freeze (self);
  run = lamina_document_get_run (document, 0);
  layers = lamina_run_get_layers (run);

  g_assert_cmpint (lamina_run_get_cost_kind (run), ==, LAMINA_COST_DEVICE);
  g_assert_cmpint (layers->device_time[outer], ==, 95);
  g_assert_cmpint (layers->device_time[inner], ==, 10);
  g_assert_cmpint (layers->device_time[idle], ==, LAMINA_ABSENT);
  g_assert_cmpint (layers->wait[outer], ==, 7);
  g_assert_cmpint (layers->wait[inner], ==, LAMINA_ABSENT);
  g_assert_cmpint (lamina_run_get_totals (run)->cost, ==, 105);
  g_assert_null (layers->host);
  g_assert_null (layers->flop);

  /* The views take a layer to its device. */
  timebase = lamina_timebase_new (run, TRUE);
  g_assert_cmpint (lamina_run_get_layer_start (run, outer, timebase), ==, 100);
  g_assert_cmpint (lamina_run_get_layer_start (run, idle, timebase), ==, LAMINA_ABSENT);
  g_assert_cmpuint (layers->first_slice[outer + 1] - layers->first_slice[outer], ==, 5);
  g_assert_cmpuint (layers->slices[layers->first_slice[inner]].track, ==, 1);
}

static void
test_host_self (Fixture       *self,
                gconstpointer  data)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaLayers *layers;
  guint32 root;

  layer.host = 100;
  root = lamina_builder_add_layer (self->builder, self->run, &layer);
  layer.parent = root;
  layer.host = 30;
  lamina_builder_add_layer (self->builder, self->run, &layer);
  layer.host = 20;
  layer.host_self = 19;
  lamina_builder_add_layer (self->builder, self->run, &layer);
  document = freeze (self);
  layers = lamina_run_get_layers (lamina_document_get_run (document, 0));
  g_assert_cmpint (layers->host_self[0], ==, 50);
  g_assert_cmpint (layers->host_self[1], ==, 30);
  g_assert_cmpint (layers->host_self[2], ==, 19);
  g_assert_cmpint (lamina_run_get_cost_kind (lamina_document_get_run (document, 0)), ==, LAMINA_COST_SELF);
}

/* Whatever a tool calls them. */
static void
test_dtypes (Fixture       *self,
             gconstpointer  data)
{
  static const struct
  {
    const char *word;
    const char *name;
  } cases[] = {
    { "float", "float32" }, { "Float32", "float32" }, { "FP16", "float16" }, { "Half", "float16" },
    { "c10::BFloat16", "bfloat16" }, { "c10::Half", "float16" }, { "long int", "int64" }, { "unsigned char", "uint8" },
    { "tensor(float)", "float32" }, { "tensor(int64)", "int64" }, { "torch.int64", "int64" }, { "DT_FLOAT", "float32" },
    { "c10::complex<float>", "complex64" }, { "c10::Float8_e4m3fn", "float8_e4m3fn" }, { "pred", "bool" },
    { "QuantizedS8(0.5)", "QuantizedS8(0.5)" }, { "Byte", "Byte" }, { "FP8", "FP8" }, { "string", "string" },
    { "float32 int8", "float32 int8" }, { "", "" }, { "void", "" }, { "bfloat16", "bfloat16" },
  };
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *run;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

      tensor.dtype = lamina_builder_intern (self->builder, cases[i].word, -1);
      lamina_builder_add_tensor (self->builder, self->run, &tensor);
    }
  document = freeze (self);
  run = lamina_document_get_run (document, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (lamina_run_get_string (run, lamina_run_get_tensors (run)->dtype[i]), ==, cases[i].name);
}

static void
test_tensors (Fixture       *self,
              gconstpointer  data)
{
  const gint64 dims[] = { 10, LAMINA_ABSENT, 28 };
  guint32 a = add_layer (self, "a", "Conv");
  guint32 b = add_layer (self, "b", "Add");
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  g_autofree char *text = NULL;
  g_autofree char *scalar = NULL;
  const LaminaTensors *tensors;
  const LaminaLayers *layers;
  LaminaRun *run;

  tensor.name = lamina_builder_intern (self->builder, "x", -1);
  tensor.shape = lamina_builder_intern_shape (self->builder, dims, 3);
  tensor.bytes = 64;
  lamina_builder_add_tensor (self->builder, self->run, &tensor);
  tensor.shape = lamina_builder_intern_shape (self->builder, NULL, 0);
  tensor.bytes = LAMINA_ABSENT;
  lamina_builder_add_tensor (self->builder, self->run, &tensor);
  lamina_builder_add_input (self->builder, self->run, b, 0);
  lamina_builder_add_input (self->builder, self->run, b, 0);
  lamina_builder_add_output (self->builder, self->run, a, 0);
  lamina_builder_add_input (self->builder, self->run, a, 1);
  lamina_builder_add_lifetime (self->builder, self->run, 1, LAMINA_LIFETIME_VALUE, 4, 0, 5, 9);
  lamina_builder_add_lifetime (self->builder, self->run, 0, LAMINA_LIFETIME_VALUE, 64, 0, 1, 2);
  lamina_builder_add_lifetime (self->builder, self->run, 0, LAMINA_LIFETIME_GRADIENT, 64, 0, 3, 4);
  document = freeze (self);
  run = lamina_document_get_run (document, 0);
  tensors = lamina_run_get_tensors (run);
  layers = lamina_run_get_layers (run);

  g_assert_cmpuint (tensors->producer[0], ==, a);
  g_assert_cmpuint (tensors->producer[1], ==, LAMINA_NONE);
  g_assert_cmpuint (tensors->first_consumer[1] - tensors->first_consumer[0], ==, 1);
  g_assert_cmpuint (tensors->consumers[0], ==, b);
  g_assert_cmpuint (layers->first_input[b + 1] - layers->first_input[b], ==, 2);
  g_assert_cmpuint (tensors->first_lifetime[1], ==, 2);
  g_assert_cmpint (tensors->lifetimes[1].kind, ==, LAMINA_LIFETIME_GRADIENT);
  g_assert_cmpint (tensors->lifetimes[2].first, ==, 5);
  text = lamina_run_dup_shape_text (run, tensors->shape[0]);
  g_assert_cmpstr (text, ==, "10×?×28");
  scalar = lamina_run_dup_shape_text (run, tensors->shape[1]);
  g_assert_cmpstr (scalar, ==, "scalar");
  g_assert_cmpint (lamina_run_get_totals (run)->tensor_bytes, ==, 64);
  g_assert_cmpint (lamina_run_get_totals (run)->cost, ==, LAMINA_ABSENT);
  g_assert_cmpint (layers->family[a], ==, LAMINA_FAMILY_CONVOLUTION);
}

static void
test_track_order (Fixture       *self,
                  gconstpointer  data)
{
  LaminaBuilder *b = self->builder;
  guint32 host = lamina_builder_add_group (b, self->run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint32 gpu = lamina_builder_add_group (b, self->run, LAMINA_NONE, "gpu", LAMINA_GROUP_DEVICE);
  guint32 inner = lamina_builder_add_group (b, self->run, host, "inner", LAMINA_GROUP_HOST);
  guint32 streams = lamina_builder_add_track (b, self->run, gpu, "stream", 0);
  guint32 late = lamina_builder_add_track (b, self->run, host, "late", 0);
  guint32 nested = lamina_builder_add_track (b, self->run, inner, "nested", 0);
  guint32 early = lamina_builder_add_track (b, self->run, host, "early", 0);
  guint32 loose = lamina_builder_add_track (b, self->run, LAMINA_NONE, "loose", 0);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GString) paths = g_string_new (NULL);
  const LaminaFlow *flows;
  LaminaRun *run;
  guint n;

  lamina_builder_set_track_sort (b, self->run, late, 1);
  add_slice (self, streams, "second", 10, 1, LAMINA_NONE);
  add_slice (self, streams, "first", 5, 1, LAMINA_NONE);
  add_slice (self, early, "only", 0, 1, LAMINA_NONE);
  add_slice (self, nested, "x", 0, 1, LAMINA_NONE);
  add_slice (self, loose, "y", 0, 1, LAMINA_NONE);
  lamina_builder_add_flow (b, self->run, 0, early, 0, streams, 0);
  lamina_builder_add_flow (b, self->run, 0, LAMINA_NONE, 0, streams, 1);
  document = freeze (self);
  run = lamina_document_get_run (document, 0);
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      g_autofree char *path = lamina_run_dup_track_path (run, i);

      g_string_append_printf (paths, "%s@%" G_GUINT64_FORMAT " ", path,
                              lamina_track_get_info (lamina_run_get_track (run, i))->first_id);
    }
  g_assert_cmpstr (paths->str, ==, "loose@0 host/early@1 host/late@2 host/inner/nested@2 gpu/stream@3 ");
  flows = lamina_run_get_flows (run, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (flows[0].from.track, ==, 1);
  g_assert_cmpuint (flows[0].to.track, ==, 4);
  g_assert_cmpuint (flows[0].to.slice, ==, 1);
  g_assert_cmpuint (flows[1].from.track, ==, LAMINA_NONE);
  g_assert_cmpuint (flows[1].to.slice, ==, 0);
}

/* Blocks against sums made the plain way. */
static void
test_levels (Fixture       *self,
             gconstpointer  data)
{
  guint32 track = add_track (self, "track", LAMINA_GROUP_HOST);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaSlices *slices;
  LaminaTrack *frozen;
  gint64 start = 0;
  gint64 span = 1;

  for (guint i = 0; i < 5000; i++)
    {
      gint64 duration = g_rand_int_range (rand, 0, 50);

      add_slice (self, track, i % 3 == 0 ? "conv2d" : "relu", start, duration, LAMINA_NONE);
      if (i % 7 == 0 && duration > 4)
        add_slice (self, track, "inside", start + 1, duration - 2, LAMINA_NONE);
      start += duration + g_rand_int_range (rand, 0, 20);
    }
  document = freeze (self);
  frozen = lamina_run_get_track (lamina_document_get_run (document, 0), 0);
  slices = lamina_track_get_slices (frozen);
  g_assert_cmpuint (slices->n_lanes, ==, 2);
  g_assert_cmpuint (lamina_track_get_n_levels (frozen), ==, 4);
  for (guint level = 1; level <= 4; level++)
    {
      span *= LAMINA_LOD_FANOUT;
      for (guint lane = 0; lane < 2; lane++)
        {
          guint n;
          const LaminaSliceBlock *blocks = lamina_track_get_slice_blocks (frozen, lane, level, &n);
          guint lane_n = slices->first[lane + 1] - slices->first[lane];

          if (level > 1 && n <= 1 && lane == 1)
            continue;
          g_assert_cmpuint (n, ==, (lane_n + span - 1) / span);
          for (guint i = 0; i < n; i++)
            {
              guint first = slices->first[lane] + i * (guint) span;
              guint end = MIN (first + (guint) span, slices->first[lane + 1]);
              gint64 busy = 0;

              for (guint s = first; s < end; s++)
                busy += slices->duration[s];
              g_assert_cmpint (blocks[i].start, ==, slices->start[first]);
              g_assert_cmpint (blocks[i].end, ==, slices->start[end - 1] + slices->duration[end - 1]);
              g_assert_cmpint (blocks[i].busy, ==, busy);
              g_assert_cmpint (blocks[i].family_busy, <=, busy);
            }
        }
    }
}

static void
test_counter (Fixture       *self,
              gconstpointer  data)
{
  guint32 track = lamina_builder_add_counter (self->builder, self->run, LAMINA_NONE, "memory", 0, LAMINA_UNIT_BYTES, TRUE);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaSampleBlock *blocks;
  const LaminaSamples *samples;
  LaminaTrack *frozen;
  guint n;

  for (int i = 99; i >= 0; i--)
    lamina_builder_add_sample (self->builder, self->run, track, i * 10, i == 40 ? -3.5 : i);
  document = freeze (self);
  frozen = lamina_run_get_track (lamina_document_get_run (document, 0), 0);
  samples = lamina_track_get_samples (frozen);
  g_assert_cmpuint (samples->n, ==, 100);
  g_assert_cmpint (samples->time[1], ==, 10);
  g_assert_cmpfloat (samples->min, ==, -3.5);
  g_assert_cmpfloat (samples->max, ==, 99);
  g_assert_cmpuint (lamina_track_find_sample (frozen, -1), ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_track_find_sample (frozen, 19), ==, 1);
  g_assert_cmpuint (lamina_track_find_sample (frozen, 20), ==, 2);
  blocks = lamina_track_get_sample_blocks (frozen, 1, &n);
  g_assert_cmpuint (n, ==, 7);
  g_assert_cmpfloat (blocks[2].min, ==, -3.5);
  g_assert_cmpfloat (blocks[2].max, ==, 47);
  g_assert_true (lamina_track_get_info (frozen)->is_estimated);
}

static void
test_clocks (Fixture       *self,
             gconstpointer  data)
{
  guint32 host = lamina_builder_add_clock (self->builder, self->run, "host");
  guint32 gpu = lamina_builder_add_clock (self->builder, self->run, "gpu");
  guint32 a = lamina_builder_add_track (self->builder, self->run, LAMINA_NONE, "a", host);
  guint32 b = lamina_builder_add_track (self->builder, self->run, LAMINA_NONE, "b", gpu);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaTimebase) aligned = NULL;
  g_autoptr (LaminaTimebase) own = NULL;
  g_autoptr (LaminaTimebase) moved = NULL;
  LaminaRun *run;

  lamina_builder_set_clock_offset (self->builder, self->run, gpu, 1000, LAMINA_CLOCK_CAUSALITY, 1000);
  add_slice (self, a, "x", 500, 100, LAMINA_NONE);
  add_slice (self, b, "y", 10, 100, LAMINA_NONE);
  document = freeze (self);
  run = lamina_document_get_run (document, 0);
  aligned = lamina_timebase_new (run, TRUE);
  own = lamina_timebase_new (run, FALSE);
  moved = lamina_timebase_with_offset (own, run, host, -G_MAXINT64);
  g_assert_cmpint (lamina_timebase_get_start (aligned), ==, 500);
  g_assert_cmpint (lamina_timebase_get_end (aligned), ==, 1110);
  g_assert_cmpint (lamina_timebase_get_offset (aligned, gpu), ==, 1000);
  g_assert_cmpint (lamina_timebase_get_start (own), ==, 10);
  g_assert_cmpint (lamina_timebase_get_end (own), ==, 600);
  /* An absurd offset is kept where differences still fit into 64 bits. */
  g_assert_cmpint (lamina_timebase_get_start (moved), <, -4000000000000000000);
  g_assert_cmpint (lamina_timebase_get_end (moved) - lamina_timebase_get_start (moved), >, 0);
}

/* Marks make the span where there is nothing else, and else leave it as it is. */
static void
test_marks (Fixture       *self,
            gconstpointer  data)
{
  guint32 track = lamina_builder_add_track (self->builder, self->run, LAMINA_NONE, "cpu", 0);
  guint32 name = lamina_builder_intern (self->builder, "mark", -1);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaTimebase) timebase = NULL;

  lamina_builder_add_mark (self->builder, self->run, track, 0, 700, 0, name);
  lamina_builder_add_mark (self->builder, self->run, LAMINA_NONE, 0, 300, 50, name);
  if (data)
    add_slice (self, track, "x", 400, 20, LAMINA_NONE);
  document = freeze (self);
  timebase = lamina_timebase_new (lamina_document_get_run (document, 0), TRUE);
  g_assert_cmpint (lamina_timebase_get_start (timebase), ==, data ? 400 : 300);
  g_assert_cmpint (lamina_timebase_get_end (timebase), ==, data ? 420 : 700);
}

static void
test_extremes (Fixture       *self,
               gconstpointer  data)
{
  guint32 track = add_track (self, "gpu", LAMINA_GROUP_DEVICE);
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *run;
  guint32 l;

  layer.flop = G_MAXINT64;
  l = lamina_builder_add_layer (self->builder, self->run, &layer);
  lamina_builder_add_layer (self->builder, self->run, &layer);
  add_slice (self, track, "huge", G_MININT64 + 1, G_MAXINT64, l);
  add_slice (self, track, "late", G_MAXINT64, G_MAXINT64, l);
  add_slice (self, track, "negative", 5, -7, l);
  add_slice (self, track, "open", 6, LAMINA_ABSENT, l);
  for (guint i = 0; i < 4; i++)
    add_slice (self, track, "long", -4000000000000000000, 4000000000000000000, i % 2 ? l : 1);
  lamina_builder_add_tensor (self->builder, self->run, &LAMINA_TENSOR_INIT);
  lamina_builder_add_lifetime (self->builder, self->run, 0, LAMINA_LIFETIME_VALUE, 1, 0, G_MININT64, G_MAXINT64);
  document = freeze (self);
  run = lamina_document_get_run (document, 0);
  g_assert_cmpint (lamina_run_get_tensors (run)->lifetimes[0].last, ==, 4000000000000000000);
  g_assert_cmpint (lamina_run_get_totals (run)->flop, ==, G_MAXINT64);
  g_assert_cmpuint (lamina_run_get_totals (run)->n_slices, ==, 8);
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->repaired, ==, 7);
}

static void
test_metrics (Fixture       *self,
              gconstpointer  data)
{
  guint32 cycles = lamina_builder_add_metric (self->builder, self->run, "cycles", LAMINA_UNIT_NONE, LAMINA_VALUE_INTEGER);
  guint32 ratio = lamina_builder_add_metric (self->builder, self->run, "ratio", LAMINA_UNIT_PERCENT, LAMINA_VALUE_REAL);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *run;

  for (guint i = 0; i < 300; i++)
    add_layer (self, "l", "t");
  lamina_builder_set_metric_integer (self->builder, self->run, cycles, 250, 42);
  lamina_builder_set_metric_real (self->builder, self->run, ratio, 0, 0.5);
  lamina_builder_set_metric_estimated (self->builder, self->run, ratio);
  document = freeze (self);
  run = lamina_document_get_run (document, 0);
  g_assert_cmpuint (lamina_run_get_n_metrics (run), ==, 2);
  g_assert_false (lamina_run_get_metric (run, 0)->estimated);
  g_assert_true (lamina_run_get_metric (run, 1)->estimated);
  g_assert_cmpint (lamina_run_get_metric (run, 0)->integers[250], ==, 42);
  g_assert_cmpint (lamina_run_get_metric (run, 0)->integers[299], ==, LAMINA_ABSENT);
  g_assert_cmpfloat (lamina_run_get_metric (run, 1)->reals[0], ==, 0.5);
  g_assert_true (isnan (lamina_run_get_metric (run, 1)->reals[299]));
}

static void
test_links_outside (Fixture       *self,
                    gconstpointer  data)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *run;

  layer.parent = 0;
  layer.section = 77;
  layer.track = 12;
  lamina_builder_add_layer (self->builder, self->run, &layer);
  tensor.producer = 99;
  lamina_builder_add_tensor (self->builder, self->run, &tensor);
  document = freeze (self);
  run = lamina_document_get_run (document, 0);
  g_assert_cmpuint (lamina_run_get_layers (run)->parent[0], ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_run_get_layers (run)->section[0], ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_run_get_layers (run)->track[0], ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_column_row (lamina_run_get_tensors (run)->producer, 0), ==, LAMINA_NONE);
}

/* Strings that no table names are given back. */
static void
test_strings (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (LaminaDocument) document = NULL;
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaRun *run;

  g_assert_cmpuint (lamina_builder_intern (self->builder, "", -1), ==, 0);
  for (guint round = 0; round < 2; round++)
    for (guint i = 1; i <= 100000; i++)
      {
        g_autofree char *text = g_strdup_printf ("kernel<%u, %u>", i, i * 7919);

        g_assert_cmpuint (lamina_builder_intern (self->builder, text, -1), ==, i);
      }
  g_assert_cmpuint (lamina_builder_intern (self->builder, "a\0b", 3), !=, lamina_builder_intern (self->builder, "a", 1));
  layer.name = 77777;
  layer.device = 100001;
  lamina_builder_add_layer (self->builder, self->run, &layer);
  document = freeze (self);
  run = lamina_document_get_run (document, 0);
  g_assert_cmpstr (lamina_run_get_string (run, 77777), ==, "kernel<77777, 615916063>");
  g_assert_cmpmem (lamina_run_get_string (run, 100001), 4, "a\0b", 4);
  g_assert_cmpstr (lamina_run_get_string (run, 0), ==, "");
  g_assert_cmpstr (lamina_run_get_string (run, 77776), ==, "");
}

static void
test_limit (void)
{
  LaminaLimits limits;
  g_autoptr (LaminaBuilder) builder = NULL;
  g_autoptr (GError) error = NULL;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;
  guint32 run, track;

  lamina_limits_init (&limits);
  limits.max_rows = 10;
  builder = lamina_builder_new (&limits);
  run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  track = lamina_builder_add_track (builder, run, LAMINA_NONE, "t", 0);
  for (guint i = 0; i < 20; i++)
    lamina_builder_add_slice (builder, run, track, &slice);
  g_assert_cmpuint (lamina_builder_add_layer (builder, LAMINA_NONE, &LAMINA_LAYER_INIT), ==, LAMINA_NONE);
  g_assert_null (lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT);
}

static void
test_cancelled (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  add_slice (self, add_track (self, "t", LAMINA_GROUP_HOST), "s", 0, 1, LAMINA_NONE);
  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_builder_freeze (self->builder, NULL, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_default_run (Fixture       *self,
                  gconstpointer  data)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  guint32 second = lamina_builder_add_run (self->builder, "tensors", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  guint32 third = lamina_builder_add_run (self->builder, "times", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_END_TO_END);
  g_autoptr (LaminaDocument) document = NULL;

  layer.duration = 3;
  lamina_builder_add_tensor (self->builder, second, &tensor);
  lamina_builder_add_layer (self->builder, third, &layer);
  document = freeze (self);
  g_assert_cmpuint (lamina_document_get_default_run (document), ==, 2);
  g_assert_cmpint (lamina_run_get_cost_kind (lamina_document_get_run (document, 2)), ==, LAMINA_COST_DURATION);
}

/* Sums of what stands in files stop at the ends, and what is not known is never the result of known numbers. */
static void
test_arithmetic (void)
{
  static const struct
  {
    gint64 a;
    gint64 b;
    gint64 sum;
    gint64 difference;
  } cases[] = {
    { 7, 5, 12, 2 },
    { -7, 5, -2, -12 },
    { G_MAXINT64, 1, G_MAXINT64, G_MAXINT64 - 1 },
    { G_MAXINT64, -1, G_MAXINT64 - 1, G_MAXINT64 },
    { -G_MAXINT64, -1, -G_MAXINT64, -G_MAXINT64 + 1 },
    { -G_MAXINT64, 1, -G_MAXINT64 + 1, -G_MAXINT64 },
    { -G_MAXINT64, G_MAXINT64, 0, -G_MAXINT64 },
    { 0, -G_MAXINT64, -G_MAXINT64, G_MAXINT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpint (lamina_add_saturating (cases[i].a, cases[i].b), ==, cases[i].sum);
      g_assert_cmpint (lamina_subtract_saturating (cases[i].a, cases[i].b), ==, cases[i].difference);
      g_assert_cmpint (lamina_number_add (cases[i].a, cases[i].b), ==, cases[i].sum);
      g_assert_cmpint (lamina_number_add (cases[i].a, LAMINA_ABSENT), ==, cases[i].a);
      g_assert_cmpint (lamina_number_add (LAMINA_ABSENT, cases[i].b), ==, cases[i].b);
    }
  g_assert_cmpint (lamina_number_add (LAMINA_ABSENT, LAMINA_ABSENT), ==, LAMINA_ABSENT);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/run/" name, Fixture, NULL, setup, func, teardown)
  ADD ("lanes", test_lanes);
  ADD ("lanes/random", test_lanes_random);
  ADD ("lanes/parents", test_parents);
  ADD ("lanes/staircase", test_lanes_staircase);
  ADD ("device-time", test_device_time);
  ADD ("host-self", test_host_self);
  ADD ("dtypes", test_dtypes);
  ADD ("tensors", test_tensors);
  ADD ("track-order", test_track_order);
  ADD ("levels", test_levels);
  ADD ("counter", test_counter);
  ADD ("clocks", test_clocks);
  ADD ("extremes", test_extremes);
  ADD ("metrics", test_metrics);
  ADD ("links-outside", test_links_outside);
  ADD ("strings", test_strings);
  ADD ("cancelled", test_cancelled);
  ADD ("default-run", test_default_run);
  ADD ("marks", test_marks);
  g_test_add ("/run/marks-and-slices", Fixture, "slices", setup, test_marks, teardown);
  g_test_add_func ("/run/limit", test_limit);
  g_test_add_func ("/run/arithmetic", test_arithmetic);
  return g_test_run ();
}
