/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-finding-private.h"

#include <string.h>

/* What rules ask of layers. */

GArray *
lamina_rules_new_layers (void)
{
  return g_array_new (FALSE, FALSE, sizeof (guint32));
}

gboolean
lamina_rules_has_layer (LaminaRules *self,
                        guint32      layer)
{
  if (lamina_layers_get_calls (self->layers, layer) == 0)
    return FALSE;
  return self->section == LAMINA_NONE || lamina_column_row (self->layers->section, layer) == self->section;
}

gint64
lamina_rules_add_costs (LaminaRules  *self,
                        const GArray *layers)
{
  gint64 sum = LAMINA_ABSENT;

  for (guint i = 0; i < layers->len; i++)
    sum = lamina_number_add (sum, lamina_column_number (self->costs, g_array_index (layers, guint32, i)));
  return sum;
}

/* Tensors */

/* Parameters are no data, and a layer with data has it first. */
static guint32
find_data (LaminaRules   *self,
           const guint32 *first,
           const guint32 *tensors,
           guint32        layer)
{
  if (first == NULL || tensors == NULL)
    return LAMINA_NONE;
  for (guint32 i = first[layer]; i < first[layer + 1]; i++)
    if (self->tensors->role == NULL || (self->tensors->role[tensors[i]] != LAMINA_ROLE_PARAMETER
                                        && self->tensors->role[tensors[i]] != LAMINA_ROLE_WORKSPACE))
      return tensors[i];
  return LAMINA_NONE;
}

guint32
lamina_rules_get_input (LaminaRules *self,
                        guint32      layer)
{
  return find_data (self, self->layers->first_input, self->layers->inputs, layer);
}

guint32
lamina_rules_get_output (LaminaRules *self,
                         guint32      layer)
{
  return find_data (self, self->layers->first_output, self->layers->outputs, layer);
}

guint32
lamina_rules_get_producer (LaminaRules *self,
                           guint32      layer)
{
  guint32 input = lamina_rules_get_input (self, layer);
  guint32 producer = input == LAMINA_NONE ? LAMINA_NONE : lamina_column_row (self->tensors->producer, input);

  return producer == layer ? LAMINA_NONE : producer;
}

const guint32 *
lamina_rules_get_consumers (LaminaRules *self,
                            guint32      layer,
                            guint       *n)
{
  guint32 output = lamina_rules_get_output (self, layer);
  const guint32 *first = self->tensors->first_consumer;

  *n = 0;
  if (output == LAMINA_NONE || first == NULL || self->tensors->consumers == NULL)
    return NULL;
  *n = first[output + 1] - first[output];
  return self->tensors->consumers + first[output];
}

/* Element types */

guint32
lamina_rules_get_dtype (LaminaRules *self,
                        guint32      tensor)
{
  return tensor == LAMINA_NONE ? 0 : lamina_column_id (self->tensors->dtype, tensor);
}

static const char *
get_word (LaminaRules *self,
          guint32      dtype)
{
  return lamina_run_get_string (self->run, dtype);
}

gboolean
lamina_rules_is_float (LaminaRules *self,
                       guint32      dtype)
{
  switch (lamina_dtype_get_kind (get_word (self, dtype)))
    {
    case LAMINA_DTYPE_FLOAT:
    case LAMINA_DTYPE_BRAIN_FLOAT:
    case LAMINA_DTYPE_TENSOR_FLOAT:
      return TRUE;
    case LAMINA_DTYPE_UNKNOWN:
    case LAMINA_DTYPE_INTEGER:
    case LAMINA_DTYPE_BOOLEAN:
    case LAMINA_DTYPE_COMPLEX:
    default:
      return FALSE;
    }
}

gboolean
lamina_rules_is_quantized (LaminaRules *self,
                           guint32      dtype)
{
  guint bits = lamina_dtype_get_bits (get_word (self, dtype));

  return lamina_dtype_get_kind (get_word (self, dtype)) == LAMINA_DTYPE_INTEGER && bits > 1 && bits <= 8;
}

/* Kinds of layers */

gboolean
lamina_rules_is_product (LaminaRules *self,
                         guint32      layer)
{
  LaminaWorkFigures figures;

  lamina_work_get_figures (self->work, layer, &figures);
  return figures.operator >= LAMINA_WORK_CONVOLUTION && figures.operator <= LAMINA_WORK_EINSUM;
}

