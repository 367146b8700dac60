/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-error.h"
#include "lamina-import-finish.h"
#include "lamina-split-private.h"

#include "../../test-stride.h"

#include <malloc.h>
#include <pthread.h>
#include <string.h>
#include <zlib.h>

/* How the elements of the array are read. */
typedef enum
{
  READ_ALL,
  READ_SOME,   /* enters each element, and reads one member of it */
  READ_NONE,   /* goes from element to element */
  READ_FIRST,  /* stops behind the first element of each part */
  READ_FAILS,  /* fails at an element that is the number 7 */
  N_READINGS,
} Reading;

typedef struct
{
  GString *text;
  GArray *strings;
} Table;

typedef struct
{
  Reading reading;
  Table tables[LAMINA_MAX_PARTS];
  guint n_calls;
} Case;

static void
table_begin (Table *self)
{
  if (self->text == NULL)
    {
      self->text = g_string_new (NULL);
      self->strings = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
  g_string_truncate (self->text, 0);
  g_array_set_size (self->strings, 0);
}

static void
table_clear (Table *self)
{
  if (self->text == NULL)
    return;
  g_string_free (self->text, TRUE);
  g_array_unref (self->strings);
}

static void
note_row (LaminaBuilder    *builder,
          LaminaJsonReader *reader,
          Table            *table,
          const char       *text)
{
  guint32 string = lamina_builder_intern (builder, text, -1);

  g_array_append_val (table->strings, string);
  g_string_append_printf (table->text, "%s@%" G_GUINT64_FORMAT " ", text, lamina_json_reader_get_offset (reader));
}

static void
read_value (LaminaBuilder    *builder,
            LaminaJsonReader *reader,
            Table            *table)
{
  LaminaValue value;

  if (lamina_json_reader_enter_object (reader))
    {
      g_string_append_c (table->text, '{');
      note_row (builder, reader, table, "object");
      while (lamina_json_reader_next_member (reader, NULL) != LAMINA_JSON_END)
        {
          g_autofree char *key = g_strdup (lamina_json_reader_get_key (reader, NULL));

          note_row (builder, reader, table, key);
          read_value (builder, reader, table);
        }
      g_string_append_c (table->text, '}');
    }
  else if (lamina_json_reader_enter_array (reader))
    {
      g_string_append_c (table->text, '[');
      while (lamina_json_reader_next_element (reader))
        read_value (builder, reader, table);
      g_string_append_c (table->text, ']');
    }
  else if (lamina_json_reader_read_value (reader, &value))
    {
      g_autofree char *text = lamina_value_to_string (&value);

      note_row (builder, reader, table, text);
      lamina_value_clear (&value);
    }
  g_string_append_printf (table->text, "<%" G_GUINT64_FORMAT, lamina_json_reader_get_end (reader));
}

static void
read_some (LaminaBuilder    *builder,
           LaminaJsonReader *reader,
           Table            *table)
{
  static const char *const keys[] = { "name", NULL };

  if (lamina_json_reader_enter_object (reader) && lamina_json_reader_next_member (reader, keys) == 0)
    read_value (builder, reader, table);
}

static gboolean
read_part (LaminaBuilder     *shard,
           LaminaJsonReader  *reader,
           guint              part,
           gpointer           data,
           GError           **error)
{
  Case *self = data;
  Table *table = &self->tables[part];

  g_atomic_int_inc (&self->n_calls);
  table_begin (table);
  while (lamina_json_reader_next_element (reader))
    {
      gint64 number;

      if (self->reading == READ_FAILS && lamina_json_reader_read_int64 (reader, &number) && number == 7)
        {
          g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "a seven");
          return FALSE;
        }
      if (self->reading == READ_SOME)
        read_some (shard, reader, table);
      else if (self->reading != READ_NONE)
        read_value (shard, reader, table);
      else
        note_row (shard, reader, table, "element");
      if (self->reading == READ_FIRST)
        return TRUE;
    }
  g_assert_cmpint (lamina_json_reader_peek (reader), ==, LAMINA_JSON_NOTHING);
  return TRUE;
}

static void
join_part (const LaminaShardMap *map,
           gpointer              data)
{
  Case *self = data;
  Table *table = &self->tables[map->index];

  lamina_shard_map_strings (map, (guint32 *) table->strings->data, table->strings->len);
}

