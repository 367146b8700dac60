/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-value.h"

#include "lamina-gettext.h"
#include "lamina-producer.h"

#include <string.h>

/* All columns: whoever adds one adds a row, and a case in lamina_tensor_get_value() and in the keys that tensors are sorted by. */
static const LaminaTensorColumnInfo infos[LAMINA_N_TENSOR_COLUMNS] = {
  [LAMINA_TENSOR_COLUMN_INDEX] = { "id", N_("#"), 36, FALSE, 0 },
  [LAMINA_TENSOR_COLUMN_NAME] = { "name", N_("Name"), 114, TRUE, 0 },
  [LAMINA_TENSOR_COLUMN_SHAPE] = { "shape", N_("Shape"), 134, TRUE, LAMINA_ESTIMATE_SHAPE },
  [LAMINA_TENSOR_COLUMN_DTYPE] = { "dtype", N_("Type"), 84, TRUE, LAMINA_ESTIMATE_DTYPE },
  [LAMINA_TENSOR_COLUMN_LAYOUT] = { "layout", N_("Layout"), 80, TRUE, LAMINA_ESTIMATE_LAYOUT },
  [LAMINA_TENSOR_COLUMN_BYTES] = { "bytes", N_("Size"), 86, FALSE, LAMINA_ESTIMATE_BYTES },
  [LAMINA_TENSOR_COLUMN_ROLE] = { "role", N_("Role"), 86, TRUE, 0 },
  [LAMINA_TENSOR_COLUMN_PRODUCER] = { "maker", N_("Producer"), 90, TRUE, LAMINA_ESTIMATE_PRODUCER },
  [LAMINA_TENSOR_COLUMN_CONSUMERS] = { "readers", N_("Consumers"), 88, FALSE, 0 },
  [LAMINA_TENSOR_COLUMN_FIRST] = { "first", N_("First"), 90, FALSE, LAMINA_ESTIMATE_LIFETIME },
  [LAMINA_TENSOR_COLUMN_LAST] = { "last", N_("Last"), 90, FALSE, LAMINA_ESTIMATE_LIFETIME },
  [LAMINA_TENSOR_COLUMN_PRODUCER_ID] = { "producer", N_("Producer"), 0, FALSE, LAMINA_ESTIMATE_PRODUCER },
  [LAMINA_TENSOR_COLUMN_CONSUMER_IDS] = { "consumers", N_("Read by"), 0, TRUE, 0 },
  [LAMINA_TENSOR_COLUMN_STREAM] = { "stream", N_("Stream"), 84, TRUE, 0 },
  [LAMINA_TENSOR_COLUMN_BLOCK] = { "block", N_("Block"), 86, FALSE, 0 },
  [LAMINA_TENSOR_COLUMN_RELEASED] = { "released", N_("Given up"), 106, FALSE, 0 },
  [LAMINA_TENSOR_COLUMN_STACK] = { "stack", N_("Stack"), 160, TRUE, 0 },
  [LAMINA_TENSOR_COLUMN_CATEGORY] = { "category", N_("Category"), 90, TRUE, 0 },
};

const LaminaTensorColumnInfo *
lamina_tensor_column_get_info (LaminaTensorColumn column)
{
  g_return_val_if_fail ((guint) column < LAMINA_N_TENSOR_COLUMNS, NULL);

  return &infos[column];
}

