/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-finding-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-live-set.h"
#include "lamina-producer.h"
#include "lamina-text.h"

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
  /* What stands behind the scopes, in lower case: `transpose` of `aten::transpose`, `layout_transform`. */
  const char *scope = strrchr (type, ':');
  g_autofree char *word = g_ascii_strdown (scope != NULL ? scope + 1 : type, -1);

  g_strdelimit (word, " -", '_');
  if (g_strv_contains (layouts, word))
    return LAMINA_CONVERT_LAYOUT;
  return g_strv_contains (dtypes, word) ? LAMINA_CONVERT_DTYPE : LAMINA_CONVERT_NONE;
}

/* How many operators stand between a change of the layout and the copy that does it in PyTorch. */
#define MOST_AROUND 3

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
    if (g_str_equal (get_word (self, lamina_column_id (self->layers->type, around)), "aten::contiguous"))
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

/* Rules about memory and about the figures themselves. */

/* How many tensors are named as the owners of the peak at most, and what part of it is enough. */
#define MOST_OWNERS 10
#define ENOUGH 0.8

static gint64
get_bytes (LaminaRules *self,
           guint32      tensor)
{
  const LaminaTensors *tensors = self->tensors;
  gint64 bytes = LAMINA_ABSENT;

  for (guint32 i = lamina_column_first (tensors->first_lifetime, tensor);
       i < lamina_column_first (tensors->first_lifetime, tensor + 1); i++)
    if (tensors->lifetimes[i].bytes != LAMINA_ABSENT)
      bytes = MAX (bytes, tensors->lifetimes[i].bytes);
  bytes = bytes == LAMINA_ABSENT ? lamina_column_number (tensors->bytes, tensor) : bytes;
  return MAX (bytes, 0);
}

/* What to call a tensor: its name, else that of the layer that makes it. */
static const char *
get_name (LaminaRules *self,
          guint32      tensor)
{
  guint32 name = lamina_column_id (self->tensors->name, tensor);
  guint32 producer = lamina_producer_find (self->run, tensor, self->timebase);

  if (name == 0 && producer != LAMINA_NONE)
    name = lamina_column_id (self->layers->name, producer);
  return lamina_run_get_string (self->run, name);
}

/* The largest tensors at the peak and the layers that make them. How many of them there are. */
static guint
find_owners (LaminaRules   *self,
             const guint32 *tensors,
             guint          n,
             gint64         peak,
             GArray        *layers,
             gint64        *held,
             gint64        *held_by_data)
{
  guint i;

  *held = *held_by_data = 0;
  for (i = 0; i < MIN (n, MOST_OWNERS) && (double) *held < ENOUGH * (double) peak; i++)
    {
      guint32 producer = lamina_producer_find (self->run, tensors[i], self->timebase);

      *held = lamina_number_add (*held, get_bytes (self, tensors[i]));
      if (self->tensors->role != NULL && self->tensors->role[tensors[i]] == LAMINA_ROLE_ACTIVATION)
        *held_by_data = lamina_number_add (*held_by_data, get_bytes (self, tensors[i]));
      if (producer != LAMINA_NONE)
        g_array_append_val (layers, producer);
    }
  return i;
}

/* Charts of what a run allocates leave the parameters out. */
static char *
add_parameters (const char *what,
                const char *mark,
                gint64      bytes)
{
  g_autofree char *figure = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);

  /* Translators: a sentence, then a mark for estimated numbers and a number of bytes */
  return g_strdup_printf (_("%s Parameters are %s%s of it."), what, mark, figure);
}

/* Of a recording of an allocator, which knows what was requested and where. @most: the largest tensor. */
static char *
dup_requested (LaminaRules *self,
               const char  *peak,
               const char  *held,
               guint        n,
               guint32      most)
{
  const LaminaMemory *memory = lamina_run_get_memory (self->run);
  g_autofree char *largest = lamina_figure_dup (get_bytes (self, most), LAMINA_UNIT_BYTES);
  /* Translators: bytes, how many tensors, and bytes */
  g_autofree char *what = lamina_text_dup (ngettext ("%s requested are live at the peak; %u tensor takes %s of it.",
                                                     "%s requested are live at the peak; the %u largest tensors take %s of it.", n),
                                           peak, n, held);
  /* Translators: a sentence, bytes, and where they were allocated; or a sentence and bytes */
  return lamina_column_row (memory->call, most) != LAMINA_NONE
         ? g_strdup_printf (_("%s The largest has %s and was allocated by “%s”."), what, largest, get_name (self, most))
         : g_strdup_printf (_("%s The largest has %s; the file has no stack of it."), what, largest);
}

