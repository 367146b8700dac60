/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-attributes-private.h"

#include <string.h>

/* What an attribute or an argument says; the first four are lengths of a window. */
typedef enum
{
  KIND_NONE,
  KIND_KERNEL,
  KIND_STRIDE,
  KIND_PADDING,
  KIND_DILATION,
  KIND_TRANSPOSED,
  KIND_EQUATION,
  KIND_WAY,
  KIND_AXES,      /* None and the empty list are all */
  KIND_KEEPS,
  KIND_AVERAGED,  /* of a loss: 0 for each element, 1 and 2 to one number */
  KIND_ROWS,
  KIND_ADDS,
  KIND_GRADIENTS, /* a truth for each of data, weights and bias */
} Kind;

/* Tools name the same attribute differently: `stride_h`, `sy`, `Stride`, `strides`. */
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

/*
 * PyTorch names no arguments: it lists them in their order, tensors empty. Operators of one name that take different
 * arguments are told apart by how many there are.
 */
typedef struct
{
  const char *type;
  guint8 n;         /* how many arguments there are, 0 for any number */
  gboolean is_full; /* reduces all there is */
  guint8 kinds[11];
} Signature;

#define SIGNATURE(type, ...) { "aten::" type, 0, FALSE, { __VA_ARGS__ } }
#define OF_MANY(n, type, ...) { "aten::" type, n, FALSE, { __VA_ARGS__ } }
#define FULL(n, type) { "aten::" type, n, TRUE, { 0 } }

