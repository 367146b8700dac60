/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-header.h"
#include "kineto-trace.h"

/* Members of the root that are objects: the devices, and the job that the process is a part of. */

static void
add_members (ChromeTrace      *trace,
             LaminaJsonReader *json,
             const char       *group)
{
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
      LaminaValue value = { 0 };

      if (g_str_equal (key, "id") || !lamina_json_reader_read_value (json, &value))
        continue;
      if (g_str_equal (key, "totalGlobalMem") || g_str_has_prefix (key, "sharedMem"))
        value.unit = LAMINA_UNIT_BYTES;
      if (value.type != LAMINA_VALUE_NULL)
        chrome_trace_add_value (trace, group, key, &value);
      lamina_value_clear (&value);
    }
}

/*
 * Neighbors in the list that are equal but for their numbers, which follow one another: listed once.
 *
 * text   the members, without the number
 * first  the number of the first
 * n      how many
 */
typedef struct
{
  char *text;
  gint64 first;
  guint n;
} Model;

static void
model_clear (gpointer data)
{
  Model *model = data;

  g_free (model->text);
}

/* Where a device does not say its number, it is @number. */
static Model
read_model (LaminaJsonReader *json,
            gint64            number)
{
  GString *text = g_string_new (NULL);
  Model model = { .first = number, .n = 1 };

  if (lamina_json_reader_enter_object (json))
    while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
      {
        g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
        LaminaValue value = { 0 };

        if (!lamina_json_reader_read_value (json, &value))
          continue;
        if (!g_str_equal (key, "id"))
          g_string_append_printf (text, "%s=%s\n", key, value.text ? value.text : "");
        else if (value.type == LAMINA_VALUE_INTEGER)
          model.first = value.integer;
        lamina_value_clear (&value);
      }
  model.text = g_string_free (text, FALSE);
  return model;
}

static GArray *
list_models (ChromeTrace        *trace,
             const ChromeMember *member)
{
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (trace->source, member->offset, member->length, NULL, NULL, NULL);
  GArray *models = g_array_new (FALSE, FALSE, sizeof (Model));

  g_array_set_clear_func (models, model_clear);
  if (lamina_json_reader_enter_array (json))
    for (gint64 number = 0; lamina_json_reader_next_element (json); number++)
      {
        Model model = read_model (json, number);
        Model *last = models->len > 0 ? &g_array_index (models, Model, models->len - 1) : NULL;

        if (last && g_str_equal (model.text, last->text) && lamina_subtract_saturating (model.first, last->n) == last->first)
          {
            last->n++;
            model_clear (&model);
          }
        else
          g_array_append_val (models, model);
      }
  return models;
}

static char *
dup_group (const Model *model)
{
  if (model->n == 1)
    return g_strdup_printf ("GPU %" G_GINT64_FORMAT, model->first);
  return g_strdup_printf ("GPU %" G_GINT64_FORMAT "–%" G_GINT64_FORMAT, model->first, model->first + model->n - 1);
}

static void
add_devices (ChromeTrace *trace)
{
  ChromeMember *member = chrome_trace_find_member (trace, "deviceProperties");
  g_autoptr (LaminaJsonReader) json = NULL;
  g_autoptr (GArray) models = NULL;

  if (member == NULL || member->type != LAMINA_JSON_ARRAY)
    return;
  member->is_used = TRUE;
  models = list_models (trace, member);
  json = lamina_json_reader_new (trace->source, member->offset, member->length, NULL, NULL, NULL);
  if (!lamina_json_reader_enter_array (json))
    return;
  for (guint i = 0; i < models->len; i++)
    {
      const Model *model = &g_array_index (models, Model, i);
      g_autofree char *group = dup_group (model);

      if (lamina_json_reader_next_element (json) && lamina_json_reader_enter_object (json))
        add_members (trace, json, group);
      for (guint j = 1; j < model->n; j++)
        lamina_json_reader_next_element (json);
    }
}

static void
add_job (ChromeTrace *trace)
{
  ChromeMember *member = chrome_trace_find_member (trace, "distributedInfo");
  g_autoptr (LaminaJsonReader) json = NULL;

  if (member == NULL || member->type != LAMINA_JSON_OBJECT)
    return;
  member->is_used = TRUE;
  json = lamina_json_reader_new (trace->source, member->offset, member->length, NULL, NULL, NULL);
  if (lamina_json_reader_enter_object (json))
    add_members (trace, json, "Distributed");
}

void
kineto_add_properties (ChromeTrace *trace)
{
  lamina_builder_set_tool (trace->builder, "PyTorch");
  add_devices (trace);
  add_job (trace);
}
