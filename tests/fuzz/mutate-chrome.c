/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"
#include "trace-random.h"

#include <string.h>

/* Changes traces by what they are made of: whole events are doubled, dropped and swapped; phases, times, threads and what
 * dialects look at are replaced, also by what another event has; brackets are broken. Half of the time libFuzzer changes bytes
 * as it always does. */

gsize LLVMFuzzerMutate (guint8 *data,
                        gsize   size,
                        gsize   max_size);
gsize LLVMFuzzerCustomMutator (guint8 *data,
                               gsize   size,
                               gsize   max_size,
                               guint   seed);

#define MAX_EVENTS 512

typedef struct
{
  gsize start;
  gsize length;
} Span;

typedef struct
{
  guint8 *data;
  gsize size;
  gsize max_size;
  guint64 random;
  Span events[MAX_EVENTS];
  guint n_events;
} Text;

static guint
pick (Text  *text,
      guint  n)
{
  guint random = trace_random (&text->random);

  return n > 0 ? random % n : 0;
}

/* Objects that are elements of an array next to the root. */
static void
find_events (Text *text)
{
  guint depth = 0;
  guint event_depth = 0;
  gsize start = 0;
  gboolean quoted = FALSE;

  for (gsize i = 0; i < text->size && text->n_events < MAX_EVENTS; i++)
    {
      guint8 c = text->data[i];

      if (quoted)
        {
          i += c == '\\';
          quoted = c != '"';
          continue;
        }
      quoted = c == '"';
      if (c == '[' && event_depth == 0)
        event_depth = depth + 1;
      if (c == '{' && depth == event_depth && event_depth > 0)
        start = i;
      if (c == '{' || c == '[')
        depth++;
      if ((c == '}' || c == ']') && depth > 0)
        depth--;
      if (c == '}' && depth == event_depth && event_depth > 0)
        text->events[text->n_events++] = (Span) { start, i + 1 - start };
    }
}

/* Puts @length bytes in the place of @old. */
static void
replace (Text       *text,
         Span        old,
         const void *bytes,
         gsize       length)
{
  g_autofree guint8 *copy = g_memdup2 (bytes, length);

  if (text->size - old.length + length > text->max_size)
    return;
  memmove (text->data + old.start + length, text->data + old.start + old.length, text->size - old.start - old.length);
  if (length > 0)
    memcpy (text->data + old.start, copy, length);
  text->size += length - old.length;
}

static void
replace_text (Text       *text,
              Span        old,
              const char *word)
{
  replace (text, old, word, strlen (word));
}

static void
double_event (Text *text,
              Span  event)
{
  Span place = text->events[pick (text, text->n_events)];
  g_autofree char *doubled = g_strdup_printf ("%.*s,", (int) event.length, (const char *) text->data + event.start);

  place.length = 0;
  replace_text (text, place, doubled);
}

static void
drop_event (Text *text,
            Span  event)
{
  if (event.start + event.length < text->size && text->data[event.start + event.length] == ',')
    event.length++;
  replace (text, event, "", 0);
}

/* The second one first, so that the place of the first stays. */
static void
swap_events (Text *text)
{
  guint first = pick (text, text->n_events);
  guint second = pick (text, text->n_events);
  g_autofree guint8 *bytes = NULL;
  Span a = text->events[MIN (first, second)];
  Span b = text->events[MAX (first, second)];

  if (first == second)
    return;
  bytes = g_memdup2 (text->data + a.start, a.length);
  replace (text, b, bytes, a.length);
}

/* The value of a member of an event, @key with its quotes. */
static gboolean
find_value (Text       *text,
            Span        event,
            const char *key,
            Span       *value)
{
  const char *from = (const char *) text->data + event.start;
  const char *found = g_strstr_len (from, event.length, key);
  gsize i;

  if (found == NULL)
    return FALSE;
  i = (gsize) (found - (const char *) text->data) + strlen (key);
  while (i < event.start + event.length && (text->data[i] == ':' || text->data[i] == ' '))
    i++;
  value->start = i;
  while (i < event.start + event.length && strchr (",}]", text->data[i]) == NULL)
    i++;
  value->length = i - value->start;
  return TRUE;
}