gboolean
lamina_tensor_column_from_name (const char         *name,
                                LaminaTensorColumn *column)
{
  g_return_val_if_fail (name != NULL && column != NULL, FALSE);

  for (guint i = 0; i < LAMINA_N_TENSOR_COLUMNS; i++)
    if (strcmp (name, infos[i].name) == 0)
      {
        *column = (LaminaTensorColumn) i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
has_ids (const guint32 *column,
         guint          n)
{
  for (guint i = 0; column != NULL && i < n; i++)
    if (column[i] != 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_roles (const LaminaTensors *tensors)
{
  for (guint i = 0; tensors->role != NULL && i < tensors->n; i++)
    if (tensors->role[i] != LAMINA_ROLE_UNKNOWN)
      return TRUE;
  return FALSE;
}

gboolean
lamina_tensor_column_is_known (LaminaRun          *run,
                               LaminaTensorColumn  column)
{
  const LaminaTensors *tensors;

  g_return_val_if_fail (run != NULL, FALSE);

  tensors = lamina_run_get_tensors (run);
  switch (column)
    {
    case LAMINA_TENSOR_COLUMN_NAME:
      return has_ids (tensors->name, tensors->n);
    case LAMINA_TENSOR_COLUMN_SHAPE:
      return has_ids (tensors->shape, tensors->n);
    case LAMINA_TENSOR_COLUMN_LAYOUT:
      return has_ids (tensors->layout, tensors->n);
    case LAMINA_TENSOR_COLUMN_DTYPE:
      return has_ids (tensors->dtype, tensors->n);
    case LAMINA_TENSOR_COLUMN_ROLE:
      return has_roles (tensors);
    case LAMINA_TENSOR_COLUMN_CONSUMERS:
    case LAMINA_TENSOR_COLUMN_CONSUMER_IDS:
      return lamina_column_first (tensors->first_consumer, tensors->n) > 0;
    case LAMINA_TENSOR_COLUMN_FIRST:
    case LAMINA_TENSOR_COLUMN_LAST:
      return lamina_column_first (tensors->first_lifetime, tensors->n) > 0;
    case LAMINA_TENSOR_COLUMN_STREAM:
    case LAMINA_TENSOR_COLUMN_BLOCK:
    case LAMINA_TENSOR_COLUMN_RELEASED:
    case LAMINA_TENSOR_COLUMN_STACK:
      return lamina_run_get_memory (run)->n > 0;
    case LAMINA_TENSOR_COLUMN_CATEGORY:
      return lamina_run_get_memory (run)->category != NULL;
    case LAMINA_TENSOR_COLUMN_INDEX:
    case LAMINA_TENSOR_COLUMN_BYTES:
    case LAMINA_TENSOR_COLUMN_PRODUCER:
    case LAMINA_TENSOR_COLUMN_PRODUCER_ID:
    case LAMINA_N_TENSOR_COLUMNS:
    default:
      return TRUE;
    }
}

gboolean
lamina_tensor_is_allocation (LaminaRun *run,
                             guint32    tensor)
{
  const guint32 *first;

  g_return_val_if_fail (run != NULL && tensor < lamina_run_get_tensors (run)->n, FALSE);

  first = lamina_run_get_tensors (run)->first_lifetime;
  return lamina_run_get_memory (run)->n > 0 && lamina_column_first (first, tensor) < lamina_column_first (first, tensor + 1);
}

guint
lamina_tensor_count_allocations (LaminaRun *run)
{
  const LaminaTensors *tensors;

  g_return_val_if_fail (run != NULL, 0);

  tensors = lamina_run_get_tensors (run);
  return lamina_run_get_memory (run)->n > 0 ? lamina_column_first (tensors->first_lifetime, tensors->n) : 0;
}

gint64
lamina_tensor_count_consumers (LaminaRun *run,
                               guint32    tensor)
{
  const guint32 *first;

  g_return_val_if_fail (run != NULL && tensor < lamina_run_get_tensors (run)->n, LAMINA_ABSENT);

  first = lamina_run_get_tensors (run)->first_consumer;
  return lamina_tensor_is_allocation (run, tensor) ? LAMINA_ABSENT : (gint64) first[tensor + 1] - first[tensor];
}

/* The rows of the layers that read a tensor, with blanks between them. */
static char *
dup_consumers (LaminaRun *run,
               guint32    tensor)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  GString *text;

  if (lamina_tensor_count_consumers (run, tensor) == LAMINA_ABSENT)
    return NULL;
  text = g_string_new (NULL);
  for (guint32 i = tensors->first_consumer[tensor]; i < tensors->first_consumer[tensor + 1]; i++)
    g_string_append_printf (text, "%s%u", text->len > 0 ? " " : "", tensors->consumers[i]);
  return g_string_free (text, FALSE);
}

/* The calls that asked for a tensor, the innermost first. */
static char *
dup_stack (LaminaRun *run,
           guint32    tensor)
{
  const LaminaMemory *memory = lamina_run_get_memory (run);
  GString *text = g_string_new (NULL);

  for (guint32 call = tensor < memory->n ? memory->call[tensor] : LAMINA_NONE; call != LAMINA_NONE; call = memory->caller[call])
    g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", lamina_run_get_string (run, memory->function[call]));
  return g_string_free (text, FALSE);
}

static void
set_position (LaminaLayerValue *value,
              LaminaRun        *run,
              LaminaTimebase   *timebase,
              gint64            position)
{
  gboolean is_time = lamina_run_get_unit (run) == LAMINA_AXIS_NANOSECONDS;

  lamina_layer_value_set_integer (value, is_time ? LAMINA_LAYER_VALUE_START : LAMINA_LAYER_VALUE_COUNT,
                                  lamina_number_add (position, -lamina_timebase_get_start (timebase)),
                                  is_time ? LAMINA_UNIT_NANOSECONDS : LAMINA_UNIT_NONE);
  value->real = (double) lamina_subtract_saturating (lamina_timebase_get_end (timebase), lamina_timebase_get_start (timebase));
}

void
lamina_tensor_get_value (LaminaRun          *run,
                         LaminaTimebase     *timebase,
                         LaminaLiveSet      *live,
                         guint32             tensor,
                         LaminaTensorColumn  column,
                         LaminaLayerValue   *value)
{
  const LaminaTensors *tensors;
  const LaminaMemory *memory;
  gboolean is_allocated;
  guint32 id;
  gint64 first, last;

  g_return_if_fail (run != NULL && timebase != NULL && live != NULL && value != NULL);
  g_return_if_fail (tensor < lamina_run_get_tensors (run)->n && (guint) column < LAMINA_N_TENSOR_COLUMNS);

  *value = (LaminaLayerValue) { 0 };
  tensors = lamina_run_get_tensors (run);
  memory = lamina_run_get_memory (run);
  is_allocated = tensor < memory->n;
  switch (column)
    {
    case LAMINA_TENSOR_COLUMN_INDEX:
      lamina_layer_value_set_count (value, tensor);
      break;
    case LAMINA_TENSOR_COLUMN_NAME:
      lamina_layer_value_set_text (value, lamina_run_get_string (run, lamina_column_id (tensors->name, tensor)));
      break;
    case LAMINA_TENSOR_COLUMN_SHAPE:
      id = lamina_column_id (tensors->shape, tensor);
      lamina_layer_value_take_text (value, id != 0 ? lamina_run_dup_shape_text (run, id) : NULL);
      break;
    case LAMINA_TENSOR_COLUMN_DTYPE:
      lamina_layer_value_set_text (value, lamina_run_get_string (run, lamina_column_id (tensors->dtype, tensor)));
      break;
    case LAMINA_TENSOR_COLUMN_LAYOUT:
      lamina_layer_value_set_text (value, lamina_run_get_string (run, lamina_column_id (tensors->layout, tensor)));
      break;
    case LAMINA_TENSOR_COLUMN_BYTES:
      lamina_layer_value_set_integer (value, LAMINA_LAYER_VALUE_AMOUNT, lamina_column_number (tensors->bytes, tensor),
                                      LAMINA_UNIT_BYTES);
      break;
    case LAMINA_TENSOR_COLUMN_ROLE:
      lamina_layer_value_set_text (value, lamina_role_get_name (lamina_tensors_get_role (tensors, tensor)));
      break;
    case LAMINA_TENSOR_COLUMN_PRODUCER:
      id = lamina_producer_find (run, tensor, timebase);
      lamina_layer_value_take_text (value, id != LAMINA_NONE ? lamina_layer_dup_label (run, id) : NULL);
      break;
    case LAMINA_TENSOR_COLUMN_CONSUMERS:
      lamina_layer_value_set_count (value, lamina_tensor_count_consumers (run, tensor));
      break;
    case LAMINA_TENSOR_COLUMN_FIRST:
    case LAMINA_TENSOR_COLUMN_LAST:
      if (lamina_live_set_get_range (live, tensor, &first, &last))
        set_position (value, run, timebase, column == LAMINA_TENSOR_COLUMN_FIRST ? first : last);
      break;
    case LAMINA_TENSOR_COLUMN_PRODUCER_ID:
      id = lamina_producer_find (run, tensor, timebase);
      lamina_layer_value_set_count (value, id != LAMINA_NONE ? id : LAMINA_ABSENT);
      break;
    case LAMINA_TENSOR_COLUMN_CONSUMER_IDS:
      lamina_layer_value_take_text (value, dup_consumers (run, tensor));
      break;
    case LAMINA_TENSOR_COLUMN_STREAM:
      lamina_layer_value_set_text (value, is_allocated ? lamina_run_get_string (run, memory->stream[tensor]) : NULL);
      break;
    case LAMINA_TENSOR_COLUMN_CATEGORY:
      id = is_allocated ? lamina_column_id (memory->category, tensor) : 0;
      lamina_layer_value_set_text (value, lamina_run_get_string (run, id));
      break;
    case LAMINA_TENSOR_COLUMN_BLOCK:
      lamina_layer_value_set_integer (value, LAMINA_LAYER_VALUE_AMOUNT, is_allocated ? memory->block[tensor] : LAMINA_ABSENT,
                                      LAMINA_UNIT_BYTES);
      break;
    case LAMINA_TENSOR_COLUMN_RELEASED:
      first = lamina_live_set_get_released (live, tensor);
      if (first != LAMINA_ABSENT)
        set_position (value, run, timebase, first);
      break;
    case LAMINA_TENSOR_COLUMN_STACK:
      lamina_layer_value_take_text (value, dup_stack (run, tensor));
      break;
    case LAMINA_N_TENSOR_COLUMNS:
    default:
      g_return_if_reached ();
    }
  value->estimated = value->kind != LAMINA_LAYER_VALUE_ABSENT && tensors->estimated != NULL
                     && (tensors->estimated[tensor] & infos[column].estimate) != 0;
}

const char *
lamina_role_get_name (LaminaRole role)
{
  static const char *const names[] = {
    [LAMINA_ROLE_UNKNOWN] = NULL,
    [LAMINA_ROLE_INPUT] = "input",
    [LAMINA_ROLE_PARAMETER] = "parameter",
    [LAMINA_ROLE_ACTIVATION] = "activation",
    [LAMINA_ROLE_WORKSPACE] = "workspace",
    [LAMINA_ROLE_OUTPUT] = "output",
  };

  return (guint) role < G_N_ELEMENTS (names) ? names[role] : NULL;
}
