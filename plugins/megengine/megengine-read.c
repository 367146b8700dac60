/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-read.h"

typedef void (*ReadSection) (MegengineProfile *self,
                             LaminaJsonReader *json);

static void
note_unknown_member (MegengineProfile *self,
                     LaminaJsonReader *json)
{
  megengine_profile_note (self, N_("a section that Lamina does not know is left out"), lamina_json_reader_get_offset (json),
                          lamina_json_reader_get_record (json));
}

/* Hands each member of the current object to the function that stands where its key does. */
static void
read_sections (MegengineProfile   *self,
               LaminaJsonReader   *json,
               const char *const  *keys,
               const ReadSection  *read)
{
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key >= 0)
      read[key] (self, json);
    else
      note_unknown_member (self, json);
}

static void
read_device (MegengineProfile *self,
             LaminaJsonReader *json)
{
  megengine_read_times (self, json, TRUE);
}

static void
read_host (MegengineProfile *self,
           LaminaJsonReader *json)
{
  megengine_read_times (self, json, FALSE);
}

static void
read_order (MegengineProfile *self,
            LaminaJsonReader *json)
{
  if (!megengine_enter_array (self, json))
    return;
  self->has_order = TRUE;
  while (lamina_json_reader_next_element (json))
    {
      gsize length;
      guint64 offset = lamina_json_reader_get_offset (json);
      const char *id = lamina_json_reader_read_text (json, &length);
      guint32 row = id ? megengine_profile_find_operator (self, id, length) : LAMINA_NONE;

      if (!id)
        megengine_profile_note (self, N_("an entry of comp_seq is not an id"), offset, LAMINA_NONE);
      else if (megengine_profile_get_operator (self, row)->order != LAMINA_NONE)
        megengine_profile_note (self, N_("an operator stands in comp_seq twice"), offset, LAMINA_NONE);
      else
        {
          megengine_profile_get_operator (self, row)->order = self->order->len;
          g_array_append_val (self->order, row);
        }
    }
  self->order_is_whole = !lamina_json_reader_is_cut (json);
}

static void
read_profiler (MegengineProfile *self,
               LaminaJsonReader *json)
{
  static const char *const keys[] = { "device", "host", "opr_footprint", "opr_internal_pf", NULL };
  static const ReadSection read[] = {
    read_device,
    read_host,
    megengine_read_footprints,
    megengine_read_sublayers,
  };

  if (megengine_enter_object (self, json))
    read_sections (self, json, keys, read);
}

static void
read_graph (MegengineProfile *self,
            LaminaJsonReader *json)
{
  static const char *const keys[] = { "operator", "var", "mem_chunk", "comp_seq", NULL };
  static const ReadSection read[] = {
    megengine_read_operators,
    megengine_read_vars,
    megengine_read_chunks,
    read_order,
  };

  if (megengine_enter_object (self, json))
    read_sections (self, json, keys, read);
}

/*
 * There are three kinds of files: a profile, footprints beside a graph, and the members of a graph without anything
 * around them.
 */
gboolean
megengine_profile_read (MegengineProfile *self,
                        LaminaJsonReader *json)
{
  static const char *const keys[] = {
    "profiler", "graph_exec", "opr_footprint", "operator", "var", "mem_chunk", "comp_seq", NULL,
  };
  static const ReadSection read[] = {
    read_profiler,
    read_graph,
    megengine_read_footprints,
    megengine_read_operators,
    megengine_read_vars,
    megengine_read_chunks,
    read_order,
  };
  static const char *const sections[] = { "/operator/@", "/var/@", "/mem_chunk/@" };

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      g_autofree char *nested = g_strconcat ("/graph_exec", sections[i], NULL);

      lamina_json_reader_add_record_path (json, nested);
      lamina_json_reader_add_record_path (json, sections[i]);
    }
  if (!lamina_json_reader_enter_object (json))
    return FALSE;
  read_sections (self, json, keys, read);
  lamina_json_reader_expect_end (json);
  return TRUE;
}
