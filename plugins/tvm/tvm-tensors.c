/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-build.h"

#include <string.h>

/*
 * `float32[1, 64, 56, 56], float32[1, 64, 54, 54]`: compiled functions take what they write as their last argument.
 * `float32[]` is a scalar. The graph executor names the shape of the output alone, `(1, 64, 56, 56)`.
 */

static void
add_tensor (TvmBuild   *self,
            guint32     layer,
            const char *dtype,
            gsize       dtype_length,
            const char *dims,
            gsize       dims_length,
            gboolean    is_output)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  g_autofree char *word = g_strndup (dtype, dtype_length);
  LaminaShape shape;
  guint32 id;

  tensor.dtype = lamina_builder_intern_raw (self->builder, word, dtype_length);
  tensor.role = is_output ? LAMINA_ROLE_ACTIVATION : LAMINA_ROLE_UNKNOWN;
  if (lamina_shape_parse (dims, dims_length, &shape))
    {
      tensor.shape = lamina_builder_intern_shape (self->builder, shape.dims, shape.n);
      tensor.bytes = lamina_shape_get_bytes (shape.dims, shape.n, lamina_dtype_get_bits (word));
      if (tensor.bytes != LAMINA_ABSENT)
        tensor.estimated = LAMINA_ESTIMATE_BYTES;
    }
  id = lamina_builder_add_tensor (self->builder, self->run, &tensor);
  if (is_output)
    lamina_builder_add_output (self->builder, self->run, layer, id);
  else
    lamina_builder_add_input (self->builder, self->run, layer, id);
}

static void
add_arguments (TvmBuild     *self,
               const TvmRow *row,
               guint32       layer,
               const char   *text)
{
  while (TRUE)
    {
      const char *open, *close;

      while (*text == ',' || *text == ' ')
        text++;
      if (*text == '\0')
        return;
      open = strchr (text, '[');
      close = open ? strchr (open, ']') : NULL;
      if (!close)
        {
          lamina_import_note (self->import, N_("the shapes of arguments could not be read"), self->source, row->offset,
                              row->record);
          return;
        }
      add_tensor (self, layer, text, (gsize) (open - text), open, (gsize) (close + 1 - open),
                  strchr (close, '[') == NULL);
      text = close + 1;
    }
}

void
tvm_build_tensors (TvmBuild     *self,
                   const TvmRow *row,
                   guint32       layer)
{
  static const char *const columns[] = { TVM_SHAPES_COLUMN, "VM::Argument Shapes" };
  const char *output = tvm_report_get_cell (self->report, row,
                                            tvm_report_find_column (self->report, TVM_OUTPUT_COLUMN));

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const char *cell = tvm_report_get_cell (self->report, row, tvm_report_find_column (self->report, columns[i]));

      if (cell)
        add_arguments (self, row, layer, cell);
    }
  if (output)
    add_tensor (self, layer, "", 0, output, strlen (output), TRUE);
}
