/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include "../core/json-dump.h"
#include "lamina-import-finish.h"
#include "lamina-json-scanner-private.h"

#include <string.h>

/*
 * What must hold of any text: it is delivered and repaired alike however it is divided into blocks, and whatever vector
 * instructions are used; skipping finds the same end, cut and number of records as walking; and the beginning of a text
 * that needs no repair delivers the beginning of what the whole delivers.
 */

/* What was found out about a text in one pass. */
typedef struct
{
  char *dump;
  char *repairs;
  guint64 n_records;
  guint64 end;
  gboolean cut;
} Pass;

static void
pass_clear (Pass *pass)
{
  g_free (pass->dump);
  g_free (pass->repairs);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pass, pass_clear)

static Pass
make_pass_with (const LaminaJsonScanner *scanner,
                const char              *text,
                gsize                    length,
                gsize                    block_size,
                gboolean                 walk)
{
  g_autoptr (LaminaImport) import = lamina_import_new (1000000);
  g_autoptr (LaminaJsonReader) reader = json_open (text, length, block_size, NULL, import);
  Pass pass = { 0 };

  reader->scanner = scanner;
  lamina_json_reader_add_record_path (reader, "/@/@");
  lamina_json_reader_add_record_path (reader, "/traceEvents/@/a");
  if (walk)
    pass.dump = json_dump (reader, NULL);
  else
    {
      lamina_json_reader_skip (reader, NULL, NULL);
      lamina_json_reader_expect_end (reader);
    }
  pass.repairs = json_dump_repairs (import);
  pass.n_records = lamina_import_get_n_records (import);
  pass.end = lamina_json_reader_get_end (reader);
  pass.cut = lamina_json_reader_is_cut (reader);
  g_assert_true (lamina_json_reader_finish (reader, NULL));
  return pass;
}

static Pass
make_pass (const char *text,
           gsize       length,
           gsize       block_size,
           gboolean    walk)
{
  return make_pass_with (lamina_json_scanner_get (0), text, length, block_size, walk);
}

static void
assert_same (const Pass *first,
             const Pass *second)
{
  g_assert_cmpstr (first->dump, ==, second->dump);
  g_assert_cmpstr (first->repairs, ==, second->repairs);
  g_assert_cmpuint (first->n_records, ==, second->n_records);
  g_assert_cmpuint (first->end, ==, second->end);
  g_assert_cmpint (first->cut, ==, second->cut);
}

static void
check_beginning (const char *text,
                 gsize       length,
                 const Pass *whole)
{
  g_auto (Pass) beginning = make_pass (text, length, 0, TRUE);

  g_assert_true (g_str_has_prefix (whole->dump, beginning.dump));
}

/* Any value becomes text that is valid and has no line breaks. */
static void
check_value (const char *text,
             gsize       length,
             gsize       block_size)
{
  g_autoptr (LaminaJsonReader) reader = json_open (text, length, block_size, NULL, NULL);
  LaminaJsonType type = lamina_json_reader_peek (reader);
  LaminaValue value;

  if (!lamina_json_reader_read_value (reader, &value))
    return;
  g_assert_true (value.text == NULL || g_utf8_validate (value.text, -1, NULL));
  if (type == LAMINA_JSON_OBJECT || type == LAMINA_JSON_ARRAY)
    g_assert_null (strchr (value.text, '\n'));
  lamina_value_clear (&value);
}

static void
check_nesting (const char *text,
               gsize       length)
{
  g_autoptr (LaminaImport) import = lamina_import_new (1000000);
  g_autoptr (LaminaJsonReader) reader = json_open (text, length, 3, "{traceEvents[", import);

  lamina_json_reader_add_record_path (reader, "/traceEvents/@/@");
  while (lamina_json_reader_next_element (reader))
    if (lamina_json_reader_enter_object (reader))
      lamina_json_reader_next_member (reader, NULL);
  while (lamina_json_reader_next_member (reader, NULL) != LAMINA_JSON_END)
    ;
  lamina_json_reader_expect_end (reader);
}

static void
check_scanners (const char *text,
                gsize       size,
                const Pass *whole,
                const Pass *skipped)
{
  const LaminaJsonScanner *scanner;

  for (guint i = 1; (scanner = lamina_json_scanner_get (i)) != NULL; i++)
    {
      g_auto (Pass) walked = make_pass_with (scanner, text, size, 0, TRUE);
      g_auto (Pass) passed = make_pass_with (scanner, text, size, 0, FALSE);

      assert_same (whole, &walked);
      assert_same (skipped, &passed);
    }
}

/* A record whose quotes or brackets do not match ends where that is found, and that depends on how far it is looked into. */
static gboolean
is_damaged (const Pass *pass)
{
  return strstr (pass->repairs, "quotes or brackets that do not match") != NULL;
}

/* Compares all passes over a text. */
static void
check_text (const char *text,
            gsize       size)
{
  g_auto (Pass) whole = make_pass (text, size, 0, TRUE);
  g_auto (Pass) bytewise = make_pass (text, size, 1, TRUE);
  g_auto (Pass) blockwise = make_pass (text, size, 7, TRUE);
  g_auto (Pass) skipped = make_pass (text, size, 0, FALSE);
  g_auto (Pass) skipped_bytewise = make_pass (text, size, 1, FALSE);

  assert_same (&whole, &bytewise);
  assert_same (&whole, &blockwise);
  assert_same (&skipped, &skipped_bytewise);
  check_scanners (text, size, &whole, &skipped);
  if (!is_damaged (&whole) && !is_damaged (&skipped))
    {
      g_assert_cmpuint (whole.n_records, ==, skipped.n_records);
      g_assert_cmpuint (whole.end, ==, skipped.end);
      g_assert_cmpint (whole.cut, ==, skipped.cut);
    }
  /* A number that is the root has no end of its own. */
  if ((*whole.dump == '[' || *whole.dump == '{') && strchr (whole.repairs, '@') == NULL)
    check_beginning (text, size / 2, &whole);
  check_value (text, size, 0);
  check_value (text, size, 1);
  check_nesting (text, size);
}

/* What begins as a compressed text does would be inflated: that is the matter of another target. */
static gboolean
looks_compressed (const guint8 *data,
                  gsize         size)
{
  static const guint8 zstd[] = { 0xb5, 0x2f, 0xfd };
  static const guint8 zstd_skipped[] = { 0x2a, 0x4d, 0x18 };

  if (size >= 2 && data[0] == 0x1f && data[1] == 0x8b)
    return TRUE;
  return size >= 4 && ((data[0] == 0x28 && memcmp (data + 1, zstd, sizeof zstd) == 0) ||
                       ((data[0] & 0xf0) == 0x50 && memcmp (data + 1, zstd_skipped, sizeof zstd_skipped) == 0));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  if (!looks_compressed (data, size))
    check_text ((const char *) data, size);
  return 0;
}
