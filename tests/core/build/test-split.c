/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

#include <stdatomic.h>

static LaminaBuilder *
new_builder (guint n_threads)
{
  LaminaLimits limits;

  lamina_limits_init (&limits);
  limits.max_threads = n_threads;
  limits.min_part_bytes = 1;
  return lamina_builder_new (&limits);
}

static gboolean
read_properties (LaminaBuilder     *shard,
                 LaminaJsonReader  *reader,
                 guint              part,
                 gpointer           data,
                 GError           **error)
{
  while (lamina_json_reader_next_element (reader))
    {
      LaminaValue value = { .type = LAMINA_VALUE_INTEGER };

      if (lamina_json_reader_enter_object (reader) && lamina_json_reader_next_member (reader, NULL) != LAMINA_JSON_END
          && lamina_json_reader_read_int64 (reader, &value.integer))
        lamina_builder_add_property (shard, "group", "index", &value);
      if (value.integer == 70)
        lamina_builder_set_tool (shard, "tool of a later part");
    }
  return TRUE;
}

/* Properties come in the order of the file, and the tool from wherever it is named. */
static void
test_properties (void)
{
  g_autoptr (LaminaBuilder) builder = new_builder (3);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LaminaSource) source = NULL;
  g_autoptr (LaminaJsonReader) reader = NULL;
  guint n_parts = 0;

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text, "%s{\"i\": %u}", i > 0 ? ", " : "", i);
  g_string_append (text, "]");
  bytes = g_bytes_new (text->str, text->len);
  source = lamina_source_new_for_bytes ("numbers.json", bytes, NULL);
  reader = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, lamina_builder_get_import (builder), NULL);
  g_assert_true (lamina_builder_split_array (builder, reader, read_properties, NULL, NULL, &n_parts, NULL));
  g_assert_cmpuint (n_parts, >, 1);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  g_assert_cmpstr (lamina_document_get_tool (document), ==, "tool of a later part");
  g_assert_cmpuint (lamina_details_get_n (lamina_document_get_properties (document)), ==, 100);
  for (guint i = 0; i < 100; i++)
    g_assert_cmpint (lamina_details_get (lamina_document_get_properties (document), i)->value.integer, ==, i);
}

/* What each thing has done, counted by all threads. */
typedef struct
{
  LaminaBuilder *builder;
  _Atomic guint n[3];
  guint32 id;
} Both;

static void
count (Both  *self,
       guint  thing,
       guint  n)
{
  atomic_fetch_add (&self->n[thing], n);
  g_usleep (10);
}

static void
count_first (guint    from,
             guint    to,
             gpointer data)
{
  count (data, 0, to - from);
}

static void
count_second (guint    from,
              guint    to,
              gpointer data)
{
  count (data, 1, to - from);
}

static void
count_third (guint    from,
             guint    to,
             gpointer data)
{
  count (data, 2, to - from);
}

static void
do_third (gpointer data)
{
  Both *self = data;

  lamina_builder_each (self->builder, 500, 3, count_third, self);
}

static void
do_first (gpointer data)
{
  Both *self = data;

  self->id = lamina_builder_intern (self->builder, "first", -1);
  lamina_builder_each (self->builder, 1000, 7, count_first, self);
}

static void
do_second (gpointer data)
{
  Both *self = data;

  lamina_builder_each (self->builder, 1000, 13, count_second, self);
  lamina_builder_do_both (self->builder, do_third, do_third, self);
  lamina_builder_each (self->builder, 1000, 17, count_second, self);
}

/* Both are done when it returns. */
static void
test_both (void)
{
  for (guint n_threads = 1; n_threads <= 4; n_threads++)
    {
      g_autoptr (LaminaBuilder) builder = new_builder (n_threads);
      Both both = { .builder = builder };

      lamina_builder_do_both (builder, do_first, do_second, &both);
      g_assert_cmpuint (both.n[0], ==, 1000);
      g_assert_cmpuint (both.n[1], ==, 2000);
      g_assert_cmpuint (both.n[2], ==, 1000);
      g_assert_cmpstr (lamina_builder_get_string (builder, both.id), ==, "first");
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/split/properties", test_properties);
  g_test_add_func ("/split/both", test_both);
  return g_test_run ();
}
