/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

#include <string.h>

/*
 * Tools name the same attribute differently: `stride_h`, `sy`, `Stride`, `strides`. PyTorch names none of them, see
 * lamina_work_read_arguments().
 */

typedef enum
{
  KIND_NONE,
  KIND_KERNEL,
  KIND_STRIDE,
  KIND_PADDING,
  KIND_DILATION,
  KIND_EQUATION,
  KIND_WAY,
} Kind;

typedef struct
{
  const char *key;
  guint8 kind;
  guint8 place; /* which dimension a single number belongs to; 3 for a list of all */
} Name;

#define ALL LAMINA_WORK_MAX_SPATIAL

static const Name names[] = {
  { "window_h", KIND_KERNEL, 0 },  { "window_w", KIND_KERNEL, 1 },  { "stride_h", KIND_STRIDE, 0 },
  { "stride_w", KIND_STRIDE, 1 },  { "pad_h", KIND_PADDING, 0 },    { "pad_w", KIND_PADDING, 1 },
  { "dilate_h", KIND_DILATION, 0 }, { "dilate_w", KIND_DILATION, 1 },
  { "kh", KIND_KERNEL, 0 },        { "kw", KIND_KERNEL, 1 },        { "sy", KIND_STRIDE, 0 },
  { "sx", KIND_STRIDE, 1 },        { "ph", KIND_PADDING, 0 },       { "pw", KIND_PADDING, 1 },
  { "dy", KIND_DILATION, 0 },      { "dx", KIND_DILATION, 1 },
  { "WindowSize", KIND_KERNEL, ALL }, { "Kernel", KIND_KERNEL, ALL },   { "Stride", KIND_STRIDE, ALL },
  { "PrePadding", KIND_PADDING, ALL }, { "Dilation", KIND_DILATION, ALL },
  { "kernel_size", KIND_KERNEL, ALL }, { "kernel_shape", KIND_KERNEL, ALL }, { "pool_size", KIND_KERNEL, ALL },
  { "strides", KIND_STRIDE, ALL }, { "stride", KIND_STRIDE, ALL },  { "padding", KIND_PADDING, ALL },
  { "dilation", KIND_DILATION, ALL }, { "equation", KIND_EQUATION, ALL },
  { "mode", KIND_WAY, ALL },       { "ResizeMode", KIND_WAY, ALL }, { "imode", KIND_WAY, ALL },
  { "method", KIND_WAY, ALL },
};

static gint64 *
get_lengths (LaminaWorkAttributes *self,
             Kind                  kind)
{
  switch (kind)
    {
    case KIND_KERNEL:
      return self->kernel;
    case KIND_STRIDE:
      return self->stride;
    case KIND_PADDING:
      return self->padding;
    case KIND_DILATION:
      return self->dilation;
    case KIND_NONE:
    case KIND_EQUATION:
    case KIND_WAY:
    default:
      return NULL;
    }
}

void
lamina_work_set_lengths (LaminaWorkAttributes *attributes,
                         gint64               *lengths,
                         const char           *text,
                         gsize                 length)
{
  LaminaShape shape;

  if (!lamina_shape_parse (text, length, &shape) || shape.n == 0 || shape.n > LAMINA_WORK_MAX_SPATIAL)
    return;
  for (guint i = 0; i < LAMINA_WORK_MAX_SPATIAL; i++)
    {
      gint64 value = shape.dims[MIN (i, shape.n - 1)];

      lengths[i] = value == LAMINA_ABSENT || value > G_MAXINT32 ? 0 : MAX (value, 0);
    }
  attributes->n = MAX (attributes->n, shape.n);
}

/* `linear`, `kBILINEAR`, `nearest_neighbor`. */
static LaminaWorkWay
read_way (const char *text,
          gsize       length)
{
  g_autofree char *words = g_ascii_strdown (text, (gssize) length);

  if (strstr (words, "cubic"))
    return LAMINA_WORK_CUBIC;
  if (strstr (words, "linear"))
    return LAMINA_WORK_LINEAR_WAY;
  return strstr (words, "nearest") ? LAMINA_WORK_NEAREST : LAMINA_WORK_PLAIN;
}

