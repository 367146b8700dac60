/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-listing.h"

#include <string.h>

static void
node_free (gpointer data)
{
  TensorflowNode *node = data;

  g_free (node->name);
  g_free (node->type);
  g_free (node->device);
  g_array_unref (node->shapes);
  g_ptr_array_unref (node->controls);
  g_free (node);
}

TensorflowListing *
tensorflow_listing_new (LaminaSource *source,
                        LaminaImport *import)
{
  TensorflowListing *self = g_new0 (TensorflowListing, 1);

  self->source = source;
  self->import = import;
  self->nodes = g_ptr_array_new_with_free_func (node_free);
  self->names = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
tensorflow_listing_free (TensorflowListing *self)
{
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->nodes);
  g_free (self);
}

/* Nodes whose type is known to have several outputs, in TensorFlow 1. */
static const struct
{
  const char *type;
  guint n_outputs;
} several[] = {
  { "BroadcastGradientArgs", 2 }, { "FusedBatchNorm", 5 }, { "FusedBatchNormGrad", 5 }, { "FusedBatchNormGradV2", 5 },
  { "FusedBatchNormGradV3", 5 }, { "FusedBatchNormV2", 5 }, { "FusedBatchNormV3", 6 }, { "LSTMBlockCell", 7 },
  { "LSTMBlockCellGrad", 5 }, { "MaxPoolWithArgmax", 2 }, { "Merge", 2 }, { "QuantizeV2", 3 },
  { "SoftmaxCrossEntropyWithLogits", 2 }, { "SparseSoftmaxCrossEntropyWithLogits", 2 }, { "Switch", 2 }, { "TopK", 2 },
  { "TopKV2", 2 }, { "Unique", 2 },
};

static gboolean
merge_kernel (TensorflowListing *self,
              TensorflowNode    *kernel)
{
  /* `conv1/Conv2D:Conv2D` says which kernel ran for the node conv1/Conv2D. */
  const char *colon = strrchr (kernel->name, ':');
  g_autofree char *name = g_strndup (kernel->name, (gsize) (colon - kernel->name));
  TensorflowNode *node = g_hash_table_lookup (self->names, name);

  if (!node)
    return FALSE;
  if (!node->type)
    node->type = g_strdup (kernel->type);
  else if (strcmp (node->type, kernel->type) != 0)
    lamina_import_note (self->import, N_("a node has kernels of several types; the first is shown"), self->source, kernel->offset,
                        kernel->record);
  lamina_import_account (self->import, kernel->record, LAMINA_RECORD_MERGED);
  return TRUE;
}

/* The last shapes are outputs; how many there are is not marked in the file. */
static void
find_outputs (TensorflowListing *self,
              TensorflowNode    *node)
{
  guint n = 1;

  if (!node->has_outputs)
    return;
  for (guint i = 0; node->type && i < G_N_ELEMENTS (several); i++)
    if (strcmp (several[i].type, node->type) == 0)
      n = several[i].n_outputs;
  node->n_outputs = MIN (n, node->shapes->len);
  if (node->shapes->len > 1)
    lamina_import_note (self->import,
                        N_("the listing does not tell outputs from inputs: the type does, else the last shape is the output"),
                        self->source, node->offset, node->record);
}

void
tensorflow_listing_link (TensorflowListing *self)
{
  guint kept = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      TensorflowNode *node = self->nodes->pdata[i];

      if (node->kind == TENSORFLOW_KERNEL && merge_kernel (self, node))
        {
          node_free (node);
          continue;
        }
      self->nodes->pdata[kept++] = node;
    }
  for (guint i = kept; i < self->nodes->len; i++)
    self->nodes->pdata[i] = NULL;
  g_ptr_array_set_free_func (self->nodes, NULL);
  g_ptr_array_set_size (self->nodes, (int) kept);
  g_ptr_array_set_free_func (self->nodes, node_free);
  for (guint i = 0; i < self->nodes->len; i++)
    find_outputs (self, self->nodes->pdata[i]);
}

gint64
tensorflow_node_get_bytes (const TensorflowNode *node)
{
  gint64 bytes = node->copied;

  for (guint i = node->shapes->len - node->n_outputs; i < node->shapes->len; i++)
    {
      const TensorflowShape *shape = &g_array_index (node->shapes, TensorflowShape, i);

      bytes = lamina_number_add (bytes, lamina_shape_get_bytes (shape->shape.dims, shape->shape.n,
                                                                lamina_dtype_get_bits (shape->dtype)));
    }
  return bytes;
}

