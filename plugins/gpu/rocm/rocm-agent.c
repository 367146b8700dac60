/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "rocm-json-private.h"

#include <string.h>

/* A processor, as the tool describes it in JSON: in a list of the file, or in a cell of a database. */

/* What is read of it; from FIRST_FACT on what is told of a GPU as a number. */
static const char *const keys[] = { "type", "id", "logical_node_type_id", "name", "product_name", "mem_banks", "cu_count",
                                    "wave_front_size", "gfx_target_version", "max_engine_clk_fcompute", NULL };

#define FIRST_FACT 6

G_STATIC_ASSERT (G_N_ELEMENTS (keys) == FIRST_FACT + ROCM_N_FACTS + 1);

void
rocm_agent_clear (RocmAgent *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->product, g_free);
}

/* Bytes of its memory, or LAMINA_ABSENT. */
static gint64
read_banks (LaminaJsonReader *json)
{
  static const char *const bytes[] = { "size_in_bytes", NULL };
  gint64 sum = LAMINA_ABSENT;
  int key;

  if (!lamina_json_reader_enter_array (json))
    return sum;
  while (lamina_json_reader_next_element (json))
    if (lamina_json_reader_enter_object (json))
      while ((key = lamina_json_reader_next_member (json, bytes)) != LAMINA_JSON_END)
        if (key == 0)
          sum = lamina_number_add (sum, rocm_read_number (json));
  return sum;
}

void
rocm_agent_read (RocmAgent        *self,
                 LaminaJsonReader *json)
{
  int key;

  *self = (RocmAgent) { .type = LAMINA_ABSENT, .handle = LAMINA_ABSENT, .number = LAMINA_ABSENT, .bytes = LAMINA_ABSENT };
  for (guint i = 0; i < ROCM_N_FACTS; i++)
    self->facts[i] = LAMINA_ABSENT;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    switch (key)
      {
      case 0: self->type = rocm_read_number (json); break;
      case 1: self->handle = rocm_read_handle (json); break;
      case 2: self->number = rocm_read_number (json); break;
      case 3: rocm_take_text (json, &self->name); break;
      case 4: rocm_take_text (json, &self->product); break;
      case 5: self->bytes = read_banks (json); break;
      case LAMINA_JSON_OTHER: break;
      default: self->facts[key - FIRST_FACT] = rocm_read_number (json); break;
      }
}

void
rocm_agent_parse (RocmAgent  *self,
                  const char *text,
                  const char *name)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("extdata", bytes, NULL);
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, NULL, NULL);

  lamina_json_reader_enter_object (json);
  rocm_agent_read (self, json);
  if (name == NULL)
    return;
  g_free (self->product);
  self->product = g_strdup (name);
}

void
rocm_agent_show (const RocmAgent *self,
                 GpuTrace        *trace,
                 guint32          device)
{
  const char *name = self->product != NULL && *self->product != '\0' ? self->product : self->name;

  if (((GpuDevice *) trace->devices->pdata[device])->name != NULL)
    return;
  gpu_names_name_device (trace, device, g_strdup (name));
  for (guint i = 0; i < ROCM_N_FACTS; i++)
    if (self->facts[i] > 0)
      gpu_names_add_property (trace, device, keys[FIRST_FACT + i], self->facts[i], LAMINA_UNIT_NONE);
  if (self->bytes > 0)
    gpu_names_add_property (trace, device, "memory", self->bytes, LAMINA_UNIT_BYTES);
}