void
lamina_rule_memory_peak (LaminaRules *self)
{
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (self->run, self->timebase, self->cancellable);
  guint step = live != NULL ? lamina_live_set_get_peak (live) : LAMINA_NONE;
  const LaminaLiveSteps *steps;
  g_autofree guint32 *tensors = NULL;
  g_autofree char *of_held = NULL;
  g_autofree char *of_peak = NULL;
  g_autofree char *what = NULL;
  const char *mark;
  LaminaLiveSum sum;
  guint n, n_owners;
  gint64 held, held_by_data;
  LaminaFinding *finding;
  GArray *layers;

  if (step == LAMINA_NONE)
    return;
  steps = lamina_live_set_get_steps (live);
  if (steps->total[step] <= 0)
    return;
  tensors = lamina_live_set_list (live, steps->position[step], &sum, &n);
  if (n == 0)
    return;
  layers = lamina_rules_new_layers ();
  n_owners = find_owners (self, tensors, n, sum.bytes, layers, &held, &held_by_data);
  of_held = lamina_figure_dup (held, LAMINA_UNIT_BYTES);
  of_peak = lamina_figure_dup (steps->total[step], LAMINA_UNIT_BYTES);
  mark = lamina_live_set_is_estimated (live) ? "≈\u00a0" : "";
  /* Translators: a mark for estimated numbers and a number of bytes, how many tensors, both again, the name of a tensor */
  what = lamina_run_get_memory (self->run)->n > 0 ? dup_requested (self, of_peak, of_held, n_owners, tensors[0]) :
         lamina_text_dup (ngettext ("%s%s are live at the peak; %u tensor takes %s%s of it: “%s”.",
                                    "%s%s are live at the peak; the %u largest tensors take %s%s of it, the largest is "
                                    "“%s”.", n_owners),
                          mark, of_peak, n_owners, mark, of_held, get_name (self, tensors[0]));
  finding = lamina_rules_add (self, LAMINA_FINDING_NO_COST, layers,
                    sum.roles[LAMINA_ROLE_PARAMETER] > 0 ? add_parameters (what, mark, sum.roles[LAMINA_ROLE_PARAMETER])
                                                         : g_strdup (what));
  /* Parameters have to stay. */
  if (held_by_data > held - held_by_data)
    finding->advice = g_strdup (_("Most of that are activations, which can be freed earlier or recomputed."));
}

void
lamina_rule_flop (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();
  gint64 stated = LAMINA_ABSENT, estimated = LAMINA_ABSENT;
  g_autofree char *of_stated = NULL;
  g_autofree char *of_estimated = NULL;
  g_autofree char *marked = NULL;
  g_autofree char *count = NULL;

  for (guint32 i = 0; i < self->layers->n; i++)
    {
      LaminaWorkFigures figures;

      if (!lamina_rules_has_layer (self, i))
        continue;
      lamina_work_get_figures (self->work, i, &figures);
      /* Some tools count what a layer moves as operations; where nothing is computed, that tells nothing. */
      if (!figures.flop_differs || figures.flop_estimated <= 0)
        continue;
      stated = lamina_number_add (stated, figures.flop_reported);
      estimated = lamina_number_add (estimated, figures.flop_estimated);
      g_array_append_val (layers, i);
    }
  if (layers->len == 0)
    {
      g_array_unref (layers);
      return;
    }
  of_stated = lamina_figure_dup (stated, LAMINA_UNIT_FLOP);
  of_estimated = lamina_figure_dup (estimated, LAMINA_UNIT_FLOP);
  marked = g_strconcat ("≈\u00a0", of_estimated, NULL);
  count = lamina_layers_dup_count (self->run, layers->len);
  /* Translators: how many operators, then two numbers of operations */
  lamina_rules_add (self, LAMINA_FINDING_NO_COST, layers,
                    g_strdup_printf (_("The file states FLOP other than the estimate for %s: %s, not %s."),
                                     count, of_stated, marked));
}

/* Less than this part of the time is no finding. */
#define LEAST_OUTSIDE_SHARE 0.02

void
lamina_rule_outside (LaminaRules *self)
{
  gint64 stated = lamina_run_get_stated_time (self->run);
  g_autofree char *outside = NULL, *all = NULL;

  /* The time of a device is no part of what was measured on the host. */
  if (self->section != LAMINA_NONE || stated == LAMINA_ABSENT || self->total == LAMINA_ABSENT
      || lamina_run_get_cost_kind (self->run) == LAMINA_COST_DEVICE
      || (double) (stated - self->total) < LEAST_OUTSIDE_SHARE * (double) stated || self->total >= stated)
    return;
  outside = lamina_figure_dup (stated - self->total, LAMINA_UNIT_NANOSECONDS);
  all = lamina_figure_dup (stated, LAMINA_UNIT_NANOSECONDS);
  lamina_rules_add_with_cost (self, LAMINA_FINDING_SPENT, lamina_rules_new_layers (),
                              lamina_layers_dup_outside (self->run, outside, all), stated - self->total, stated);
}
