/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

#include <stdatomic.h>

/* Words of a text are records, interned; a word in brackets is skipped, one with an exclamation mark repaired. */

typedef struct
{
  LaminaSource *source;
  const char *text;
  guint n_parts;
  guint fail_at;
  GCancellable *cancel_at_once;
  GArray **words;   /* by part: ids of strings */
  GArray **records; /* by part */
} Case;

static void
read_word (LaminaBuilder *builder,
           Case          *self,
           GArray        *words,
           GArray        *records,
           const char    *start,
           const char    *end)
{
  LaminaImport *import = lamina_builder_get_import (builder);
  guint64 offset = (guint64) (start - self->text);
  guint32 record = lamina_import_open_record (import, self->source, offset);
  guint32 id = lamina_builder_intern (builder, start, end - start);
  guint32 shape = lamina_builder_intern_shape (builder, (gint64[]) { end - start }, 1);

  g_assert_cmpuint (shape, !=, 0);
  g_array_append_val (words, id);
  g_array_append_val (words, shape);
  g_array_append_val (records, record);
  if (*start == '[')
    {
      g_autofree char *reason = g_strdup_printf ("%.*s is in brackets", (int) (end - start), start);

      lamina_import_skip (import, record, reason);
    }
  else if (*start != '?')
    {
      lamina_import_account (import, record, *start == '+' ? LAMINA_RECORD_MERGED : LAMINA_RECORD_SHOWN);
    }
  if (end[-1] == '!')
    lamina_import_repair (import, "loud word", self->source, offset, record);
  if (end[-1] == ';')
    lamina_import_note (import, "half a stop", self->source, offset, record);
}

static void
read_range (LaminaBuilder *builder,
            Case          *self,
            GArray        *words,
            GArray        *records,
            const char    *start,
            const char    *end)
{
  while (start < end)
    {
      const char *blank = start;

      while (blank < end && *blank != ' ')
        blank++;
      read_word (builder, self, words, records, start, blank);
      start = blank + 1;
    }
}

/* Parts begin at the first word behind an equal share of the text. */
static const char *
part_start (const Case *self,
            guint       part)
{
  const char *p = self->text + strlen (self->text) * part / self->n_parts;

  if (part == 0)
    return p;
  while (*p != '\0' && p[-1] != ' ')
    p++;
  return p;
}

static gboolean
read_part (LaminaBuilder  *shard,
           guint           index,
           gpointer        data,
           GCancellable   *cancellable,
           GError        **error)
{
  Case *self = data;

  if (self->cancel_at_once != NULL)
    g_cancellable_cancel (self->cancel_at_once);
  read_range (shard, self, self->words[index], self->records[index], part_start (self, index),
              part_start (self, index + 1));
  if (index < self->fail_at)
    return TRUE;
  g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "part %u is bad", index);
  return FALSE;
}

static void
join_part (const LaminaShardMap *map,
           gpointer              data)
{
  Case *self = data;
  GArray *words = self->words[map->index];

  for (guint i = 0; i < words->len; i += 2)
    {
      lamina_shard_map_strings (map, &g_array_index (words, guint32, i), 1);
      lamina_shard_map_shapes (map, &g_array_index (words, guint32, i + 1), 1);
    }
  lamina_shard_map_records (map, (guint32 *) self->records[map->index]->data, self->records[map->index]->len);
}

