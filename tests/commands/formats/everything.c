/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A format for tests of what commands write: whatever file begins with `#everything` becomes a document of three
 * runs that has one of everything, and all of it as awkward as a tool could make it. Only the arguments of its layers
 * stand in the file.
 */

#include <lamina-core.h>

#include <math.h>
#include <string.h>

#define EVERYTHING_TYPE_FORMAT (everything_format_get_type ())
G_DECLARE_FINAL_TYPE (EverythingFormat, everything_format, EVERYTHING, FORMAT, GObject)

struct _EverythingFormat
{
  GObject parent_instance;
};

static int
everything_format_probe (LaminaFormat     *format,
                         const LaminaHead *head)
{
  return g_str_has_prefix (head->text, "#everything") ? 100 : 0;
}

static guint32
intern (LaminaBuilder *builder,
        const char    *text)
{
  return lamina_builder_intern (builder, text, -1);
}

static void
add_properties (LaminaBuilder *builder)
{
  const LaminaValue text = LAMINA_VALUE_INIT_TEXT ("a \"quoted\" text,\nin two lines, "
                                                   "with \033[31mcolor\033[0m and \302\205");
  const LaminaValue large = LAMINA_VALUE_INIT_INTEGER (G_MAXINT64, LAMINA_UNIT_BYTES);
  const LaminaValue small = LAMINA_VALUE_INIT_INTEGER (-7, LAMINA_UNIT_NONE);
  const LaminaValue real = LAMINA_VALUE_INIT_REAL (0.1, LAMINA_UNIT_NONE);
  const LaminaValue tiny = LAMINA_VALUE_INIT_REAL (1e-10, LAMINA_UNIT_NONE);
  const LaminaValue huge = LAMINA_VALUE_INIT_REAL (-9e+22, LAMINA_UNIT_NONE);
  const LaminaValue text_like = LAMINA_VALUE_INIT_TEXT ("\\\"1e+22.0, 1e+22.0\037\177");
  const LaminaValue nothing = LAMINA_VALUE_INIT_REAL (NAN, LAMINA_UNIT_NONE);
  const LaminaValue yes = { .type = LAMINA_VALUE_BOOLEAN, .integer = 1 };
  const LaminaValue null = { .type = LAMINA_VALUE_NULL };

  lamina_builder_set_tool (builder, "Everything\t1.0");
  lamina_builder_add_property (builder, "Build", "text", &text);
  lamina_builder_add_property (builder, "Build", "large", &large);
  lamina_builder_add_property (builder, "Host\007", "small", &small);
  lamina_builder_add_property (builder, "Host\007", "real", &real);
  lamina_builder_add_property (builder, "Host\007", "tiny", &tiny);
  lamina_builder_add_property (builder, "Host\007", "huge", &huge);
  lamina_builder_add_property (builder, "Host\007", "text", &text_like);
  lamina_builder_add_property (builder, "Host\007", "nothing", &nothing);
  lamina_builder_add_property (builder, "Host\007", "yes", &yes);
  lamina_builder_add_property (builder, "Host\007", "yes", &null);
}

static guint32
add_tensor (LaminaBuilder  *builder,
            guint32         run,
            const char     *name,
            const char     *dtype,
            guint32         shape,
            LaminaRole      role,
            gint64          bytes,
            LaminaEstimate  estimated)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

  tensor.name = intern (builder, name);
  tensor.dtype = intern (builder, dtype);
  tensor.shape = shape;
  tensor.role = role;
  tensor.bytes = bytes;
  tensor.estimated = estimated;
  return lamina_builder_add_tensor (builder, run, &tensor);
}

static void
add_tensors (LaminaBuilder *builder,
             guint32        run,
             guint32        clock)
{
  static const gint64 known[] = { 10, 512, 28, 28 };
  static const gint64 partly[] = { LAMINA_ABSENT, 3 };
  guint32 tensor;

  add_tensor (builder, run, "input, \"x\"", "float32", lamina_builder_intern_shape (builder, known, 4),
              LAMINA_ROLE_INPUT, 16056320, LAMINA_ESTIMATE_NONE);
  add_tensor (builder, run, "weight", "", lamina_builder_intern_shape (builder, partly, 2), LAMINA_ROLE_PARAMETER,
              LAMINA_ABSENT, LAMINA_ESTIMATE_SHAPE);
  add_tensor (builder, run, "loss", "float16", lamina_builder_intern_shape (builder, NULL, 0), LAMINA_ROLE_OUTPUT, 2,
              LAMINA_ESTIMATE_DTYPE | LAMINA_ESTIMATE_BYTES);
  tensor = add_tensor (builder, run, "", "", 0, LAMINA_ROLE_UNKNOWN, LAMINA_ABSENT, LAMINA_ESTIMATE_NONE);
  lamina_builder_add_lifetime (builder, run, tensor, LAMINA_LIFETIME_VALUE, 100, clock, 1000, 2000);
  lamina_builder_add_lifetime (builder, run, tensor, LAMINA_LIFETIME_GRADIENT, LAMINA_ABSENT, clock, 1500, G_MAXINT64);
}

