/* SPDX-License-Identifier: Apache-2.0 */
#include "bad-inputs.h"
#include "dump-document.h"

#include "../../test-stride.h"

#include <glib/gstdio.h>
#include <string.h>

/* Memory snapshots through the engine and the loader, as the programs use it. */

#define SAMPLE "../data/samples/charlm-memory.pickle"

static void
test_fixture (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("memory-snapshot/%s.pickle", (const char *) data);
  g_autofree char *expected = g_strdup_printf ("memory-snapshot/%s.txt", (const char *) data);

  check_expected ("memory-snapshot", name, expected);
}

static void
test_cuts (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("memory-snapshot/%s.pickle", (const char *) data);

  check_cuts (name, 11);
}

/* A cut is named, and what was whole before it is there. */
static void
test_cut (void)
{
  g_autofree char *path = build_data_path ("memory-snapshot/small.pickle");
  g_autofree char *folder = g_dir_make_tmp ("lamina-snapshot-XXXXXX", NULL);
  g_autofree char *copy = g_build_filename (folder, "cut.pickle", NULL);
  g_autofree char *text = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  const char *last;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  last = memmem (text, length, "external_annotations", strlen ("external_annotations"));
  g_assert_true (last != NULL && g_file_set_contents (copy, text, last - text, NULL));
  document = load_as ("memory-snapshot", copy);
  check_report (document, "the pickle ends in the middle");
  g_assert_cmpuint (lamina_run_get_tensors (lamina_document_get_run (document, 0))->n, ==, 4);
  g_remove (copy);
  g_rmdir (folder);
}

/* The levels of a counter: the first, the highest and the last one. */
static void
check_counter (LaminaRun  *run,
               const char *path,
               double      begin,
               double      peak,
               double      end)
{
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      g_autofree char *name = lamina_run_dup_track_path (run, i);
      const LaminaSamples *samples = lamina_track_get_samples (lamina_run_get_track (run, i));
      double most = 0;

      if (strcmp (name, path) != 0)
        continue;
      for (guint j = 0; j < samples->n; j++)
        most = MAX (most, samples->value[j]);
      g_assert_cmpfloat (samples->value[0], ==, begin);
      g_assert_cmpfloat (most, ==, peak);
      g_assert_cmpfloat (samples->value[samples->n - 1], ==, end);
      return;
    }
  g_assert_not_reached ();
}

static gint64
get_property (LaminaDocument *document,
              const char     *key)
{
  LaminaDetails *properties = lamina_document_get_properties (document);

  for (guint i = 0; i < lamina_details_get_n (properties); i++)
    if (strcmp (lamina_details_get (properties, i)->key, key) == 0)
      return lamina_details_get (properties, i)->value.integer;
  g_test_message ("no property %s", key);
  return LAMINA_ABSENT;
}

/* The sums of a file of PyTorch, found by other means: blocks and events added up in Python, from the end backwards. */
static const struct
{
  const char *name;
  guint run;
  const char *suffix; /* of properties, where there are several runs */
  guint n_events;
  gint64 active[3];   /* at the start, at the peak, in the end, by the sizes of blocks */
  gint64 naive[2];    /* at the start and at the peak, by the sizes of events */
  gint64 reserved[3];
} known[] = {
  { "memory/cs336-a2-systems__memory_ctx128_forward_mixed.pickle", 0, "", 5992,
    { 13763491840, 24023981056, 24018738176 }, { 13779220480, 24023981056 }, { 13763608576, 24245174272, 24245174272 } },
  { "memory/msinsight__snapshot_expandable.pkl", 0, "", 8092,
    { 94482944, 597651968, 408698880 }, { 94641584, 597642080 }, { 113246208, 643825664, 643825664 } },
  { "memory/msinsight__snapshot_with_multi_devices.pkl", 0, ", Device 0", 8132,
    { 94482944, 597651968, 408698880 }, { 94641584, 597642080 }, { 113246208, 643825664, 490733568 } },
  { "memory/msinsight__snapshot_with_multi_devices.pkl", 1, ", Device 1", 9700,
    { 0, 471551488, 0 }, { 0, 471498368 }, { 0, 551550976, 551550976 } },
};

