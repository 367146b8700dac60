/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-groups.h"

#include "lamina-gettext.h"
#include "lamina-order-rows.h"
#include "lamina-tensor-value.h"

#include <string.h>

static const struct
{
  const char *name;
  const char *title;
  LaminaLiveBands bands;
} words[LAMINA_N_TENSOR_GROUPINGS] = {
  [LAMINA_TENSORS_ONE_BY_ONE] = { "one", NULL, LAMINA_N_LIVE_BANDS },
  [LAMINA_TENSORS_BY_SHAPE] = { "shape", N_("Shape"), LAMINA_N_LIVE_BANDS },
  [LAMINA_TENSORS_BY_DTYPE] = { "dtype", N_("Type"), LAMINA_N_LIVE_BANDS },
  [LAMINA_TENSORS_BY_ROLE] = { "role", N_("Role"), LAMINA_N_LIVE_BANDS },
  [LAMINA_TENSORS_BY_SITE] = { "site", N_("Site"), LAMINA_BANDS_BY_SITE },
  [LAMINA_TENSORS_BY_MODULE] = { "module", N_("Module or operator"), LAMINA_BANDS_BY_MODULE },
  [LAMINA_TENSORS_BY_STACK] = { "stack", N_("Stack"), LAMINA_N_LIVE_BANDS },
  [LAMINA_TENSORS_BY_STREAM] = { "stream", N_("Stream"), LAMINA_BANDS_BY_STREAM },
  [LAMINA_TENSORS_BY_SIZE] = { "size", N_("Size class"), LAMINA_BANDS_BY_SIZE },
  [LAMINA_TENSORS_BY_CATEGORY] = { "category", N_("Category"), LAMINA_BANDS_BY_CATEGORY },
};

const char *
lamina_tensor_grouping_get_name (LaminaTensorGrouping grouping)
{
  g_return_val_if_fail (grouping < LAMINA_N_TENSOR_GROUPINGS, NULL);

  return words[grouping].name;
}

const char *
lamina_tensor_grouping_get_title (LaminaTensorGrouping grouping)
{
  g_return_val_if_fail (grouping < LAMINA_N_TENSOR_GROUPINGS, NULL);

  return words[grouping].title;
}

gboolean
lamina_tensor_grouping_is_known (LaminaTensorGrouping  grouping,
                                 LaminaRun            *run)
{
  g_return_val_if_fail (run != NULL, FALSE);

  if (grouping == LAMINA_TENSORS_BY_CATEGORY)
    return lamina_run_get_memory (run)->category != NULL;
  return grouping < LAMINA_TENSORS_BY_SITE || lamina_run_get_memory (run)->n > 0;
}

LaminaLiveBands
lamina_tensor_grouping_get_bands (LaminaTensorGrouping grouping)
{
  g_return_val_if_fail (grouping < LAMINA_N_TENSOR_GROUPINGS, LAMINA_N_LIVE_BANDS);

  return words[grouping].bands;
}

LaminaTensorGrouping
lamina_tensor_grouping_of_bands (LaminaLiveBands bands)
{
  guint grouping = LAMINA_TENSORS_BY_SITE;

  g_return_val_if_fail (bands < LAMINA_N_LIVE_BANDS, LAMINA_TENSORS_BY_SITE);

  while (words[grouping].bands != bands)
    grouping++;
  return (LaminaTensorGrouping) grouping;
}

LaminaLiveSet *
lamina_tensor_grouping_divide (LaminaTensorGrouping  grouping,
                               LaminaRun            *run,
                               LaminaLiveSet        *live,
                               GCancellable         *cancellable)
{
  LaminaLiveBands bands = lamina_tensor_grouping_get_bands (grouping);

  g_return_val_if_fail (run != NULL && live != NULL, NULL);

  if (bands == LAMINA_N_LIVE_BANDS || !lamina_tensor_grouping_is_known (grouping, run))
    return lamina_live_set_ref (live);
  return lamina_live_set_divide (live, bands, cancellable);
}