static void
dump_report (LaminaImport *import,
             GString      *out)
{
  g_autoptr (LaminaImportReport) report = lamina_import_finish (import, NULL, NULL);

  g_string_append_printf (out, "\n%" G_GUINT64_FORMAT " records", lamina_import_get_n_records (import));
  for (guint64 i = 0; i < lamina_import_get_n_records (import); i++)
    g_string_append_printf (out, " %" G_GUINT64_FORMAT, lamina_import_get_offset (import, i));
  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

      g_string_append_printf (out, "\n%s %" G_GUINT64_FORMAT " @%" G_GUINT64_FORMAT, issue->kind, issue->count, issue->offset);
      for (guint j = 0; j < issue->n_records; j++)
        g_string_append_printf (out, " %u", issue->records[j]);
    }
}

static void
dump_tables (const Case    *self,
             guint          n_parts,
             LaminaBuilder *builder,
             GString       *out)
{
  for (guint i = 0; i < n_parts; i++)
    g_string_append (out, self->tables[i].text->str);
  for (guint i = 0; i < n_parts; i++)
    for (guint j = 0; j < self->tables[i].strings->len; j++)
      g_string_append_printf (out, " %u", g_array_index (self->tables[i].strings, guint32, j));
  for (guint i = 0; i < lamina_strings_get_n (builder->strings); i++)
    g_string_append_printf (out, " %s", lamina_strings_get (builder->strings, i));
}

/* The array is the root, or the member "events" of the root. */
static void
go_to_array (LaminaBuilder    *builder,
             LaminaJsonReader *reader,
             Table            *around)
{
  static const char *const keys[] = { "events", NULL };

  if (!lamina_json_reader_enter_object (reader))
    return;
  while (TRUE)
    switch (lamina_json_reader_next_member (reader, keys))
      {
      case 0:
      case LAMINA_JSON_END:
        return;
      default:
        read_value (builder, reader, around);
      }
}

typedef enum
{
  NO_RECORDS,
  ELEMENTS_ARE_RECORDS,
  ARRAY_IS_RECORD,
} Records;

typedef struct
{
  const char *text;
  gsize length;
  gsize block_size;
  Reading reading;
  Records records;
  guint n_threads;
  guint n_starts;
  const guint64 *starts; /* where the second part begins, the third, …; NULL to guess */
  gboolean compressed;
  gsize cut; /* bytes that the compressed text lacks at its end */
} Setup;

static LaminaBuilder *
new_builder (const Setup *setup)
{
  LaminaLimits limits;

  lamina_limits_init (&limits);
  limits.max_threads = setup->n_threads;
  limits.min_part_bytes = 1;
  return lamina_builder_new (&limits);
}