static guint32
add_layer (LaminaBuilder *builder,
           guint32        run,
           const char    *name,
           const char    *type,
           guint          calls,
           gint64         device,
           gint64         flop)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = intern (builder, name);
  layer.type = intern (builder, type);
  layer.calls = calls;
  layer.device_time = device;
  layer.flop = flop;
  return lamina_builder_add_layer (builder, run, &layer);
}

static guint32
add_detailed_layer (LaminaBuilder *builder,
                    guint32        run,
                    guint32        track,
                    guint32        section,
                    guint32        parent)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = intern (builder, "conv, \"a\"\nb");
  layer.type = intern (builder, "Conv");
  layer.key = intern (builder, "conv-a");
  layer.device = intern (builder, "gpu0");
  layer.phase = LAMINA_PHASE_BACKWARD;
  layer.parent = parent;
  layer.section = section;
  layer.annotation = intern (builder, "## forward ##");
  layer.track = track;
  layer.calls = 3;
  layer.start = 1100;
  layer.host = 500;
  layer.host_self = 400;
  layer.device_time = 900;
  layer.wait = 100;
  layer.flop = 1027604480;
  layer.bytes = 4096;
  layer.estimated = LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_BYTES;
  return lamina_builder_add_layer (builder, run, &layer);
}

static void
add_metrics (LaminaBuilder *builder,
             guint32        run,
             guint32        layer)
{
  guint32 cycles = lamina_builder_add_metric (builder, run, ">cycles", LAMINA_UNIT_NONE, LAMINA_VALUE_INTEGER);
  guint32 ratio = lamina_builder_add_metric (builder, run, "ratio, in %", LAMINA_UNIT_PERCENT, LAMINA_VALUE_REAL);

  lamina_builder_set_metric_integer (builder, run, cycles, layer, 9007199254740993);
  lamina_builder_set_metric_real (builder, run, ratio, layer, 5e-324);
}

static void
add_slice (LaminaBuilder *builder,
           guint32        run,
           guint32        track,
           const char    *name,
           gint64         start,
           gint64         duration,
           guint32        layer)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.name = intern (builder, name);
  slice.start = start;
  slice.duration = duration;
  slice.layer = layer;
  lamina_builder_add_slice (builder, run, track, &slice);
}

/* Where the arguments of the detailed layer stand, by the signs around them. */
static void
add_args (LaminaBuilder *builder,
          LaminaSources *sources,
          guint32        run,
          guint32        layer)
{
  gsize length;
  const char *head = lamina_source_get_head (lamina_sources_get (sources, 0), &length, NULL);

  for (const char *begin = head; (begin = strchr (begin, '{')) != NULL; begin++)
    {
      const char *end = strchr (begin, '\n');
      guint32 title = begin > head && begin[-1] == ':' ? intern (builder, "more") : 0;

      lamina_builder_add_layer_args (builder, run, layer, title, 0, (guint64) (begin - head), (guint64) (end - begin));
    }
}

