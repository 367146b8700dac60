/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-engine.h"
#include "tensorrt-names.h"

#include <string.h>

/*
 * A layer as its object in the file says, without what the views have columns for; what it was fused from; and, of a
 * convolution with pooling in one, the two apart, with what the first hands to the second.
 */

typedef struct
{
  LaminaDetails *details;
  gboolean fused; /* a convolution and its pooling */
  char *metadata;
  gboolean transposed;
  gint64 dims[LAMINA_MAX_DIMS];
  guint rank;
  gint64 output_dims[LAMINA_MAX_DIMS];
  guint output_rank;
  TensorrtWindow window;
  gint64 out_maps;
} Described;

static void
add_text (Described  *self,
          const char *group,
          const char *key,
          const char *text)
{
  const LaminaValue value = LAMINA_VALUE_INIT_TEXT (text);

  lamina_details_add (self->details, group, key, &value);
}

static void
add_value (Described        *self,
           LaminaJsonReader *json,
           const char       *group,
           const char       *key)
{
  LaminaValue value = { 0 };

  if (lamina_json_reader_read_value (json, &value))
    lamina_details_add (self->details, group, key, &value);
  lamina_value_clear (&value);
}

static guint
read_numbers (LaminaJsonReader *json,
              gint64           *numbers,
              guint             max)
{
  guint n = 0;

  if (!lamina_json_reader_enter_array (json))
    return 0;
  while (lamina_json_reader_next_element (json))
    {
      gint64 number = LAMINA_ABSENT;

      lamina_json_reader_read_int64 (json, &number);
      if (n < max)
        numbers[n] = number < 0 ? LAMINA_ABSENT : number;
      n++;
    }
  return n <= max ? n : 0;
}

/* `ConvKernel` and `Kernel` are one. */
static const char *
skip_prefix (const char *key)
{
  return g_str_has_prefix (key, "Conv") && g_ascii_isupper (key[4]) ? key + 4 : key;
}

/* Keeps what the convolution's own output and its matrices follow from. */
static void
keep_window (Described    *self,
             LaminaSource *source,
             guint64       offset,
             guint64       length,
             const char   *key)
{
  static const char *const keys[] = { "Kernel", "Stride", "Dilation", "PrePadding", "PostPadding" };
  TensorrtSpan *spans[] = { &self->window.kernel, &self->window.stride, &self->window.dilation, &self->window.before,
                            &self->window.after };
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (source, offset, length, NULL, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (strcmp (skip_prefix (key), keys[i]) == 0)
      spans[i]->n = read_numbers (json, spans[i]->values, TENSORRT_MAX_SPATIAL);
  if (strcmp (skip_prefix (key), "OutMaps") == 0)
    lamina_json_reader_read_int64 (json, &self->out_maps);
}

/* The precision is the element type of the first tensor. */
static void
describe_tensors (Described        *self,
                  LaminaJsonReader *json,
                  const char       *key,
                  gboolean          inputs)
{
  static const char *const keys[] = { "Dimensions", "Format/Datatype", NULL };
  int member;

  if (!lamina_json_reader_enter_array (json))
    return;
  for (guint i = 0; lamina_json_reader_next_element (json); i++)
    {
      if (i > 0 || !lamina_json_reader_enter_object (json))
        continue;
      while ((member = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
        if (member == 0 && inputs)
          self->rank = read_numbers (json, self->dims, LAMINA_MAX_DIMS);
        else if (member == 0)
          self->output_rank = read_numbers (json, self->output_dims, LAMINA_MAX_DIMS);
        else if (member == 1)
          {
            const char *format = lamina_json_reader_read_text (json, NULL);
            g_autofree char *dtype = format ? tensorrt_layout_dup_dtype (format) : NULL;

            if (dtype)
              add_text (self, NULL, key, dtype);
          }
    }
}

static void
describe_member (Described        *self,
                 LaminaSource     *source,
                 LaminaJsonReader *json,
                 const char       *key)
{
  const char *group = NULL, *name = key;
  guint64 offset;

  if (self->fused && g_str_has_prefix (key, "Conv") && g_ascii_isupper (key[4]))
    {
      group = "Convolution";
      name = key + 4;
    }
  else if (g_str_has_prefix (key, "Pooling") && g_ascii_isupper (key[7]) && self->fused)
    {
      group = "Pooling";
      name = key + 7;
    }
  if (lamina_json_reader_enter_object (json))
    {
      /* `Weights: {Type, Count}` becomes two. */
      while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
        {
          g_autofree char *both = g_strdup_printf ("%s %s", name, lamina_json_reader_get_key (json, NULL));

          add_value (self, json, group, both);
        }
      return;
    }
  offset = lamina_json_reader_get_offset (json);
  add_value (self, json, group, name);
  if (!g_str_has_prefix (key, "Pooling"))
    keep_window (self, source, offset, lamina_json_reader_get_end (json) - offset, key);
}

static void
describe_object (Described        *self,
                 LaminaSource     *source,
                 LaminaJsonReader *json)
{
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));

      if (strcmp (key, "Name") == 0)
        continue;
      if (strcmp (key, "Inputs") == 0)
        describe_tensors (self, json, "Precision", TRUE);
      else if (strcmp (key, "Outputs") == 0)
        describe_tensors (self, json, "Output precision", FALSE);
      else if (strcmp (key, "LayerType") == 0)
        {
          const char *type = lamina_json_reader_read_text (json, NULL);

          self->transposed = type && strstr (type, "Deconv");
          if (type)
            add_text (self, NULL, key, type);
        }
      else if (strcmp (key, "Metadata") == 0)
        {
          g_free (self->metadata);
          self->metadata = g_strdup (lamina_json_reader_read_text (json, NULL));
        }
      else
        {
          self->fused = self->fused || strcmp (key, "ConvParameterType") == 0;
          describe_member (self, source, json, key);
        }
    }
}

