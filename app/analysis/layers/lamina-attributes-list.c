/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-attributes-private.h"

/*
 * Layers of one type have the same attributes, almost always. Of a type with more layers than FEW_OF_TYPE only every
 * STEP-th of the rest is looked at, and only in runs of more than MANY_LAYERS: to look at a million takes too long for
 * somebody who waits for a menu.
 */
#define MANY_LAYERS 100000
#define FEW_OF_TYPE 4096
#define STEP 16

#define CHECK_LAYERS 64

/* Headings that are names of things may make an attribute of each. */
#define MAX_KEYS 5000

/* @last: [key] the layer that had it last, from 1 on; @keys: [name] their places, from 1 on */
typedef struct
{
  GArray *list;
  GHashTable *keys;
  GArray *last;
} Listing;

static void
listing_clear (Listing *self)
{
  g_clear_pointer (&self->list, g_array_unref);
  g_clear_pointer (&self->keys, g_hash_table_unref);
  g_clear_pointer (&self->last, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Listing, listing_clear)

static void
key_clear (gpointer data)
{
  LaminaAttributeKey *key = data;

  g_free (key->name);
}

static gboolean
is_number (const LaminaValue *value)
{
  LaminaLayerValue text = { .kind = LAMINA_LAYER_VALUE_TEXT, .text = value->text };
  double number;

  if (value->type == LAMINA_VALUE_TEXT)
    return value->text && lamina_attribute_get_number (&text, &number);
  return value->type == LAMINA_VALUE_INTEGER || value->type == LAMINA_VALUE_REAL;
}

static guint
find_key (Listing            *self,
          const LaminaDetail *detail)
{
  g_autofree char *name = lamina_attribute_dup_name (detail);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->keys, name));
  LaminaAttributeKey key = { .is_number = TRUE };
  guint none = 0;

  if (place != 0 || self->list->len >= MAX_KEYS)
    return place;
  key.name = g_strdup (name);
  g_array_append_val (self->list, key);
  g_array_append_val (self->last, none);
  g_hash_table_insert (self->keys, g_steal_pointer (&name), GUINT_TO_POINTER (self->list->len));
  return self->list->len;
}

static void
add_details (Listing       *self,
             guint          layer,
             LaminaDetails *details)
{
  for (guint i = 0; i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);
      guint place = detail->value.type == LAMINA_VALUE_NULL ? 0 : find_key (self, detail);
      LaminaAttributeKey *key;

      if (place == 0)
        continue;
      key = &g_array_index (self->list, LaminaAttributeKey, place - 1);
      key->is_number &= is_number (&detail->value);
      key->n_layers += g_array_index (self->last, guint, place - 1) != layer + 1;
      g_array_index (self->last, guint, place - 1) = layer + 1;
    }
}

/* Whether a layer need not be looked at: enough of its type were. */
static gboolean
is_left_out (GHashTable         *types,
             const LaminaLayers *layers,
             guint               layer)
{
  gpointer type = GUINT_TO_POINTER (lamina_column_id (layers->type, layer));
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (types, type)) + 1;

  g_hash_table_insert (types, type, GUINT_TO_POINTER (n));
  return n > FEW_OF_TYPE && n % STEP != 0;
}

static gboolean
list_layers (Listing       *self,
             LaminaRun     *run,
             GCancellable  *cancellable,
             GError       **error)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  g_autoptr (GHashTable) types = g_hash_table_new (NULL, NULL);
  gboolean many = layers->n > MANY_LAYERS;

  for (guint layer = 0; layer < layers->n; layer++)
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (LaminaDetails) details = NULL;

      if (layer % CHECK_LAYERS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (many && is_left_out (types, layers, layer))
        continue;
      details = lamina_run_describe_layer (run, layer, &failure);
      if (details)
        add_details (self, layer, details);
      else if (g_error_matches (failure, LAMINA_ERROR, LAMINA_ERROR_CHANGED))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
    }
  /* What was not counted is not said. */
  for (guint i = 0; many && i < self->list->len; i++)
    g_array_index (self->list, LaminaAttributeKey, i).n_layers = 0;
  return TRUE;
}

static GQuark
get_quark (void)
{
  return g_quark_from_static_string ("lamina-attribute-keys");
}

const GArray *
lamina_attributes_list (LaminaRun     *run,
                        GCancellable  *cancellable,
                        GError       **error)
{
  g_auto (Listing) listing = { 0 };

  g_return_val_if_fail (run != NULL, NULL);

  if (lamina_attributes_peek_list (run))
    return lamina_attributes_peek_list (run);
  listing.list = g_array_new (FALSE, FALSE, sizeof (LaminaAttributeKey));
  listing.last = g_array_new (FALSE, FALSE, sizeof (guint));
  listing.keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_array_set_clear_func (listing.list, key_clear);
  if (!list_layers (&listing, run, cancellable, error))
    return NULL;
  return lamina_run_attach (run, get_quark (), g_steal_pointer (&listing.list), (GDestroyNotify) g_array_unref);
}

const GArray *
lamina_attributes_peek_list (LaminaRun *run)
{
  g_return_val_if_fail (run != NULL, NULL);

  return lamina_run_get_attached (run, get_quark ());
}
