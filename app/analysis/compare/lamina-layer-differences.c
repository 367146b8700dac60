/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-differences.h"

#include "lamina-layer-value.h"
#include "lamina-work.h"

#include <string.h>

/* A fact while it is collected: the texts are kept by the differences. */
typedef struct
{
  LaminaLayerFact fact;
  GPtrArray *values;
  GArray *counts;
  GByteArray *estimated;
  guint n_seen;
} Fact;

struct _LaminaLayerDifferences
{
  GStringChunk *texts;
  GPtrArray *facts;
  GHashTable *places;
  guint n_layers;
};

/* Attributes beyond this are no longer compared. */
#define MAX_FACTS 500

static void
fact_free (gpointer data)
{
  Fact *fact = data;

  g_ptr_array_unref (fact->values);
  g_array_unref (fact->counts);
  g_byte_array_unref (fact->estimated);
  g_free (fact);
}

static guint
add_value (Fact       *fact,
           const char *value,
           gboolean    estimated,
           guint       count)
{
  const guint zero = 0;
  const guint8 stated = FALSE;
  guint i = 0;

  while (i < fact->values->len && strcmp (fact->values->pdata[i], value) != 0)
    i++;
  if (i == fact->values->len)
    {
      g_ptr_array_add (fact->values, (char *) value);
      g_array_append_val (fact->counts, zero);
      g_byte_array_append (fact->estimated, &stated, 1);
    }
  fact->estimated->data[i] |= estimated;
  g_array_index (fact->counts, guint, i) += count;
  return i;
}

static Fact *
find_fact (LaminaLayerDifferences *self,
           LaminaLayerFactKind     kind,
           guint                   index,
           const char             *key)
{
  g_autofree char *name = g_strdup_printf ("%d %u %s", (int) kind, index, key);
  Fact *fact = g_hash_table_lookup (self->places, name);

  if (fact || self->facts->len >= MAX_FACTS)
    return fact;
  fact = g_new0 (Fact, 1);
  fact->fact = (LaminaLayerFact) { .kind = kind, .index = index, .key = g_string_chunk_insert_const (self->texts, key) };
  fact->values = g_ptr_array_new ();
  fact->counts = g_array_new (FALSE, FALSE, sizeof (guint));
  fact->estimated = g_byte_array_new ();
  g_ptr_array_add (self->facts, fact);
  g_hash_table_insert (self->places, g_steal_pointer (&name), fact);
  return fact;
}

/* The value of layer @i. Layers before it that did not have the fact have the empty value. */
static void
add_fact (LaminaLayerDifferences *self,
          guint                   i,
          LaminaLayerFactKind     kind,
          guint                   index,
          const char             *key,
          const char             *value,
          gboolean                estimated)
{
  Fact *fact = find_fact (self, kind, index, key);

  if (!fact || fact->n_seen > i)
    return;
  if (fact->n_seen < i)
    fact->fact.of_last = add_value (fact, "", FALSE, i - fact->n_seen);
  fact->fact.of_last = add_value (fact, g_string_chunk_insert_const (self->texts, value), estimated, 1);
  fact->n_seen = i + 1;
}

static void
add_tensors (LaminaLayerDifferences *self,
             LaminaRun              *run,
             guint                   i,
             guint32                 layer,
             gboolean                outputs)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  const guint32 *first = outputs ? layers->first_output : layers->first_input;
  const guint32 *rows = outputs ? layers->outputs : layers->inputs;

  for (guint32 k = first ? first[layer] : 0; first && k < first[layer + 1]; k++)
    {
      guint32 shape = lamina_column_id (tensors->shape, rows[k]);
      g_autofree char *words = shape ? lamina_run_dup_shape_text (run, shape) : g_strdup ("—");
      const char *dtype = lamina_run_get_string (run, lamina_column_id (tensors->dtype, rows[k]));
      g_autofree char *text = g_strdup_printf ("%s%s%s", words, *dtype ? " " : "", dtype);
      guint guesses = (shape ? LAMINA_ESTIMATE_SHAPE : 0) | (*dtype ? LAMINA_ESTIMATE_DTYPE : 0);

      add_fact (self, i, outputs ? LAMINA_FACT_OUTPUT : LAMINA_FACT_INPUT, k - first[layer], "", text,
                tensors->estimated && (tensors->estimated[rows[k]] & guesses));
    }
}

/* Stacks are not compared frame by frame, shapes and types of inputs are by the inputs, and strides of tensors follow from
 * shapes. */
