/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-work.h"
#include "open-file.h"
#include "write-trace.h"

#include <glib/gstdio.h>

/* What operators of a trace read and write on the device, by hand. */

#define UNKNOWN LAMINA_ABSENT

/* A row, and what is known of its layer: all bytes together where their parts are not. */
typedef struct
{
  TraceRow row;
  gint64 flop;
  gint64 epilogue;
  gint64 bytes;
  const char *formula;
} Case;

typedef struct
{
  char *folder;
  char *path;
  LaminaDocument *document;
  LaminaRun *run;
  LaminaWork *work;
} Trace;

static void
trace_open (Trace      *self,
            const Case *cases,
            guint       n)
{
  g_autofree TraceRow *rows = g_new (TraceRow, n);

  for (guint i = 0; i < n; i++)
    rows[i] = cases[i].row;
  self->folder = g_dir_make_tmp ("lamina-device-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "device.pt.trace.json", NULL);
  write_trace (self->path, rows, n);
  self->document = open_file (self->path);
  self->run = lamina_document_get_run (self->document, 0);
  self->work = lamina_work_peek (self->run);
}

static void
trace_clear (Trace *self)
{
  g_clear_pointer (&self->document, lamina_document_unref);
  g_remove (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Trace, trace_clear)

/* Rows stand in the order of their starts, as layers do. */
static void
assert_cases (const Trace *trace,
              const Case  *cases,
              guint        n)
{
  g_assert_cmpuint (lamina_run_get_layers (trace->run)->n, ==, n);
  for (guint i = 0; i < n; i++)
    {
      LaminaWorkFigures figures;
      g_autofree char *formula = lamina_work_dup_formula (trace->work, i, NULL, NULL);

      lamina_work_get_figures (trace->work, i, &figures);
      g_test_message ("%u: %s, %s", i, cases[i].row.type ? cases[i].row.type : cases[i].row.work, formula ? formula : "");
      g_assert_cmpint (figures.flop, ==, cases[i].flop);
      g_assert_cmpint (figures.epilogue, ==, cases[i].epilogue);
      g_assert_cmpint (figures.bytes, ==, cases[i].bytes);
      if (cases[i].formula)
        g_assert_cmpstr (formula, ==, cases[i].formula);
    }
}

/*
 * Gradients of a convolution of 1×2×8×8 with 4×2×3×3, padded so that the result is 1×4×8×8: each of the first two takes
 * 2 · (8·8) · (4·2·3·3) = 9216 operations, the bias a sum over 256 numbers. Data are 512 bytes, weights 288, results 1024.
 */
static void
test_gradients (void)
{
#define CONVOLUTION "aten::convolution_backward", \
    "1x4x8x8 float, 1x2x8x8 float, 4x2x3x3 float, [4], [1; 1], [1; 1], [1; 1], False, [0; 0], 1, "
  static const Case cases[] = {
    { { CONVOLUTION "[True; True; True]", 0, 0, "k", 0 }, 2 * 9216, 256, 1024 + 288 + 512 + 512 + 288 + 16,
      "2 · 2 · (1×4×8×8) ÷ 4 · (4×2×3×3)" },
    { { CONVOLUTION "[True; True; False]", 20, 0, "k", 0 }, 2 * 9216, UNKNOWN, 1024 + 288 + 512 + 512 + 288, NULL },
    { { CONVOLUTION "[False; True; True]", 40, 0, "k", 0 }, 9216, 256, 1024 + 512 + 288 + 16, "2 · (1×4×8×8) ÷ 4 · (4×2×3×3)" },
    { { CONVOLUTION "[False; True; False]", 60, 0, "k", 0 }, 9216, UNKNOWN, 1024 + 512 + 288, NULL },
    { { CONVOLUTION "[True; False; False]", 80, 0, "k", 0 }, 9216, UNKNOWN, 1024 + 288 + 512, NULL },
    { { CONVOLUTION "[False; False; True]", 100, 0, "k", 0 }, 256, UNKNOWN, 1024 + 16, "1×4×8×8" },
    { { CONVOLUTION ".", 120, 0, "k", 0 }, 2 * 9216, UNKNOWN, 1024 + 288 + 512 + 512 + 288, NULL },
    /* Transposed, 2 · (4·4) · (4·2·2·2) = 1024 for each: the places are those of the data. */
    { { "aten::convolution_backward", "1x2x8x8 float, 1x4x4x4 float, 4x2x2x2 float, [0], [2; 2], [0; 0], [1; 1], True, [0; 0], 1, "
        "[False; True; False]", 140, 0, "k", 0 }, 1024, UNKNOWN, 512 + 256 + 128, NULL },
    /* The data before the gradient: 2 · (4·4) · (4·2·2·2) again. */
    { { "aten::cudnn_convolution_backward", "1x2x8x8 float, 1x4x4x4 float, 4x2x2x2 float, [0; 0], [2; 2], [1; 1], 1, False, False, "
        "True, [True; True]", 160, 0, "k", 0 }, 2 * 1024, UNKNOWN, 2 * (512 + 128) + 256, NULL },
  };
#undef CONVOLUTION
  g_auto (Trace) trace = { 0 };

  trace_open (&trace, cases, G_N_ELEMENTS (cases));
  assert_cases (&trace, cases, G_N_ELEMENTS (cases));
}

/* 1000 floats are 4000 bytes; on one device these are read and written. */
static void
test_copies (void)
{
  static const Case cases[] = {
    { { "aten::copy_", "1000 float, 1000 float, False", 0, 0, "copy_kernel", 0 }, UNKNOWN, UNKNOWN, 8000, NULL },
    { { "aten::copy_", "1000 float, 1000 float, False", 20, 0, "Memcpy DtoD (Device -> Device)", 4000 }, UNKNOWN, UNKNOWN, 8000,
      NULL },
    { { "aten::copy_", "1000 float, 1000 float, True", 40, 0, "Memcpy HtoD (Pinned -> Device)", 4000 }, UNKNOWN, UNKNOWN, 4000,
      NULL },
    { { "aten::copy_", "1000 float, 1000 float, False", 55, 0, "Memcpy DtoH (Device -> Pageable)", 4000 }, UNKNOWN, UNKNOWN, 4000,
      NULL },
    /* The file does not state how much. */
    { { "aten::copy_", "1000 float, 1000 float, False", 70, 0, "Memcpy HtoD (Host -> Device)", 0 }, UNKNOWN, UNKNOWN, 4000, NULL },
    { { NULL, NULL, 80, 0, "Memcpy DtoD (Device -> Device)", 4000 }, UNKNOWN, UNKNOWN, 8000, NULL },
    { { NULL, NULL, 100, 0, "Memcpy HtoD (Pageable -> Device)", 4000 }, UNKNOWN, UNKNOWN, 4000, NULL },
    { { NULL, NULL, 120, 0, "Memset (Device)", 4000 }, UNKNOWN, UNKNOWN, 4000, NULL },
    /* From half to whole precision. */
    { { "aten::copy_", "1000 float, 1000 half, False", 140, 0, "copy_kernel", 0 }, UNKNOWN, UNKNOWN, 6000, NULL },
    /* What is called does the work of what calls it. */
    { { "aten::clone", "1000 float, -", 160, 20, NULL, 0 }, UNKNOWN, UNKNOWN, UNKNOWN, NULL },
    { { "aten::copy_", "1000 float, 1000 float, False", 165, 0, "Memcpy DtoD (Device -> Device)", 4000 }, UNKNOWN, UNKNOWN, 8000,
      NULL },
    { { "aten::fill_", "1000 float, 0", 200, 0, "fill_kernel", 0 }, UNKNOWN, UNKNOWN, 4000, NULL },
    { { "aten::_foreach_copy_", "[10x10 5x1], [10x10 5x1], False", 220, 0,
        "multi_tensor_apply_kernel<TensorListMetadata<2>, CopyFunctor<float, float, 2, 1, 1>>", 0 }, UNKNOWN, UNKNOWN, 2 * 420,
      NULL },
    { { "aten::_foreach_zero_", "[10x10 5x1]", 240, 0,
        "multi_tensor_apply_kernel<TensorListMetadata<1>, ZeroFunctor<float, 1, 1, 0>>", 0 }, UNKNOWN, UNKNOWN, 420, NULL },
  };
  g_auto (Trace) trace = { 0 };
  LaminaWorkFigures figures;

  trace_open (&trace, cases, G_N_ELEMENTS (cases));
  assert_cases (&trace, cases, G_N_ELEMENTS (cases));
  /* The file states 4000 bytes, of which more follows than it says. */
  lamina_work_get_figures (trace.work, 1, &figures);
  g_assert_cmpint (figures.bytes_reported, ==, UNKNOWN);
  g_assert_cmpuint (figures.estimated & LAMINA_ESTIMATE_BYTES, !=, 0);
  lamina_work_get_figures (trace.work, 2, &figures);
  g_assert_cmpint (figures.bytes_reported, ==, 4000);
}

/* A tensor for the result is written, not read: 16×64 halves are 2048 bytes. */
static void
test_destinations (void)
{
  static const Case cases[] = {
    { { "_C::rms_norm", "16x64 half, 16x64 half, 64 half, 0.00001", 0, 0, "k", 0 }, 4 * 1024, UNKNOWN, 2 * 2048 + 128, NULL },
    { { "_C::silu_and_mul", "16x64 half, 16x128 half", 20, 0, "k", 0 }, 1024, 1024, 3 * 2048, NULL },
    { { "vllm::rocm_unquantized_gemm", "16x64 half, 32x64 half, -", 40, 0, "k", 0 }, 2 * 16 * 64 * 32, UNKNOWN,
      2048 + 4096 + 1024, NULL },
    { { "aten::mm", "16x64 half, 64x32 half, 16x32 half", 60, 0, "k", 0 }, 2 * 16 * 64 * 32, UNKNOWN, 2048 + 4096 + 1024, NULL },
    { { "aten::zero_", "16x64 half", 80, 0, "k", 0 }, UNKNOWN, UNKNOWN, 2048, NULL },
    /* What was dropped is handed out, too: a byte for each element. */
    { { "aten::native_dropout", "16x64 half, 0.1, True", 100, 0, "k", 0 }, 1024, UNKNOWN, 2 * 2048 + 1024, NULL },
    { { "c10d::_allgather_base_", "1024 float, 128 float", 120, 0, "ncclDevKernel_AllGather_RING_LL", 0 }, UNKNOWN, UNKNOWN,
      4096 + 512, NULL },
  };
  g_auto (Trace) trace = { 0 };
  LaminaWorkFigures figures;

  trace_open (&trace, cases, G_N_ELEMENTS (cases));
  assert_cases (&trace, cases, G_N_ELEMENTS (cases));
  /* What is smaller than the result is a part of the data, not weights. */
  lamina_work_get_figures (trace.work, G_N_ELEMENTS (cases) - 1, &figures);
  g_assert_cmpint (figures.inputs, ==, 512);
  g_assert_cmpint (figures.parameters, ==, 0);
}

/* A fully connected layer takes data, weights and a bias. Where a trace lists more, nobody knows which they are. */
static void
test_linear (void)
{
  static const Case cases[] = {
    { { "aten::linear", "8x16 float, 4x16 float, 4 float", 0, 0, "k", 0 }, 2 * 8 * 4 * 16, 8 * 4, 512 + 256 + 16 + 128, NULL },
    { { "aten::linear", "2x8x16 float, 4x16 float, -", 20, 0, "k", 0 }, 2 * 16 * 4 * 16, UNKNOWN, 1024 + 256 + 256, NULL },
    { { "aten::linear", "8x16 float, 8x16 float, 8x16 float, 4x16 float, 4 float", 40, 0, "k", 0 }, UNKNOWN, UNKNOWN, UNKNOWN,
      NULL },
    { { "aten::linear", "8x12 float, 8x3x16 float, 4x16 float", 60, 0, "k", 0 }, UNKNOWN, UNKNOWN, UNKNOWN, NULL },
    { { "aten::linear", "8x16 float, 4x12 float, 4 float", 80, 0, "k", 0 }, UNKNOWN, UNKNOWN, UNKNOWN, NULL },
  };
  g_auto (Trace) trace = { 0 };

  trace_open (&trace, cases, G_N_ELEMENTS (cases));
  assert_cases (&trace, cases, G_N_ELEMENTS (cases));
}

/* A name that a compiler or a program made up says nothing of operations, bytes or shapes. */
static void
test_names (void)
{
#define NOTHING UNKNOWN, UNKNOWN, UNKNOWN, NULL
  static const Case cases[] = {
    { { "triton_poi_fused_add_mul_relu_0", "16x64 half, 16x64 half, 1024", 0, 0, "triton_poi_fused_add_mul_relu_0", 0 }, NOTHING },
    { { "triton_red_fused_native_layer_norm_1", "16x64 half, 64 half, 64 half", 20, 0, "k", 0 }, NOTHING },
    { { "triton_tem_fused_mm_2", "16x64 half, 64x32 half, 16x32 half", 40, 0, "k", 0 }, NOTHING },
    { { "MyConvReluFunction", "1x3x8x8 float, 4x3x3x3 float", 60, 0, "k", 0 }, NOTHING },
    { { "MatMulFunction", "16x64 half, 64x32 half", 80, 0, "k", 0 }, NOTHING },
    { { "aiter::gemm_a4w4", "16x32 unsigned char, 32x32 unsigned char, 16x2 unsigned char", 100, 0, "k", 0 }, NOTHING },
    { { "mylib::fused_linear_gelu", "16x64 half, 32x64 half, 32 half", 120, 0, "k", 0 }, NOTHING },
    { { NULL, NULL, 140, 0, "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_tn", 0 }, NOTHING },
    { { NULL, NULL, 160, 0, "triton_poi_fused_add_3", 0 }, NOTHING },
    { { "aten::mm", "16x64 half, 64x32 half", 180, 0, "k", 0 }, 2 * 16 * 64 * 32, UNKNOWN, 2048 + 4096 + 1024, NULL },
  };
#undef NOTHING
  g_auto (Trace) trace = { 0 };

  trace_open (&trace, cases, G_N_ELEMENTS (cases));
  assert_cases (&trace, cases, G_N_ELEMENTS (cases));
  for (guint i = 0; i + 1 < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (lamina_work_get_inferred (trace.work, i), ==, 0);
}

/* What ran nothing on the device, neither itself nor inside, does nothing there. */
static void
test_idle (void)
{
  static const Case cases[] = {
    { { "aten::dropout", "64x64 float, 0.1, False", 0, 0, NULL, 0 }, UNKNOWN, UNKNOWN, UNKNOWN, NULL },
    { { "aten::linear", "8x16 float, 4x16 float, -", 20, 30, NULL, 0 }, UNKNOWN, UNKNOWN, UNKNOWN, NULL },
    { { "aten::mm", "8x16 float, 16x4 float", 25, 0, "k", 0 }, 1024, UNKNOWN, 512 + 256 + 128, NULL },
    /* Its kernel is inside an operator that says nothing. */
    { { "aten::add", "64x64 float, 64x64 float, 1", 60, 30, NULL, 0 }, 4096, UNKNOWN, 3 * 16384, NULL },
    { { "mylib::add", NULL, 65, 0, "k", 0 }, UNKNOWN, UNKNOWN, UNKNOWN, NULL },
    /* On the host. */
    { { "aten::stack", "[64x64 64x64], 0", 100, 0, NULL, 0 }, UNKNOWN, UNKNOWN, UNKNOWN, NULL },
    { { "aten::mm", "8x16 float, 16x4 float", 120, 0, NULL, 0 }, UNKNOWN, UNKNOWN, UNKNOWN, NULL },
  };
  g_auto (Trace) trace = { 0 };
  LaminaWorkFigures figures;

  trace_open (&trace, cases, G_N_ELEMENTS (cases));
  assert_cases (&trace, cases, G_N_ELEMENTS (cases));
  g_assert_cmpint (lamina_work_get_totals (trace.work)->bytes, ==, 896 + 3 * 16384);
  g_assert_cmpint (lamina_work_get_totals (trace.work)->flop, ==, 1024 + 4096);
  lamina_work_get_figures (trace.work, 0, &figures);
  g_assert_cmpint (figures.flop_estimated, ==, UNKNOWN);
  g_assert_cmpint (figures.bytes_estimated, ==, UNKNOWN);
}

/* A trace of the host alone. */
static void
test_host (void)
{
  static const Case cases[] = {
    { { "aten::mm", "8x16 float, 16x4 float", 0, 0, NULL, 0 }, 1024, UNKNOWN, 896, NULL },
    { { "aten::copy_", "1000 float, 1000 float, False", 20, 0, NULL, 0 }, UNKNOWN, UNKNOWN, 8000, NULL },
  };
  g_auto (Trace) trace = { 0 };

  trace_open (&trace, cases, G_N_ELEMENTS (cases));
  assert_cases (&trace, cases, G_N_ELEMENTS (cases));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/work-device/gradients", test_gradients);
  g_test_add_func ("/work-device/copies", test_copies);
  g_test_add_func ("/work-device/destinations", test_destinations);
  g_test_add_func ("/work-device/linear", test_linear);
  g_test_add_func ("/work-device/names", test_names);
  g_test_add_func ("/work-device/idle", test_idle);
  g_test_add_func ("/work-device/host", test_host);
  return g_test_run ();
}
