/* SPDX-License-Identifier: Apache-2.0 */
#include "json-dump.h"
#include "lamina-import-private.h"
#include "lamina-json-reader-private.h"

/* A text, what is delivered of it, and the repairs with the offset of the first of each kind. */
typedef struct
{
  const char *name;
  const char *text;
  const char *dump;
  const char *repairs;
} Case;

static const Case cases[] = {
#include "json-cases.h"
};

static LaminaJsonReader *
open_text (const char   *text,
           gsize         length,
           gsize         block_size,
           LaminaImport *import)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("test.json", bytes, NULL);
  LaminaJsonReader *reader = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, import, NULL);

  if (block_size > 0)
    lamina_json_reader_set_block_size (reader, block_size);
  return reader;
}

static void
check_case (const Case *test,
            gsize       block_size)
{
  g_autoptr (LaminaImport) import = lamina_import_new (100);
  g_autoptr (LaminaJsonReader) reader = open_text (test->text, strlen (test->text), block_size, import);
  g_autofree char *dump = json_dump (reader);
  g_autofree char *repairs = json_dump_repairs (import);

  g_assert_cmpstr (dump, ==, test->dump);
  g_assert_cmpstr (repairs, ==, test->repairs);
  g_assert_true (lamina_json_reader_finish (reader, NULL));
}

static void
test_case (gconstpointer data)
{
  const Case *test = data;

  check_case (test, 0);
  check_case (test, 1);
  check_case (test, 3);
  check_case (test, 16);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/json-reader/text/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