static GBytes *
gzip (const char *text,
      gsize       length,
      gsize       cut)
{
  z_stream z = { .next_in = (Bytef *) text, .avail_in = (uInt) length, .avail_out = (uInt) compressBound (length) + 64 };
  guint8 *out = g_malloc (z.avail_out);

  z.next_out = out;
  g_assert_cmpint (deflateInit2 (&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  g_assert_cmpint (deflate (&z, Z_FINISH), ==, Z_STREAM_END);
  deflateEnd (&z);
  return g_bytes_new_take (out, z.total_out - cut);
}

static LaminaJsonReader *
new_reader (const Setup   *setup,
            LaminaBuilder *builder)
{
  g_autoptr (GBytes) bytes = setup->compressed ? gzip (setup->text, setup->length, setup->cut)
                                               : g_bytes_new (setup->text, setup->length);
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("test.json", bytes, NULL);
  LaminaJsonReader *reader;

  reader = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, lamina_builder_get_import (builder), NULL);
  if (setup->block_size > 0)
    reader->block_size = setup->block_size;
  if (setup->records)
    {
      lamina_json_reader_add_record_path (reader, *setup->text == '[' ? "/@" : "/events/@");
      lamina_json_reader_add_record_path (reader, "/events/@/args/@");
      if (setup->records == ARRAY_IS_RECORD)
        lamina_json_reader_add_record_path (reader, "/events");
    }
  return reader;
}

static gboolean
split (const Setup      *setup,
       LaminaBuilder    *builder,
       LaminaJsonReader *reader,
       Case             *self,
       guint            *n_parts,
       GError          **error)
{
  LaminaJsonDivision division;
  gboolean done;

  if (setup->n_starts == 0 || lamina_json_reader_peek (reader) != LAMINA_JSON_ARRAY)
    return lamina_builder_split_array (builder, reader, read_part, join_part, self, n_parts, error);
  g_assert_true (lamina_json_reader_enter_array (reader));
  g_assert_cmpuint (lamina_json_division_init (&division, reader, 1, 1), ==, 1);
  for (guint i = 0; i < setup->n_starts; i++)
    if (setup->starts[i] > division.starts[division.n_starts - 1])
      division.starts[division.n_starts++] = setup->starts[i];
  division.starts[division.n_starts] = reader->range_end;
  division.is_whole = TRUE;
  done = lamina_builder_split_array_at (builder, reader, division.n_starts++, &division, read_part, join_part, self,
                                        n_parts, error);
  lamina_json_division_clear (&division);
  return done;
}

/* Everything that can be seen of a text. */
static char *
read_text (const Setup *setup,
           guint       *n_calls)
{
  g_autoptr (LaminaBuilder) builder = new_builder (setup);
  g_autoptr (LaminaJsonReader) reader = new_reader (setup, builder);
  g_autoptr (GError) error = NULL;
  GString *out = g_string_new (NULL);
  Case self = { .reading = setup->reading };
  Table around = { NULL };
  guint n_parts = 99;
  gboolean done;

  table_begin (&around);
  go_to_array (builder, reader, &around);
  done = split (setup, builder, reader, &self, &n_parts, &error);
  g_assert_cmpint (done, ==, error == NULL);
  g_string_append_printf (out, "%s\n", error != NULL ? error->message : "");
  if (error == NULL)
    {
      g_string_append_printf (out, "@%" G_GUINT64_FORMAT "<%" G_GUINT64_FORMAT " %u ", lamina_json_reader_get_offset (reader),
                              lamina_json_reader_get_end (reader), lamina_json_reader_get_record (reader));
      while (lamina_json_reader_next_member (reader, NULL) != LAMINA_JSON_END)
        read_value (builder, reader, &around);
      lamina_json_reader_expect_end (reader);
      g_string_append_printf (out, "%s\n", lamina_json_reader_is_cut (reader) ? "cut" : "whole");
    }
  dump_tables (&self, n_parts, builder, out);
  g_string_append (out, around.text->str);
  dump_report (lamina_builder_get_import (builder), out);
  for (guint i = 0; i < LAMINA_MAX_PARTS; i++)
    table_clear (&self.tables[i]);
  table_clear (&around);
  if (n_calls != NULL)
    *n_calls = self.n_calls;
  return g_string_free (out, FALSE);
}

static void
assert_same (const Setup *setup,
             const char  *expected)
{
  g_autofree char *found = read_text (setup, NULL);

  if (strcmp (found, expected) != 0)
    g_test_message ("«%.*s» read in parts from %" G_GUINT64_FORMAT, (int) setup->length, setup->text,
                    setup->starts != NULL ? setup->starts[0] : 0);
  g_assert_cmpstr (found, ==, expected);
}

static const char *const texts[] = {
  "{\"a\": 1, \"events\": [{\"ph\": \"X\", \"name\": \"one\"}, {\"ph\": 2}, {\"name\":[3]} , 4, \"x\"], "
  "\"z\": [{\"q\":1},{\"r\":2}]}",
  /* What looks like the beginning of an element stands inside strings, arrays and objects. */
  "{\"events\":[{\"name\":\"a},{\\\"ph\\\":1\"},{\"ph\":\"},{\",\"ph\":\"b\"},{\"},{\":\"ph\",\"x\":1},{\"ph\":2}]}",
  "{\"events\":[{\"name\":[{\"ph\":1},{\"ph\":2},{\"ph\":[{},{\"ph\":3}]}]},{\"ph\":4},"
  "{\"args\":{\"b\":[{\"ph\":5},{\"ph\":6}]}}]}",
  /* The array ends before the division, and another array of objects follows. */
  "{\"events\":[{\"ph\":1}],\"other\":[{\"ph\":2},{\"ph\":3},{\"name\":4}],\"end\":{\"ph\":[{\"a\":1},{\"b\":2}]}}",
  "{\"events\":[],\"other\":[{\"ph\":2},{\"ph\":3}]} {\"ph\":1},{\"ph\":2}",
  "[{\"ph\":1},{\"ph\":[2,{\"x\":0},{\"ph\":1}]}\n,\n{\"ph\":3}, 7, {\"name\":9}] [{\"ph\":1},{\"ph\":2}]",
  /* Repairs of all kinds. */
  "{\"events\":[,{\"ph\":1},,{\"ph\":2} {\"ph\":\"\\q\"},{\"x\":},{y:1},{\"ph\" 4},nan,{\"s\":\"\\ud800\"},],,\"z\":tru}x",
  /* Wrong brackets and missing ones. */
  "{\"events\":[{\"ph\":1}},{\"ph\":2]},{\"ph\":[1},{\"ph\":3},{\"a\":{\"ph\":4},{\"ph\":5}],\"z\":1}",
  "[{\"ph\":1}},{\"ph\":2},{\"ph\":{\"a\":[1,2,},{\"ph\":3}}},{\"ph\":4}],{\"ph\":5},{\"ph\":6}",
  "{\"events\":[{\"ph\":1}}\n\f ,{\"ph\":2}}] ,{\"ph\":3},{\"ph\":4}]}",
  "{\"events\" [{\"ph\":1},{\"ph\":\"no end},{\"ph\":2},{\"name\":\"\\\"},{\"ph\":3},"
  "{\"args\":[{\"x\":1},{\"y\":2}]}]} , {\"ph\":1}",
  /* Quotes and brackets that do not match, with another element at the start of a line. */
  "[\n{\"ph\":1},\n{\"ph\":\"o\"ne\",\"x\":{\"y\":1}},\n{\"ph\":2},{\"ph\":\"th\"ree\"},\n{\"ph\":[{\"a\":\"b\"c\"}]},\n"
  "{\"name\":4}\n]",
  "{\"events\":[{\"ph\":\"o\"}ne\"},\n {\"ph\":2},\n {\"ph\":{\"a\":1},\n {\"ph\":\"a\"]\"},\n {\"ph\":3}}\n,{\"ph\":4}],\n"
  " \"z\":[\n {}]}",
  /* No objects at all. */
  "{\"events\":[1,7,\"},{\",[],[[{\"ph\":1},{\"ph\":2}]],true,null,1.5e3,},{\"ph\":1},{\"ph\":2}]}",
};

static void
test_every_place (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (Reading reading = 0; reading < N_READINGS; reading++)
      for (guint j = 0; j < 4; j++)
        {
          Setup setup = { texts[i], strlen (texts[i]), j & 1 ? 1 : 40, reading, j >> 1, 1, 0, NULL };
          g_autofree char *expected = read_text (&setup, NULL);

          for (guint64 start = 1; start <= setup.length + 1; start += test_stride ())
            {
              /* Stopping early is not the same with other parts. */
              if (reading == READ_FIRST)
                continue;
              setup.n_starts = 1;
              setup.starts = &start;
              assert_same (&setup, expected);
            }
        }
}

static void
test_every_pair (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      Setup setup = { texts[i], strlen (texts[i]), 30, READ_ALL, NO_RECORDS, 1, 0, NULL };
      g_autofree char *expected = read_text (&setup, NULL);

      for (guint64 first = 1; first < setup.length; first++)
        for (guint64 second = first + 1 + first % 3; second < setup.length; second += 3 * test_stride ())
          {
            const guint64 starts[] = { first, second };

            setup.n_starts = 2;
            setup.starts = starts;
            assert_same (&setup, expected);
          }
    }
}

