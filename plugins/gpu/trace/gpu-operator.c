/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

#include <string.h>

/*
 * What PyTorch writes around an operator (torch/csrc/profiler/util.cpp, getNvtxStr ()):
 *
 *   aten::addmm, seq = 12, op_id = 34, sizes = [[16], [8, 32], [32, 16]], input_op_ids = [(0,-1), (33,0), (0,-1)]
 *
 * Each part may be missing. A region that the program names by record_function () has a number, too, but it is none of
 * PyTorch's own: those have a namespace and no blank, a number in the tape of autograd, or sizes.
 */

#define SEQ ", seq = "
#define OP ", op_id = "
#define SIZES ", sizes = "
#define INPUTS ", input_op_ids = "

/* More are no list of arguments. */
#define MOST_INPUTS 4096

/* Where one of the parts begins in a text, or NULL: names of operators hold none of them. */
static const char *
find_part (const char *text,
           gsize       length,
           const char *part)
{
  return memmem (text, length, part, strlen (part));
}

/* A number that is negative or too large is none. */
static gint64
read_number (const char *text,
             const char *end)
{
  gint64 number = 0;
  const char *begin = text;

  for (; text < end && g_ascii_isdigit (*text); text++)
    if (__builtin_mul_overflow (number, 10, &number) || __builtin_add_overflow (number, *text - '0', &number))
      return -1;
  return text > begin ? number : -1;
}

static void
read_edges (GpuTrace   *self,
            const char *text,
            const char *end,
            GpuItem    *item)
{
  guint n = 0;

  item->inputs = self->edges->len;
  while ((text = memchr (text, '(', (gsize) (end - text))) != NULL && n < MOST_INPUTS)
    {
      const char *begin = text + 1, *comma = memchr (begin, ',', (gsize) (end - begin));
      GpuEdge edge;

      if (comma == NULL)
        break;
      edge.op = MAX (read_number (begin, comma), 0);
      for (comma++; comma < end && *comma == ' '; comma++)
        ;
      edge.output = (gint32) CLAMP (read_number (comma, end), -1, G_MAXINT32);
      g_array_append_val (self->edges, edge);
      text = comma;
      n++;
    }
  item->n_inputs = (guint16) n;
}

/* Libraries that send messages put a region around each, which is called after them. */
static gboolean
is_of_pytorch (const char    *name,
               gsize          length,
               const GpuItem *item)
{
  gboolean is_engine = length >= strlen (GPU_ENGINE) && memcmp (name, GPU_ENGINE, strlen (GPU_ENGINE)) == 0;
  static const char record[] = "record_param_comms";

  if (item->seq >= 0 || item->sizes != 0 || is_engine)
    return TRUE;
  if (length == strlen (record) && memcmp (name, record, length) == 0)
    return TRUE;
  return find_part (name, length, "::") != NULL && memchr (name, ' ', length) == NULL && memchr (name, '(', length) == NULL;
}

gboolean
gpu_operator_parse (GpuTrace   *self,
                    const char *text,
                    gsize       length,
                    gsize      *name_length,
                    GpuItem    *item)
{
  const char *end = text + length;
  const char *seq = find_part (text, length, SEQ), *op = find_part (text, length, OP);
  const char *sizes = find_part (text, length, SIZES), *inputs = find_part (text, length, INPUTS);
  const char *name_end = end;
  const char *const parts[] = { seq, op, sizes, inputs };

  *item = (GpuItem) { .parent = LAMINA_NONE, .bytes = LAMINA_ABSENT, .message = LAMINA_ABSENT, .op = -1, .seq = -1,
                       .layer = LAMINA_NONE };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL)
      name_end = MIN (name_end, parts[i]);
  *name_length = (gsize) (name_end - text);
  if (seq == NULL && op == NULL && sizes == NULL)
    return FALSE;
  if (seq != NULL)
    item->seq = read_number (seq + strlen (SEQ), end);
  if (op != NULL)
    item->op = read_number (op + strlen (OP), end);
  if (sizes != NULL)
    {
      const char *begin = sizes + strlen (SIZES), *stop = inputs != NULL && inputs > sizes ? inputs : end;

      item->sizes = lamina_builder_intern_raw (self->builder, begin, (gsize) (stop - begin));
    }
  if (!is_of_pytorch (text, *name_length, item))
    return FALSE;
  if (inputs != NULL)
    read_edges (self, inputs + strlen (INPUTS), end, item);
  return TRUE;
}

/* Of lists of tensors each is an argument, so that lists lie two deep and no deeper. */
gboolean
gpu_operator_parse_sizes (const char *text,
                          GArray     *dims,
                          GArray     *firsts)
{
  g_array_set_size (dims, 0);
  g_array_set_size (firsts, 0);
  if (*text++ != '[')
    return FALSE;
  for (; *text != '\0' && firsts->len < MOST_INPUTS; text++)
    {
      if (*text == ']')
        {
          g_array_append_val (firsts, dims->len);
          return TRUE;
        }
      if (*text == ',' || *text == ' ')
        continue;
      if (*text != '[')
        return FALSE;
      g_array_append_val (firsts, dims->len);
      for (text++; *text != ']';)
        {
          gint64 number = read_number (text, text + strlen (text));

          if (number < 0)
            return FALSE;
          g_array_append_val (dims, number);
          text += strspn (text, "0123456789");
          text += strspn (text, ", ");
        }
    }
  return FALSE;
}
