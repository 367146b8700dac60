/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-finding-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-text.h"

#include <string.h>

/* Rules about element types. */

/* How many layers an island has at most; what is longer is a part of the network. */
#define MOST_STEPS 5

static guint32
get_in (LaminaRules *self,
        guint32      layer)
{
  return lamina_rules_get_dtype (self, lamina_rules_get_input (self, layer));
}

static guint32
get_out (LaminaRules *self,
         guint32      layer)
{
  return lamina_rules_get_dtype (self, lamina_rules_get_output (self, layer));
}

/* Islands */

/* Follows the data from a layer that changed the type of it until one changes it back; the way is added to @layers. */
static gboolean
follow (LaminaRules *self,
        guint32      first,
        guint32      home,
        GArray      *layers)
{
  guint32 layer = first;

  for (guint step = 0; step < MOST_STEPS; step++)
    {
      guint n;
      const guint32 *consumers = lamina_rules_get_consumers (self, layer, &n);

      if (n == 0 || get_out (self, consumers[0]) == 0 || consumers[0] == layer)
        return FALSE;
      layer = consumers[0];
      if (!lamina_rules_has_layer (self, layer))
        return FALSE;
      if (get_out (self, layer) != home || self->converts[layer] != LAMINA_CONVERT_NONE)
        g_array_append_val (layers, layer);
      if (get_out (self, layer) == home)
        return layers->len > 0;
    }
  return FALSE;
}

/*
 * The way there begins with a conversion or with a layer that writes another type than it reads, and has at least one
 * layer that computes in the other type: two conversions in a row are no island.
 */
static gboolean
find_island (LaminaRules *self,
             guint32      first,
             GArray      *layers)
{
  guint32 home = get_in (self, first);
  guint n_computing = 0;
  g_autoptr (GArray) way = lamina_rules_new_layers ();

  if (self->converts[first] != LAMINA_CONVERT_NONE)
    g_array_append_val (way, first);
  if (!follow (self, first, home, way))
    return FALSE;
  for (guint i = 0; i < way->len; i++)
    n_computing += self->converts[g_array_index (way, guint32, i)] == LAMINA_CONVERT_NONE;
  if (n_computing == 0)
    return FALSE;
  g_array_append_vals (layers, way->data, way->len);
  return TRUE;
}

/* The element type in which most of the time is spent, where times are known, else most layers work. */
static guint32
find_home (LaminaRules *self)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  guint32 home = 0;
  double most = 0;

  for (guint32 i = 0; i < self->layers->n; i++)
    {
      guint32 in = get_in (self, i);
      gint64 cost = self->total != LAMINA_ABSENT ? lamina_column_number (self->costs, i) : 1;
      double *sum = g_hash_table_lookup (sums, GUINT_TO_POINTER (in));

      if (in == 0 || cost == LAMINA_ABSENT || self->converts[i] != LAMINA_CONVERT_NONE || !lamina_rules_has_layer (self, i))
        continue;
      if (!sum)
        g_hash_table_insert (sums, GUINT_TO_POINTER (in), sum = g_new0 (double, 1));
      *sum += (double) cost;
      if (*sum > most)
        {
          most = *sum;
          home = in;
        }
    }
  return home;
}

void
lamina_rule_islands (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();
  guint32 home = find_home (self), away = 0;
  guint n = 0;

  for (guint32 i = 0; i < self->layers->n; i++)
    {
      guint32 in = get_in (self, i), out = get_out (self, i);

      if (in == 0 || in != home || out == 0 || in == out || !lamina_rules_has_layer (self, i)
          || !find_island (self, i, layers))
        continue;
      if (n++ == 0)
        away = out;
    }
  if (n == 0)
    {
      g_array_unref (layers);
      return;
    }
  lamina_rules_add (self, LAMINA_FINDING_SPENT, layers,
                    lamina_text_dup (ngettext ("The data leaves its dtype and returns %u time, first from %s to %s.",
                                               "The data leaves its dtype and returns %u times, first from %s to %s.", n),
                                     n, lamina_run_get_string (self->run, home),
                                     lamina_run_get_string (self->run, away)));
}

/* Quantized products with float output */