char *
lamina_tensor_group_dup_label (LaminaRun               *run,
                               LaminaTensorGrouping     grouping,
                               const LaminaTensorGroup *group)
{
  const LaminaMemory *memory;
  GString *text;

  g_return_val_if_fail (run != NULL && group != NULL, NULL);

  if (group->key == 0)
    return NULL;
  switch (grouping)
    {
    case LAMINA_TENSORS_BY_SHAPE:
      return lamina_run_dup_shape_text (run, group->key);
    case LAMINA_TENSORS_BY_ROLE:
      return g_strdup (lamina_role_get_name ((LaminaRole) group->key));
    case LAMINA_TENSORS_BY_STACK:
      memory = lamina_run_get_memory (run);
      text = g_string_new (NULL);
      for (guint32 call = group->key - 1; call != LAMINA_NONE; call = memory->caller[call])
        g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", lamina_run_get_string (run, memory->function[call]));
      return g_string_free (text, FALSE);
    case LAMINA_TENSORS_BY_SIZE:
      return g_strdup (lamina_size_class_get_name (group->key));
    case LAMINA_TENSORS_BY_DTYPE:
    case LAMINA_TENSORS_BY_SITE:
    case LAMINA_TENSORS_BY_MODULE:
    case LAMINA_TENSORS_BY_STREAM:
    case LAMINA_TENSORS_BY_CATEGORY:
      return g_strdup (lamina_run_get_string (run, group->key));
    case LAMINA_TENSORS_ONE_BY_ONE:
    case LAMINA_N_TENSOR_GROUPINGS:
    default:
      g_return_val_if_reached (NULL);
    }
}

guint32
lamina_tensor_get_group_key (LaminaRun            *run,
                             LaminaTensorGrouping  grouping,
                             guint32               tensor)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  const LaminaMemory *memory = lamina_run_get_memory (run);

  switch (grouping)
    {
    case LAMINA_TENSORS_BY_SHAPE:
      return lamina_column_id (tensors->shape, tensor);
    case LAMINA_TENSORS_BY_DTYPE:
      return lamina_column_id (tensors->dtype, tensor);
    case LAMINA_TENSORS_BY_ROLE:
      return tensors->role ? tensors->role[tensor] : LAMINA_ROLE_UNKNOWN;
    case LAMINA_TENSORS_BY_SITE:
      return tensor < memory->n ? memory->site[tensor] : 0;
    case LAMINA_TENSORS_BY_MODULE:
      return tensor < memory->n ? memory->module[tensor] : 0;
    case LAMINA_TENSORS_BY_STACK:
      return tensor < memory->n && memory->call[tensor] != LAMINA_NONE ? memory->call[tensor] + 1 : 0;
    case LAMINA_TENSORS_BY_STREAM:
      return tensor < memory->n ? memory->stream[tensor] : 0;
    case LAMINA_TENSORS_BY_CATEGORY:
      return tensor < memory->n ? lamina_column_id (memory->category, tensor) : 0;
    case LAMINA_TENSORS_BY_SIZE:
      return lamina_size_class_find (lamina_column_number (tensors->bytes, tensor));
    case LAMINA_TENSORS_ONE_BY_ONE:
    case LAMINA_N_TENSOR_GROUPINGS:
    default:
      g_return_val_if_reached (0);
    }
}

/* The group of a key, by a table from keys to positions, each one more than it is. */
static LaminaTensorGroup *
find_group (GArray     *groups,
            GHashTable *positions,
            guint32     key,
            guint32     tensor)
{
  guint position = GPOINTER_TO_UINT (g_hash_table_lookup (positions, GUINT_TO_POINTER (key)));
  LaminaTensorGroup group = { .key = key, .bytes = LAMINA_ABSENT, .largest = tensor };

  if (position == 0)
    {
      g_array_append_val (groups, group);
      position = groups->len;
      g_hash_table_insert (positions, GUINT_TO_POINTER (key), GUINT_TO_POINTER (position));
    }
  return &g_array_index (groups, LaminaTensorGroup, position - 1);
}

static void
add_tensor (LaminaTensorGroup   *group,
            const LaminaTensors *tensors,
            guint32              tensor)
{
  gint64 bytes = lamina_column_number (tensors->bytes, tensor);
  gint64 largest = lamina_column_number (tensors->bytes, group->largest);

  group->n++;
  group->n_unknown += bytes == LAMINA_ABSENT;
  group->bytes = lamina_number_add (group->bytes, bytes);
  group->estimated |= bytes != LAMINA_ABSENT && tensors->estimated
                      && (tensors->estimated[tensor] & LAMINA_ESTIMATE_BYTES);
  if (bytes != LAMINA_ABSENT
      && (largest == LAMINA_ABSENT || bytes > largest || (bytes == largest && tensor < group->largest)))
    group->largest = tensor;
}