/* What the base and the dialects look at. */
static const char *const keys[] = {
  "\"ph\"", "\"ts\"", "\"dur\"", "\"tid\"", "\"pid\"", "\"id\"", "\"cat\"", "\"name\"", "\"scope\"", "\"args\"",
  "\"sort_index\"",
  /* PyTorch */
  "\"correlation\"", "\"External id\"", "\"Sequence number\"", "\"Fwd thread id\"", "\"bytes\"", "\"Input Dims\"",
  "\"Input type\"", "\"In msg nelems\"", "\"Out msg nelems\"", "\"dtype\"", "\"Group size\"", "\"Process Group Ranks\"",
  "\"Process Group Name\"", "\"Total Allocated\"", "\"Device Id\"", "\"Call stack\"", "\"Module Hierarchy\"",
  "\"Python id\"", "\"Python parent id\"", "\"Python module id\"", "\"rank\"", "\"baseTimeNanoseconds\"",
  /* ONNX Runtime */
  "\"op_name\"", "\"provider\"", "\"node_index\"", "\"parameter_size\"", "\"output_size\"", "\"input_type_shape\"",
  "\"output_type_shape\"", "\"stream\"", "\"parent_name\"",
  /* XProf */
  "\"hlo_op\"", "\"hlo_module\"", "\"hlo_category\"", "\"long_name\"", "\"tf_op\"", "\"group_id\"", "\"bytes_accessed\"",
  "\"model_flops\"", "\"device_duration_ps\"", "\"entries\"", "\"event_stats\"", "\"sf\"", "\"bind_id\"",
  /* TensorFlow, MegEngine */
  "\"op\"", "\"input0\"", "\"tensor_description\"", "\"snapshot\"", "\"__id__\"", "\"__name__\"", "\"__device__\"",
  "\"value\"",
};

static const char *const values[] = {
  "\"X\"", "\"B\"", "\"E\"", "\"i\"", "\"b\"", "\"n\"", "\"e\"", "\"s\"", "\"t\"", "\"f\"", "\"C\"", "\"M\"", "\"N\"",
  "\"O\"", "\"D\"", "\"P\"", "\"S\"", "\"T\"", "\"F\"", "\"p\"", "\"v\"", "\"c\"", "\"(\"", "\"=\"", "\"R\"", "0", "1", "2",
  "7", "-1", "10.5", "10.5005", "1e3", "1712195495525689.272", "9223372036854775", "-9223372036854775", "9223372036854775807",
  "\"5\"", "\"0x1f\"", "null", "\"\"", "[1,2]", "[]", "[[]]", "[[8,-1],[],[[2],[2]]]", "{\"a\":1}", "{}", "true",
  "\"process_name\"", "\"thread_name\"", "\"process_labels\"", "\"thread_sort_index\"",
  /* PyTorch */
  "\"cpu_op\"", "\"kernel\"", "\"cuda_runtime\"", "\"python_function\"", "\"gpu_memcpy\"", "\"gpu_memset\"", "\"cuda_sync\"",
  "\"user_annotation\"", "\"gpu_user_annotation\"", "\"ac2g\"", "\"fwdbwd\"", "\"ProfilerStep#1\"", "\"[memory]\"",
  "\"aten::mm\"", "\"nn.Module: Net_0\"", "\"Optimizer.step#SGD.step\"", "[\"float\",\"Scalar\"]", "\"Float\"", "\"[0, 1]\"",
  "\"autograd::engine::evaluate_function: MmBackward0\"", "\"ncclDevKernel_AllReduce_Sum_f32_RING_LL(a)\"",
  "\"void at::native::f<4, at::native::AddFunctor<float>, std::array<char*, 3> >(int)\"", "\"a;b;c\"",
  /* ONNX Runtime */
  "\"Node\"", "\"Session\"", "\"Kernel\"", "\"Api\"", "\"model_run\"", "\"_kernel_time\"", "\"conv1_kernel_time\"",
  "\"a_fence_before\"", "\"_fence_after\"", "\"model_loading_uri\"", "\"SequentialExecutor::Execute\"", "[{\"float\":[1,2]}]",
  "\"CPUExecutionProvider\"", "\"[{\\\"int64\\\":[]}]\"",
  /* XProf */
  "\"/device:TPU:0\"", "\"/device:GPU:0\"", "\"/host:CPU\"", "\"Steps\"", "\"XLA Ops\"", "\"XLA Modules\"", "\"Async XLA Ops\"",
  "\"Framework Name Scope\"", "\"Stream #14(Compute)\"", "\"fusion.2\"", "\"jit_f(17)\"", "[[1,2],[3,\"4\"],[]]", "\"nan\"",
  "\"%fusion.2 = (s32[], bf16[8,128]{1,0:T(8,128)(2,1)}) fusion(f32[<=128]{0} %a), kind=kLoop\"",
  "\"jit(f)/transpose(jvp(M))/dot\"", "\"18446744073709551615\"",
  /* TensorFlow, MegEngine */
  "\"Op\"", "\"Tensor\"", "\"DataFlow\"", "\"Memory\"", "\"Allocators\"", "\"/device:GPU:0/stream:all Compute\"",
  "\"/job:a/task:0/device:GPU:0 Compute\"", "\"/job:a/task:0/device:GPU:0 Tensors\"", "\"while/MatMul:1\"", "\"^w\"",
  "\"dtype: DT_FLOAT shape { dim { size: 8 } } allocation_description { requested_bytes: 9 ptr: 7 }\"", "\"OpDispatch\"",
  "\"KernelLaunch\"", "\"gpu1:0\"", "\"CompNode(\\\"gpu0:0\\\" from \\\"gpux:0\\\")\"", "\"gpu0:0_alloc_mem\"",
};

