/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chainer-graph.h"

#include <string.h>

/*
 * A graph states bytes, no shapes. They follow where Chainer's usual float32 is taken, images are square, and a convolution
 * has a bias:
 *
 *   bias     C'                    weights  C' C k k                  x  N C h h       y  N C' h' h'
 *
 * The bias names C', the weights C k². With the way the window moves, h' follows from h, and of all k and N that divide the
 * sizes of x and y there is often only one pair with whole h and h'. Where there are several, nothing is said, unless
 * another function names N. From the first such convolution on, shapes go from neighbor to neighbor: each must give the
 * bytes that the file states.
 */

#define ELEMENT_BYTES 4
#define MOST_KERNEL 15
#define MOST_BATCH 65536
#define MOST_PASSES 64
/* Each takes a while where nothing fits. */
#define MOST_SOLVED 100
#define MOST_ELEMENTS (G_GINT64_CONSTANT (1) << 40)

typedef struct
{
  ChainerGraph *graph;
  ChainerShape *shapes;
  gint64 batch;
  guint n_solved;
  gboolean changed;
} Inference;

static gint64
get_root (gint64 square)
{
  gint64 low = 0, high = G_GINT64_CONSTANT (1) << 21;

  while (low < high)
    {
      gint64 middle = (low + high + 1) / 2;

      if (middle * middle <= square)
        low = middle;
      else
        high = middle - 1;
    }
  return low * low == square ? low : 0;
}

/* The variable of a use, or LAMINA_NONE. */
static guint32
get_variable (GArray *uses,
              guint   i)
{
  return i < uses->len ? g_array_index (uses, ChainerUse, i).variable : LAMINA_NONE;
}

/* Elements of a variable; 0 when they are not known or not whole. */
static gint64
get_elements (Inference *self,
              guint32    variable)
{
  gint64 bytes = variable != LAMINA_NONE ? chainer_graph_get_variable (self->graph, variable)->bytes : 0;

  return bytes > 0 && bytes % ELEMENT_BYTES == 0 && bytes / ELEMENT_BYTES <= MOST_ELEMENTS ? bytes / ELEMENT_BYTES : 0;
}

static const ChainerShape *
get_shape (Inference *self,
           guint32    variable,
           guint      n)
{
  const ChainerShape *shape = variable != LAMINA_NONE ? &self->shapes[variable] : NULL;

  return shape && shape->known && shape->n == n ? shape : NULL;
}

/* Only what gives the bytes of the file. */
static void
set_shape (Inference *self,
           guint32    variable,
           guint      n,
           gint64     a,
           gint64     b,
           gint64     c,
           gint64     d)
{
  const gint64 dims[CHAINER_MAX_RANK] = { a, b, c, d };
  gint64 product = 1;

  if (variable == LAMINA_NONE || self->shapes[variable].known)
    return;
  for (guint i = 0; i < n; i++)
    if (dims[i] < 1 || __builtin_mul_overflow (product, dims[i], &product))
      return;
  if (product != get_elements (self, variable))
    return;
  self->shapes[variable].known = TRUE;
  self->shapes[variable].n = n;
  memcpy (self->shapes[variable].dims, dims, sizeof dims);
  self->changed = TRUE;
  if (n == 4 && chainer_graph_get_variable (self->graph, variable)->role != LAMINA_ROLE_PARAMETER)
    self->batch = a;
}

static gint64
slide (const ChainerFunction *function,
       gint64                 length,
       gint64                 kernel)
{
  gint64 room = length + 2 * function->padding - kernel;

  return room < 0 ? 0 : room / function->stride + 1;
}

static gboolean
is_fit (const ChainerFunction *function,
        gint64                 x,
        gint64                 y,
        gint64                 kernel,
        gint64                 batch)
{
  gint64 length, result;

  if (x % batch != 0 || y % batch != 0)
    return FALSE;
  length = get_root (x / batch);
  result = get_root (y / batch);
  return length > 0 && result > 0 && slide (function, length, kernel) == result;
}

/* The only k and N that fit the sizes of both sides; FALSE without any or with several. */
static gboolean
solve (Inference             *self,
       const ChainerFunction *function,
       gint64                 weights,
       gint64                 x,
       gint64                 y,
       gint64                *kernel,
       gint64                *batch)
{
  gint64 first = MAX (self->batch, 1), last = self->batch > 0 ? self->batch : MIN (y, MOST_BATCH);
  guint n = 0;

  if (++self->n_solved > MOST_SOLVED)
    return FALSE;
  for (gint64 k = 1; k <= MOST_KERNEL && n < 2; k++)
    if (weights % (k * k) == 0 && x % (weights / (k * k)) == 0)
      for (gint64 i = first; i <= last && n < 2; i++)
        if (is_fit (function, x / (weights / (k * k)), y, k, i))
          {
            *kernel = k;
            *batch = i;
            n++;
          }
  return n == 1;
}

