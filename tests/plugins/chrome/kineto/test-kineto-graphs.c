/* SPDX-License-Identifier: Apache-2.0 */
#include "kineto-text.h"

/* What an operator launches through a graph, and what a region of the compiler launches, is inside it. */

#define SPAN(category, name, start, duration) \
  "{'ph': 'X', 'cat': '" category "', 'name': '" name "', 'pid': 100, 'tid': 100, 'ts': " #start ", 'dur': " #duration ", " \
  "'args': {}},"
#define CALL(category, name, start, number) \
  "{'ph': 'X', 'cat': '" category "', 'name': '" name "', 'pid': 100, 'tid': 100, 'ts': " #start ", 'dur': 2, " \
  "'args': {'correlation': " #number "}},"
#define WORK(category, name, start, duration, number) \
  "{'ph': 'X', 'cat': '" category "', 'name': '" name "', 'pid': 0, 'tid': 7, 'ts': " #start ", 'dur': " #duration ", " \
  "'args': {'device': 0, 'stream': 7, 'correlation': " #number ", 'bytes': 4096}},"
#define GEMM "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64"
#define END "{'ph': 'X', 'cat': 'cpu_op', 'name': 'end', 'pid': 100, 'tid': 100, 'ts': 9000, 'dur': 1}"

typedef struct
{
  const char *what;
  const char *events;
  const char *expected; /* of each layer: NAME < PARENT, FAMILY, PHASE, SECTION, ANNOTATION, HOST/SELF/DEVICE in microseconds */
} Case;

