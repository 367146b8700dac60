/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-partition-private.h"

#include "lamina-order-rows.h"

#include <string.h>

#define UNKNOWN "—"

/* A label that names more inputs is read by nobody. */
#define MAX_LABEL_INPUTS 32

/* The list of a layer: its type, then two ids for each input. */
#define INPUT_IDS 2

static guint32
get_id (LaminaPartition *self,
        guint32          row)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);

  switch (self->by)
    {
    case LAMINA_GROUP_BY_NAME:
      return lamina_column_id (layers->name, row);
    case LAMINA_GROUP_BY_FAMILY:
      return layers->family[row];
    case LAMINA_GROUP_BY_SECTION:
      /* From 1 on, so that 0 is no section, as it is no string. */
      return lamina_column_row (layers->section, row) + 1;
    case LAMINA_GROUP_BY_ANNOTATION:
      return lamina_column_id (layers->annotation, row);
    case LAMINA_GROUP_BY_DEVICE:
      return lamina_column_id (layers->device, row);
    case LAMINA_GROUP_BY_TYPE:
    case LAMINA_GROUP_BY_SHAPE:
    case LAMINA_N_GROUP_BY:
    default:
      return lamina_column_id (layers->type, row);
    }
}

static gboolean
divide_by_id (LaminaPartition *self,
              const guint32   *rows,
              guint            n,
              GCancellable    *cancellable)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *parts = NULL;
  guint32 max = 0;

  for (guint i = 0; i < n; i++)
    max = MAX (max, get_id (self, rows[i]));
  parts = g_new (guint32, (gsize) max + 1);
  memset (parts, 0xff, ((gsize) max + 1) * sizeof *parts);

  for (guint i = 0; i < n; i++)
    {
      guint32 id = get_id (self, rows[i]);

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (parts[id] == LAMINA_NONE)
        {
          parts[id] = ids->len;
          g_array_append_val (ids, id);
        }
      self->part[i] = parts[id];
    }
  self->n_parts = ids->len;
  self->ids = (guint32 *) (gpointer) g_array_free (g_steal_pointer (&ids), FALSE);
  return TRUE;
}

static void
append_inputs (LaminaRun *run,
               guint32    layer,
               GArray    *list)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint32 type = lamina_column_id (layers->type, layer);

  g_array_append_val (list, type);
  for (guint i = layers->first_input[layer]; i < layers->first_input[layer + 1]; i++)
    {
      guint32 tensor = layers->inputs[i];
      guint32 input[INPUT_IDS] = { lamina_column_id (tensors->shape, tensor), lamina_column_id (tensors->dtype, tensor) };

      g_array_append_vals (list, input, INPUT_IDS);
    }
}

static gboolean
divide_by_shape (LaminaPartition *self,
                 const guint32   *rows,
                 guint            n,
                 GCancellable    *cancellable)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint begin[LAMINA_ID_LISTS_BATCH + 1];

  for (guint i = 0, count; i < n; i += count)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      count = MIN (LAMINA_ID_LISTS_BATCH, n - i);
      g_array_set_size (ids, 0);
      for (guint j = 0; j < count; j++)
        {
          begin[j] = ids->len;
          append_inputs (self->run, rows[i + j], ids);
        }
      begin[count] = ids->len;
      lamina_id_lists_add_many (&self->lists, (const guint32 *) (gpointer) ids->data, begin, count, self->part + i);
    }
  self->n_parts = self->lists.n;
  return TRUE;
}

gboolean
lamina_partition_init (LaminaPartition *self,
                       LaminaRun       *run,
                       LaminaGroupBy    by,
                       const guint32   *rows,
                       guint            n,
                       GCancellable    *cancellable)
{
  *self = (LaminaPartition) { .run = run, .by = by };
  self->part = g_new (guint32, MAX (n, 1));
  if (by == LAMINA_GROUP_BY_SHAPE)
    return divide_by_shape (self, rows, n, cancellable);
  return divide_by_id (self, rows, n, cancellable);
}

void
lamina_partition_clear (LaminaPartition *self)
{
  g_clear_pointer (&self->part, g_free);
  g_clear_pointer (&self->ids, g_free);
  lamina_id_lists_clear (&self->lists);
}

static const char *
get_text (LaminaRun *run,
          guint32    id)
{
  return id == 0 ? UNKNOWN : lamina_run_get_string (run, id);
}