static void
test_every_cut (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize length = 0; length < strlen (texts[i]); length++)
      {
        Setup setup = { texts[i], length, length % 2 ? 1 : 50, READ_ALL, length % 5 ? NO_RECORDS : ELEMENTS_ARE_RECORDS, 1, 0,
                        NULL };
        g_autofree char *expected = read_text (&setup, NULL);

        for (guint64 start = 1 + length % 2; start < length; start += 2 * test_stride ())
          {
            setup.n_starts = 1;
            setup.starts = &start;
            assert_same (&setup, expected);
          }
      }
}

/* Some lines of events, with signs put in and taken out that matter. */
static GString *
make_damaged (GRand *random)
{
  static const char signs[] = "\"\"\"\"{}[]\n,:\\";
  GString *text = g_string_new ("[\n");

  for (guint i = 0; i < 8; i++)
    g_string_append_printf (text, "%s{\"ph\":\"n%u\",\"args\":{\"a\":[{\"b\":1},{\"c\":[\"x\",2]}],\"d\":\"y\"}}",
                            i == 0 ? "" : g_rand_int_range (random, 0, 4) == 0 ? "," : ",\n", i);
  g_string_append (text, "\n]");
  for (int n = g_rand_int_range (random, 1, 5); n > 0; n--)
    {
      gssize at = g_rand_int_range (random, 1, (gint32) text->len);

      if (g_rand_int_range (random, 0, 4) == 0)
        g_string_erase (text, at, 1);
      else
        g_string_insert_c (text, at, signs[g_rand_int_range (random, 0, sizeof signs - 1)]);
    }
  return text;
}