static void
set_text (LaminaWorkAttributes *self,
          Kind                  kind,
          const char           *text,
          gsize                 length)
{
  if (kind == KIND_EQUATION)
    {
      if (length < sizeof self->equation)
        memcpy (self->equation, text, length);
    }
  else if (kind == KIND_WAY)
    self->way = read_way (text, length);
  else if (get_lengths (self, kind))
    lamina_work_set_lengths (self, get_lengths (self, kind), text, length);
}

static void
set_value (LaminaWorkAttributes *self,
           const Name           *name,
           const LaminaValue    *value)
{
  if (value->type == LAMINA_VALUE_INTEGER && name->place < ALL)
    {
      gint64 *lengths = get_lengths (self, (Kind) name->kind);

      if (lengths && value->integer >= 0 && value->integer <= G_MAXINT32)
        lengths[name->place] = value->integer;
      self->n = MAX (self->n, (guint) name->place + 1);
    }
  else if (value->type == LAMINA_VALUE_TEXT && value->text)
    set_text (self, (Kind) name->kind, value->text, strlen (value->text));
}

/* `["TensorList", "TensorList", "Scalar"]`: the types of the arguments. */
static guint
count_lists (const char *text)
{
  guint n = 0;

  while ((text = strstr (text, "\"TensorList\"")) != NULL)
    {
      text += strlen ("\"TensorList\"");
      n++;
    }
  return n;
}

/* The three lists of the arguments of an operator of PyTorch. */
typedef struct
{
  const char *dims;
  const char *types;
  const char *values;
} Lists;

static void
read_lists (LaminaWorkAttributes *self,
            const char           *type,
            const Lists          *lists)
{
  LaminaWorkArgument arguments[LAMINA_WORK_MOST_ARGUMENTS];
  guint n;

  if (lists->values)
    lamina_work_read_arguments (self, type, lists->values);
  if (!lists->types)
    return;
  self->n_lists = count_lists (lists->types);
  lamina_work_count_arguments (self, type, lists->types);
  if (!lists->dims || !lamina_work_find_signature (type, NULL))
    return;
  n = lamina_work_split_arguments (lists->dims, lists->types, lists->values, arguments);
  self->attention.is_read = n > 0 && lamina_work_read_attention (&self->attention, type, arguments, n);
}

gboolean
lamina_work_attributes_read (LaminaDocument       *document,
                             guint                 run,
                             guint                 layer,
                             LaminaWorkAttributes *attributes)
{
  const LaminaPlace place = { LAMINA_PLACE_LAYER, run, 0, layer };
  LaminaRun *of = lamina_document_get_run (document, run);
  const char *type = lamina_run_get_string (of, lamina_column_id (lamina_run_get_layers (of)->type, layer));
  g_autoptr (LaminaDetails) details = lamina_document_describe (document, &place, NULL);
  Lists lists = { NULL, NULL, NULL };

  memset (attributes, 0, sizeof *attributes);
  for (guint i = 0; details && i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);

      if (detail->value.type == LAMINA_VALUE_TEXT && detail->value.text)
        {
          if (g_str_equal (detail->key, "Input Dims") || g_str_equal (detail->key, "Input dims"))
            lists.dims = detail->value.text;
          else if (g_str_equal (detail->key, "Input type"))
            lists.types = detail->value.text;
          else if (g_str_equal (detail->key, "Concrete Inputs"))
            lists.values = detail->value.text;
        }
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        if (g_str_equal (names[k].key, detail->key))
          set_value (attributes, &names[k], &detail->value);
    }
  read_lists (attributes, type, &lists);
  return attributes->n > 0 || attributes->equation[0] != '\0' || attributes->transposed || attributes->n_lists > 0
         || attributes->way != LAMINA_WORK_PLAIN || attributes->axes_known != LAMINA_WORK_AXES_UNKNOWN || attributes->rows > 0
         || attributes->adds || attributes->gradients != 0 || attributes->attention.is_read;
}
