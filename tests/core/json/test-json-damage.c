/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-builder-fields.h"
#include "lamina-import-finish.h"
#include "lamina-json-scanner-private.h"
#include "lamina-split.h"

#include "../../test-stride.h"

#include <string.h>

/*
 * One event is damaged: by a quote that is not escaped, mostly. All others are read, and the report names the damaged one,
 * however the text comes and whoever reads it.
 */

#define N_EVENTS 24

/* An event as a tool writes it; NAME, OPERATOR and POOL stand for texts. POOL stands in what nobody looks at. */
typedef struct
{
  const char *name;
  const char *opening;
  const char *event;
  const char *divider;
  const char *closing;
} Layout;

static const Layout layouts[] = {
  { "onnxruntime", "[\n",
    "{\"cat\" : \"Node\",\"pid\" :12,\"dur\" :5,\"ts\" :100,\"ph\" : \"X\",\"name\" :\"NAME\",\"args\" : {\"stats\" : {\"main\": "
    "{\"pool\": \"POOL\", \"block\": [1]}, \"sub\": {}},\"shapes\" : [{\"float\":[8,256]},{\"float\":[256]}],\"op\" : \"OPERATOR\","
    "\"size\" : \"81\"}}",
    ",\n", "\n]\n" },
  { "chrome", "{\"unit\": \"ms\", \"traceEvents\": [\n",
    "  {\"name\": \"NAME\", \"ph\": \"X\", \"ts\": 1.5, \"dur\": 2, \"args\": {\"op\": \"OPERATOR\", \"x\": [{\"y\": \"POOL\"}]}}",
    ",\n", "\n], \"end\": {\"a\": [1]}}\n" },
  { "catapult", "{\"traceEvents\":[",
    "{\"name\":\"NAME\",\"args\":{\"op\":\"OPERATOR\",\"x\":[[\"POOL\"]]},\"ts\":1}", ",\n", "]}" },
  { "comma-first", "[\n ", "{\"args\":{\"op\":\"OPERATOR\",\"x\":[[\"POOL\"]]},\"name\":\"NAME\",\"ts\":1}", "\r\n ,", "\r\n]" },
  { "kineto", "{\n  \"schema\": 1,\n  \"devices\": [\n    {\n      \"id\": 0\n    }\n  ],\n  \"traceEvents\": [\n",
    "  {\n    \"ph\": \"X\", \"cat\": \"op\", \"name\": \"NAME\", \"pid\": 2,\n    \"ts\": 1.5, \"dur\": 2,\n    \"args\": {\n"
    "      \"dims\": [[64, 3], [\"POOL\"]],\n      \"op\": \"OPERATOR\"\n    }\n  }",
    ",\n", "\n  ],\n  \"name\": \"t\"\n}\n" },
  { "indented", "[\n",
    "    {\n        \"name\": \"NAME\",\n        \"args\": {\n            \"list\": [\n                {\n"
    "                    \"a\": 1\n                },\n                {\n                    \"b\": \"POOL\"\n"
    "                }\n            ],\n"
    "            \"op\": \"OPERATOR\"\n        }\n    }",
    ",\n", "\n]" },
};

/* What the texts of the damaged event are. */
typedef struct
{
  const char *name;
  const char *texts[3];
  gboolean is_passed; /* what is skipped is not delivered, and only its brackets are looked at */
} Damage;

static const Damage damages[] = {
  { "odd", { "q\"uote", "Add", "p" } },
  { "even", { "q\"uo\"te", "Add", "p" } },
  { "three", { "q\"u\"o\"te", "Add", "p" } },
  { "four", { "q\"u\"o\"t\"e", "Add", "p" } },
  { "alone", { "\"", "Add", "p" } },
  { "at-start", { "\"q", "Add", "p" } },
  { "at-end", { "q\"", "Add", "p" } },
  { "backslash-at-end", { "q\\", "Add", "p" } },
  { "before-comma", { "q\", x", "Add", "p" } },
  { "before-colon", { "q\": x", "Add", "p" } },
  { "before-digit", { "q\"1", "Add", "p" } },
  { "before-brace", { "q\"}x", "Add", "p" } },
  { "before-bracket", { "q\"]x", "Add", "p" } },
  { "before-opening", { "q\"[{x", "Add", "p" } },
  { "between-opening", { "q\"[{x\"", "Add", "p" } },
  { "in-args", { "q", "A\"dd", "p" } },
  { "in-args-even", { "q", "A\"d\"d", "p" } },
  { "in-skipped", { "q", "Add", "p\"ool" } },
  { "in-skipped-even", { "q", "Add", "p\"o\"ol" }, TRUE },
  { "in-two-texts", { "q\"uote", "A\"dd", "p" } },
  { "in-two-others", { "q\"uote", "Add", "p\"ool" } },
  { "in-three-texts", { "q\"uote", "A\"dd", "p\"ool" } },
  { "with-brace", { "q\"uote", "A}dd", "p" } },
  { "with-bracket", { "q\"uote", "A]dd", "p" } },
  { "with-opening", { "q\"uote", "{lambda", "[clone" } },
  { "with-skipped-brace", { "q\"uote", "Add", "p}ool" } },
  { "with-skipped-bracket", { "q", "A\"dd", "p]ool" } },
};

