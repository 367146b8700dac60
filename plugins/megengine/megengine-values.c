/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-read.h"

/* Longer arrays of numbers are no shapes. MegEngine itself knows seven dimensions. */
#define MAX_DIMS 64

/* Times beyond 73 years are no times; what is below can be added and subtracted twice without overflow. */
#define MAX_TIME (G_MAXINT64 / 4)

#define NOT_RECORDED (-1) /* seconds: what MegEngine writes when something never happened */

static void
note_value (MegengineProfile *self,
            LaminaJsonReader *json,
            const char       *kind)
{
  LaminaJsonType type = lamina_json_reader_peek (json);

  if (type != LAMINA_JSON_NULL && type != LAMINA_JSON_NOTHING)
    megengine_profile_note (self, kind, lamina_json_reader_get_offset (json), lamina_json_reader_get_record (json));
}

gboolean
megengine_enter_object (MegengineProfile *self,
                        LaminaJsonReader *json)
{
  if (lamina_json_reader_enter_object (json))
    return TRUE;
  note_value (self, json, N_("a value that should be an object is left out"));
  return FALSE;
}

gboolean
megengine_enter_array (MegengineProfile *self,
                       LaminaJsonReader *json)
{
  if (lamina_json_reader_enter_array (json))
    return TRUE;
  note_value (self, json, N_("a value that should be an array is left out"));
  return FALSE;
}

static gint64
read_number (MegengineProfile *self,
             LaminaJsonReader *json,
             gint64            min)
{
  guint64 offset = lamina_json_reader_get_offset (json);
  gint64 value;

  if (!lamina_json_reader_read_int64 (json, &value))
    note_value (self, json, N_("a number cannot be read"));
  else if (value >= min)
    return value;
  else
    megengine_profile_note (self, N_("a number that is too small is left out"), offset, lamina_json_reader_get_record (json));
  return LAMINA_ABSENT;
}

gint64
megengine_read_count (MegengineProfile *self,
                      LaminaJsonReader *json)
{
  return read_number (self, json, 0);
}

guint64
megengine_read_address (MegengineProfile *self,
                        LaminaJsonReader *json)
{
  guint64 value;

  if (lamina_json_reader_read_uint64 (json, &value))
    return value;
  note_value (self, json, N_("an address cannot be read"));
  return 0;
}

gint64
megengine_read_time (MegengineProfile *self,
                     LaminaJsonReader *json,
                     int               scale)
{
  guint64 offset = lamina_json_reader_get_offset (json);
  gint64 value;

  if (!lamina_json_reader_read_decimal (json, scale, &value))
    note_value (self, json, N_("a time is not a finite number"));
  else if (value == NOT_RECORDED * G_GINT64_CONSTANT (1000000000))
    return LAMINA_ABSENT;
  else if (value > -MAX_TIME && value < MAX_TIME)
    return value;
  else
    megengine_profile_note (self, N_("a time is out of range"), offset, lamina_json_reader_get_record (json));
  return LAMINA_ABSENT;
}

guint32
megengine_read_string (MegengineProfile *self,
                       LaminaJsonReader *json)
{
  gsize length;
  const char *text = lamina_json_reader_read_text (json, &length);

  if (text)
    return lamina_builder_intern (self->builder, text, length);
  note_value (self, json, N_("a value that should be text is left out"));
  return 0;
}

GArray *
megengine_read_numbers (MegengineProfile *self,
                        LaminaJsonReader *json,
                        gint64            min)
{
  guint64 offset = lamina_json_reader_get_offset (json);
  g_autoptr (GArray) numbers = NULL;

  if (!lamina_json_reader_enter_array (json))
    {
      note_value (self, json, N_("a value that should be an array is left out"));
      return NULL;
    }
  numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  while (lamina_json_reader_next_element (json))
    if (numbers->len <= MAX_DIMS)
      {
        gint64 number = read_number (self, json, min);

        g_array_append_val (numbers, number);
      }
  if (numbers->len <= MAX_DIMS)
    return g_steal_pointer (&numbers);
  megengine_profile_note (self, N_("a shape has too many dimensions"), offset, lamina_json_reader_get_record (json));
  return NULL;
}

void
megengine_skip_args (MegengineProfile *self,
                     LaminaJsonReader *json,
                     MegengineArgs    *args)
{
  gboolean is_object = lamina_json_reader_peek (json) == LAMINA_JSON_OBJECT;

  if (!is_object)
    note_value (self, json, N_("a value that should be an object is left out"));
  lamina_json_reader_skip (json, &args->offset, &args->length);
  if (!is_object || lamina_json_reader_is_cut (json))
    args->length = 0;
}

void
megengine_make_shape (MegengineProfile *self,
                      GArray           *numbers,
                      MegengineShape   *shape)
{
  const gint64 *dims = numbers ? (const gint64 *) (gpointer) numbers->data : NULL;

  *shape = (MegengineShape) { .n_elements = LAMINA_ABSENT };
  if (!numbers || numbers->len == 0)
    return;
  shape->id = lamina_builder_intern_shape (self->builder, dims, numbers->len);
  shape->n_elements = 1;
  for (guint i = 0; i < numbers->len; i++)
    if (dims[i] == LAMINA_ABSENT || __builtin_mul_overflow (shape->n_elements, dims[i], &shape->n_elements))
      {
        shape->n_elements = LAMINA_ABSENT;
        return;
      }
}

/*
 * Whether the elements follow each other without gaps, the last dimension fastest. The stride of a dimension of 1 says
 * nothing.
 */
static gboolean
is_dense (const gint64 *dims,
          const gint64 *strides,
          guint         n)
{
  gint64 expected = 1;

  for (guint i = n; i-- > 0;)
    {
      if (dims[i] != 1 && strides[i] != expected)
        return FALSE;
      if (__builtin_mul_overflow (expected, dims[i], &expected))
        return FALSE;
    }
  return TRUE;
}

guint32
megengine_make_layout (MegengineProfile *self,
                       GArray           *dims,
                       GArray           *strides)
{
  g_autoptr (GString) text = NULL;
  const gint64 *values;

  if (!strides || strides->len == 0)
    return 0;
  values = (const gint64 *) (gpointer) strides->data;
  if (dims && dims->len == strides->len && is_dense ((const gint64 *) (gpointer) dims->data, values, dims->len))
    return 0;
  text = g_string_new ("strides (");
  for (guint i = 0; i < strides->len; i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      if (values[i] == LAMINA_ABSENT)
        g_string_append_c (text, '?');
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, values[i]);
    }
  g_string_append_c (text, ')');
  return lamina_builder_intern (self->builder, text->str, text->len);
}