static void
test_known (gconstpointer data)
{
  guint row = GPOINTER_TO_UINT (data);
  g_autofree char *name = g_strconcat ("samples/", known[row].name, NULL);
  g_autofree char *path = build_real_path (name);
  g_autoptr (LaminaDocument) document = NULL;
  g_autofree char *begin = g_strdup_printf ("Active at the start, if blocks were as large as requests%s", known[row].suffix);
  g_autofree char *peak = g_strdup_printf ("Active at the peak, if blocks were as large as requests%s", known[row].suffix);
  LaminaRun *run;

  if (path == NULL)
    return;
  document = load_as ("memory-snapshot", path);
  run = lamina_document_get_run (document, known[row].run);
  check_counter (run, "Memory/Active", (double) known[row].active[0], (double) known[row].active[1], (double) known[row].active[2]);
  check_counter (run, "Memory/Reserved", (double) known[row].reserved[0], (double) known[row].reserved[1],
                 (double) known[row].reserved[2]);
  g_assert_cmpint (get_property (document, begin), ==, known[row].naive[0]);
  g_assert_cmpint (get_property (document, peak), ==, known[row].naive[1]);
  check_report (document, NULL);
}

/*
 * What tensors keep is what the counter of requests counts, at each of its samples: lifetimes and levels are found apart. What
 * segments hold is what the counter of reserved memory counts.
 */
static void
check_sums (LaminaRun *run)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  const LaminaMemory *memory = lamina_run_get_memory (run);

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      g_autofree char *name = lamina_run_dup_track_path (run, i);
      const LaminaSamples *samples = lamina_track_get_samples (lamina_run_get_track (run, i));
      gboolean is_reserved = strcmp (name, "Memory/Reserved") == 0;

      if (!is_reserved && strcmp (name, "Memory/Requested") != 0)
        continue;
      for (guint j = 0; j < samples->n; j++)
        {
          gint64 at = samples->time[j], sum = 0;

          for (guint k = 0; !is_reserved && k < tensors->n; k++)
            if (tensors->lifetimes[k].first <= at && at <= tensors->lifetimes[k].last)
              sum += tensors->bytes[k];
          for (guint k = 0; is_reserved && k < memory->n_segments; k++)
            if (memory->segments[k].first <= at && at <= memory->segments[k].last)
              sum += memory->segments[k].bytes;
          g_assert_cmpint (sum, ==, (gint64) samples->value[j]);
        }
    }
}

static void
test_sample (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, SAMPLE, NULL);
  g_autoptr (LaminaDocument) document = load_as ("memory-snapshot", path);
  guint n_marks;

  check_sums (lamina_document_get_run (document, 0));
  lamina_run_get_marks (lamina_document_get_run (document, 0), &n_marks);
  g_assert_cmpuint (n_marks, ==, 1);
  check_report (document, NULL);
}

static const struct
{
  const char *text;
  gsize length;
  gboolean known;
} heads[] = {
#define HEAD(text, known) { text, sizeof text - 1, known }
  HEAD ("\x80\x04\x95\x00\x00\x00\x00\x00\x00\x00\x00}\x94(\x8c\x08segments\x94]", TRUE),
  HEAD ("\x80\x02}q\x00(X\x08\x00\x00\x00segmentsq\x01]", TRUE),
  HEAD ("\x80\x05}\x94(\x8c\x0d" "device_traces\x94]", TRUE),
  HEAD ("\x80\x04}\x94(\x8c\x05model\x94", FALSE),
  HEAD ("\x80\x06}\x94(\x8c\x08segments\x94]", FALSE),
  HEAD ("{\"segments\": [], \"device_traces\": []}", FALSE),
  HEAD ("\x80", FALSE),
  HEAD ("", FALSE),
};