static void
append_event (GString           *text,
              const Layout      *layout,
              const char *const *texts)
{
  static const char *const places[] = { "NAME", "OPERATOR", "POOL" };
  GString *event = g_string_new (layout->event);

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    g_string_replace (event, places[i], texts[i], 1);
  g_string_append (text, event->str);
  g_string_free (event, TRUE);
}

static GString *
make_text (const Layout *layout,
           const Damage *damage,
           guint         place)
{
  GString *text = g_string_new (layout->opening);

  for (guint i = 0; i < N_EVENTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("n%u", i);
      const char *const texts[] = { name, "Add", "p" };

      g_string_append (text, i > 0 ? layout->divider : "");
      append_event (text, layout, i == place ? damage->texts : texts);
    }
  g_string_append (text, layout->closing);
  return text;
}

/* Reads events as a plugin does: some of their members. */
static void
read_args (LaminaJsonReader *reader,
           GString          *out)
{
  static const char *const keys[] = { "op", NULL };
  const char *text;
  int key;

  if (!lamina_json_reader_enter_object (reader))
    return;
  while ((key = lamina_json_reader_next_member (reader, keys)) != LAMINA_JSON_END)
    if (key == 0 && (text = lamina_json_reader_read_text (reader, NULL)) != NULL)
      g_string_append_printf (out, " %s", text);
}

static void
read_event (LaminaBuilder    *builder,
            LaminaJsonReader *reader,
            GString          *out)
{
  static const char *const keys[] = { "name", "args", NULL };
  const char *text;
  int key;

  lamina_import_account (lamina_builder_get_import (builder), lamina_json_reader_get_record (reader), LAMINA_RECORD_SHOWN);
  g_string_append_printf (out, "@%" G_GUINT64_FORMAT, lamina_json_reader_get_offset (reader));
  if (lamina_json_reader_enter_object (reader))
    while ((key = lamina_json_reader_next_member (reader, keys)) != LAMINA_JSON_END)
      {
        if (key == 1)
          read_args (reader, out);
        else if (key == 0 && (text = lamina_json_reader_read_text (reader, NULL)) != NULL)
          g_string_append_printf (out, " %s", text);
      }
  g_string_append_printf (out, " -%" G_GUINT64_FORMAT "\n", lamina_json_reader_get_end (reader));
}

static gboolean
read_part (LaminaBuilder     *shard,
           LaminaJsonReader  *reader,
           guint              part,
           gpointer           data,
           GError           **error)
{
  GString **parts = data;

  if (parts[part] == NULL)
    parts[part] = g_string_new (NULL);
  g_string_truncate (parts[part], 0);
  while (lamina_json_reader_next_element (reader))
    read_event (shard, reader, parts[part]);
  return TRUE;
}

static void
go_to_events (LaminaJsonReader *reader)
{
  static const char *const keys[] = { "traceEvents", NULL };
  int key = LAMINA_JSON_OTHER;

  if (lamina_json_reader_enter_object (reader))
    while (key == LAMINA_JSON_OTHER)
      key = lamina_json_reader_next_member (reader, keys);
}

static void
dump_report (LaminaImportReport *report,
             GString            *out)
{
  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

      g_string_append_printf (out, "%s %" G_GUINT64_FORMAT " line %" G_GUINT64_FORMAT " @%" G_GUINT64_FORMAT " of %u\n",
                              issue->kind, issue->count, issue->line, issue->offset,
                              issue->n_records > 0 ? issue->records[0] : LAMINA_NONE);
    }
}

typedef struct
{
  const LaminaJsonScanner *scanner;
  gsize block_size; /* 0 for as much as the reader likes */
  guint n_threads;  /* 1 for one part */
} Way;