static void
add_first_run (LaminaBuilder *builder,
               LaminaSources *sources)
{
  guint32 run = lamina_builder_add_run (builder, "the first\nrun", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 warm_up = lamina_builder_add_section (builder, run, "warm up");
  guint32 host = lamina_builder_add_clock (builder, run, "host");
  guint32 device = lamina_builder_add_clock (builder, run, "device");
  guint32 process = lamina_builder_add_group (builder, run, LAMINA_NONE, "python", LAMINA_GROUP_HOST);
  guint32 gpu = lamina_builder_add_group (builder, run, LAMINA_NONE, "gpu0", LAMINA_GROUP_DEVICE);
  guint32 thread, stream, memory, outer, layer;

  lamina_builder_add_section (builder, run, "main");
  lamina_builder_set_clock_offset (builder, run, device, 250, LAMINA_CLOCK_CAUSALITY, 200);
  thread = lamina_builder_add_track (builder, run, process, "main", host);
  stream = lamina_builder_add_track (builder, run, gpu, "stream 7", device);
  memory = lamina_builder_add_counter (builder, run, gpu, "memory", device, LAMINA_UNIT_BYTES, TRUE);
  outer = add_layer (builder, run, "block", "", 1, LAMINA_ABSENT, LAMINA_ABSENT);
  layer = add_detailed_layer (builder, run, stream, warm_up + 1, outer);
  add_layer (builder, run, "never ran", "Relu", 0, LAMINA_ABSENT, 7);
  add_layer (builder, run, "", "Conv", 1, 1, 3);
  add_metrics (builder, run, layer);
  add_tensors (builder, run, device);
  for (guint i = 0; i < 4; i++)
    lamina_builder_add_input (builder, run, layer, i % 3);
  lamina_builder_add_output (builder, run, layer, 3);
  lamina_builder_add_output (builder, run, layer, 2);
  add_args (builder, sources, run, layer);

  add_slice (builder, run, thread, "outer", 1000, 500, LAMINA_NONE);
  add_slice (builder, run, thread, "inner", 1000, 100, LAMINA_NONE);
  add_slice (builder, run, thread, "never ended", 1600, LAMINA_ABSENT, LAMINA_NONE);
  add_slice (builder, run, stream, "kernel", 900, 900, layer);
  lamina_builder_add_sample (builder, run, memory, 900, 4096);
  lamina_builder_add_mark (builder, run, LAMINA_NONE, host, 1200, 0, intern (builder, "epoch"));
  lamina_builder_add_flow (builder, run, 0, thread, 0, stream, 0);
}

/* Other metrics, two of them called like members of JSON, a layer that shares its key with one of the first run, no times and no
 * tensors. */
static void
add_second_run (LaminaBuilder *builder)
{
  guint32 run = lamina_builder_add_run (builder, "order", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  guint32 track = lamina_builder_add_track (builder, run, LAMINA_NONE, "steps", 0);
  guint32 misses = lamina_builder_add_metric (builder, run, "misses", LAMINA_UNIT_NONE, LAMINA_VALUE_INTEGER);
  guint32 flop = lamina_builder_add_metric (builder, run, "flop", LAMINA_UNIT_NONE, LAMINA_VALUE_REAL);
  guint32 runs = lamina_builder_add_metric (builder, run, "run", LAMINA_UNIT_NONE, LAMINA_VALUE_INTEGER);
  guint32 layer = add_layer (builder, run, "conv-a", "Conv", 1, LAMINA_ABSENT, LAMINA_ABSENT);

  lamina_builder_set_metric_integer (builder, run, misses, layer, 42);
  lamina_builder_set_metric_real (builder, run, flop, layer, 1.5);
  lamina_builder_set_metric_estimated (builder, run, flop);
  lamina_builder_set_metric_integer (builder, run, runs, layer, 7);
  add_slice (builder, run, track, "conv-a", 0, 1, layer);
  lamina_builder_add_run (builder, "nothing", LAMINA_AXIS_BYTES, LAMINA_TIMING_END_TO_END);
}

static void
add_records (LaminaBuilder *builder,
             LaminaSources *sources)
{
  LaminaImport *import = lamina_builder_get_import (builder);
  LaminaSource *source = lamina_sources_get (sources, 0);

  lamina_import_account (import, lamina_import_open_record (import, source, 0), LAMINA_RECORD_SHOWN);
  lamina_import_account (import, lamina_import_open_record (import, source, 12), LAMINA_RECORD_MERGED);
  lamina_import_skip (import, lamina_import_open_record (import, source, 13), "it says \033[2J nothing");
  lamina_import_open_record (import, source, 14);
  lamina_import_repair (import, "a comma too many", source, 13, LAMINA_NONE);
  lamina_import_repair (import, "a comma too many", source, 14, LAMINA_NONE);
  lamina_import_note (import, "nobody knows why", NULL, 0, LAMINA_NONE);
}

static gboolean
everything_format_load (LaminaFormat   *format,
                        LaminaSources  *sources,
                        LaminaBuilder  *builder,
                        GCancellable   *cancellable,
                        GError        **error)
{
  add_properties (builder);
  add_first_run (builder, sources);
  add_second_run (builder);
  add_records (builder, sources);
  return TRUE;
}

static void
everything_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = everything_format_probe;
  iface->load = everything_format_load;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (EverythingFormat, everything_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, everything_format_iface_init))

static void
everything_format_class_init (EverythingFormatClass *klass)
{
}

static void
everything_format_init (EverythingFormat *self)
{
}

LAMINA_FORMAT_MODULE (everything_format_get_type)
