/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"

/* Traces of XProf through the engine and the loader, as the programs use them. */

static void
test_tpu (void)
{
  check_expected ("chrome-trace", "xprof/tpu.json", "xprof/tpu.txt");
}

static void
test_gpu (void)
{
  check_expected ("chrome-trace", "xprof/gpu.json", "xprof/gpu.txt");
}

static void
test_cpu (void)
{
  check_expected ("chrome-trace", "xprof/cpu.json", "xprof/cpu.txt");
}

/* Operations of one thread that overlap without nesting. */
static void
test_overlaps (void)
{
  check_expected ("chrome-trace", "xprof/overlaps.json", "xprof/overlaps.txt");
}

/* Kernels that only a folded argument tells apart. */
static void
test_namesakes (void)
{
  check_expected ("chrome-trace", "xprof/namesakes.json", "xprof/namesakes.txt");
}

/* The host of another tool: its slices are layers as in any trace. */
static void
test_other_host (void)
{
  check_expected ("chrome-trace", "xprof/other-host.json", "xprof/other-host.txt");
}

#define TRACE(lines, args)                                                                                        \
  "{\"metadata\":{\"highres-ticks\":true},\"traceEvents\":["                                                      \
  "{\"ph\":\"M\",\"pid\":3,\"name\":\"process_name\",\"args\":{\"name\":\"/device:TPU:0\"}},"                     \
  "{\"ph\":\"M\",\"pid\":3,\"tid\":1,\"name\":\"thread_name\",\"args\":{\"name\":\"" lines "\"}},"                \
  "{\"ph\":\"X\",\"pid\":3,\"tid\":1,\"ts\":1,\"dur\":2,\"name\":\"fusion.1\",\"args\":{" args "}}]}"
#define OP(args) TRACE ("XLA Ops", args)
#define HLO(text) OP ("\"long_name\":\"" text "\"")

static const BadInput bad_inputs[] = {
  { "good", RIGHT (HLO ("%a = f32[2]{0} add(f32[2]{0} %b)")) },
  { "no-args", RIGHT (OP ("")) },
  { "line-without-name", RIGHT (TRACE ("", "")) },
  { "hlo-is-empty", RIGHT (HLO ("")) },
  { "hlo-is-equals", RIGHT (HLO (" = ")) },
  { "hlo-without-opcode", RIGHT (HLO ("%a = f32[2]")) },
  { "hlo-without-operands", RIGHT (HLO ("%a = f32[2] add")) },
  { "hlo-is-open", RIGHT (HLO ("%a = f32[2] add(")) },
  { "hlo-operand-is-open", RIGHT (HLO ("%a = f32[2] add(f32[2")) },
  { "hlo-tuple-is-open", RIGHT (HLO ("%a = (f32[2], (s32[]")) },
  { "hlo-operand-tuple-is-open", RIGHT (HLO ("%a = f32[2] add((f32[2]")) },
  { "hlo-layout-is-open", RIGHT (HLO ("%a = f32[2]{0 add(%b)")) },
  { "hlo-comment-is-open", RIGHT (HLO ("%a = f32[2] add(/*index=5")) },
  { "hlo-operand-is-nothing", RIGHT (HLO ("%a = f32[2] add(%)")) },
  { "hlo-operand-is-sign", RIGHT (HLO ("%a = f32[2] add(!)")) },
  { "hlo-dims-are-huge", RIGHT (HLO ("%a = f32[99999999999999999999,2] add(%b)")) },
  { "hlo-dims-are-negative", RIGHT (HLO ("%a = f32[-1] add(%b)")) },
  { "hlo-dims-are-many", RIGHT (HLO ("%a = f32[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
                                     "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1] add(%b)")) },
  { "hlo-of-tokens", RIGHT (HLO ("%a = (token[], f32[]) send(token[] %b)")) },
  { "hlo-is-number", RIGHT (OP ("\"long_name\":7")) },
  { "framework-name-is-colon", RIGHT (OP ("\"long_name\":\":\"")) },
  { "flop-is-word", RIGHT (OP ("\"model_flops\":\"many\"")) },
  { "flop-is-negative", RIGHT (OP ("\"model_flops\":\"-1\",\"bytes_accessed\":-1")) },
  { "flop-is-inf", RIGHT (OP ("\"model_flops\":\"inf\"")) },
  { "flop-does-not-fit", RIGHT (OP ("\"model_flops\":\"99999999999999999999\"")) },
  { "picoseconds-are-word", RIGHT (OP ("\"device_duration_ps\":\"long\"")) },
  { "group-is-word", RIGHT (OP ("\"group_id\":\"one\"")) },
  { "category-is-empty", RIGHT (OP ("\"hlo_category\":\"\",\"hlo_op\":\"\",\"tf_op\":\"\"")) },
  { "steps-only", RIGHT (TRACE ("Steps", "\"group_id\":\"0\"")) },
  { "streams-only", RIGHT (TRACE ("Stream #1", "")) },
  { "cut", ISSUE_OF ("{\"metadata\":{\"highres-ticks\":true},\"traceEvents\":[{\"ph\":\"M\",\"pid\":3,"
                     "\"name\":\"process_name\",\"args\":{\"name\":\"/device:TPU:0\"}},{\"ph\":\"X\",\"pid", "ends inside") },
};

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/xprof/tpu", test_tpu);
  g_test_add_func ("/xprof/gpu", test_gpu);
  g_test_add_func ("/xprof/cpu", test_cpu);
  g_test_add_func ("/xprof/overlaps", test_overlaps);
  g_test_add_func ("/xprof/namesakes", test_namesakes);
  g_test_add_func ("/xprof/other-host", test_other_host);
  add_bad_inputs ("xprof/bad", "input.json", bad_inputs, G_N_ELEMENTS (bad_inputs));
  return g_test_run ();
}