/* All events, and the report. */
static char *
read_text (const GString       *text,
           const Way           *way,
           LaminaImportReport **report)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text->str, text->len);
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("test.json", bytes, NULL);
  g_autoptr (LaminaBuilder) builder = NULL;
  g_autoptr (LaminaJsonReader) reader = NULL;
  g_autoptr (LaminaImportReport) found = NULL;
  g_autoptr (GError) error = NULL;
  GString *parts[LAMINA_MAX_PARTS] = { NULL };
  GString *out = g_string_new (NULL);
  LaminaLimits limits;
  guint n_parts;

  lamina_limits_init (&limits);
  limits.max_threads = way->n_threads;
  limits.min_part_bytes = 1;
  builder = lamina_builder_new (&limits);
  reader = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, lamina_builder_get_import (builder), NULL);
  reader->scanner = way->scanner;
  if (way->block_size > 0)
    reader->block_size = way->block_size;
  lamina_json_reader_add_record_path (reader, *text->str == '[' ? "/@" : "/traceEvents/@");
  go_to_events (reader);
  g_assert_true (lamina_builder_split_array (builder, reader, read_part, NULL, parts, &n_parts, &error));
  g_assert_no_error (error);
  lamina_json_reader_expect_end (reader);
  for (guint i = 0; i < LAMINA_MAX_PARTS; i++)
    {
      if (parts[i] == NULL)
        continue;
      if (i < n_parts)
        g_string_append (out, parts[i]->str);
      g_string_free (parts[i], TRUE);
    }
  found = lamina_import_finish (lamina_builder_get_import (builder), NULL, NULL);
  dump_report (found, out);
  g_string_append_printf (out, "%s\n", lamina_json_reader_is_cut (reader) ? "cut" : "whole");
  if (report != NULL)
    *report = g_steal_pointer (&found);
  return g_string_free (out, FALSE);
}

/* The place of the name of event @i. */
static const char *
find_event (const GString *text,
            guint          i)
{
  g_autofree char *name = g_strdup_printf ("\"n%u\"", i);

  return strstr (text->str, name);
}

static guint
count_lines (const char *text,
             const char *end)
{
  guint n = 1;

  for (; text < end; text++)
    n += *text == '\n';
  return n;
}

/* Names the damaged event, and nothing else: with a place inside it. */
static void
check_issues (const GString      *text,
              LaminaImportReport *report,
              guint               place)
{
  guint first = place > 0 ? count_lines (text->str, find_event (text, place - 1)) : 1;
  guint last = count_lines (text->str, find_event (text, place + 1));

  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

      g_assert_cmpuint (issue->n_records, ==, 1);
      g_assert_cmpuint (issue->records[0], ==, place);
      g_assert_cmpuint (issue->line, >=, first);
      g_assert_cmpuint (issue->line, <=, last);
    }
}

/* All events but that one are there, in their order. */
static void
check_events (const char *found,
              guint       place)
{
  for (guint i = 0; i < N_EVENTS; i++)
    {
      g_autofree char *name = g_strdup_printf (" n%u ", i);

      if (i == place)
        continue;
      found = strstr (found, name);
      g_assert_nonnull (found);
    }
}

static void
check_ways (const GString *text,
            const char    *expected)
{
  static const struct { gsize block_size; guint n_threads; } ways[] = {
    { 0, 1 }, { 1, 1 }, { 7, 1 }, { 64, 1 }, { 1000, 1 }, { 0, 2 }, { 1, 5 },
  };
  Way way = { NULL };

  for (guint i = 0; (way.scanner = lamina_json_scanner_get (i)) != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (ways); j += test_stride ())
      {
        g_autofree char *found = NULL;

        way.block_size = ways[j].block_size;
        way.n_threads = ways[j].n_threads;
        found = read_text (text, &way, NULL);
        g_assert_cmpstr (found, ==, expected);
      }
}

static void
check_damage (const Layout *layout,
              const Damage *damage,
              guint         place)
{
  const Way way = { &lamina_json_scanner_none, 0, 1 };
  g_autoptr (LaminaImportReport) report = NULL;
  GString *text = make_text (layout, damage, place);
  g_autofree char *found = read_text (text, &way, &report);

  g_test_message ("%s at %u: %s", damage->name, place, found);
  check_events (found, place);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->lost, ==, 0);
  g_assert_cmpint (lamina_import_report_get_n_issues (report) == 0, ==, damage->is_passed);
  /* Behind the last event there is no other to go on with. */
  if (place + 1 < N_EVENTS)
    {
      g_assert_cmpuint (lamina_import_report_get_counts (report)->read, ==, N_EVENTS);
      check_issues (text, report, place);
    }
  check_ways (text, found);
  g_string_free (text, TRUE);
}

static void
test_damages (gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      check_damage (data, &damages[i], 0);
      check_damage (data, &damages[i], N_EVENTS / 2);
      check_damage (data, &damages[i], N_EVENTS - 1);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autofree char *path = g_strconcat ("/json-damage/", layouts[i].name, NULL);

      g_test_add_data_func (path, &layouts[i], test_damages);
    }
  return g_test_run ();
}