static void
test_probe (void)
{
  g_autoptr (LaminaFormat) format = lamina_engine_create_format (lamina_engine_get_default (), "memory-snapshot");

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      LaminaHead head = { "head", heads[i].text, heads[i].length, 0 };

      g_assert_cmpint (lamina_format_probe (format, &head) > 50, ==, heads[i].known);
    }
}

/* A snapshot that asks for what is not carried out, or is damaged: the code of a snapshot, then what hurts. */
#define BEGIN "\x80\x04}\x94(\x8c\x08segments\x94]\x94\x8c\x0d" "device_traces\x94]\x94]\x94"
#define EVENT "}(\x8c\x06" "action\x8c\x05" "alloc\x8c\x04" "addrM\x00\x10\x8c\x04sizeK\x07u"
#define END "eau."
#define LOST "allocations are neither freed nor there in the end"
#define BYTES(text) text, sizeof (text) - 1
#define REFUSED(name, text) { name, BYTES (BEGIN text), LAMINA_ERROR_SYNTAX, NULL }
#define LIMIT(name, text) { name, BYTES (BEGIN text), LAMINA_ERROR_LIMIT, NULL }
#define EMPTY(name, text) { name, BYTES (text), LAMINA_ERROR_CONTENT, NULL }
#define SHOWN(name, text, issue) { name, BYTES (BEGIN text), -1, issue }

static const BadInput bad[] = {
  REFUSED ("global", "cos\nsystem\n"),
  REFUSED ("stack-global", "\x8c\x02os\x8c\x06system\x93"),
  REFUSED ("reduce", ")R"),
  REFUSED ("build", "}b"),
  REFUSED ("inst", "(ios\nsystem\n"),
  REFUSED ("obj", "(o"),
  REFUSED ("newobj", ")\x81"),
  REFUSED ("newobj-ex", ")}\x92"),
  REFUSED ("ext1", "\x82\x01"),
  REFUSED ("ext2", "\x83\x01\x00"),
  REFUSED ("ext4", "\x84\x01\x00\x00\x00"),
  REFUSED ("persid", "Pid\n"),
  REFUSED ("binpersid", "NQ"),
  REFUSED ("empty-set", "\x8f"),
  REFUSED ("frozen-set", "(\x91"),
  REFUSED ("next-buffer", "\x97"),
  REFUSED ("readonly-buffer", "N\x98"),
  REFUSED ("protocol-0-int", "I1\n"),
  REFUSED ("no-operation", "\xff"),
  REFUSED ("protocol-9", "\x80\x09"),
  REFUSED ("append-to-nothing", "0000a"),
  REFUSED ("appends-without-mark", "u" "e"),
  REFUSED ("tuple-of-nothing", "000\x87"),
  REFUSED ("pop-nothing", "(1000000000"),
  REFUSED ("get-unknown", "h\xf0"),
  REFUSED ("get-far", "j\xff\xff\xff\xff"),
  REFUSED ("memo-bomb", "r\xff\xff\xff\xff"),
  REFUSED ("long4-negative", "\x8b\xff\xff\xff\xff"),
  LIMIT ("marks", "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
                  "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
                  "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
                  "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
                  "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
                  "((((((((("),
  EMPTY ("no-snapshot", "\x80\x04}\x94(\x8c\x08segments\x94K\x01\x8c\x0d" "device_traces\x94Nu."),
  EMPTY ("empty-lists", "\x80\x04}\x94(\x8c\x08segments\x94]\x94\x8c\x0d" "device_traces\x94]\x94u."),
  EMPTY ("segment-of-no-device", "\x80\x04](}(\x8c\x0atotal_sizeK\x01\x8c\x06" "blocks]ue\x8c\x08segments."),
  SHOWN ("long4-of-2-gb", "(" EVENT "\x8b\xff\xff\xff\x7f", "the pickle ends in the middle"),
  SHOWN ("text-of-4-gb", "(" EVENT "X\xff\xff\xff\xff", "a text that is too long was left out"),
  SHOWN ("text-of-all-memory", "(" EVENT "\x8d\xff\xff\xff\xff\xff\xff\xff\xff", "a text that is too long was left out"),
  SHOWN ("bytes-of-all-memory", "(" EVENT "\x8e\xff\xff\xff\xff\xff\xff\xff\xff", "the pickle ends in the middle"),
  SHOWN ("cut-in-frame", "(" EVENT "\x95\x01", "the pickle ends in the middle"),
  SHOWN ("list-in-itself", "(" EVENT "h\x04h\x04" "a" END, LOST),
  SHOWN ("dict-in-itself", "(" EVENT "h\x00" END, LOST),
  SHOWN ("frames-in-themselves", "(" EVENT "}\x94(\x8c\x06" "framesh\x05\x8c\x06" "action\x8c\x04" "freeu" END, LOST),
  SHOWN ("bad-utf-8", "(" EVENT "}(\x8c\x06" "action\x8c\x03\xff\xfe\xfdu" END, "what the event does is not known"),
  SHOWN ("size-of-words", "(}(\x8c\x06" "action\x8c\x05" "alloc\x8c\x04size\x8c\x03" "bigu" END,
         LOST),
  SHOWN ("huge-number", "(" EVENT "}(\x8c\x06" "action\x8c\x05" "alloc\x8c\x04size\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00u"
         END, LOST),
  SHOWN ("freed-twice", "(" EVENT "}(\x8c\x06" "action\x8c\x0e" "free_completed\x8c\x04" "addrM\x00\x10\x8c\x04sizeK\x07u2" END,
         NULL),
  SHOWN ("segment-over-the-end", "(" EVENT "}(\x8c\x06" "action\x8c\x0d" "segment_alloc\x8c\x04" "addr"
         "\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00\x8c\x04sizeK\x07u" END, "segments come or go"),
};

