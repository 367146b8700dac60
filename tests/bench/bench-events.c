/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

/* A trace as PyTorch writes it: a field group on each line, events of a training step in a fixed mix. */

#define SHAPES "\"Input Dims\": [[64, 256, 56, 56], [64, 256, 1, 1], [], [], [], [], [], [], []]"
#define TYPES "\"Input type\": [\"float\", \"float\", \"\", \"\", \"\", \"\", \"\", \"\", \"Scalar\"]"

/* Writes an event up to its duration; @start counts thousandths of a microsecond. */
static void
begin_event (GString    *text,
             const char *category,
             const char *name,
             int         process,
             int         thread,
             guint64     start,
             guint64     duration)
{
  g_string_append_printf (text,
                          "  {\n    \"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %d, \"tid\": %d,\n"
                          "    \"ts\": %" G_GUINT64_FORMAT ".%03u, \"dur\": %" G_GUINT64_FORMAT ".%03u,\n",
                          category, name, process, thread, start / 1000, (guint) (start % 1000), duration / 1000,
                          (guint) (duration % 1000));
}

static void
append_operator (GString *text,
                 guint64  i,
                 guint64  start)
{
  static const char *const names[] = { "aten::conv2d", "aten::convolution", "aten::_convolution", "aten::cudnn_convolution",
                                       "aten::add_", "aten::batch_norm", "aten::empty_like", "aten::threshold_backward" };

  begin_event (text, "cpu_op", names[i / 3 % G_N_ELEMENTS (names)], 2741, 2741, start, 1000 + i * 7919 % 900000);
  g_string_append_printf (text,
                          "    \"args\": {\n      \"External id\": %" G_GUINT64_FORMAT ",\"Record function id\": 0, "
                          "\"Sequence number\": %" G_GUINT64_FORMAT ", \"Fwd thread id\": 0, \"Ev Idx\": %"
                          G_GUINT64_FORMAT "%s\n    }\n  },\n",
                          i + 1025, i / 2, i, i % 3 == 0 ? ", " SHAPES ", " TYPES : "");
}

static void
append_function (GString *text,
                 guint64  i,
                 guint64  start)
{
  static const char *const names[] = { "torch/nn/modules/module.py(1494): _call_impl", "nn.Module: Bottleneck_7",
                                       "<built-in method conv2d of type object at 0x7f3c5d4a2f40>",
                                       "torchvision/models/resnet.py(143): forward" };

  begin_event (text, "python_function", names[i % G_N_ELEMENTS (names)], 2741, 2741, start, 5000 + i * 104729 % 9000000);
  g_string_append_printf (text,
                          "    \"args\": {\n      \"Python parent id\": %" G_GUINT64_FORMAT ", \"Python id\": %"
                          G_GUINT64_FORMAT ", \"Ev Idx\": %" G_GUINT64_FORMAT "\n    }\n  },\n", i / 4, i, i);
}

static void
append_runtime (GString *text,
                guint64  i,
                guint64  start)
{
  begin_event (text, "cuda_runtime", "cudaLaunchKernel", 2741, 2741, start, 4000 + i * 31 % 20000);
  g_string_append_printf (text,
                          "    \"args\": {\n      \"External id\": %" G_GUINT64_FORMAT ",\n      \"cbid\": 211, "
                          "\"correlation\": %" G_GUINT64_FORMAT "\n    }\n  },\n", i + 1025, i + 9000);
}

static void
append_kernel (GString *text,
               guint64  i,
               guint64  start)
{
  static const char *const names[] = {
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3> >(int)",
    "ampere_sgemm_128x64_nn",
    "void cudnn::bn_fw_tr_1C11_kernel_NCHW<float, float, int, 512, true, 1, true>(cudnnTensorStruct, float const*)",
  };

  begin_event (text, "kernel", names[i % G_N_ELEMENTS (names)], 0, 7, start, 2000 + i * 257 % 400000);
  g_string_append_printf (text,
                          "    \"args\": {\n      \"External id\": %" G_GUINT64_FORMAT ",\n      \"queued\": 0, \"device\": 0, "
                          "\"context\": 1,\n      \"stream\": 7, \"correlation\": %" G_GUINT64_FORMAT ",\n"
                          "      \"registers per thread\": 32,\n      \"shared memory\": 16640,\n"
                          "      \"blocks per SM\": 29.629629,\n      \"warps per SM\": 118.518517,\n"
                          "      \"grid\": [3200, 1, 1],\n      \"block\": [128, 1, 1],\n"
                          "      \"est. achieved occupancy %%\": 100\n    }\n  },\n", i + 1025, i + 9000);
}

static void
append_flow (GString *text,
             guint64  i,
             guint64  start)
{
  gboolean ends = i % 2 != 0;

  g_string_append_printf (text,
                          "  {\n    \"ph\": \"%s\", \"id\": %" G_GUINT64_FORMAT ", \"pid\": %d, \"tid\": %d, \"ts\": %"
                          G_GUINT64_FORMAT ".%03u,\n    \"cat\": \"ac2g\", \"name\": \"ac2g\"%s\n  },\n",
                          ends ? "f" : "s", i / 2 + 9000, ends ? 0 : 2741, ends ? 7 : 2741, start / 1000,
                          (guint) (start % 1000), ends ? ", \"bp\": \"e\"" : "");
}

guint64
bench_append_events (GString *text,
                     gsize    bytes)
{
  static void (*const append[]) (GString *, guint64, guint64) = {
    append_operator, append_function, append_operator, append_runtime, append_kernel,
    append_flow, append_operator, append_function, append_flow, append_operator,
  };
  guint64 n_events = 0;

  g_string_append (text, "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [],\n  \"traceEvents\": [\n");
  for (; text->len < bytes; n_events++)
    append[n_events % G_N_ELEMENTS (append)] (text, n_events, G_GUINT64_CONSTANT (1700000000000000000) + n_events * 1300);
  g_string_append (text, "  {\n    \"ph\": \"M\", \"name\": \"process_name\", \"pid\": 2741, \"args\": {\"name\": \"python\"}\n"
                         "  }\n  ],\n  \"traceName\": \"bench\"\n}\n");
  return n_events + 1;
}