static void
change_value (Text *text,
              Span  event)
{
  guint first = pick (text, G_N_ELEMENTS (keys));
  Span value;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (find_value (text, event, keys[(first + i) % G_N_ELEMENTS (keys)], &value))
      {
        replace_text (text, value, values[pick (text, G_N_ELEMENTS (values))]);
        return;
      }
}

/* What ties events is an equal value: one of another event. */
static void
copy_value (Text *text,
            Span  event)
{
  Span other = text->events[pick (text, text->n_events)];
  guint first = pick (text, G_N_ELEMENTS (keys));
  Span from, to;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *key = keys[(first + i) % G_N_ELEMENTS (keys)];

      if (!find_value (text, event, key, &to) || !find_value (text, other, key, &from))
        continue;
      replace (text, to, text->data + from.start, from.length);
      return;
    }
}

static void
move_time (Text *text,
           Span  event)
{
  char digits[32];
  Span value;

  if (!find_value (text, event, "\"ts\"", &value))
    return;
  g_snprintf (digits, sizeof digits, "%u.%03u", pick (text, 40), pick (text, 4) == 0 ? pick (text, 1000) : 0);
  replace_text (text, value, digits);
}

static void
break_brackets (Text *text)
{
  for (guint tries = 0; tries < 64 && text->size > 0; tries++)
    {
      gsize i = pick (text, (guint) text->size);

      if (strchr ("{}[],:\"", text->data[i]) == NULL || text->data[i] == '\0')
        continue;
      if (pick (text, 2) == 0)
        replace (text, (Span) { i, 1 }, "", 0);
      else
        text->data[i] = "{}[],:\""[pick (text, 7)];
      return;
    }
}

static void
mutate_events (Text *text)
{
  Span event = text->events[pick (text, text->n_events)];

  switch (pick (text, 10))
    {
    case 0: double_event (text, event); break;
    case 1: drop_event (text, event); break;
    case 2: swap_events (text); break;
    case 3: break_brackets (text); break;
    case 4: move_time (text, event); break;
    case 5:
    case 6: copy_value (text, event); break;
    default: change_value (text, event); break;
    }
}

gsize
LLVMFuzzerCustomMutator (guint8 *data,
                         gsize   size,
                         gsize   max_size,
                         guint   seed)
{
  Text text = { .data = data, .size = size, .max_size = max_size, .random = seed };

  if (pick (&text, 2) == 0)
    return LLVMFuzzerMutate (data, size, max_size);
  find_events (&text);
  if (text.n_events == 0)
    return LLVMFuzzerMutate (data, size, max_size);
  mutate_events (&text);
  return text.size;
}
