/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"

/* Timelines of TensorFlow 1 through the engine and the loader, as the programs use them. */

static void
test_small (void)
{
  check_expected ("chrome-trace", "tensorflow-timeline/small.json", "tensorflow-timeline/small.txt");
}

/* Two tasks with nodes of one name, and a device of which only the sums of its streams are there. */
static void
test_tasks (void)
{
  check_expected ("chrome-trace", "tensorflow-timeline/tasks.json", "tensorflow-timeline/tasks.txt");
}

/* Operators that begin when the one before ends, where arrows begin, too; and two that overlap without nesting. */
static void
test_lanes (void)
{
  check_expected ("chrome-trace", "tensorflow-timeline/lanes.json", "tensorflow-timeline/lanes.txt");
}

#define PROCESS(pid, name) "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" pid ",\"args\":{\"name\":\"" name "\"}}"
#define ADD(args) "{\"ph\":\"X\",\"cat\":\"Op\",\"name\":\"Add\",\"pid\":0,\"tid\":0,\"ts\":5,\"dur\":2" args "}"
#define NAMES "{\"traceEvents\":[" PROCESS ("0", "/device:CPU:0 Compute")
#define OP(args) NAMES "," ADD (args) "]}"
#define TENSORS NAMES "," ADD ("") "," PROCESS ("1", "/device:CPU:0 Tensors")
#define EVENT(phase, more) "{\"ph\":\"" phase "\",\"cat\":\"Tensor\",\"name\":\"a\",\"pid\":1,\"tid\":0,\"ts\":5" more "}"
#define OBJECT(args) TENSORS "," EVENT ("N", ",\"id\":1") "," EVENT ("O", ",\"id\":1,\"args\":" args) "," \
                     EVENT ("D", ",\"id\":1") "]}"
#define TENSOR(text) OBJECT ("{\"snapshot\":{\"tensor_description\":\"" text "\"}}")

static const BadInput bad_inputs[] = {
  { "good", RIGHT (OP (",\"args\":{\"name\":\"a\",\"op\":\"Add\",\"input0\":\"b\"}")) },
  { "no-args", RIGHT (OP ("")) },
  { "args-are-text", RIGHT (OP (",\"args\":\"a\"")) },
  { "args-are-empty", RIGHT (OP (",\"args\":{}")) },
  { "name-is-number", RIGHT (OP (",\"args\":{\"name\":7,\"op\":8,\"input0\":9}")) },
  { "name-is-object", RIGHT (OP (",\"args\":{\"name\":{},\"op\":[],\"input0\":null}")) },
  { "input-is-itself", RIGHT (OP (",\"args\":{\"name\":\"a\",\"op\":\"Add\",\"input0\":\"a\"}")) },
  { "input-is-control", RIGHT (OP (",\"args\":{\"name\":\"a\",\"input0\":\"^\"}")) },
  { "input-is-cut", RIGHT (OP (",\"args\":{\"name\":\"a\",\"input0\":\"/_\"}")) },
  { "tensor", RIGHT (TENSOR ("dtype: DT_FLOAT shape { dim { size: 2 } }")) },
  { "tensor-is-empty", RIGHT (TENSOR ("")) },
  { "tensor-is-open", RIGHT (TENSOR ("dtype: DT_FLOAT shape { dim { size: 2")) },
  { "tensor-is-closed-twice", RIGHT (TENSOR ("} } dtype: DT_FLOAT }")) },
  { "tensor-of-no-dtype", RIGHT (TENSOR ("dtype: shape { }")) },
  { "tensor-of-long-dtype", RIGHT (TENSOR ("dtype: DT_0123456789012345678901234567890123456789")) },
  { "tensor-of-dtype-in-braces", RIGHT (TENSOR ("dtype { } shape: 7 allocation_description: 8")) },
  { "tensor-size-is-word", RIGHT (TENSOR ("dtype: DT_FLOAT shape { dim { size: many } }")) },
  { "tensor-size-is-negative", RIGHT (TENSOR ("dtype: DT_FLOAT shape { dim { size: -1 } }")) },
  { "tensor-size-does-not-fit", RIGHT (TENSOR ("shape { dim { size: 99999999999999999999 } }")) },
  { "tensor-dims-are-empty", RIGHT (TENSOR ("dtype: DT_FLOAT shape { dim { } dim { } }")) },
  { "tensor-bytes-are-negative", RIGHT (TENSOR ("allocation_description { requested_bytes: -5 ptr: -1 }")) },
  { "tensor-bytes-do-not-fit", RIGHT (TENSOR ("allocation_description { requested_bytes: 99999999999999999999 }")) },
  { "snapshot-is-text", RIGHT (OBJECT ("{\"snapshot\":\"7\"}")) },
  { "snapshot-is-number", RIGHT (OBJECT ("{\"snapshot\":{\"tensor_description\":[1]}}")) },
  { "snapshot-is-missing", RIGHT (OBJECT ("{}")) },
  { "snapshot-alone", RIGHT (TENSORS "," EVENT ("O", ",\"id\":1") "]}") },
  { "created-alone", ISSUE_OF (TENSORS "," EVENT ("N", ",\"id\":1") "]}", "does not end") },
  { "deleted-alone", RIGHT (TENSORS "," EVENT ("D", ",\"id\":1") "]}") },
  { "created-twice", ISSUE_OF (TENSORS "," EVENT ("N", ",\"id\":1") "," EVENT ("N", ",\"id\":1") "]}", "does not end") },
  { "objects-without-id", RIGHT (TENSORS "," EVENT ("N", "") "," EVENT ("O", "") "," EVENT ("D", "") "]}") },
  { "counter-is-word", ISSUE_OF (NAMES "," ADD ("") "," PROCESS ("2", "Allocators") ",{\"ph\":\"C\",\"cat\":\"Memory\","
                                 "\"name\":\"cpu\",\"pid\":2,\"ts\":5,\"args\":{\"cpu\":\"much\"}}]}", "no value") },
  { "flow-step-alone", ISSUE_OF (NAMES ",{\"ph\":\"t\",\"cat\":\"DataFlow\",\"name\":\"a\",\"pid\":0,\"tid\":0,\"ts\":5,"
                                 "\"id\":1}]}", "flow") },
  { "cut", ISSUE_OF (NAMES ",{\"ph\":\"X\",\"cat\":\"Op\",\"na", "ends inside") },
};

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tensorflow-timeline/small", test_small);
  g_test_add_func ("/tensorflow-timeline/tasks", test_tasks);
  g_test_add_func ("/tensorflow-timeline/lanes", test_lanes);
  add_bad_inputs ("tensorflow-timeline/bad", "input.json", bad_inputs, G_N_ELEMENTS (bad_inputs));
  return g_test_run ();
}