static void
case_init (Case       *self,
           const char *text,
           guint       n_parts)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  *self = (Case) { .text = text, .n_parts = n_parts, .fail_at = G_MAXUINT };
  self->source = lamina_source_new_for_bytes ("words.txt", bytes, NULL);
  self->words = g_new0 (GArray *, n_parts);
  self->records = g_new0 (GArray *, n_parts);
  for (guint i = 0; i < n_parts; i++)
    {
      self->words[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
      self->records[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
}

static void
case_clear (Case *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    {
      g_array_unref (self->words[i]);
      g_array_unref (self->records[i]);
    }
  g_free (self->words);
  g_free (self->records);
  lamina_source_unref (self->source);
}

static LaminaBuilder *
new_builder (guint   n_threads,
             guint64 max_records)
{
  LaminaLimits limits;

  lamina_limits_init (&limits);
  limits.max_threads = n_threads;
  limits.max_records = max_records;
  return lamina_builder_new (&limits);
}

/* Everything that can be seen of what was read, as text. */
static char *
dump (LaminaBuilder *builder,
      const Case    *self,
      guint          n_parts)
{
  GString *out = g_string_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaImportReport *report;

  for (guint i = 0; i < n_parts; i++)
    for (guint j = 0; j < self->records[i]->len; j++)
      g_string_append_printf (out, "%u:%u:%u ", g_array_index (self->records[i], guint32, j),
                              g_array_index (self->words[i], guint32, 2 * j),
                              g_array_index (self->words[i], guint32, 2 * j + 1));
  lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  for (guint i = 0; i < n_parts; i++)
    for (guint j = 0; j < self->words[i]->len; j += 2)
      g_string_append_printf (out, "%s ", lamina_run_get_string (lamina_document_get_run (document, 0),
                                                                 g_array_index (self->words[i], guint32, j)));
  report = lamina_document_get_report (document);
  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

      g_string_append_printf (out, "\n%s %" G_GUINT64_FORMAT " @%" G_GUINT64_FORMAT, issue->kind, issue->count, issue->offset);
      for (guint j = 0; j < issue->n_records; j++)
        g_string_append_printf (out, " %u", issue->records[j]);
    }
  return g_string_free (out, FALSE);
}

/* What one builder makes of the text up to where part @n_parts begins. */
static char *
dump_in_sequence (const char *text,
                  guint       of,
                  guint       n_parts)
{
  g_autoptr (LaminaBuilder) builder = new_builder (1, G_MAXUINT32);
  char *result;
  Case self;

  case_init (&self, text, of);
  lamina_builder_intern (builder, "before", -1);
  lamina_import_open_record (lamina_builder_get_import (builder), self.source, 0);
  for (guint i = 0; i < n_parts; i++)
    read_range (builder, &self, self.words[i], self.records[i], part_start (&self, i), part_start (&self, i + 1));
  result = dump (builder, &self, n_parts);
  case_clear (&self);
  return result;
}

static void
check (const char *text,
       guint       n_parts,
       guint       n_threads,
       guint       fail_at)
{
  g_autoptr (LaminaBuilder) builder = new_builder (n_threads, G_MAXUINT32);
  g_autoptr (GError) error = NULL;
  guint n_kept = MIN (n_parts, fail_at == G_MAXUINT ? n_parts : fail_at + 1);
  g_autofree char *expected = dump_in_sequence (text, n_parts, n_kept);
  g_autofree char *found = NULL;
  gboolean done;
  Case self;

  case_init (&self, text, n_parts);
  self.fail_at = fail_at;
  lamina_builder_intern (builder, "before", -1);
  lamina_import_open_record (lamina_builder_get_import (builder), self.source, 0);
  done = lamina_builder_split (builder, n_parts, read_part, join_part, &self, NULL, &error);
  g_assert_cmpint (done, ==, fail_at >= n_parts);
  if (fail_at < n_parts)
    {
      g_autofree char *message = g_strdup_printf ("part %u is bad", fail_at);

      g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT);
      g_assert_cmpstr (error->message, ==, message);
    }
  else
    {
      g_assert_no_error (error);
    }
  found = dump (builder, &self, n_kept);
  g_assert_cmpstr (found, ==, expected);
  case_clear (&self);
}

static const char words[] = "one two! [three] one +four two; [five]! ?six one [three] seven! before eight; nine [ten] two! ?six "
                            "eleven [five] +twelve one; [three] thirteen ?fourteen !";

static void
test_same_as_one (void)
{
  for (guint n_parts = 1; n_parts <= 9; n_parts++)
    for (guint n_threads = 0; n_threads <= 3; n_threads++)
      check (words, n_parts, n_threads, G_MAXUINT);
}

static void
test_failure (void)
{
  for (guint n_parts = 1; n_parts <= 5; n_parts++)
    for (guint fail_at = 0; fail_at < n_parts; fail_at++)
      check (words, n_parts, 2, fail_at);
}

/* More records than one chunk of an import holds, which end at no boundary of chunks. */
static void
test_many_records (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 50000; i++)
    g_string_append_printf (text, "%s%u%s ", i % 7 == 0 ? "[" : i % 5 == 0 ? "+" : "", i * 7919 % 4001, i % 11 == 0 ? "!" : "");
  check (text->str, 3, 2, G_MAXUINT);
  check (text->str, 5, 1, G_MAXUINT);
}