/* The result of a network is to be float: what nobody reads, or what is only handed out, is no finding. */
static gboolean
is_read (LaminaRules *self,
         guint32      layer)
{
  guint n;
  const guint32 *consumers = lamina_rules_get_consumers (self, layer, &n);

  for (guint i = 0; i < n; i++)
    if (self->layers->family[consumers[i]] != LAMINA_FAMILY_OTHER
        && lamina_column_number (self->costs, consumers[i]) != 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_wide_float (LaminaRules *self,
               guint32      dtype)
{
  return lamina_rules_is_float (self, dtype) && lamina_dtype_get_bits (lamina_run_get_string (self->run, dtype)) > 8;
}

void
lamina_rule_float_output (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();

  for (guint32 i = 0; i < self->layers->n; i++)
    if (lamina_rules_has_layer (self, i) && lamina_rules_is_product (self, i)
        && lamina_rules_is_quantized (self, get_in (self, i)) && is_wide_float (self, get_out (self, i))
        && is_read (self, i))
      g_array_append_val (layers, i);
  if (layers->len == 0)
    g_array_unref (layers);
  else
    {
      g_autofree char *count = lamina_layers_dup_count (self->run, layers->len);

      /* Translators: how many operators */
      lamina_rules_add (self, LAMINA_FINDING_SPENT, layers,
                        g_strdup_printf (ngettext ("%s computes quantized and writes floating point that others read.",
                                                   "%s compute quantized and write floating point that others read.",
                                                   layers->len), count));
    }
}

/* Channels that do not fill the units */

/* Blocks of the matrix units of today's devices: 16 bytes of one row, of element types that are made for them. */
static gint64
get_block (LaminaRules *self,
           guint32      dtype)
{
  guint bits = lamina_dtype_get_bits (lamina_run_get_string (self->run, dtype));

  if (bits == 8)
    return lamina_rules_is_quantized (self, dtype) || lamina_rules_is_float (self, dtype) ? 16 : 0;
  return lamina_rules_is_float (self, dtype) && bits == 16 ? 8 : 0;
}

/* The channels of an image, or LAMINA_ABSENT: with other ranks they may stand anywhere. */
static gint64
get_channels (LaminaRules *self,
              guint32      tensor)
{
  guint n = 0;
  guint32 shape = tensor == LAMINA_NONE ? 0 : lamina_column_id (self->tensors->shape, tensor);
  const gint64 *dims = shape != 0 ? lamina_run_get_shape (self->run, shape, &n) : NULL;

  return n == 4 ? dims[1] : LAMINA_ABSENT;
}

static char *
dup_channels (LaminaRules *self,
              guint32      tensor)
{
  return lamina_figure_dup (get_channels (self, tensor), LAMINA_UNIT_NONE);
}

static gboolean
fits (gint64 channels,
      gint64 block)
{
  return channels == LAMINA_ABSENT || channels % block == 0;
}

void
lamina_rule_unaligned (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();
  guint32 worst = LAMINA_NONE;
  g_autofree char *in = NULL;
  g_autofree char *out = NULL;
  char *what;

  for (guint32 i = 0; i < self->layers->n; i++)
    {
      gint64 block;

      if (!lamina_rules_has_layer (self, i) || self->layers->family[i] != LAMINA_FAMILY_CONVOLUTION
          || !lamina_rules_is_product (self, i))
        continue;
      block = get_block (self, get_in (self, i));
      if (block == 0 || (fits (get_channels (self, lamina_rules_get_input (self, i)), block)
                         && fits (get_channels (self, lamina_rules_get_output (self, i)), block)))
        continue;
      if (worst == LAMINA_NONE || lamina_column_number (self->costs, i) > lamina_column_number (self->costs, worst))
        worst = i;
      g_array_append_val (layers, i);
    }
  if (layers->len == 0)
    {
      g_array_unref (layers);
      return;
    }
  in = dup_channels (self, lamina_rules_get_input (self, worst));
  out = dup_channels (self, lamina_rules_get_output (self, worst));
  /* Translators: how many convolutions, twice a number of channels, a number of channels, an element type */
  what = lamina_text_dup (ngettext ("%u convolution has channels that are no multiple of a block: %s in and %s out, with "
                                    "blocks of %u in %s.",
                                    "%u convolutions have channels that are no multiple of a block, such as %s in and %s "
                                    "out, with blocks of %u in %s.", layers->len),
                          layers->len, in, out, (guint) get_block (self, get_in (self, worst)),
                          lamina_run_get_string (self->run, get_in (self, worst)));
  lamina_rules_add (self, LAMINA_FINDING_SPENT, layers, what);
}

/* Rules about layers that only rewrite data for others. */

static gboolean
is_convert (LaminaRules *self,
            guint32      layer)
{
  return layer < self->layers->n && self->converts[layer] != LAMINA_CONVERT_NONE;
}

/* Whether two tensors have the same shape, element type and layout, all of them known. */
static gboolean
are_alike (LaminaRules *self,
           guint32      a,
           guint32      b)
{
  const LaminaTensors *tensors = self->tensors;

  return a != LAMINA_NONE && b != LAMINA_NONE && lamina_column_id (tensors->shape, a) != 0
         && lamina_column_id (tensors->dtype, a) != 0
         && lamina_column_id (tensors->shape, a) == lamina_column_id (tensors->shape, b)
         && lamina_column_id (tensors->dtype, a) == lamina_column_id (tensors->dtype, b)
         && lamina_column_id (tensors->layout, a) == lamina_column_id (tensors->layout, b);
}

static char *
dup_pairs (guint n_pairs,
           guint n_undone)
{
  g_autofree char *pairs = lamina_text_dup (ngettext ("%u conversion directly follows another.",
                                                      "%u conversions directly follow others.", n_pairs), n_pairs);
  g_autofree char *undone = NULL;

  if (n_undone == 0)
    return g_steal_pointer (&pairs);
  undone = lamina_text_dup (ngettext ("%u undoes the one before it.", "%u undo the ones before them.",
                                      n_undone), n_undone);
  return g_strconcat (pairs, " ", undone, NULL);
}

void
lamina_rule_conversion_pairs (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();
  guint n_pairs = 0, n_undone = 0;

  for (guint32 i = 0; i < self->layers->n; i++)
    {
      guint32 before = is_convert (self, i) ? lamina_rules_get_producer (self, i) : LAMINA_NONE;

      if (!is_convert (self, before))
        continue;
      g_array_append_val (layers, before);
      g_array_append_val (layers, i);
      n_pairs++;
      n_undone += are_alike (self, lamina_rules_get_input (self, before), lamina_rules_get_output (self, i));
    }
  if (n_pairs == 0)
    g_array_unref (layers);
  else
    lamina_rules_add (self, LAMINA_FINDING_SAVING, layers, dup_pairs (n_pairs, n_undone))->advice =
      g_strdup (n_undone == n_pairs ? _("Neither conversion of such a pair is needed.")
                                    : _("One conversion can do the work of two, where one is needed at all."));
}

/* Layout changes between convolutions */

static gboolean
has_convolution (LaminaRules *self)
{
  for (guint32 i = 0; i < self->layers->n; i++)
    if (self->layers->family[i] == LAMINA_FAMILY_CONVOLUTION && lamina_rules_has_layer (self, i))
      return TRUE;
  return FALSE;
}

static gboolean
is_image (LaminaRules *self,
          guint32      tensor)
{
  guint n = 0;
  guint32 shape = tensor == LAMINA_NONE ? 0 : lamina_column_id (self->tensors->shape, tensor);

  if (shape != 0)
    lamina_run_get_shape (self->run, shape, &n);
  return n >= 4;
}

/* What makes or reads tensors of a shape, where the file has no graph. */
typedef enum
{
  BESIDE_SOME = 1 << 0,
  BESIDE_CONVOLUTION = 1 << 1,
} Beside;

typedef struct
{
  GHashTable *made; /* shape → Beside of the layers that make it */
  GHashTable *read;
} Neighbors;

static void
neighbors_clear (Neighbors *self)
{
  g_hash_table_unref (self->made);
  g_hash_table_unref (self->read);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Neighbors, neighbors_clear)

static gpointer
get_shape (LaminaRules *self,
           guint32      tensor)
{
  return GUINT_TO_POINTER (tensor == LAMINA_NONE ? 0 : lamina_column_id (self->tensors->shape, tensor));
}

static Beside
find_beside (GHashTable *shapes,
             gpointer    shape)
{
  return (Beside) GPOINTER_TO_UINT (g_hash_table_lookup (shapes, shape));
}

static void
add_beside (GHashTable *shapes,
            gpointer    shape,
            guint       beside)
{
  g_hash_table_insert (shapes, shape, GUINT_TO_POINTER (find_beside (shapes, shape) | beside));
}

static void
add_tensors (GHashTable    *shapes,
             LaminaRules   *rules,
             const guint32 *tensors,
             guint          n,
             guint          beside)
{
  for (guint i = 0; i < n; i++)
    add_beside (shapes, get_shape (rules, tensors[i]), beside);
}

/* A gradient may stand behind other data. */
static void
neighbors_init (Neighbors  *self,
                 LaminaRules *rules)
{
  const LaminaLayers *layers = rules->layers;

  self->made = g_hash_table_new (NULL, NULL);
  self->read = g_hash_table_new (NULL, NULL);
  for (guint32 i = 0; i < layers->n; i++)
    {
      gboolean is_convolution = layers->family[i] == LAMINA_FAMILY_CONVOLUTION;
      guint32 first = lamina_column_first (layers->first_output, i);
      guint beside = is_convolution ? BESIDE_SOME | BESIDE_CONVOLUTION : BESIDE_SOME;

      if (rules->converts[i] != LAMINA_CONVERT_NONE || !lamina_rules_has_layer (rules, i)
          || lamina_column_id (layers->type, i) == 0)
        continue;
      add_tensors (self->made, rules, layers->outputs + first, lamina_column_first (layers->first_output, i + 1) - first, beside);
      add_tensors (self->read, rules, layers->inputs + layers->first_input[i],
                   layers->first_input[i + 1] - layers->first_input[i], beside);
    }
  g_hash_table_remove (self->made, NULL);
  g_hash_table_remove (self->read, NULL);
}

/* Pictures that nothing makes are what the network is fed with. */
static gboolean
fits_between (const Neighbors *self,
              LaminaRules      *rules,
              guint32           layer)
{
  Beside before = find_beside (self->made, get_shape (rules, lamina_rules_get_input (rules, layer)));
  Beside behind = find_beside (self->read, get_shape (rules, lamina_rules_get_output (rules, layer)));

  return before != 0 && behind != 0 && ((before | behind) & BESIDE_CONVOLUTION);
}

/*
 * With a graph, data comes from some layer and goes to a convolution, or comes from one and goes to some layer: changes at
 * the very input and output of a network do not count. Without a graph layers that make and read such shapes stand for
 * them.
 */
static gboolean
is_between (LaminaRules      *self,
            const Neighbors *neighbors,
            guint32           layer)
{
  guint n;
  guint32 producer = lamina_rules_get_producer (self, layer);
  const guint32 *consumers = lamina_rules_get_consumers (self, layer, &n);
  const guint8 *family = self->layers->family;

  if (!is_image (self, lamina_rules_get_input (self, layer)) || !is_image (self, lamina_rules_get_output (self, layer)))
    return FALSE;
  if (producer == LAMINA_NONE && n == 0)
    return fits_between (neighbors, self, layer);
  if (producer == LAMINA_NONE || n == 0)
    return FALSE;
  if (family[producer] == LAMINA_FAMILY_CONVOLUTION)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (family[consumers[i]] == LAMINA_FAMILY_CONVOLUTION)
      return TRUE;
  return FALSE;
}

void
lamina_rule_layouts (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();
  g_auto (Neighbors) neighbors = { NULL };
  guint calls = 0;

  neighbors_init (&neighbors, self);
  for (guint32 i = 0; i < self->layers->n; i++)
    if (self->converts[i] == LAMINA_CONVERT_LAYOUT && is_between (self, &neighbors, i))
      {
        g_array_append_val (layers, i);
        calls += MIN (lamina_layers_get_calls (self->layers, i), G_MAXUINT - calls);
      }
  if (layers->len == 0 || !has_convolution (self))
    g_array_unref (layers);
  else
    lamina_rules_add (self, LAMINA_FINDING_SAVING, layers,
                      lamina_text_dup (ngettext ("The layout of images changes %u time between the convolutions.",
                                                 "The layout of images changes %u times between the convolutions.",
                                                 calls), calls));
}

/* All conversions */

/* Whether a finding says all of it already. */
static gboolean
is_told (LaminaRules  *self,
         const GArray *layers)
{
  for (guint i = 0; i < self->findings->len; i++)
    {
      const LaminaFinding *finding = g_ptr_array_index (self->findings, i);

      if (finding->n_layers == layers->len
          && memcmp (finding->layers, layers->data, layers->len * sizeof *finding->layers) == 0)
        return TRUE;
    }
  return FALSE;
}

static char *
dup_conversions (LaminaRun *run,
                 guint      n_layouts,
                 guint      n_types)
{
  g_autofree char *changes = lamina_layers_dup_count (run, n_layouts);
  g_autofree char *conversions = lamina_layers_dup_count (run, n_types);
  /* Translators: how many operators */
  g_autofree char *layouts = g_strdup_printf (ngettext ("%s only changes the layout of data.",
                                                        "%s only change the layout of data.", n_layouts), changes);
  g_autofree char *types = g_strdup_printf (ngettext ("%s only converts data to another dtype.",
                                                      "%s only convert data to another dtype.", n_types), conversions);

  if (n_layouts == 0 || n_types == 0)
    return g_strdup (n_layouts == 0 ? types : layouts);
  return g_strconcat (layouts, " ", types, NULL);
}

void
lamina_rule_conversions (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();
  guint n_layouts = 0;

  for (guint32 i = 0; i < self->layers->n; i++)
    if (is_convert (self, i))
      {
        n_layouts += self->converts[i] == LAMINA_CONVERT_LAYOUT;
        g_array_append_val (layers, i);
      }
  if (layers->len == 0 || is_told (self, layers))
    g_array_unref (layers);
  else
    lamina_rules_add (self, LAMINA_FINDING_SAVING, layers, dup_conversions (self->run, n_layouts, layers->len - n_layouts));
}