static gboolean
is_compared (const LaminaDetail *detail)
{
  gsize length = strlen (detail->key);

  if (g_strcmp0 (detail->group, LAMINA_DETAILS_STACK) == 0 || g_str_equal (detail->key, "Input Dims")
      || g_str_equal (detail->key, "Input type"))
    return FALSE;
  return length < 7 || g_ascii_strcasecmp (detail->key + length - 7, "strides") != 0 || detail->value.type != LAMINA_VALUE_TEXT
         || detail->value.text == NULL || !g_str_has_prefix (detail->value.text, "[[");
}

static void
add_layer (LaminaLayerDifferences *self,
           LaminaDocument         *document,
           guint                   run_index,
           guint                   i,
           guint32                 layer)
{
  LaminaRun *run = lamina_document_get_run (document, run_index);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaPlace place = { LAMINA_PLACE_LAYER, run_index, 0, layer };
  guint32 result;
  g_autofree char *text = NULL;
  g_autoptr (LaminaDetails) details = NULL;

  if (lamina_column_id (layers->type, layer) != 0)
    add_fact (self, i, LAMINA_FACT_TYPE, 0, "", lamina_run_get_string (run, layers->type[layer]), FALSE);
  if (lamina_column_id (layers->device, layer) != 0)
    add_fact (self, i, LAMINA_FACT_DEVICE, 0, "", lamina_run_get_string (run, layers->device[layer]), FALSE);
  add_tensors (self, run, i, layer, FALSE);
  add_tensors (self, run, i, layer, TRUE);
  /* The shape of an output that the file does not name. */
  result = lamina_layer_get_inferred (run, layer);
  text = result != 0 ? lamina_work_dup_inferred_text (lamina_work_peek (run), result) : NULL;
  if (text)
    add_fact (self, i, LAMINA_FACT_OUTPUT, 0, "", text, TRUE);
  details = lamina_document_describe (document, &place, NULL);
  for (guint k = 0; details && k < lamina_details_get_n (details); k++)
    {
      const LaminaDetail *detail = lamina_details_get (details, k);
      g_autofree char *value = lamina_value_to_string (&detail->value);
      g_autofree char *key = detail->group ? g_strdup_printf ("%s / %s", detail->group, detail->key)
                                           : g_strdup (detail->key);

      if (is_compared (detail))
        add_fact (self, i, LAMINA_FACT_ATTRIBUTE, 0, key, value, detail->value.estimated);
    }
}

static gsize
count_shared (GPtrArray *values)
{
  const char *first = values->pdata[0];
  gsize n = values->len > 1 ? strlen (first) : 0;

  for (guint i = 1; i < values->len; i++)
    {
      const char *other = values->pdata[i];
      gsize k = 0;

      while (k < n && other[k] == first[k])
        k++;
      n = k;
    }
  return n;
}

LaminaLayerDifferences *
lamina_layer_differences_new (LaminaDocument *document,
                              guint           run,
                              const guint32  *layers,
                              guint           n,
                              GCancellable   *cancellable)
{
  g_autoptr (LaminaLayerDifferences) self = g_new0 (LaminaLayerDifferences, 1);

  self->texts = g_string_chunk_new (1024);
  self->facts = g_ptr_array_new_with_free_func (fact_free);
  self->places = g_hash_table_new_full (lamina_text_hash, lamina_text_equal, g_free, NULL);
  self->n_layers = MIN (n, LAMINA_DIFFERENCES_LAYERS);
  for (guint i = 0; i < self->n_layers; i++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      add_layer (self, document, run, i, layers[i]);
    }
  for (guint i = 0; i < self->facts->len; i++)
    {
      Fact *fact = self->facts->pdata[i];

      if (fact->n_seen < self->n_layers)
        fact->fact.of_last = add_value (fact, "", FALSE, self->n_layers - fact->n_seen);
      fact->fact.n_values = fact->values->len;
      fact->fact.values = (const char *const *) fact->values->pdata;
      fact->fact.counts = (const guint *) (gpointer) fact->counts->data;
      fact->fact.estimated = fact->estimated->data;
      fact->fact.shared = count_shared (fact->values);
    }
  return g_steal_pointer (&self);
}

void
lamina_layer_differences_free (LaminaLayerDifferences *self)
{
  g_hash_table_unref (self->places);
  g_ptr_array_unref (self->facts);
  g_string_chunk_free (self->texts);
  g_free (self);
}

guint
lamina_layer_differences_get_n_layers (LaminaLayerDifferences *self)
{
  return self->n_layers;
}

guint
lamina_layer_differences_get_n (LaminaLayerDifferences *self)
{
  return self->facts->len;
}

const LaminaLayerFact *
lamina_layer_differences_get (LaminaLayerDifferences *self,
                              guint                   i)
{
  g_return_val_if_fail (i < self->facts->len, NULL);
  return &((Fact *) self->facts->pdata[i])->fact;
}