/* What stands behind the scopes of a type, in lower case: `transpose` of `aten::transpose`, `layout_transform`. */
static char *
dup_last_word (const char *type)
{
  const char *scope = strrchr (type, ':');
  char *word = g_ascii_strdown (scope != NULL ? scope + 1 : type, -1);

  return g_strdelimit (word, " -", '_');
}

/* Types that mean a conversion and nothing else: a fusion of a sum with a change of layout does more. */
static LaminaConvert
convert_from_type (const char *type)
{
  static const char *const layouts[] = { "transpose", "permute", "reformat", "layout_transform", "relayout",
                                         "relayoutformat", "dimshuffle", "contiguous", "reorder", "shuffle",
                                         "transposenhwctonchw", "transposenchwtonhwc", NULL };
  static const char *const dtypes[] = { "cast", "typecvt", "to", "_to_copy", "convert", "quantize", "dequantize",
                                        "quantizelinear", "dequantizelinear", "requantize", "converttype",
                                        "quantize_per_tensor", NULL };
  g_autofree char *word = dup_last_word (type);

  if (g_strv_contains (layouts, word))
    return LAMINA_CONVERT_LAYOUT;
  return g_strv_contains (dtypes, word) ? LAMINA_CONVERT_DTYPE : LAMINA_CONVERT_NONE;
}

/* How many operators stand between a change of the layout and the copy that does it in PyTorch. */
#define MOST_AROUND 3

static const char *
get_type (LaminaRules *self,
          guint32      layer)
{
  return get_word (self, lamina_column_id (self->layers->type, layer));
}

/*
 * PyTorch converts by copying: `aten::copy_` into a tensor of another element type, or inside of `aten::contiguous` into
 * another layout. The target stands before the source.
 */
static LaminaConvert
convert_from_copy (LaminaRules *self,
                   guint32      layer)
{
  const guint32 *first = self->layers->first_input;
  guint32 to, from, around = self->layers->parent[layer];

  if (first == NULL || first[layer + 1] - first[layer] < 2)
    return LAMINA_CONVERT_NONE;
  to = lamina_rules_get_dtype (self, self->layers->inputs[first[layer]]);
  from = lamina_rules_get_dtype (self, self->layers->inputs[first[layer] + 1]);
  if (to != 0 && from != 0 && to != from)
    return LAMINA_CONVERT_DTYPE;
  for (guint i = 0; i < MOST_AROUND && around < layer; i++, around = self->layers->parent[around])
    if (g_str_equal (get_type (self, around), "aten::contiguous"))
      return LAMINA_CONVERT_LAYOUT;
  return LAMINA_CONVERT_NONE;
}

/* The tensors know better than the word: what leaves with another element type was cast, whatever else was done. */
static LaminaConvert
refine (LaminaRules   *self,
        guint32        layer,
        LaminaConvert  convert)
{
  guint32 in = lamina_rules_get_dtype (self, lamina_rules_get_input (self, layer));
  guint32 out = lamina_rules_get_dtype (self, lamina_rules_get_output (self, layer));

  if (convert == LAMINA_CONVERT_NONE || in == 0 || out == 0)
    return convert;
  return in != out ? LAMINA_CONVERT_DTYPE : LAMINA_CONVERT_LAYOUT;
}

guint8 *
lamina_rules_find_converts (LaminaRules *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  guint8 *converts = g_new0 (guint8, MAX (self->layers->n, 1));
  gpointer copies = GINT_TO_POINTER (-1);

  for (guint32 i = 0; i < self->layers->n; i++)
    {
      gpointer type = GUINT_TO_POINTER (lamina_column_id (self->layers->type, i));
      gpointer convert;

      /* Where others have times, what has none is a view or stands around what does the work. */
      if (!lamina_rules_has_layer (self, i) || lamina_column_number (self->costs, i) == 0
          || (self->total != LAMINA_ABSENT && self->costs[i] == LAMINA_ABSENT))
        continue;
      if (!g_hash_table_lookup_extended (known, type, NULL, &convert))
        {
          const char *text = lamina_run_get_string (self->run, GPOINTER_TO_UINT (type));

          convert = g_str_equal (text, "aten::copy_") ? copies : GUINT_TO_POINTER (convert_from_type (text));
          g_hash_table_insert (known, type, convert);
        }
      if (convert == copies)
        converts[i] = (guint8) convert_from_copy (self, i);
      else
        converts[i] = (guint8) refine (self, i, (LaminaConvert) GPOINTER_TO_UINT (convert));
    }
  return converts;
}