static void
test_damaged (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);

  for (guint i = 0; i < 1500 / test_stride (); i++)
    {
      GString *text = make_damaged (random);
      Setup setup = { text->str, text->len, i % 3, i % 2 ? READ_ALL : READ_SOME, ELEMENTS_ARE_RECORDS, 1, 0, NULL };
      g_autofree char *expected = read_text (&setup, NULL);

      for (const char *p = strstr (text->str, "{\"ph"); p != NULL; p = strstr (p + 1, "{\"ph"))
        {
          guint64 start = (guint64) (p - text->str);

          setup.n_starts = 1;
          setup.starts = &start;
          assert_same (&setup, expected);
        }
      g_string_free (text, TRUE);
    }
}

/* With threads, at places that are guessed. */
static void
test_guessed (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint reading = 0; reading < READ_FIRST; reading++)
      {
        Setup setup = { texts[i], strlen (texts[i]), 0, reading, ELEMENTS_ARE_RECORDS, 1, 0, NULL };
        g_autofree char *expected = read_text (&setup, NULL);

        for (setup.n_threads = 2; setup.n_threads < 20; setup.n_threads += 3)
          assert_same (&setup, expected);
      }
}

static char *
make_text (const char *event,
           guint       n)
{
  GString *text = g_string_new ("{\"first\": {}, \"events\": [");

  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, i > 0 ? ",\n  " : "\n  ");
      g_string_append_printf (text, event, i, i * 10);
    }
  g_string_append (text, "\n], \"last\": [{\"ph\": 1}, {\"ph\": 2}]}");
  return g_string_free (text, FALSE);
}

/* @calls is 1 when the guess is never right: then all is read in sequence. A compressed text may have more. */
static void
check_event (const char *event,
             guint       n,
             guint       calls)
{
  g_autofree char *text = make_text (event, n);
  Setup setup = { text, strlen (text), 0, READ_ALL, ELEMENTS_ARE_RECORDS, 1, 0, NULL };
  g_autofree char *expected = read_text (&setup, NULL);

  setup.n_threads = 4;
  for (setup.compressed = FALSE; setup.compressed <= TRUE; setup.compressed++)
    {
      guint n_calls;
      g_autofree char *found = read_text (&setup, &n_calls);

      g_assert_cmpstr (found, ==, expected);
      g_assert_cmpuint (setup.compressed ? MIN (n_calls, calls) : n_calls, ==, calls);
    }
}

/* Six parts for each reader, each read once; and more where what begins an element stands elsewhere as well. */
static void
test_good_guesses (void)
{
  check_event ("{\"ph\": \"X\", \"name\": \"n%u\", \"ts\": %u}", 1000, 24);
  check_event ("{\"ph\": \"X\", \"name\": \"n%u\", \"args\": {\"l\": [{\"a\": 1}, {\"b\": %u}, {\"c\": {}}, {\"d\": []}]}}",
               1000, 24);
  check_event ("{\"ph\": \"X\", \"name\": \"}, {\\\"ph\\\": %u\", \"ts\": \"}, {\", \"dur\": %u}", 1000, 24);
  check_event ("{\"ph\":%u,\"name\":\"},{\\\"ph\\\":\",\"x\":\"},{\",\"\":%u}", 1000, 24);
  /* The one place where an element may begin stands in another array. */
  check_event ("[%u, %u]", 1000, 2);
  check_event ("%u, %u", 1000, 2);
  /* The first two guesses stand in two elements of the inner arrays. */
  check_event ("{\"ph\": [{\"ph\": %u}, {\"ph\": %u}, {\"ph\": 1}, {\"ph\": 2}, {\"ph\": 3}, {\"ph\": 4}, {\"ph\": 5}]}", 200, 25);
}