static const Signature signatures[] = {
  SIGNATURE ("conv1d", 0, 0, 0, KIND_STRIDE, KIND_PADDING, KIND_DILATION),
  SIGNATURE ("conv2d", 0, 0, 0, KIND_STRIDE, KIND_PADDING, KIND_DILATION),
  SIGNATURE ("conv3d", 0, 0, 0, KIND_STRIDE, KIND_PADDING, KIND_DILATION),
  SIGNATURE ("convolution", 0, 0, 0, KIND_STRIDE, KIND_PADDING, KIND_DILATION, KIND_TRANSPOSED),
  SIGNATURE ("_convolution", 0, 0, 0, KIND_STRIDE, KIND_PADDING, KIND_DILATION, KIND_TRANSPOSED),
  SIGNATURE ("cudnn_convolution", 0, 0, KIND_PADDING, KIND_STRIDE, KIND_DILATION),
  SIGNATURE ("miopen_convolution", 0, 0, 0, KIND_PADDING, KIND_STRIDE, KIND_DILATION),
  SIGNATURE ("mkldnn_convolution", 0, 0, 0, KIND_PADDING, KIND_STRIDE, KIND_DILATION),
  SIGNATURE ("thnn_conv2d", 0, 0, KIND_KERNEL, 0, KIND_STRIDE, KIND_PADDING),
  SIGNATURE ("_slow_conv2d_forward", 0, 0, KIND_KERNEL, 0, KIND_STRIDE, KIND_PADDING),
  SIGNATURE ("_conv_depthwise2d", 0, 0, KIND_KERNEL, 0, KIND_STRIDE, KIND_PADDING, KIND_DILATION),
  SIGNATURE ("convolution_backward", 0, 0, 0, 0, KIND_STRIDE, KIND_PADDING, KIND_DILATION, KIND_TRANSPOSED, 0, 0,
             KIND_GRADIENTS),
  SIGNATURE ("cudnn_convolution_backward", 0, 0, 0, KIND_PADDING, KIND_STRIDE, KIND_DILATION, 0, 0, 0, 0, KIND_GRADIENTS),
  SIGNATURE ("max_pool1d", 0, KIND_KERNEL, KIND_STRIDE, KIND_PADDING, KIND_DILATION),
  SIGNATURE ("max_pool2d", 0, KIND_KERNEL, KIND_STRIDE, KIND_PADDING, KIND_DILATION),
  SIGNATURE ("max_pool2d_with_indices", 0, KIND_KERNEL, KIND_STRIDE, KIND_PADDING, KIND_DILATION),
  SIGNATURE ("max_pool3d", 0, KIND_KERNEL, KIND_STRIDE, KIND_PADDING, KIND_DILATION),
  SIGNATURE ("avg_pool2d", 0, KIND_KERNEL, KIND_STRIDE, KIND_PADDING),
  SIGNATURE ("avg_pool3d", 0, KIND_KERNEL, KIND_STRIDE, KIND_PADDING),
  SIGNATURE ("avg_pool2d_backward", 0, 0, KIND_KERNEL, KIND_STRIDE, KIND_PADDING),
  SIGNATURE ("avg_pool3d_backward", 0, 0, KIND_KERNEL, KIND_STRIDE, KIND_PADDING),
  SIGNATURE ("einsum", KIND_EQUATION),
  SIGNATURE ("upsample_linear1d", 0, KIND_KERNEL),
  SIGNATURE ("upsample_bilinear2d", 0, KIND_KERNEL),
  SIGNATURE ("_upsample_bilinear2d_aa", 0, KIND_KERNEL),
  SIGNATURE ("upsample_bicubic2d", 0, KIND_KERNEL),
  SIGNATURE ("_upsample_bicubic2d_aa", 0, KIND_KERNEL),
  SIGNATURE ("upsample_trilinear3d", 0, KIND_KERNEL),
  SIGNATURE ("upsample_nearest1d", 0, KIND_KERNEL),
  SIGNATURE ("upsample_nearest2d", 0, KIND_KERNEL),
  SIGNATURE ("upsample_nearest3d", 0, KIND_KERNEL),
  SIGNATURE ("_upsample_nearest_exact2d", 0, KIND_KERNEL),
  FULL (2, "sum"),
  SIGNATURE ("sum", 0, KIND_AXES, KIND_KEEPS),
  SIGNATURE ("nansum", 0, KIND_AXES, KIND_KEEPS),
  FULL (2, "mean"),
  SIGNATURE ("mean", 0, KIND_AXES, KIND_KEEPS),
  FULL (2, "prod"),
  SIGNATURE ("prod", 0, KIND_AXES, KIND_KEEPS),
  FULL (1, "max"),
  OF_MANY (3, "max", 0, KIND_AXES, KIND_KEEPS),
  FULL (1, "min"),
  OF_MANY (3, "min", 0, KIND_AXES, KIND_KEEPS),
  SIGNATURE ("amax", 0, KIND_AXES, KIND_KEEPS),
  SIGNATURE ("amin", 0, KIND_AXES, KIND_KEEPS),
  SIGNATURE ("argmax", 0, KIND_AXES, KIND_KEEPS),
  SIGNATURE ("argmin", 0, KIND_AXES, KIND_KEEPS),
  FULL (1, "any"),
  OF_MANY (3, "any", 0, KIND_AXES, KIND_KEEPS),
  FULL (1, "all"),
  OF_MANY (3, "all", 0, KIND_AXES, KIND_KEEPS),
  SIGNATURE ("logsumexp", 0, KIND_AXES, KIND_KEEPS),
  FULL (2, "var"),
  SIGNATURE ("var", 0, KIND_AXES, 0, KIND_KEEPS),
  FULL (2, "std"),
  SIGNATURE ("std", 0, KIND_AXES, 0, KIND_KEEPS),
  FULL (2, "norm"),
  FULL (3, "norm"),
  SIGNATURE ("norm", 0, 0, KIND_AXES, KIND_KEEPS),
  SIGNATURE ("linalg_vector_norm", 0, 0, KIND_AXES, KIND_KEEPS),
  OF_MANY (3, "mse_loss", 0, 0, KIND_AVERAGED),
  OF_MANY (3, "l1_loss", 0, 0, KIND_AVERAGED),
  OF_MANY (4, "smooth_l1_loss", 0, 0, KIND_AVERAGED),
  OF_MANY (4, "huber_loss", 0, 0, KIND_AVERAGED),
  OF_MANY (5, "binary_cross_entropy_with_logits", 0, 0, 0, 0, KIND_AVERAGED),
  OF_MANY (3, "index_select", 0, KIND_AXES),
  OF_MANY (4, "index_put", 0, 0, 0, KIND_ADDS),
  OF_MANY (4, "index_put_", 0, 0, 0, KIND_ADDS),
  OF_MANY (5, "_index_put_impl_", 0, 0, 0, KIND_ADDS),
  SIGNATURE ("embedding_backward", 0, 0, KIND_ROWS),
  SIGNATURE ("embedding_dense_backward", 0, 0, KIND_ROWS),
};

/* The lengths that attributes of a kind are; NULL for other kinds. */
static gint64 *
get_lengths (LaminaWorkAttributes *self,
             Kind                  kind)
{
  gint64 *const lengths[] = { NULL, self->kernel, self->stride, self->padding, self->dilation };

  return kind < G_N_ELEMENTS (lengths) ? lengths[kind] : NULL;
}