static void
test_no_parts (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (lamina_builder_split (builder, 0, read_part, join_part, NULL, NULL, &error));
  g_assert_no_error (error);
}

static void
join_never (G_GNUC_UNUSED const LaminaShardMap *map,
            G_GNUC_UNUSED gpointer              data)
{
  g_assert_not_reached ();
}

static void
test_cancelled (void)
{
  g_autoptr (LaminaBuilder) builder = new_builder (2, G_MAXUINT32);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Case self;

  case_init (&self, words, 4);
  self.cancel_at_once = cancellable;
  g_assert_false (lamina_builder_split (builder, 4, read_part, join_never, &self, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (lamina_import_get_n_records (lamina_builder_get_import (builder)), ==, 0);
  case_clear (&self);
}

static void
test_limit (void)
{
  for (guint n_threads = 1; n_threads <= 2; n_threads++)
    {
      g_autoptr (LaminaBuilder) builder = new_builder (n_threads, 20);
      g_autoptr (GError) error = NULL;
      Case self;

      case_init (&self, words, 4);
      g_assert_false (lamina_builder_split (builder, 4, read_part, join_never, &self, NULL, &error));
      g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT);
      case_clear (&self);
    }
}

static gboolean
read_properties (LaminaBuilder                *shard,
                 guint                         index,
                 G_GNUC_UNUSED gpointer        data,
                 G_GNUC_UNUSED GCancellable   *cancellable,
                 G_GNUC_UNUSED GError        **error)
{
  LaminaValue value = { .type = LAMINA_VALUE_INTEGER, .integer = index };

  lamina_builder_add_property (shard, "group", "index", &value);
  if (index == 1)
    lamina_builder_set_tool (shard, "tool of the second part");
  return TRUE;
}

static void
test_properties (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;

  g_assert_true (lamina_builder_split (builder, 3, read_properties, NULL, NULL, NULL, NULL));
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  g_assert_cmpstr (lamina_document_get_tool (document), ==, "tool of the second part");
  g_assert_cmpuint (lamina_document_get_n_properties (document), ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (lamina_document_get_property (document, i)->value.integer, ==, i);
}

/* What each thing has done, counted by all threads. */
typedef struct
{
  LaminaBuilder *builder;
  _Atomic guint n[3];
  _Atomic guint n_at_once;
  _Atomic guint most_at_once;
  guint32 id;
} Both;

static void
count (Both  *self,
       guint  thing,
       guint  n)
{
  guint n_at_once = atomic_fetch_add (&self->n_at_once, 1) + 1, most = atomic_load (&self->most_at_once);

  while (n_at_once > most && !atomic_compare_exchange_weak (&self->most_at_once, &most, n_at_once))
    ;
  atomic_fetch_add (&self->n[thing], n);
  g_usleep (10);
  atomic_fetch_sub (&self->n_at_once, 1);
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

/* Both are done when it returns, by no more threads than there may be. */
static void
test_both (void)
{
  for (guint n_threads = 1; n_threads <= 4; n_threads++)
    {
      g_autoptr (LaminaBuilder) builder = new_builder (n_threads, 20);
      Both both = { .builder = builder };

      lamina_builder_do_both (builder, do_first, do_second, &both);
      g_assert_cmpuint (both.n[0], ==, 1000);
      g_assert_cmpuint (both.n[1], ==, 2000);
      g_assert_cmpuint (both.n[2], ==, 1000);
      g_assert_cmpuint (both.most_at_once, <=, n_threads);
      g_assert_cmpstr (lamina_builder_get_string (builder, both.id), ==, "first");
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/split/same-as-one", test_same_as_one);
  g_test_add_func ("/split/failure", test_failure);
  g_test_add_func ("/split/many-records", test_many_records);
  g_test_add_func ("/split/no-parts", test_no_parts);
  g_test_add_func ("/split/cancelled", test_cancelled);
  g_test_add_func ("/split/limit", test_limit);
  g_test_add_func ("/split/properties", test_properties);
  g_test_add_func ("/split/both", test_both);
  return g_test_run ();
}