/* The last parts are a small share of the text, so that no reader is left alone with much of it. */
static void
test_shorter_parts (void)
{
  g_autofree char *text = make_text ("{\"ph\": \"X\", \"name\": \"n%u\", \"ts\": %u}", 10000);
  Setup setup = { text, strlen (text), 0, READ_ALL, ELEMENTS_ARE_RECORDS, 1, 0, NULL };

  for (guint n_readers = 2; n_readers <= 16; n_readers *= 2)
    {
      g_autoptr (LaminaBuilder) builder = new_builder (&setup);
      g_autoptr (LaminaJsonReader) reader = new_reader (&setup, builder);
      Table around = { NULL };
      LaminaJsonDivision division;
      guint64 start, end, before = G_MAXUINT64;
      guint n = 0;

      table_begin (&around);
      go_to_array (builder, reader, &around);
      g_assert_true (lamina_json_reader_enter_array (reader));
      g_assert_cmpuint (lamina_json_division_init (&division, reader, n_readers, 1), <=, LAMINA_MAX_PARTS);
      for (; lamina_json_division_get (&division, n, &start, &end); n++)
        {
          end = MIN (end, strlen (text));
          g_assert_cmpuint (end - start, <, before);
          /* And up to the end of an element. */
          before = end - start + 100;
        }
      g_assert_cmpuint (n, >, n_readers / 2);
      g_assert_cmpuint (before, <, strlen (text) / n_readers / 4);
      lamina_json_division_clear (&division);
      table_clear (&around);
    }
}

/* A long compressed text, of which little is inflated when the reading begins, and the same without its end. */
static void
test_inflated_meanwhile (void)
{
  g_autofree char *text = make_text ("{\"ph\": \"X\", \"name\": \"n%u\", \"ts\": %u, \"args\": {\"l\": [1, {}, {\"a\": 1}]}}",
                                     40000 / MIN (test_stride (), 4));
  const gsize cuts[] = { 0, 8, 1000, 40000 };

  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      Setup setup = { text, strlen (text), 0, READ_ALL, ELEMENTS_ARE_RECORDS, 1, 0, NULL, TRUE, cuts[i] };
      g_autofree char *expected = read_text (&setup, NULL);
      guint n_calls;

      for (setup.n_threads = 2; setup.n_threads < 8; setup.n_threads += 3)
        {
          g_autofree char *found = read_text (&setup, &n_calls);

          g_assert_cmpint (strcmp (found, expected), ==, 0);
          g_assert_cmpuint (n_calls, >, setup.n_threads);
        }
    }
}

/* What is repaired between the elements concerns the record around them, which parts don't know. */
static void
test_record_around (void)
{
  g_autofree char *text = make_text ("{\"ph\": \"X\", \"ts\": %u}, , %u", 100);
  Setup setup = { text, strlen (text), 0, READ_ALL, ARRAY_IS_RECORD, 1, 0, NULL };
  g_autofree char *expected = read_text (&setup, NULL);
  g_autofree char *found = NULL;
  guint n_calls;

  setup.n_threads = 4;
  found = read_text (&setup, &n_calls);
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpuint (n_calls, ==, 1);
}

typedef struct
{
  LaminaBuilder *builder;
  guint64 most;
  _Atomic gboolean done;
} Watcher;

static void *
watch (void *data)
{
  Watcher *self = data;
  guint64 records, slices, layers;

  while (!self->done)
    {
      lamina_builder_get_progress (self->builder, &records, &slices, &layers);
      self->most = MAX (self->most, records);
      /* Not all the time: valgrind lets one thread run, and takes turns. */
      g_usleep (50);
    }
  return NULL;
}

