/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

#include <string.h>

/*
 * A trace of PyTorch has the arguments of a call as three lists side by side: shapes, types, and the values of what is no
 * tensor. Those that are tensors become inputs of the layer, each tensor of a list one; what has neither a dimension nor a
 * type of a size is none.
 *
 *   [[2, 8, 128, 64], [], []]   ["float", "", "Scalar"]   ["", "", "True"]
 */

/* From behind the bracket of a shape, or of a list of these, to behind its end. */
static const char *
skip_shape (const char         *text,
            LaminaWorkArgument *argument,
            guint              *n_tensors)
{
  guint depth = 1;
  gboolean is_number = FALSE;

  for (; *text != '\0' && depth > 0; text++)
    {
      if (*text == '[')
        {
          (*n_tensors)++;
          depth++;
        }
      else if (*text == ']')
        depth--;
      else if (g_ascii_isdigit (*text) && !is_number && depth == 1)
        argument->n_dims++;
      is_number = g_ascii_isdigit (*text);
    }
  return text;
}

/* The next text of a list, which must be at its beginning at first; NULL behind the last. A list counts as nothing. */
static const char *
take_text (const char **list,
           gsize       *length)
{
  const char *begin;

  while (**list != '\0' && **list != '"' && **list != '[')
    ++*list;
  *length = 0;
  if (**list == '[')
    {
      *list += strcspn (*list, "]");
      *list += **list == ']';
      return "";
    }
  if (**list == '\0')
    return NULL;
  begin = ++*list;
  for (; **list != '\0' && **list != '"'; ++*list)
    if (**list == '\\' && (*list)[1] != '\0')
      ++*list;
  *length = (gsize) (*list - begin);
  *list += **list == '"';
  return begin;
}

guint
lamina_work_split_arguments (const char         *dims,
                             const char         *types,
                             const char         *values,
                             LaminaWorkArgument *arguments)
{
  guint n = 0, n_inputs = 0;

  if (*dims != '[' || *types != '[' || (values && *values != '['))
    return 0;
  dims++;
  types++;
  if (values)
    values++;
  while (n < LAMINA_WORK_MOST_ARGUMENTS && *(dims += strcspn (dims, "[]")) == '[')
    {
      LaminaWorkArgument *argument = &arguments[n++];
      guint n_tensors = 0;
      gsize length;
      const char *type = take_text (&types, &length);
      g_autofree char *word = NULL;
      gboolean is_tensor;

      *argument = (LaminaWorkArgument) { .value = NULL };
      dims = skip_shape (dims + 1, argument, &n_tensors);
      word = g_strndup (type ? type : "", length);
      is_tensor = argument->n_dims > 0 || lamina_dtype_get_bits (word) > 0;
      argument->is_plain = !is_tensor && n_tensors == 0 && length > 0;
      if (is_tensor && n_tensors == 0)
        argument->input_plus_1 = (guint8) MIN (n_inputs + 1, G_MAXUINT8);
      n_inputs += n_tensors > 0 || !is_tensor ? n_tensors : 1;
      argument->value = values ? take_text (&values, &argument->length) : NULL;
      if (argument->length == 0)
        argument->value = NULL;
    }
  return n;
}

/*
 * PyTorch names no arguments: it lists them in their order, tensors empty. Operators of one name that take different
 * arguments are told apart by how many there are.
 */

typedef enum
{
  KIND_NONE,
  KIND_KERNEL,
  KIND_STRIDE,
  KIND_PADDING,
  KIND_DILATION,
  KIND_TRANSPOSED,
  KIND_EQUATION,
  KIND_AXES,     /* None and the empty list are all */
  KIND_KEEPS,
  KIND_AVERAGED, /* of a loss: 0 for each element, 1 and 2 to one number */
  KIND_ROWS,
  KIND_ADDS,
  KIND_GRADIENTS, /* a truth for each of data, weights and bias */
} Kind;

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
set_argument (LaminaWorkAttributes *self,
              Kind                  kind,
              const char           *text,
              gsize                 length)
{
  if (kind == KIND_AXES)
    set_axes (self, text, length);
  else if (length == 0)
    return;
  else if (kind == KIND_KERNEL)
    lamina_work_set_lengths (self, self->kernel, text, length);
  else if (kind == KIND_STRIDE)
    lamina_work_set_lengths (self, self->stride, text, length);
  else if (kind == KIND_PADDING)
    lamina_work_set_lengths (self, self->padding, text, length);
  else if (kind == KIND_DILATION)
    lamina_work_set_lengths (self, self->dilation, text, length);
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
  else if (kind == KIND_EQUATION && length < sizeof self->equation)
    memcpy (self->equation, text, length);
}

void
lamina_work_read_arguments (LaminaWorkAttributes *attributes,
                            const char           *type,
                            const char           *arguments)
{
  const Signature *signature = find_signature (type, count_strings (arguments));

  if (!signature)
    return;
  if (signature->is_full)
    attributes->axes_known = LAMINA_WORK_AXES_ALL;
  for (guint i = 0; i < G_N_ELEMENTS (signature->kinds); i++)
    {
      const char *begin = strchr (arguments, '"'), *end = begin ? strchr (begin + 1, '"') : NULL;

      if (!end)
        return;
      if (signature->kinds[i] != KIND_NONE)
        set_argument (attributes, (Kind) signature->kinds[i], begin + 1, (gsize) (end - begin - 1));
      arguments = end + 1;
    }
}

void
lamina_work_count_arguments (LaminaWorkAttributes *attributes,
                             const char           *type,
                             const char           *types)
{
  const Signature *signature = find_signature (type, count_strings (types));

  if (signature && signature->is_full)
    attributes->axes_known = LAMINA_WORK_AXES_ALL;
}