/* A stack is read as far as anybody's goes; a list of frames that grows one by one takes no time that grows with its square. */
static void
test_deep_stack (void)
{
  static const char frame[] = "}(\x8c\x08" "filename\x8c\x04" "a.py\x8c\x04lineK\x01u\x94";
  g_autofree char *folder = g_dir_make_tmp ("lamina-snapshot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "deep.pickle", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;

  g_string_append_len (text, BYTES (BEGIN "(}(\x8c\x06" "action\x8c\x05" "alloc\x8c\x04sizeK\x07\x8c\x06" "frames]"));
  g_string_append_len (text, frame, sizeof frame - 1);
  g_string_append_c (text, 'a');
  for (guint i = 0; i < 200000; i++)
    g_string_append_len (text, BYTES ("h\x06" "a"));
  g_string_append_len (text, BYTES ("u" END));
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  document = load_as ("memory-snapshot", path);
  g_assert_cmpuint (lamina_run_get_memory (lamina_document_get_run (document, 0))->n_calls, ==, 4096);
  g_remove (path);
  g_rmdir (folder);
}

/* A pickle of all members that are known, of which number @replaced has another value than it should. */
typedef struct
{
  GString *text;
  guint n_members;
  guint replaced;
  const char *value;
  gsize length;
} Maker;

static void
add_text (Maker      *self,
          const char *text)
{
  g_string_append_c (self->text, 'X');
  for (guint i = 0; i < 4; i++)
    g_string_append_c (self->text, (char) (strlen (text) >> (8 * i)));
  g_string_append (self->text, text);
}

/* TRUE when the value stands there already. */
static gboolean
begin_member (Maker      *self,
              const char *key)
{
  add_text (self, key);
  if (self->n_members++ != self->replaced)
    return FALSE;
  g_string_append_len (self->text, self->value, (gssize) self->length);
  return TRUE;
}

static void
add_number (Maker      *self,
            const char *key,
            guint16     number)
{
  if (begin_member (self, key))
    return;
  g_string_append_c (self->text, 'M');
  g_string_append_c (self->text, (char) (number & 0xff));
  g_string_append_c (self->text, (char) (number >> 8));
}

static void
add_word (Maker      *self,
          const char *key,
          const char *word)
{
  if (!begin_member (self, key))
    add_text (self, word);
}

static void
add_frames (Maker *self)
{
  if (begin_member (self, "frames"))
    return;
  g_string_append (self->text, "]}(");
  add_word (self, "name", "step");
  add_word (self, "filename", "train.py");
  add_number (self, "line", 5);
  g_string_append (self->text, "ua");
}

static void
add_event (Maker      *self,
           const char *action,
           guint16     address,
           guint16     time)
{
  g_string_append (self->text, "}(");
  add_word (self, "action", action);
  add_number (self, strcmp (action, "oom") == 0 ? "device_free" : "addr", address);
  add_number (self, "size", 700);
  add_number (self, "stream", 0);
  add_number (self, "time_us", time);
  add_word (self, strcmp (action, "annotate") == 0 ? "user_metadata" : "category", "activation");
  add_frames (self);
  g_string_append (self->text, "u");
}

static void
add_events (Maker      *self,
            const char *first,
            ...) G_GNUC_NULL_TERMINATED;

static void
add_events (Maker      *self,
            const char *first,
            ...)
{
  guint16 time = 100;
  va_list actions;

  g_string_append (self->text, "](");
  va_start (actions, first);
  for (const char *action = first; action != NULL; action = va_arg (actions, const char *), time++)
    add_event (self, action, 0x1000, time);
  va_end (actions);
  g_string_append (self->text, "e");
}

static void
add_segments (Maker      *self,
              const char *key)
{
  if (begin_member (self, key))
    return;
  g_string_append (self->text, "]}(");
  add_number (self, "device", 0);
  add_number (self, "address", 0x1000);
  add_number (self, "total_size", 0x2000);
  add_number (self, "stream", 0);
  if (!begin_member (self, "segment_pool_id"))
    g_string_append_len (self->text, BYTES ("K\x01K\x02\x86"));
  if (!begin_member (self, "is_expandable"))
    g_string_append_len (self->text, BYTES ("\x88"));
  if (!begin_member (self, "blocks"))
    {
      g_string_append (self->text, "]}(");
      add_number (self, "address", 0x2000);
      add_number (self, "size", 1024);
      add_number (self, "requested_size", 700);
      add_word (self, "state", "active_allocated");
      add_frames (self);
      if (!begin_member (self, "history"))
        {
          g_string_append (self->text, "]}(");
          add_number (self, "addr", 0x2000);
          add_number (self, "real_size", 700);
          add_frames (self);
          g_string_append (self->text, "ua");
        }
      g_string_append (self->text, "ua");
    }
  g_string_append (self->text, "ua");
}

static void
add_annotation (Maker      *self,
                const char *stage,
                guint16     time)
{
  g_string_append (self->text, "}(");
  add_word (self, "stage", stage);
  add_word (self, "name", "forward");
  add_number (self, "device", 0);
  add_number (self, "time_us", time);
  g_string_append (self->text, "u");
}

static void
make_replaced (Maker *self)
{
  self->n_members = 0;
  self->text = g_string_new (NULL);
  g_string_append_len (self->text, BYTES ("\x80\x04}\x94("));
  add_segments (self, "segments");
  if (!begin_member (self, "device_traces"))
    {
      g_string_append (self->text, "]");
      add_events (self, "segment_map", "alloc", "annotate", "free_completed", "oom", NULL);
      g_string_append (self->text, "a");
    }
  add_segments (self, "host_segments");
  if (!begin_member (self, "host_traces"))
    add_events (self, "alloc", NULL);
  if (!begin_member (self, "external_annotations"))
    {
      g_string_append (self->text, "](");
      add_annotation (self, "START", 99);
      add_annotation (self, "END", 110);
      g_string_append (self->text, "e");
    }
  if (!begin_member (self, "allocator_settings"))
    {
      g_string_append (self->text, "}(");
      if (!begin_member (self, "expandable_segments"))
        g_string_append_len (self->text, BYTES ("\x89"));
      g_string_append (self->text, "u");
    }
  g_string_append (self->text, "u.");
}

/* Each record that is read is shown, merged or skipped, whatever stands where it should not. */
static void
check_replaced (Maker      *self,
                const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = NULL;

  make_replaced (self);
  /* Waiting for the disk would take most of the time. */
  g_assert_true (g_file_set_contents_full (path, self->text->str, (gssize) self->text->len, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  document = load_file (path, &error);
  if (document != NULL)
    {
      const LaminaImportCounts *counts = lamina_import_report_get_counts (lamina_document_get_report (document));

      g_assert_cmpuint (counts->lost, ==, 0);
      g_assert_cmpuint (counts->read, ==, counts->shown + counts->merged + counts->skipped);
    }
  else
    g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT);
  g_string_free (self->text, TRUE);
}

static void
test_replaced (void)
{
  static const struct
  {
    const char *value;
    gsize length;
  } values[] = {
    { BYTES ("N") }, { BYTES ("\x88") }, { BYTES ("K\x07") }, { BYTES ("J\xff\xff\xff\xff") },
    { BYTES ("\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f") }, { BYTES ("\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00") },
    { BYTES ("\x8a\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f") }, { BYTES ("G\x7f\xf8\0\0\0\0\0\0") },
    { BYTES ("\x8c\x05" "alloc") }, { BYTES ("C\x02\xff\x00") }, { BYTES ("]") }, { BYTES ("}") },
    { BYTES (")") }, { BYTES ("K\x01K\x02\x86") }, { BYTES ("h\x00") },
    { BYTES ("}\x8c\x06" "actionN" "s") }, { BYTES ("]h\x00" "a") },
  };
  g_autofree char *folder = g_dir_make_tmp ("lamina-snapshot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "replaced.pickle", NULL);
  Maker maker = { .replaced = G_MAXUINT };
  guint n;

  check_replaced (&maker, path);
  n = maker.n_members;
  g_assert_cmpuint (n, >, 100);
  for (guint i = 0; i < n * G_N_ELEMENTS (values); i += test_stride ())
    {
      guint value = i % G_N_ELEMENTS (values);

      maker = (Maker) { .replaced = i / G_N_ELEMENTS (values), .value = values[value].value, .length = values[value].length };
      check_replaced (&maker, path);
    }
  g_remove (path);
  g_rmdir (folder);
}

int
main (int   argc,
      char *argv[])
{
  static const char *const fixtures[] = { "small", "old", "devices", "categories" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_autofree char *path = g_strconcat ("/memory-snapshot/fixture/", fixtures[i], NULL);
      g_autofree char *cuts = g_strconcat ("/memory-snapshot/cuts/", fixtures[i], NULL);

      g_test_add_data_func (path, fixtures[i], test_fixture);
      g_test_add_data_func (cuts, fixtures[i], test_cuts);
    }
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *path = g_strdup_printf ("/memory-snapshot/known/%u", i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_known);
    }
  g_test_add_func ("/memory-snapshot/cut", test_cut);
  g_test_add_func ("/memory-snapshot/sample", test_sample);
  g_test_add_func ("/memory-snapshot/probe", test_probe);
  g_test_add_func ("/memory-snapshot/deep-stack", test_deep_stack);
  g_test_add_func ("/memory-snapshot/replaced", test_replaced);
  add_bad_inputs ("/memory-snapshot/bad", "bad.pickle", bad, G_N_ELEMENTS (bad));
  return g_test_run ();
}