guint
tensorflow_listing_count_times (TensorflowListing     *self,
                                const TensorflowTimes *times)
{
  guint n = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    n += tensorflow_times_find (times, ((const TensorflowNode *) self->nodes->pdata[i])->name) != NULL;
  return n;
}

/* The tool's words for element types that other tools call otherwise; `_ref` behind one means a reference to it. */
static const struct
{
  const char *word;
  const char *dtype;
} dtypes[] = {
  { "flt", "float32" }, { "boolean", "bool" }, { "double", "float64" }, { "half", "float16" },
};

static char *
dup_dtype (const char *word,
           gsize       length)
{
  g_autofree char *copy = g_strndup (word, length);

  if (g_str_has_suffix (copy, "_ref"))
    copy[strlen (copy) - strlen ("_ref")] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (strcmp (copy, dtypes[i].word) == 0)
      return g_strdup (dtypes[i].dtype);
  return g_utf8_make_valid (copy, -1);
}

/*
 * `(int32 4x1)`, `(64x1)`, `(1)`. The tool adds a 1 to shapes of one dimension and writes 1 for scalars and for what it
 * does not know, so that a 1 at the end says little.
 */
static gboolean
tensorflow_shape_parse (const char      *field,
                        TensorflowShape *shape)
{
  gsize length = strlen (field);
  const char *blank, *dims;

  if (length < 3 || field[0] != '(' || field[length - 1] != ')')
    return FALSE;
  blank = memchr (field, ' ', length);
  dims = blank ? blank + 1 : field + 1;
  if (!g_ascii_isdigit (*dims) || !lamina_shape_parse (dims, (gsize) (field + length - 1 - dims), &shape->shape))
    return FALSE;
  if (blank && blank == field + 1)
    return FALSE;
  shape->dtype = blank ? dup_dtype (field + 1, (gsize) (blank - field - 1)) : g_strdup ("float32");
  shape->guessed = shape->shape.n <= 2 && shape->shape.dims[shape->shape.n - 1] == 1;
  if (shape->guessed)
    shape->shape.n--;
  return TRUE;
}

static void
tensorflow_shape_clear (gpointer shape)
{
  g_free (((TensorflowShape *) shape)->dtype);
}

/*
 * A line is `name, inputs…, outputs…, device type, device number`, with a comma and a blank between the fields. Some
 * shapes are exploded, a field for each character: `(, 2, x, 1, )` is `(2x1)`.
 */

#define SEPARATOR ", "

/* Puts exploded shapes together again, with a blank in front that tells them apart; the array gets shorter. */
static void
join_exploded (GPtrArray *fields)
{
  guint kept = 0;

  for (guint i = 0; i < fields->len; i++)
    {
      g_autoptr (GString) joined = NULL;

      if (strcmp (fields->pdata[i], "(") != 0)
        {
          fields->pdata[kept++] = fields->pdata[i];
          continue;
        }
      joined = g_string_new (" (");
      g_free (fields->pdata[i]);
      while (++i < fields->len)
        {
          gboolean closed = strcmp (fields->pdata[i], ")") == 0;

          g_string_append (joined, fields->pdata[i]);
          g_free (fields->pdata[i]);
          if (closed)
            break;
        }
      fields->pdata[kept++] = g_string_free (g_steal_pointer (&joined), FALSE);
    }
  for (guint i = kept; i < fields->len; i++)
    fields->pdata[i] = NULL;
  g_ptr_array_set_size (fields, (int) kept);
}

/* `edge_177_gradients/conv1/BiasAdd:MEMCPYDtoH` is a copy, `conv1/Conv2D:Conv2D` a kernel. */
static void
find_kind (TensorflowNode *node)
{
  const char *colon = strrchr (node->name, ':');

  if (colon && g_str_has_prefix (colon + 1, "MEMCPY"))
    node->kind = TENSORFLOW_COPY;
  else if (colon && colon[1] != '\0')
    node->kind = TENSORFLOW_KERNEL;
  else if (g_str_has_prefix (node->name, "_retval_"))
    node->kind = TENSORFLOW_RETVAL;
  if (node->kind == TENSORFLOW_KERNEL || node->kind == TENSORFLOW_COPY)
    node->type = g_strdup (colon + 1);
}