static const Case cases[] = {
  { "kernels of a graph are inside the operator that launched it",
    SPAN ("user_annotation", "ProfilerStep#3", 0, 100) SPAN ("user_annotation", "decode", 5, 90)
    SPAN ("cpu_op", "vllm::graph", 10, 50) SPAN ("cpu_op", "aten::copy_", 12, 5) CALL ("cuda_runtime", "cudaMemcpyAsync", 13, 1)
    CALL ("cuda_runtime", "cudaGraphLaunch", 20, 2)
    WORK ("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 200, 5, 1)
    WORK ("kernel", GEMM, 210, 40, 2)
    WORK ("kernel", "flash_fwd_kernel", 250, 30, 2)
    WORK ("kernel", GEMM, 290, 41, 2)
    WORK ("gpu_memset", "Memset (Device)", 340, 2, 2),
    "vllm::graph < —, vllm::graph, unknown, ProfilerStep#3, decode, 50/45/—\n"
    "aten::copy_ < vllm::graph, aten::copy_, unknown, ProfilerStep#3, decode, 5/5/5\n"
    "gemm bf16 128×128×64 tn(" GEMM ") < vllm::graph, gemm, unknown, ProfilerStep#3, decode, —/—/40\n"
    "flash_fwd_kernel < vllm::graph, flash_fwd_kernel, unknown, ProfilerStep#3, decode, —/—/30\n"
    "gemm bf16 128×128×64 tn(" GEMM ") < vllm::graph, gemm, unknown, ProfilerStep#3, decode, —/—/41\n"
    "Memset (Device) < vllm::graph, Memset, copy, ProfilerStep#3, decode, —/—/2\n"
    "end < —, end, unknown, —, , 1/1/—\n" },
  { "so they are by the driver's call and by that of HIP",
    SPAN ("cpu_op", "a", 10, 50) CALL ("cuda_driver", "cuGraphLaunch_ptsz", 20, 1)
    SPAN ("cpu_op", "b", 110, 50) CALL ("cuda_runtime", "hipGraphLaunch", 120, 2)
    WORK ("kernel", "k1", 200, 5, 1) WORK ("kernel", "k2", 210, 6, 2) WORK ("kernel", "k3", 220, 7, 2),
    "a < —, a, unknown, —, , 50/50/—\nb < —, b, unknown, —, , 50/50/—\n"
    "k1 < a, k1, unknown, —, , —/—/5\nk2 < b, k2, unknown, —, , —/—/6\nk3 < b, k3, unknown, —, , —/—/7\n"
    "end < —, end, unknown, —, , 1/1/—\n" },
  { "kernels of a graph without an operator are layers of their own",
    SPAN ("user_annotation", "execute_32", 0, 100) CALL ("cuda_runtime", "hipGraphLaunch", 20, 1)
    WORK ("kernel", "k1", 200, 5, 1) WORK ("kernel", "k2", 210, 6, 1),
    "k1 < —, k1, unknown, —, execute_32, —/—/5\nk2 < —, k2, unknown, —, execute_32, —/—/6\n"
    "end < —, end, unknown, —, , 1/1/—\n" },
  { "what a region of the compiler launches itself is inside it, what its operators launch is theirs",
    SPAN ("cpu_op", "Torch-Compiled Region: 0/0", 10, 80) SPAN ("cpu_op", "CompiledFunction", 12, 70)
    SPAN ("cpu_op", "## Call CompiledFxGraph fabc ##", 14, 60)
    CALL ("cuda_driver", "cuLaunchKernel", 20, 1)
    SPAN ("cpu_op", "aten::mm", 30, 10)
    CALL ("cuda_runtime", "cudaLaunchKernel", 31, 2) CALL ("cuda_runtime", "cudaLaunchKernel", 35, 3)
    CALL ("cuda_driver", "cuLaunchKernelEx", 50, 4)
    WORK ("kernel", "triton_poi_fused_add_0", 200, 5, 1)
    WORK ("kernel", "im2col_kernel", 210, 6, 2) WORK ("kernel", "gemm_kernel", 220, 7, 3)
    WORK ("kernel", "triton_red_fused_mean_1", 230, 8, 4),
    "Torch-Compiled Region: 0/0 < —, Torch-Compiled Region: 0/0, unknown, —, , 80/10/—\n"
    "CompiledFunction < Torch-Compiled Region: 0/0, CompiledFunction, unknown, —, , 70/10/—\n"
    "## Call CompiledFxGraph fabc ## < CompiledFunction, ## Call CompiledFxGraph fabc ##, unknown, —, , 60/50/—\n"
    "aten::mm < ## Call CompiledFxGraph fabc ##, aten::mm, unknown, —, , 10/10/13\n"
    "triton_poi_fused_add_0 < ## Call CompiledFxGraph fabc ##, triton_poi_fused_add_0, unknown, —, , —/—/5\n"
    "triton_red_fused_mean_1 < ## Call CompiledFxGraph fabc ##, triton_red_fused_mean_1, unknown, —, , —/—/8\n"
    "end < —, end, unknown, —, , 1/1/—\n" },
  { "backward they are backward",
    SPAN ("cpu_op", "autograd::engine::evaluate_function: CompiledFunctionBackward", 10, 80)
    SPAN ("cpu_op", "CompiledFunctionBackward", 12, 70)
    CALL ("cuda_driver", "cuLaunchKernel", 20, 1) CALL ("cuda_runtime", "cudaMemcpyAsync", 85, 2)
    WORK ("kernel", "triton_poi_fused_add_0", 200, 5, 1) WORK ("gpu_memcpy", "Memcpy DtoD (Device -> Device)", 210, 6, 2),
    "CompiledFunctionBackward(autograd::engine::evaluate_function) < —, CompiledFunctionBackward, backward, —, , 80/10/—\n"
    "CompiledFunctionBackward < CompiledFunctionBackward(autograd::engine::evaluate_function), CompiledFunctionBackward, "
    "backward, —, , 70/70/—\n"
    "triton_poi_fused_add_0 < CompiledFunctionBackward, triton_poi_fused_add_0, backward, —, , —/—/5\n"
    "Memcpy DtoD (Device -> Device) < CompiledFunctionBackward(autograd::engine::evaluate_function), Memcpy DtoD, copy, —, , "
    "—/—/6\n"
    "end < —, end, unknown, —, , 1/1/—\n" },
  { "an ordinary operator with several kernels is one layer",
    SPAN ("cpu_op", "aten::convolution", 10, 50) CALL ("cuda_runtime", "cudaLaunchKernel", 20, 1)
    CALL ("cuda_runtime", "cudaLaunchKernel", 30, 2)
    WORK ("kernel", "im2col_kernel", 200, 5, 1) WORK ("kernel", "gemm_kernel", 210, 6, 2),
    "aten::convolution < —, aten::convolution, unknown, —, , 50/50/11\nend < —, end, unknown, —, , 1/1/—\n" },
  { "kernels stand behind what launched them, whatever the clocks say, and what overlaps counts once",
    SPAN ("cpu_op", "CompiledFunction", 100, 50) SPAN ("cpu_op", "aten::add", 120, 5)
    CALL ("cuda_driver", "cuLaunchKernel", 110, 1) CALL ("cuda_driver", "cuLaunchKernel", 113, 2)
    WORK ("kernel", "early", 50, 10, 1) WORK ("kernel", "inside", 55, 10, 2),
    "CompiledFunction < —, CompiledFunction, unknown, —, , 50/45/—\n"
    "early < CompiledFunction, early, unknown, —, , —/—/5\n"
    "inside < CompiledFunction, inside, unknown, —, , —/—/10\n"
    "aten::add < CompiledFunction, aten::add, unknown, —, , 5/5/—\n"
    "end < —, end, unknown, —, , 1/1/—\n" },
};

static void
append_time (GString *text,
             gint64   time,
             char     end)
{
  if (time == LAMINA_ABSENT)
    g_string_append (text, "—");
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, time / 1000);
  g_string_append_c (text, end);
}

static const char *const phases[] = { "unknown", "forward", "backward", "optimizer", "copy" };

static void
append_layer (GString   *text,
              LaminaRun *run,
              guint      i)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 parent = layers->parent[i], section = lamina_column_row (layers->section, i);

  g_string_append_printf (text, "%s < %s, %s, %s, %s, %s, ", lamina_run_get_string (run, layers->name[i]),
                          parent == LAMINA_NONE ? "—" : lamina_run_get_string (run, layers->name[parent]),
                          lamina_run_get_string (run, layers->type[i]), phases[layers->phase[i]],
                          section == LAMINA_NONE ? "—" : lamina_run_get_section (run, section)->title,
                          lamina_run_get_string (run, lamina_column_id (layers->annotation, i)));
  append_time (text, lamina_column_number (layers->host, i), '/');
  append_time (text, lamina_column_number (layers->host_self, i), '/');
  append_time (text, lamina_column_number (layers->device_time, i), '\n');
}

static void
test_case (gconstpointer data)
{
  const Case *expected = data;
  g_autofree char *events = g_strconcat (expected->events, END, NULL);
  g_autoptr (LaminaDocument) document = load_kineto ("", events);
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    append_layer (found, run, i);
  g_test_message ("%s", expected->what);
  g_assert_cmpstr (found->str, ==, expected->expected);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kineto-graphs/%u", i + 1);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  return g_test_run ();
}