/* What to call a part that is told by one id. */
static const char *
get_label (LaminaPartition *self,
           guint32          id)
{
  if (self->by == LAMINA_GROUP_BY_FAMILY)
    return lamina_family_get_title ((LaminaFamily) id);
  if (self->by == LAMINA_GROUP_BY_SECTION && id > 0)
    return lamina_run_get_section (self->run, id - 1)->title;
  return get_text (self->run, id);
}

/* Texts of shapes, made once for each: labels say the same few again and again. */
typedef struct
{
  LaminaPartition *partition;
  GString *label;
  GStringChunk *chunk;
  const char **shapes;
} Labels;

static const char *
get_shape (Labels *self,
           guint32 id)
{
  if (id == 0)
    return UNKNOWN;
  if (!self->shapes[id])
    {
      g_autofree char *text = lamina_run_dup_shape_text (self->partition->run, id);

      self->shapes[id] = g_string_chunk_insert (self->chunk, text);
    }
  return self->shapes[id];
}

static const char *
make_label (Labels  *self,
            guint32  part,
            gboolean with_dtypes)
{
  LaminaRun *run = self->partition->run;
  guint n;
  const guint32 *list = lamina_id_lists_get (&self->partition->lists, part, &n);
  guint n_inputs = (n - 1) / INPUT_IDS;

  g_string_assign (self->label, get_text (run, list[0]));
  for (guint i = 0; i < MIN (n_inputs, MAX_LABEL_INPUTS); i++)
    {
      const guint32 *input = list + 1 + i * INPUT_IDS;

      g_string_append (self->label, i == 0 ? " " : ", ");
      g_string_append (self->label, get_shape (self, input[0]));
      if (with_dtypes && input[1] != 0)
        g_string_append_printf (self->label, " %s", lamina_run_get_string (run, input[1]));
    }
  if (n_inputs > MAX_LABEL_INPUTS)
    g_string_append (self->label, ", …");
  return g_string_chunk_insert_len (self->chunk, self->label->str, (gssize) self->label->len);
}

/* Of each part, its list without dtypes. */
static guint32 *
strip_dtypes (LaminaPartition *self,
              guint           *n_stripped)
{
  g_auto (LaminaIdLists) lists = { 0 };
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 *stripped = g_new (guint32, MAX (self->n_parts, 1));

  for (guint part = 0; part < self->n_parts; part++)
    {
      guint n;
      const guint32 *ids = lamina_id_lists_get (&self->lists, part, &n);

      g_array_set_size (list, 0);
      g_array_append_val (list, ids[0]);
      for (guint i = 1; i < n; i += INPUT_IDS)
        g_array_append_val (list, ids[i]);
      stripped[part] = lamina_id_lists_add (&lists, (const guint32 *) (gpointer) list->data, list->len);
    }
  *n_stripped = lists.n;
  return stripped;
}

static gsize
count_shapes (LaminaRun *run)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint32 max = 0;

  for (guint i = 0; i < tensors->n; i++)
    max = MAX (max, lamina_column_id (tensors->shape, i));
  return (gsize) max + 1;
}

/* Labels say dtypes only of parts that nothing else tells apart. */
static gboolean
label_shapes (LaminaPartition *self,
              const char     **texts,
              GStringChunk    *chunk,
              GCancellable    *cancellable)
{
  guint n_stripped;
  g_autofree guint32 *stripped = strip_dtypes (self, &n_stripped);
  g_autofree guint *counts = g_new0 (guint, MAX (n_stripped, 1));
  g_autofree const char **shapes = g_new0 (const char *, count_shapes (self->run));
  g_autoptr (GString) label = g_string_new (NULL);
  Labels labels = { self, label, chunk, shapes };

  for (guint i = 0; i < self->n_parts; i++)
    counts[stripped[i]]++;
  for (guint i = 0; i < self->n_parts; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      texts[i] = make_label (&labels, i, counts[stripped[i]] > 1);
    }
  return TRUE;
}

const char **
lamina_partition_dup_labels (LaminaPartition *self,
                             GStringChunk    *chunk,
                             GCancellable    *cancellable)
{
  g_autofree const char **labels = g_new (const char *, MAX (self->n_parts, 1));

  if (self->by == LAMINA_GROUP_BY_SHAPE)
    {
      if (!label_shapes (self, labels, chunk, cancellable))
        return NULL;
    }
  else
    for (guint i = 0; i < self->n_parts; i++)
      labels[i] = get_label (self, self->ids[i]);

  return g_steal_pointer (&labels);
}