/* `(output 256 bytes)` */
static gboolean
read_copied (TensorflowNode *node,
             const char     *field)
{
  const char *digits = field + strlen ("(output ");
  gsize length = g_str_has_prefix (field, "(output ") ? strspn (digits, "0123456789") : 0;

  return length > 0 && strcmp (digits + length, " bytes)") == 0
         && lamina_decimal_parse (digits, length, 0, &node->copied);
}

/*
 * One input or output. `(1)` is an empty list where it is the first field and not exploded, `(?)` an input that the tool
 * did not find.
 */
static gboolean
read_field (TensorflowNode *node,
            const char     *field,
            gboolean        is_first,
            gboolean        is_last)
{
  TensorflowShape shape = { 0 };

  if (field[0] == ' ')
    {
      is_first = FALSE;
      field++;
    }
  if (field[0] == '^')
    g_ptr_array_add (node->controls, g_strdup (field + 1));
  else if (strcmp (field, "(no input)") == 0 || (is_first && !is_last && strcmp (field, "(1)") == 0))
    node->has_inputs = FALSE;
  else if (strcmp (field, "(no output)") == 0)
    node->has_outputs = FALSE;
  else if (read_copied (node, field))
    node->has_outputs = FALSE;
  else if (strcmp (field, "(?)") == 0 || strcmp (field, "(1|2|3x1)") == 0)
    {
      shape.dtype = g_strdup ("");
      shape.guessed = TRUE;
      g_array_append_val (node->shapes, shape);
    }
  else if (tensorflow_shape_parse (field, &shape))
    g_array_append_val (node->shapes, shape);
  else
    return FALSE;
  return TRUE;
}

static void
read_node (TensorflowListing *self,
           const LaminaLine  *line,
           GPtrArray         *fields,
           guint32            record)
{
  TensorflowNode *node = g_new0 (TensorflowNode, 1);
  const char *device = fields->pdata[fields->len - 2], *number = fields->pdata[fields->len - 1];

  node->record = record;
  node->offset = line->offset;
  node->name = g_strdup (fields->pdata[0]);
  node->shapes = g_array_new (FALSE, FALSE, sizeof (TensorflowShape));
  g_array_set_clear_func (node->shapes, tensorflow_shape_clear);
  node->controls = g_ptr_array_new_with_free_func (g_free);
  node->has_inputs = node->has_outputs = TRUE;
  node->copied = LAMINA_ABSENT;
  find_kind (node);
  node->device = device[0] == '\0' ? g_strdup_printf ("device %s", number) : g_strdup_printf ("%s:%s", device, number);
  for (guint i = 1; i + 2 < fields->len; i++)
    if (!read_field (node, fields->pdata[i], i == 1, i + 3 == fields->len))
      lamina_import_repair (self->import, N_("a field that is not a shape is left out"), self->source, line->offset, record);
  if (!g_hash_table_insert (self->names, node->name, node))
    lamina_import_note (self->import, N_("a name is listed twice"), self->source, line->offset, record);
  g_ptr_array_add (self->nodes, node);
}

static void
read_line (TensorflowListing *self,
           const LaminaLine  *line)
{
  g_autofree char *text = g_utf8_make_valid (line->text, (gssize) line->length);
  g_auto (GStrv) parts = g_strsplit (text, SEPARATOR, -1);
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_free);
  guint32 record = lamina_import_open_record (self->import, self->source, line->offset);

  for (guint i = 0; parts[i]; i++)
    g_ptr_array_add (fields, g_steal_pointer (&parts[i]));
  join_exploded (fields);
  if (fields->len < 4)
    lamina_import_skip (self->import, record, N_("the line has fewer than four fields: a name, shapes and a device are expected"));
  else if (((const char *) fields->pdata[0])[0] == '\0')
    lamina_import_skip (self->import, record, N_("the line has no name"));
  else
    read_node (self, line, fields, record);
}

gboolean
tensorflow_listing_read (TensorflowListing  *self,
                         GCancellable       *cancellable,
                         GError            **error)
{
  g_autoptr (LaminaLineReader) lines = lamina_line_reader_new (self->source, 0, cancellable);
  LaminaLine line;

  while (lamina_line_reader_next (lines, &line))
    if (line.length > 0)
      read_line (self, &line);
  return lamina_line_reader_finish (lines, error);
}