typedef struct
{
  LaminaRun *run;
  const LaminaTensors *tensors;
  LaminaTensorGrouping grouping;
  LaminaTensorGroupColumn column;
  gboolean descending;
} Order;

/* How many elements a shape has, or a negative number where that is not known. */
static double
count_elements (LaminaRun *run,
                guint32    shape)
{
  double elements = 1;
  guint n = 0;
  const gint64 *dims = shape ? lamina_run_get_shape (run, shape, &n) : NULL;

  for (guint i = 0; dims && i < n; i++)
    elements = dims[i] == LAMINA_ABSENT ? -1 : elements < 0 ? elements : elements * (double) dims[i];
  return dims ? elements : -1;
}

/* Negative where the left one stands before the right one; what is absent has no place in either direction. */
static int
compare_known (double   left,
               double   right,
               gboolean descending)
{
  if (left < 0 || right < 0)
    return (left < 0) - (right < 0);
  return descending ? (left < right) - (left > right) : (left > right) - (left < right);
}

static double
get_value (const Order             *self,
           const LaminaTensorGroup *group)
{
  switch (self->column)
    {
    case LAMINA_TENSOR_GROUP_COLUMN_COUNT:
      return group->n;
    case LAMINA_TENSOR_GROUP_COLUMN_BYTES:
      return group->bytes == LAMINA_ABSENT ? -1 : (double) group->bytes;
    case LAMINA_TENSOR_GROUP_COLUMN_LARGEST:
      return (double) MAX (lamina_column_number (self->tensors->bytes, group->largest), -1);
    case LAMINA_TENSOR_GROUP_COLUMN_KEY:
    case LAMINA_N_TENSOR_GROUP_COLUMNS:
    default:
      if (self->grouping == LAMINA_TENSORS_BY_SHAPE)
        return count_elements (self->run, group->key);
      return group->key == 0 ? -1 : (double) group->key;
    }
}

static int
compare_groups (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const LaminaTensorGroup *left = a, *right = b;
  const Order *self = user_data;
  int order;

  if (self->column == LAMINA_TENSOR_GROUP_COLUMN_KEY && left->key != 0 && right->key != 0
      && (self->grouping == LAMINA_TENSORS_BY_DTYPE || self->grouping == LAMINA_TENSORS_BY_SITE
          || self->grouping == LAMINA_TENSORS_BY_MODULE || self->grouping == LAMINA_TENSORS_BY_STREAM
          || self->grouping == LAMINA_TENSORS_BY_CATEGORY))
    {
      order = strcmp (lamina_run_get_string (self->run, left->key), lamina_run_get_string (self->run, right->key));
      order = self->descending ? -order : order;
    }
  else
    order = compare_known (get_value (self, left), get_value (self, right), self->descending);
  return order != 0 ? order : (left->largest > right->largest) - (left->largest < right->largest);
}

GArray *
lamina_tensor_groups_new (LaminaRun               *run,
                          LaminaTensorGrouping     grouping,
                          const guint32           *rows,
                          guint                    n,
                          LaminaTensorGroupColumn  column,
                          gboolean                 descending,
                          GCancellable            *cancellable)
{
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (LaminaTensorGroup));
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);
  Order order = { run, NULL, grouping, column, descending };

  g_return_val_if_fail (run != NULL && grouping > LAMINA_TENSORS_ONE_BY_ONE, NULL);
  g_return_val_if_fail (grouping < LAMINA_N_TENSOR_GROUPINGS && column < LAMINA_N_TENSOR_GROUP_COLUMNS, NULL);

  order.tensors = lamina_run_get_tensors (run);
  for (guint i = 0; i < n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return NULL;
      add_tensor (find_group (groups, positions, lamina_tensor_get_group_key (run, grouping, rows[i]), rows[i]), order.tensors,
                  rows[i]);
    }
  g_array_sort_with_data (groups, compare_groups, &order);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&groups);
}