static void
infer_convolution (Inference             *self,
                   const ChainerFunction *function)
{
  guint32 x = get_variable (function->inputs, 0), w = get_variable (function->inputs, 1);
  guint32 b = get_variable (function->inputs, 2), y = get_variable (function->outputs, 0);
  const ChainerShape *data = get_shape (self, x, 4);
  gint64 maps = get_elements (self, b), weights = get_elements (self, w), elements = get_elements (self, y);
  gint64 kernel, batch, length;

  if (maps == 0 || weights == 0 || weights % maps != 0 || elements % maps != 0 || get_elements (self, x) == 0)
    return;
  if (data)
    {
      kernel = weights / maps % data->dims[1] == 0 ? get_root (weights / maps / data->dims[1]) : 0;
      batch = data->dims[0];
      length = data->dims[2];
    }
  else if (solve (self, function, weights / maps, get_elements (self, x), elements / maps, &kernel, &batch))
    length = get_root (get_elements (self, x) / (weights / maps / (kernel * kernel)) / batch);
  else
    return;
  if (kernel == 0 || slide (function, length, kernel) == 0)
    return;
  set_shape (self, x, 4, batch, weights / maps / (kernel * kernel), length, length);
  set_shape (self, w, 4, maps, weights / maps / (kernel * kernel), kernel, kernel);
  set_shape (self, b, 1, maps, 0, 0, 0);
  set_shape (self, y, 4, batch, maps, slide (function, length, kernel), slide (function, length, kernel));
}

static void
infer_deconvolution (Inference             *self,
                     const ChainerFunction *function)
{
  guint32 w = get_variable (function->inputs, 1), b = get_variable (function->inputs, 2);
  const ChainerShape *data = get_shape (self, get_variable (function->inputs, 0), 4);
  gint64 maps = get_elements (self, b), weights = get_elements (self, w), kernel, length;

  if (!data || maps == 0 || weights % maps != 0 || weights / maps % data->dims[1] != 0)
    return;
  kernel = get_root (weights / maps / data->dims[1]);
  length = function->length > 0 ? function->length
                                : (data->dims[2] - 1) * function->stride - 2 * function->padding + kernel;
  if (kernel == 0)
    return;
  set_shape (self, w, 4, data->dims[1], maps, kernel, kernel);
  set_shape (self, b, 1, maps, 0, 0, 0);
  set_shape (self, get_variable (function->outputs, 0), 4, data->dims[0], maps, length, length);
}

/* Pooling and cutting out keep images and channels. */
static void
infer_smaller (Inference             *self,
               const ChainerFunction *function)
{
  const ChainerShape *data = get_shape (self, get_variable (function->inputs, 0), 4);
  guint32 y = get_variable (function->outputs, 0);
  gint64 planes = data ? data->dims[0] * data->dims[1] : 0, length;

  if (planes == 0 || get_elements (self, y) % planes != 0)
    return;
  length = get_root (get_elements (self, y) / planes);
  if (length <= data->dims[2])
    set_shape (self, y, 4, data->dims[0], data->dims[1], length, length);
}

static void
infer_concatenation (Inference             *self,
                     const ChainerFunction *function)
{
  const ChainerShape *first = get_shape (self, get_variable (function->inputs, 0), 4);
  gint64 channels = 0;

  for (guint i = 0; i < function->inputs->len; i++)
    {
      const ChainerShape *data = get_shape (self, get_variable (function->inputs, i), 4);

      if (!data || data->dims[0] != first->dims[0] || data->dims[2] != first->dims[2])
        return;
      channels += data->dims[1];
    }
  if (first)
    set_shape (self, get_variable (function->outputs, 0), 4, first->dims[0], channels, first->dims[2], first->dims[3]);
}

/* A class for each place. */
static void
infer_loss (Inference             *self,
            const ChainerFunction *function)
{
  const ChainerShape *data = get_shape (self, get_variable (function->inputs, 0), 4);

  if (data)
    set_shape (self, get_variable (function->inputs, 1), 3, data->dims[0], data->dims[2], data->dims[3], 0);
}

/* What works on each element. */
static void
infer_same (Inference             *self,
            const ChainerFunction *function)
{
  guint32 x = get_variable (function->inputs, 0), y = get_variable (function->outputs, 0);
  const ChainerShape *data = get_shape (self, x, 4), *result = get_shape (self, y, 4);

  if (data)
    set_shape (self, y, 4, data->dims[0], data->dims[1], data->dims[2], data->dims[3]);
  else if (result)
    set_shape (self, x, 4, result->dims[0], result->dims[1], result->dims[2], result->dims[3]);
}

static const struct
{
  const char *type;
  void (*infer) (Inference             *self,
                 const ChainerFunction *function);
} rules[] = {
  { "Convolution2DFunction", infer_convolution }, { "Deconvolution2DFunction", infer_deconvolution },
  { "MaxPooling2D", infer_smaller },              { "AveragePooling2D", infer_smaller },
  { "GetItem", infer_smaller },                   { "Concat", infer_concatenation },
  { "SoftmaxCrossEntropy", infer_loss },          { "ReLU", infer_same },
  { "Dropout", infer_same },                      { "LeakyReLU", infer_same },
  { "Sigmoid", infer_same },                      { "Tanh", infer_same },
};

ChainerShape *
chainer_shapes_infer (ChainerGraph *graph)
{
  Inference self = { .graph = graph, .shapes = g_new0 (ChainerShape, MAX (graph->variables->len, 1)), .changed = TRUE };

  for (guint pass = 0; pass < MOST_PASSES && self.changed; pass++)
    {
      self.changed = FALSE;
      for (guint32 i = 0; i < graph->functions->len; i++)
        {
          const ChainerFunction *function = chainer_graph_get_function (graph, i);

          for (guint k = 0; !function->backward && function->type && k < G_N_ELEMENTS (rules); k++)
            if (strcmp (rules[k].type, function->type) == 0)
              rules[k].infer (&self, function);
        }
    }
  return self.shapes;
}