/* A list that is shorter than the window says the same of all dimensions. */
static void
set_lengths (LaminaWorkAttributes *self,
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
  self->n = MAX (self->n, shape.n);
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

/* How many strings stand in a list of strings. */
static guint
count_strings (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '"';
  return n / 2;
}

static const Signature *
find_signature (const char *type,
                guint       n)
{
  for (guint i = 0; i < G_N_ELEMENTS (signatures); i++)
    if (g_str_equal (signatures[i].type, type) && (signatures[i].n == 0 || signatures[i].n == n))
      return &signatures[i];
  return NULL;
}

static gboolean
is_true (const char *text,
         gsize       length)
{
  return length == 4 && g_ascii_strncasecmp (text, "true", 4) == 0;
}

/* `[0, -1]`, `1`, or nothing for all. */
static void
set_axes (LaminaWorkAttributes *self,
          const char           *text,
          gsize                 length)
{
  const char *end = text + length;

  self->axes_known = LAMINA_WORK_AXES_ALL;
  while (text < end)
    {
      char *behind;
      gint64 axis;

      if (!g_ascii_isdigit (*text) && *text != '-')
        {
          text++;
          continue;
        }
      axis = g_ascii_strtoll (text, &behind, 10);
      if (behind == text || self->n_axes == LAMINA_WORK_MAX_AXES || axis < -LAMINA_MAX_DIMS || axis > LAMINA_MAX_DIMS)
        {
          self->axes_known = LAMINA_WORK_AXES_UNKNOWN;
          return;
        }
      self->axes_known = LAMINA_WORK_AXES_LISTED;
      self->axes[self->n_axes++] = (gint32) axis;
      text = behind;
    }
}

/* `[True, True, False]`. */
static void
set_gradients (LaminaWorkAttributes *self,
               const char           *text,
               gsize                 length)
{
  guint n = 0, wanted = 0;

  for (gsize i = 0; i < length; i++)
    if (g_ascii_isalpha (text[i]) && (i == 0 || !g_ascii_isalpha (text[i - 1])))
      wanted |= (guint) (text[i] == 'T' || text[i] == 't') << n++;
  if (n == 2 || n == 3)
    self->gradients = (guint8) (LAMINA_WORK_GRADIENT_KNOWN | wanted * LAMINA_WORK_GRADIENT_OF_DATA);
}

static void
set_text (LaminaWorkAttributes *self,
          Kind                  kind,
          const char           *text,
          gsize                 length)
{
  if (kind == KIND_AXES)
    set_axes (self, text, length);
  else if (length == 0)
    return;
  else if (get_lengths (self, kind))
    set_lengths (self, get_lengths (self, kind), text, length);
  else if (kind == KIND_TRANSPOSED)
    self->transposed = is_true (text, length);
  else if (kind == KIND_KEEPS)
    self->keeps_axes = is_true (text, length);
  else if (kind == KIND_ADDS)
    self->adds = is_true (text, length);
  else if (kind == KIND_AVERAGED)
    self->axes_known = *text == '0' ? LAMINA_WORK_AXES_LISTED : LAMINA_WORK_AXES_ALL;
  else if (kind == KIND_ROWS)
    {
      gint64 rows = g_ascii_strtoll (text, NULL, 10);

      self->rows = rows > 0 && rows <= G_MAXINT32 ? (gint32) rows : 0;
    }
  else if (kind == KIND_GRADIENTS)
    set_gradients (self, text, length);
  else if (kind == KIND_WAY)
    self->way = read_way (text, length);
  else if (kind == KIND_EQUATION && length < sizeof self->equation)
    memcpy (self->equation, text, length);
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

/* The values of arguments, in the order of the signature. */
static void
read_values (LaminaWorkAttributes *self,
             const Signature      *signature,
             const char           *values)
{
  for (guint i = 0; i < G_N_ELEMENTS (signature->kinds); i++)
    {
      const char *begin = strchr (values, '"'), *end = begin ? strchr (begin + 1, '"') : NULL;

      if (!end)
        return;
      if (signature->kinds[i] != KIND_NONE)
        set_text (self, (Kind) signature->kinds[i], begin + 1, (gsize) (end - begin - 1));
      values = end + 1;
    }
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
  const char *const counted[] = { lists->values, lists->types };
  LaminaWorkArgument arguments[LAMINA_WORK_MOST_ARGUMENTS];
  guint n;

  for (guint i = 0; i < G_N_ELEMENTS (counted); i++)
    {
      const Signature *signature = counted[i] ? find_signature (type, count_strings (counted[i])) : NULL;

      if (signature && signature->is_full)
        self->axes_known = LAMINA_WORK_AXES_ALL;
      if (signature && i == 0)
        read_values (self, signature, lists->values);
    }
  if (!lists->types)
    return;
  self->n_lists = count_lists (lists->types);
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