static void
describe_convolved (Described *self)
{
  gint64 dims[TENSORRT_MAX_SPATIAL + 2];
  guint n = self->fused ? tensorrt_work_get_convolved (self->dims, self->rank, &self->window, self->out_maps, dims) : 0;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    if (dims[i] == LAMINA_ABSENT)
      g_string_append (text, i > 0 ? "×?" : "?");
    else
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "×" : "", dims[i]);
  if (n > 0)
    {
      LaminaValue value = LAMINA_VALUE_INIT_TEXT (text->str);

      value.estimated = TRUE;
      lamina_details_add (self->details, "Convolution", "Output before pooling", &value);
    }
}

static gboolean
multiply (const gint64 *numbers,
          guint         n,
          gint64       *product)
{
  for (guint i = 0; i < n; i++)
    if (numbers[i] < 0 || __builtin_mul_overflow (*product, numbers[i], product))
      return FALSE;
  return TRUE;
}

static void
add_estimate (Described  *self,
              const char *group,
              const char *key,
              gint64      number)
{
  LaminaValue value = LAMINA_VALUE_INIT_INTEGER (number, LAMINA_UNIT_NONE);

  value.estimated = TRUE;
  lamina_details_add (self->details, group, key, &value);
}

/* A convolution as a product of matrices: M = N·P·Q, N = K, K = C·R·S. */
static void
describe_product (Described *self)
{
  static const char group[] = "As a matrix product";
  guint n = self->window.kernel.n;
  gint64 m, k;

  if (self->fused || self->transposed || n == 0 || n > TENSORRT_MAX_SPATIAL || self->out_maps == LAMINA_ABSENT
      || self->rank != n + 2 || self->output_rank != n + 2)
    return;
  m = self->output_dims[0];
  k = self->dims[1];
  if (m < 0 || k < 0 || !multiply (self->output_dims + 2, n, &m) || !multiply (self->window.kernel.values, n, &k))
    return;
  add_estimate (self, group, "M", m);
  add_estimate (self, group, "N", self->out_maps);
  add_estimate (self, group, "K", k);
}

static void
describe_parts (Described  *self,
                const char *name)
{
  g_autoptr (GPtrArray) parts = tensorrt_names_split (name, self->metadata);

  if (parts->len < 2 && parts->len > 0 && strcmp (parts->pdata[0], name) == 0)
    return;
  for (guint i = 0; i < parts->len; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i + 1);

      add_text (self, "Fused", key, parts->pdata[i]);
    }
}

gboolean
tensorrt_describe (LaminaFormat       *format,
                   LaminaDocument     *document,
                   const LaminaPlace  *place,
                   LaminaDetails      *details,
                   GError            **error)
{
  LaminaRun *run = lamina_document_get_run (document, place->run);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  Described self = { .details = details, .out_maps = LAMINA_ABSENT };

  if (place->kind != LAMINA_PLACE_LAYER)
    return FALSE;
  if (layers->first_args && layers->first_args[place->row] < layers->first_args[place->row + 1])
    {
      const LaminaArgs *args = &layers->args[layers->first_args[place->row]];
      LaminaSource *source = lamina_sources_get (lamina_document_get_sources (document), args->source);
      g_autoptr (LaminaJsonReader) json = NULL;

      if (!lamina_source_check_unchanged (source, error))
        return FALSE;
      json = lamina_json_reader_new (source, args->offset, args->length, NULL, NULL, NULL);
      if (lamina_json_reader_enter_object (json))
        describe_object (&self, source, json);
      describe_convolved (&self);
      describe_product (&self);
    }
  describe_parts (&self, lamina_run_get_string (run, lamina_column_id (layers->name, place->row)));
  g_free (self.metadata);
  return TRUE;
}