/* Somebody shows progress while parts are read, read again and appended. */
static void
test_progress (void)
{
  g_autofree char *text = make_text ("{\"ph\": [{\"ph\": %u}, {\"ph\": %u}, {\"ph\": 1}, {\"ph\": 2}]}", 2000);
  Setup setup = { text, strlen (text), 0, READ_ALL, ELEMENTS_ARE_RECORDS, 4, 0, NULL };

  for (guint round = 0; round < 5; round++)
    {
      g_autoptr (LaminaBuilder) builder = new_builder (&setup);
      g_autoptr (LaminaJsonReader) reader = new_reader (&setup, builder);
      Watcher watcher = { .builder = builder };
      Case self = { .reading = READ_ALL };
      Table around = { NULL };
      pthread_t thread;
      guint n_parts;

      table_begin (&around);
      go_to_array (builder, reader, &around);
      g_assert_cmpint (pthread_create (&thread, NULL, watch, &watcher), ==, 0);
      g_assert_true (lamina_builder_split_array (builder, reader, read_part, join_part, &self, &n_parts, NULL));
      watcher.done = TRUE;
      pthread_join (thread, NULL);
      g_assert_cmpuint (lamina_import_get_n_records (lamina_builder_get_import (builder)), ==, 2000);
      /* Parts that were read in vain may have been counted before they were dropped. */
      g_assert_cmpuint (watcher.most, <=, 2 * 5 * 2000);
      for (guint i = 0; i < LAMINA_MAX_PARTS; i++)
        table_clear (&self.tables[i]);
      table_clear (&around);
    }
}

static void
test_no_array (void)
{
  static const char *const others[] = { "{\"a\": 1}", "{\"events\": {\"x\": [{\"a\":1},{\"a\":2}]}, \"b\": 2}", "1", "",
                                        "{\"events\":" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      Setup setup = { others[i], strlen (others[i]), 0, READ_ALL, ELEMENTS_ARE_RECORDS, 1, 0, NULL };
      g_autofree char *expected = read_text (&setup, NULL);

      setup.n_threads = 4;
      assert_same (&setup, expected);
    }
}

static void
test_limit (void)
{
  g_autofree char *text = make_text ("{\"ph\": %u, \"x\": %u}", 100);
  Setup setup = { text, strlen (text), 0, READ_ALL, ELEMENTS_ARE_RECORDS, 1, 0, NULL };

  for (setup.n_threads = 1; setup.n_threads < 4; setup.n_threads++)
    {
      const LaminaLimits limits = { .max_records = 50, .max_rows = 50, .max_threads = setup.n_threads, .min_part_bytes = 1 };
      g_autoptr (LaminaBuilder) builder = lamina_builder_new (&limits);
      g_autoptr (LaminaJsonReader) reader = new_reader (&setup, builder);
      g_autoptr (GError) error = NULL;
      Case self = { .reading = READ_ALL };
      Table around = { NULL };
      guint n_parts = 99;

      table_begin (&around);
      go_to_array (builder, reader, &around);
      g_assert_false (lamina_builder_split_array (builder, reader, read_part, join_part, &self, &n_parts, &error));
      g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT);
      g_assert_cmpuint (n_parts, ==, 0);
      for (guint i = 0; i < LAMINA_MAX_PARTS; i++)
        table_clear (&self.tables[i]);
      table_clear (&around);
    }
}

int
main (int    argc,
      char **argv)
{
  /* So many small texts are read that giving memory back would take most of the time. */
  mallopt (M_TRIM_THRESHOLD, 1 << 28);
  mallopt (M_MMAP_THRESHOLD, 1 << 28);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/split-array/every-place", test_every_place);
  g_test_add_func ("/split-array/every-pair", test_every_pair);
  g_test_add_func ("/split-array/every-cut", test_every_cut);
  g_test_add_func ("/split-array/damaged", test_damaged);
  g_test_add_func ("/split-array/guessed", test_guessed);
  g_test_add_func ("/split-array/good-guesses", test_good_guesses);
  g_test_add_func ("/split-array/shorter-parts", test_shorter_parts);
  g_test_add_func ("/split-array/inflated-meanwhile", test_inflated_meanwhile);
  g_test_add_func ("/split-array/record-around", test_record_around);
  g_test_add_func ("/split-array/progress", test_progress);
  g_test_add_func ("/split-array/no-array", test_no_array);
  g_test_add_func ("/split-array/limit", test_limit);
  return g_test_run ();
}
