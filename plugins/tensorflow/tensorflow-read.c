/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-listing.h"

#include <string.h>

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

static GPtrArray *
split_line (const LaminaLine *line)
{
  g_autofree char *text = g_utf8_make_valid (line->text, (gssize) line->length);
  g_auto (GStrv) parts = g_strsplit (text, SEPARATOR, -1);
  GPtrArray *fields = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; parts[i]; i++)
    g_ptr_array_add (fields, g_steal_pointer (&parts[i]));
  join_exploded (fields);
  return fields;
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

static TensorflowNode *
node_new (const LaminaLine *line,
          guint32           record,
          char             *name)
{
  TensorflowNode *node = g_new0 (TensorflowNode, 1);

  node->record = record;
  node->offset = line->offset;
  node->name = name;
  node->shapes = g_array_new (FALSE, FALSE, sizeof (TensorflowShape));
  g_array_set_clear_func (node->shapes, (GDestroyNotify) tensorflow_shape_clear);
  node->controls = g_ptr_array_new_with_free_func (g_free);
  node->has_inputs = TRUE;
  node->has_outputs = TRUE;
  node->copied = LAMINA_ABSENT;
  return node;
}

static char *
dup_device (const char *type,
            const char *number)
{
  return type[0] == '\0' ? g_strdup_printf ("device %s", number) : g_strdup_printf ("%s:%s", type, number);
}

static void
read_node (TensorflowListing *self,
           const LaminaLine  *line,
           GPtrArray         *fields,
           guint32            record)
{
  TensorflowNode *node = node_new (line, record, g_strdup (fields->pdata[0]));

  find_kind (node);
  node->device = dup_device (fields->pdata[fields->len - 2], fields->pdata[fields->len - 1]);
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
  g_autoptr (GPtrArray) fields = split_line (line);
  guint32 record = lamina_import_open_record (self->import, self->source, line->offset);

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
