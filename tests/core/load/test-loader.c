/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "lamina-error.h"
#include "lamina-loader.h"
#include "source-text.h"
#include "test-home.h"

static LaminaLoader *
new_loader (GFile *file)
{
  return lamina_loader_new (lamina_engine_get_default (), file);
}

static GFile *
write_text (const char *name,
            const char *text)
{
  return test_home_write (name, text, -1);
}

static GFile *
write_bytes (const char *name,
             GBytes     *bytes)
{
  gsize length;
  const void *data = g_bytes_get_data (bytes, &length);

  return test_home_write (name, data, (gssize) length);
}

static void
put_text (const char *name,
          const char *text)
{
  g_autoptr (GFile) file = write_text (name, text);

  g_assert_true (g_file_query_exists (file, NULL));
}

static LaminaDocument *
load_file (GFile *file)
{
  g_autoptr (LaminaLoader) loader = new_loader (file);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = lamina_loader_load (loader, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (document);
  return document;
}

static LaminaDocument *
load_text (const char *name,
           const char *text)
{
  g_autoptr (GFile) file = write_text (name, text);

  return load_file (file);
}

static void
assert_fails (LaminaLoader *loader,
              GQuark        domain,
              int           code,
              const char   *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (lamina_loader_load (loader, NULL, &error));
  g_assert_error (error, domain, code);
  if (!g_pattern_match_simple (message, error->message))
    g_error ("\"%s\" does not match \"%s\"", error->message, message);
}

static void
assert_file_fails (GFile      *file,
                   GQuark      domain,
                   int         code,
                   const char *message)
{
  g_autoptr (LaminaLoader) loader = new_loader (file);

  assert_fails (loader, domain, code, message);
}

static const LaminaLayers *
get_layers (LaminaDocument *document,
            guint           run)
{
  return lamina_run_get_layers (lamina_document_get_run (document, run));
}

static void
assert_layer (LaminaDocument *document,
              guint           run,
              guint           layer,
              const char     *name)
{
  const LaminaLayers *layers = get_layers (document, run);

  g_assert_cmpuint (layers->n, >, layer);
  g_assert_cmpstr (lamina_run_get_string (lamina_document_get_run (document, run), layers->name[layer]), ==, name);
}

static const LaminaIssue *
find_issue (LaminaDocument *document,
            const char     *part)
{
  LaminaImportReport *report = lamina_document_get_report (document);

  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

      if (strstr (issue->kind, part) != NULL)
        return issue;
    }
  return NULL;
}

/* Many layers, so that a stream of them has a middle. */
static char *
make_layers (guint n)
{
  g_autoptr (GString) text = g_string_new ("#lines 1\n");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "layer l%u %u\n", i, i * 2654435761u % 1000);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_file (void)
{
  g_autoptr (LaminaDocument) document = load_text ("a.lines",
                                                   "#lines 1\nslice conv 10 20\nlayer conv 20\nlayer relu 5\n");
  LaminaSources *sources = lamina_document_get_sources (document);
  LaminaRun *run = lamina_document_get_run (document, 0);

  g_assert_cmpstr (lamina_document_get_format (document), ==, "lines");
  g_assert_cmpstr (lamina_document_get_tool (document), ==, "Lines");
  g_assert_cmpuint (lamina_document_get_n_runs (document), ==, 1);
  g_assert_cmpuint (lamina_sources_get_n (sources), ==, 1);
  g_assert_cmpuint (lamina_sources_get_marker (sources), ==, 0);
  g_assert_cmpstr (lamina_source_get_name (lamina_sources_get (sources, 0)), ==, "a.lines");
  g_assert_cmpuint (lamina_track_get_slices (lamina_run_get_track (run, 0))->n, ==, 1);
  assert_layer (document, 0, 1, "relu");
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->read, ==, 3);
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->lost, ==, 0);
}

static void
test_compressed (void)
{
  g_autofree char *text = make_layers (50000);
  g_autoptr (GBytes) bytes = gzip (text, strlen (text));
  gsize length;
  const void *data = g_bytes_get_data (bytes, &length);
  g_autoptr (GFile) file = test_home_write ("layers.lines.gz", data, (gssize) length);
  g_autoptr (LaminaDocument) document = load_file (file);
  g_autoptr (GFile) cut = test_home_write ("cut.lines.gz", data, (gssize) length / 2);
  g_autoptr (LaminaDocument) cut_document = load_file (cut);
  const LaminaIssue *issue = find_issue (cut_document, "gzip stream ends too early");

  g_assert_cmpuint (get_layers (document, 0)->n, ==, 50000);
  g_assert_null (find_issue (document, "gzip"));
  g_assert_cmpuint (get_layers (cut_document, 0)->n, >, 10000);
  g_assert_cmpuint (get_layers (cut_document, 0)->n, <, 40000);
  g_assert_nonnull (issue);
  g_assert_cmpuint (issue->count, ==, 1);
  g_assert_cmpuint (issue->line, >, 10000);
  g_assert_cmpuint (issue->offset, >, 100000);
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (cut_document))->repaired, ==, 1);
}

/* Text of a log, then the marker at @offset. */
static LaminaDocument *
load_log (gsize       offset,
          const char *text)
{
  g_autofree char *log = g_malloc (offset + strlen (text) + 1);
  g_autoptr (GFile) file = NULL;

  memset (log, '.', offset);
  for (gsize i = 79; i < offset; i += 80)
    log[i] = '\n';
  strcpy (log + offset, text);
  file = write_text ("build.log", log);
  return load_file (file);
}

static void
test_markers (void)
{
  /* Inside and behind the head, and across the borders of blocks. */
  gsize offsets[] = { 1, 100, LAMINA_HEAD_BYTES - 4, 500000, MIB - 255, MIB - 4, MIB - 1, MIB, 3 * MIB - 300 };

  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    {
      g_autoptr (LaminaDocument) document = load_log (offsets[i], "#lines 1\nlayer conv 1\n");

      g_assert_cmpstr (lamina_document_get_format (document), ==, "lines");
      g_assert_cmpuint (lamina_sources_get_marker (lamina_document_get_sources (document)), ==, offsets[i]);
      assert_layer (document, 0, 0, "conv");
    }
}

/* A beginning that is not sure loses against a marker, and wins when there is none. */
static void
test_unsure (void)
{
  g_autoptr (LaminaDocument) alone = load_text ("unsure", "# maybe lines\nlayer conv 1\n");
  g_autoptr (LaminaDocument) with_marker = load_text ("unsure",
                                                      "# maybe lines\nlayer conv 1\n#lines 1\nlayer relu 1\n");

  g_assert_cmpuint (lamina_sources_get_marker (lamina_document_get_sources (alone)), ==, 0);
  assert_layer (alone, 0, 0, "conv");
  g_assert_cmpuint (lamina_sources_get_marker (lamina_document_get_sources (with_marker)), ==, 27);
  assert_layer (with_marker, 0, 0, "relu");
}

static void
test_ties (void)
{
  LaminaEngine *engine = lamina_engine_get_default ();
  g_autoptr (GFile) file = write_text ("tie", "#twins\n");
  g_autoptr (LaminaDocument) by_priority = load_file (file);
  g_autoptr (LaminaDocument) by_name = NULL;

  assert_layer (by_priority, 0, 0, "Gamma");
  g_assert_cmpstr (lamina_document_get_format (by_priority), ==, "gamma");
  g_assert_true (lamina_engine_set_enabled (engine, "gamma", FALSE, NULL));
  by_name = load_file (file);
  g_assert_true (lamina_engine_set_enabled (engine, "gamma", TRUE, NULL));
  assert_layer (by_name, 0, 0, "Alpha");
}

static void
test_chosen_format (void)
{
  g_autoptr (GFile) file = write_text ("chosen", "layer conv 1\n");
  g_autoptr (GFile) twins = write_text ("tie", "#twins\n");
  g_autoptr (GFile) log = write_text ("log", "a log\n#lines 1\nlayer relu 1\n");
  const struct
  {
    GFile *file;
    const char *module;
    const char *layer;
    guint64 marker;
  } cases[] = {
    { file, "lines", "conv", 0 },
    { twins, "beta", "Beta", 0 },
    { log, "lines", "relu", 6 },
    { file, "alpha", "Alpha", 0 },
  };
  g_autoptr (LaminaLoader) nobody = new_loader (file);
  g_autoptr (LaminaLoader) disabled = new_loader (file);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaLoader) loader = new_loader (cases[i].file);
      g_autoptr (LaminaDocument) document = NULL;

      lamina_loader_set_format (loader, cases[i].module);
      document = lamina_loader_load (loader, NULL, NULL);
      g_assert_nonnull (document);
      assert_layer (document, 0, 0, cases[i].layer);
      g_assert_cmpuint (lamina_sources_get_marker (lamina_document_get_sources (document)), ==, cases[i].marker);
    }
  lamina_loader_set_format (nobody, "nobody");
  assert_fails (nobody, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "chosen: there is no format named nobody in use");
  lamina_loader_set_format (disabled, "guest");
  assert_fails (disabled, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "chosen: there is no format named guest in use");
}

static void
test_load_as (void)
{
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaDocument) other = NULL;
  g_autoptr (GFile) nobody = write_text ("as/nobody", "#lines 1\nas nobody 0\n");
  const LaminaLayers *layers;

  put_text ("as/more", "#more of main\nlayer relu 1\nargs 3 4\n");
  document = load_text ("as/main", "#lines 1\nlayer conv 1\nargs 1 2\nas alpha 0\n");
  layers = get_layers (document, 0);
  assert_layer (document, 1, 0, "Alpha");
  g_assert_cmpuint (layers->n, ==, 2);
  g_assert_cmpuint (layers->args[0].source, ==, 0);
  g_assert_cmpuint (layers->args[1].source, ==, 1);
  g_assert_cmpuint (layers->args[1].offset, ==, 3);

  /* Read as part of another file, a file keeps its own number. */
  other = load_text ("as/main", "#lines 1\nas lines 1\n");
  g_assert_cmpuint (lamina_document_get_n_runs (other), ==, 2);
  layers = get_layers (other, 1);
  g_assert_cmpuint (layers->args[0].source, ==, 1);
  g_assert_cmpuint (lamina_track_get_info (lamina_run_get_track (lamina_document_get_run (other, 1), 0))->source, ==, 1);
  layers = get_layers (other, 0);
  g_assert_cmpuint (layers->args[0].source, ==, 1);
  g_assert_cmpuint (lamina_track_get_info (lamina_run_get_track (lamina_document_get_run (other, 0), 0))->source, ==, 0);

  assert_file_fails (nobody, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "nobody: the plugin nobody is needed*");
}

static void
test_siblings (void)
{
  g_autofree char *pipe_path = test_home_get_input ("siblings/pipe");
  g_autoptr (GFile) file = write_text ("siblings/main", "#lines 1\nlayer main 1\n");
  g_autoptr (LaminaLoader) loader = new_loader (file);
  g_autoptr (LaminaDocument) joined = NULL;
  g_autoptr (LaminaDocument) alone = NULL;

  put_text ("siblings/b", "#more of main\nlayer b 1\n");
  put_text ("siblings/a", "#more of main\nlayer a 1\n");
  put_text ("siblings/c", "#more of other\nlayer c 1\n");
  put_text ("siblings/d", "");
  put_text ("siblings/.e", "#more of main\nlayer e 1\n");
  put_text ("siblings/folder/f", "#more of main\nlayer f 1\n");
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  joined = load_file (file);
  g_assert_cmpuint (lamina_sources_get_n (lamina_document_get_sources (joined)), ==, 3);
  assert_layer (joined, 0, 0, "main");
  assert_layer (joined, 0, 1, "a");
  assert_layer (joined, 0, 2, "b");
  g_assert_cmpuint (get_layers (joined, 0)->n, ==, 3);

  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  alone = lamina_loader_load (loader, NULL, NULL);
  g_assert_cmpuint (lamina_sources_get_n (lamina_document_get_sources (alone)), ==, 1);
  g_assert_cmpuint (get_layers (alone, 0)->n, ==, 1);
}

/* A sandbox shows a file that it was given alone, and a folder that it was given with all that is in it. */
static void
test_sandbox (void)
{
  g_autoptr (GFile) file = write_text ("run/doc/5f3a/main", "#lines 1\nlayer main 1\n");
  g_autoptr (GFile) in_folder = write_text ("run/doc/77b0/folder/main", "#lines 1\nlayer main 1\n");
  g_autoptr (GFile) elsewhere = write_text ("elsewhere/doc/5f3a/main", "#lines 1\nlayer main 1\n");
  g_autoptr (LaminaDocument) alone = load_file (file);
  g_autoptr (LaminaDocument) seeing = NULL;
  g_autoptr (LaminaDocument) usual = load_file (elsewhere);

  put_text ("run/doc/77b0/folder/a", "#more of main\nlayer a 1\n");
  seeing = load_file (in_folder);
  g_assert_true (lamina_sources_is_alone (lamina_document_get_sources (alone)));
  g_assert_false (lamina_sources_is_alone (lamina_document_get_sources (seeing)));
  g_assert_cmpuint (lamina_sources_get_n (lamina_document_get_sources (seeing)), ==, 2);
  g_assert_false (lamina_sources_is_alone (lamina_document_get_sources (usual)));
}

static LaminaDocument *
load_joined (GFile       *file,
             LaminaJoins  joins)
{
  g_autoptr (LaminaLoader) loader = new_loader (file);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document;

  lamina_loader_set_joins (loader, joins);
  document = lamina_loader_load (loader, NULL, &error);
  g_assert_no_error (error);
  return document;
}

static void
assert_sources (LaminaDocument *document,
                guint           n,
                guint           n_ranks_beside)
{
  LaminaSources *sources = lamina_document_get_sources (document);

  g_assert_cmpuint (lamina_sources_get_n (sources), ==, n);
  g_assert_cmpuint (lamina_sources_get_n_ranks_beside (sources), ==, n_ranks_beside);
}

/* Parts are read with a file, ranks beside it only when somebody asks. */
static void
test_ranks (void)
{
  g_autoptr (GFile) file = write_text ("ranks/rank0", "#lines 1\n#part zero 0\nlayer main 1\n");
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaDocument) nothing = NULL;
  g_autoptr (LaminaDocument) ranks = NULL;
  g_autoptr (LaminaDocument) all = NULL;

  put_text ("ranks/rank1", "#rank\n#part one 1\nlayer one 1\n");
  put_text ("ranks/rank2", "#rank\n#part two 1\nlayer two 1\n");
  put_text ("ranks/rank3", "#rank\n#part two 900\nlayer late 1\n");
  put_text ("ranks/other1", "#rank\n#part three 1\nlayer other 1\n");
  put_text ("ranks/times", "#more of rank0\nlayer times 1\n");
  document = load_file (file);
  assert_layer (document, 0, 0, "main");
  assert_layer (document, 0, 1, "times");
  assert_sources (document, 2, 2);

  ranks = load_joined (file, LAMINA_JOIN_RANKS);
  assert_layer (ranks, 0, 1, "one");
  assert_layer (ranks, 0, 2, "two");
  assert_layer (ranks, 0, 3, "times");
  assert_sources (ranks, 4, 0);

  nothing = load_joined (file, LAMINA_JOIN_NOTHING);
  assert_sources (nothing, 1, 0);

  all = load_file (folder);
  assert_sources (all, 4, 0);
}

/* Files that are named together are the document, whatever they are called and whatever lies beside them. */
static void
test_named (void)
{
  g_autoptr (GFile) file = write_text ("named/rank0", "#lines 1\n#part zero 0\nlayer main 1\n");
  g_autoptr (GFile) rank = write_text ("elsewhere/other", "#rank\n#part one 1\nlayer one 1\n");
  g_autoptr (GFile) twin = write_text ("elsewhere/twin", "#rank\n#part one 1\nlayer twin 1\n");
  g_autoptr (GFile) part = write_text ("named/times", "#more of rank0\nlayer times 1\n");
  g_autoptr (GFile) stranger = write_text ("named/stranger", "#lines 1\nlayer stranger 1\n");
  g_autofree char *missing_path = test_home_get_input ("named/missing");
  g_autoptr (GFile) missing = g_file_new_for_path (missing_path);
  GFile *const wrong[] = { twin, stranger, missing, file };
  static const char *const messages[] = { "rank0: twin does not belong to it", "rank0: stranger does not belong to it",
                                          "rank0: *named/missing: *", "rank0: rank0 does not belong to it" };
  g_autoptr (LaminaLoader) loader = new_loader (file);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  put_text ("named/rank1", "#rank\n#part two 1\nlayer two 1\n");
  lamina_loader_add_file (loader, rank);
  lamina_loader_add_file (loader, part);
  document = lamina_loader_load (loader, NULL, &error);
  g_assert_no_error (error);
  assert_layer (document, 0, 0, "main");
  assert_layer (document, 0, 1, "one");
  assert_layer (document, 0, 2, "times");
  assert_sources (document, 3, 0);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (LaminaLoader) refusing = new_loader (file);

      lamina_loader_add_file (refusing, rank);
      lamina_loader_add_file (refusing, wrong[i]);
      assert_fails (refusing, wrong[i] == missing ? G_IO_ERROR : LAMINA_ERROR,
                    wrong[i] == missing ? (int) G_IO_ERROR_NOT_FOUND : (int) LAMINA_ERROR_CONTENT, messages[i]);
    }
}

/* Of what is of the same run the format of one reads both, whichever is opened; nobody joins them unasked. */
static void
test_companions (void)
{
  g_autoptr (GFile) leader = write_text ("run/net.trace", "#lines 1\n#leads\nlayer main 1\n");
  g_autoptr (GFile) follower = write_text ("run/net.memory", "#lines 1\n#follows\nlayer memory 1\n");
  g_autoptr (GFile) other = write_text ("run/other.memory", "#lines 1\n#follows\nlayer other 1\n");
  g_autoptr (GFile) twin = NULL;
  GFile *const pair[] = { leader, follower };
  g_autoptr (LaminaDocument) named = NULL;
  g_autoptr (LaminaLoader) loader = new_loader (other);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (pair); i++)
    {
      g_autoptr (LaminaDocument) alone = load_file (pair[i]);
      g_autoptr (LaminaDocument) joined = load_joined (pair[i], LAMINA_JOIN_RANKS);
      LaminaSource *companion = lamina_sources_get_companion (lamina_document_get_sources (alone));

      assert_sources (alone, 1, 0);
      g_assert_cmpstr (lamina_source_get_name (companion), ==, i == 0 ? "net.memory" : "net.trace");
      assert_sources (joined, 2, 0);
      g_assert_null (lamina_sources_get_companion (lamina_document_get_sources (joined)));
      assert_layer (joined, 0, 0, "main");
      assert_layer (joined, 0, 1, "memory");
    }

  /* Files that are named together may be called anything. */
  lamina_loader_add_file (loader, leader);
  named = lamina_loader_load (loader, NULL, &error);
  g_assert_no_error (error);
  assert_layer (named, 0, 0, "main");
  assert_layer (named, 0, 1, "other");

  /* Where two names are as near, nobody knows which one it is. */
  twin = write_text ("run/net-2.trace", "#lines 1\n#leads\nlayer twin 1\n");
  g_assert_nonnull (twin);
  {
    g_autoptr (LaminaDocument) sure = load_file (follower);
    g_autoptr (GFile) third = write_text ("run/net-3.memory", "#lines 1\n#follows\nlayer third 1\n");
    g_autoptr (LaminaDocument) unsure = load_joined (third, LAMINA_JOIN_RANKS);

    g_assert_nonnull (lamina_sources_get_companion (lamina_document_get_sources (sure)));
    assert_sources (unsure, 1, 0);
  }
}

/* Of files that are the same part, the one that was recorded nearest to the opened one. */
static void
test_sibling_parts (void)
{
  g_autoptr (GFile) file = write_text ("parts/main", "#lines 1\n#part left 100\nlayer main 1\n");
  g_autoptr (LaminaDocument) document = NULL;

  put_text ("parts/a", "#more of main\n#part right 40\nlayer early 1\n");
  put_text ("parts/b", "#more of main\n#part right 110\nlayer near 1\n");
  put_text ("parts/c", "#more of main\n#part right 90\nlayer tie 1\n");
  put_text ("parts/d", "#more of main\nlayer any 1\n");
  put_text ("parts/e", "#more of main\nlayer each 1\n");
  put_text ("parts/f", "#more of main\n#part middle -9223372036854775807\nlayer far 1\n");
  document = load_file (file);
  assert_layer (document, 0, 0, "main");
  assert_layer (document, 0, 1, "near");
  assert_layer (document, 0, 2, "any");
  assert_layer (document, 0, 3, "each");
  assert_layer (document, 0, 4, "far");
  g_assert_cmpuint (get_layers (document, 0)->n, ==, 5);
}

/* What is nearer to another recording of the opened file belongs there; without times the numbers of the names decide. */
static void
test_sibling_recordings (void)
{
  g_autoptr (GFile) file = write_text ("recordings/main_2_step10", "#lines 1\n#part left 100\nlayer main 1\n");
  g_autoptr (LaminaDocument) document = NULL;

  put_text ("recordings/main_2_step20", "#lines 1\n#part left 200\nlayer again 1\n");
  put_text ("recordings/main_3_step10", "#more of any\n#part right ?\nlayer right 1\n");
  put_text ("recordings/main_3_step09", "#more of any\n#part right ?\nlayer before 1\n");
  put_text ("recordings/main_4_step15", "#more of any\n#part middle ?\nlayer after 1\n");
  put_text ("recordings/main_4_step11", "#more of any\n#part middle ?\nlayer middle 1\n");
  put_text ("recordings/main_5_step20", "#more of any\n#part late 190\nlayer late 1\n");
  put_text ("recordings/main_6_step20", "#more of any\n#part soon 140\nlayer soon 1\n");
  document = load_file (file);
  assert_layer (document, 0, 0, "main");
  assert_layer (document, 0, 1, "right");
  assert_layer (document, 0, 2, "middle");
  assert_layer (document, 0, 3, "soon");
  g_assert_cmpuint (get_layers (document, 0)->n, ==, 4);
}

/* Of more files than may be asked those come first whose names differ from the opened one's in one number. */
static void
test_many_recordings (void)
{
  g_autoptr (GFile) file = write_text ("steps/rank3_step05", "#lines 1\n");
  g_autoptr (LaminaDocument) document = NULL;
  LaminaImportReport *report;

  for (guint i = 0; i < 160; i++)
    {
      g_autofree char *name = g_strdup_printf ("steps/rank%u_step%02u", i / 20, i % 20);

      if (!g_str_has_suffix (name, "rank3_step05"))
        put_text (name, i % 20 == 5 ? "#more of any\nlayer x 1\n" : "#less\n");
    }
  document = load_file (file);
  g_assert_cmpuint (lamina_sources_get_n (lamina_document_get_sources (document)), ==, 8);
  report = lamina_document_get_report (document);
  g_assert_cmpuint (lamina_import_report_get_n_issues (report), ==, 1);
  g_assert_cmpstr (lamina_import_report_get_issue (report, 0)->kind, ==,
                   "64 files beside it were looked at for what belongs to it; 95 more with such names were not");
}

/* Then those whose names begin like the opened one. */
static void
test_many_siblings (void)
{
  g_autoptr (GFile) file = write_text ("many/run-main", "#lines 1\n");
  g_autoptr (LaminaDocument) document = NULL;
  LaminaSources *sources;

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf (i < 60 ? "many/a%02u" : "many/run-%02u", i);

      put_text (name, "#more of run-main\nlayer x 1\n");
    }
  document = load_file (file);
  sources = lamina_document_get_sources (document);
  g_assert_cmpuint (lamina_sources_get_n (sources), ==, 65);
  g_assert_cmpstr (lamina_source_get_name (lamina_sources_get (sources, 1)), ==, "a00");
  g_assert_cmpstr (lamina_source_get_name (lamina_sources_get (sources, 24)), ==, "a23");
  g_assert_cmpstr (lamina_source_get_name (lamina_sources_get (sources, 25)), ==, "run-60");
  g_assert_cmpstr (lamina_source_get_name (lamina_sources_get (sources, 64)), ==, "run-99");
}

static void
test_folder (void)
{
  g_autoptr (GFile) readme = write_text ("folder/README", "nothing\n");
  g_autoptr (GFile) first = write_text ("folder/c", "#lines 1\nlayer first 1\n");
  g_autoptr (GFile) second = write_text ("folder/d", "#lines 1\nlayer second 1\n");
  g_autoptr (GFile) folder = g_file_get_parent (readme);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaDocument) by_marker = NULL;

  put_text ("folder/empty", "");
  put_text ("folder/b", "maybe lines\n");
  put_text ("folder/e", "#more of c\nlayer more 1\n");
  document = load_file (folder);
  assert_layer (document, 0, 0, "first");
  assert_layer (document, 0, 1, "more");
  g_assert_cmpuint (lamina_sources_get_n (lamina_document_get_sources (document)), ==, 2);

  g_file_delete (first, NULL, NULL);
  g_file_delete (second, NULL, NULL);
  g_clear_object (&second);
  second = write_text ("folder/z.log", "log\n#lines 1\nlayer marked 1\n");
  by_marker = load_file (folder);
  assert_layer (by_marker, 0, 0, "marked");
  g_assert_cmpuint (lamina_sources_get_marker (lamina_document_get_sources (by_marker)), ==, 4);
}

static void
test_large_folder (void)
{
  g_autoptr (GFile) file = write_text ("large/000", "#lines 1\nlayer x 1\n");
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (LaminaDocument) document = NULL;

  put_text ("large/999", "#lines 1\nlayer unseen 1\n");
  for (guint i = 1; i < 300; i++)
    {
      g_autofree char *name = g_strdup_printf ("large/%03u", i);

      put_text (name, "x");
    }
  document = load_file (folder);
  assert_layer (document, 0, 0, "x");
  g_assert_nonnull (find_issue (document, "45 files of the folder were not looked at"));
}

static void
test_refused (void)
{
  g_autoptr (GFile) unknown = write_text ("unknown.txt", "neither\n");
  g_autoptr (GFile) binary = test_home_write ("binary", "\0\1\2\xff", 4);
  g_autoptr (GFile) empty = write_text ("empty.txt", "");
  g_autoptr (GBytes) nothing = gzip ("", 0);
  g_autoptr (GFile) hollow = write_bytes ("hollow.gz", nothing);
  g_autoptr (GFile) damaged = write_text ("damaged.gz", "\x1f\x8b damaged");
  g_autoptr (GFile) in_folder = write_text ("no-format/file", "neither\n");
  g_autoptr (GFile) folder = g_file_get_parent (in_folder);
  g_autoptr (GFile) absent = g_file_get_child (folder, "absent");
  g_autoptr (GFile) latin = write_text ("caf\xe9", "neither\n");
  g_autoptr (GFile) inside = write_text ("only-folders/folder/file", "#lines 1\n");
  g_autoptr (GFile) parent = g_file_get_parent (inside);
  g_autoptr (GFile) only_folders = g_file_get_parent (parent);
  g_autoptr (GFile) remote = g_file_new_for_uri ("http://localhost/x");
  g_autofree char *pipe_path = test_home_get_input ("pipe");
  g_autoptr (GFile) pipe_file = g_file_new_for_path (pipe_path);

  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  assert_file_fails (unknown, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT,
                     "unknown.txt: no format in use knows this file: it is text*");
  assert_file_fails (binary, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT, "binary: no format in use knows this file");
  assert_file_fails (empty, LAMINA_ERROR, LAMINA_ERROR_EMPTY, "empty.txt: is empty");
  assert_file_fails (hollow, LAMINA_ERROR, LAMINA_ERROR_EMPTY, "hollow.gz: holds no text");
  assert_file_fails (damaged, LAMINA_ERROR, LAMINA_ERROR_COMPRESSION, "damaged.gz: the gzip stream is damaged*");
  assert_file_fails (folder, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT,
                     "no-format: no file in this folder is of a known format");
  assert_file_fails (only_folders, LAMINA_ERROR, LAMINA_ERROR_EMPTY, "only-folders: there is no file in this folder");
  assert_file_fails (absent, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "absent: can't be opened: No such file*");
  assert_file_fails (latin, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT, "caf\xef\xbf\xbd: no format*");
  assert_file_fails (pipe_file, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "pipe: is a pipe*");
  assert_file_fails (remote, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "http://localhost/x: *");
}

static void
test_errors_of_formats (void)
{
  g_autoptr (GFile) nothing = write_text ("e.lines", "#lines 1\nerror all is lost (line 2, byte 9)\n");
  g_autoptr (LaminaDocument) some = load_text ("some.lines",
                                               "#lines 1\nlayer conv 1\nerror the rest is lost\nlayer relu 1\n");
  g_autoptr (GFile) no_reason = write_text ("no-reason", "#twins\n");
  g_autoptr (GFile) no_run = write_text ("no-run", "#twins\n");
  const LaminaIssue *issue = find_issue (some, "the rest is lost");

  assert_file_fails (nothing, LAMINA_ERROR, LAMINA_ERROR_SYNTAX, "e.lines: all is lost (line 2, byte 9)");
  g_assert_cmpuint (get_layers (some, 0)->n, ==, 1);
  g_assert_nonnull (issue);
  g_assert_cmpuint (issue->line, ==, 0);
  assert_file_fails (no_reason, LAMINA_ERROR, LAMINA_ERROR_CONTENT,
                     "no-reason: Gamma could not read it and gave no reason");
  assert_file_fails (no_run, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "no-run: nothing in it can be shown");
}

static void
test_limits (void)
{
  g_autofree char *text = make_layers (200000);
  g_autoptr (GBytes) bytes = gzip (text, strlen (text));
  g_autoptr (GFile) plain = write_text ("limits.lines", text);
  g_autoptr (GFile) packed = write_bytes ("limits.gz", bytes);
  g_autoptr (LaminaLoader) too_large = new_loader (plain);
  g_autoptr (LaminaLoader) too_many = new_loader (plain);
  g_autoptr (LaminaLoader) too_long = new_loader (packed);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaLimits limits;

  lamina_limits_init (&limits);
  limits.max_bytes = strlen (text) / 2;
  lamina_loader_set_limits (too_large, &limits);
  assert_fails (too_large, LAMINA_ERROR, LAMINA_ERROR_LIMIT, "limits.lines: is larger than the limit*");
  lamina_loader_set_limits (too_long, &limits);
  document = lamina_loader_load (too_long, NULL, NULL);
  g_assert_nonnull (document);
  g_assert_cmpuint (get_layers (document, 0)->n, >, 50000);
  g_assert_nonnull (find_issue (document, "larger than the limit"));
  lamina_limits_init (&limits);
  limits.max_rows = 1000;
  lamina_loader_set_limits (too_many, &limits);
  assert_fails (too_many, LAMINA_ERROR, LAMINA_ERROR_LIMIT, "limits.lines: *");
}

typedef struct
{
  GMainLoop *loop;
  LaminaDocument *document;
  GError *error;
  GThread *thread;
} Waiting;

static void
loaded (GObject      *object,
        GAsyncResult *result,
        gpointer      data)
{
  Waiting *waiting = data;

  g_assert_true (g_async_result_is_tagged (result, (gpointer) (guintptr) lamina_loader_load_async));
  g_assert_true (waiting->thread == g_thread_self ());
  waiting->document = lamina_loader_load_finish (LAMINA_LOADER (object), result, &waiting->error);
  g_main_loop_quit (waiting->loop);
}

static void
test_async (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GFile) file = write_text ("async.lines", "#lines 1\nlayer conv 1\n");
  g_autoptr (GFile) bad = write_text ("async.bad", "neither\n");
  LaminaLoader *loader = new_loader (file);
  Waiting waiting = { .loop = g_main_loop_new (context, FALSE), .thread = g_thread_self () };

  g_main_context_push_thread_default (context);
  g_object_add_weak_pointer (G_OBJECT (loader), (gpointer *) &loader);
  lamina_loader_load_async (loader, NULL, loaded, &waiting);
  g_object_unref (loader);
  g_main_loop_run (waiting.loop);
  g_assert_no_error (waiting.error);
  assert_layer (waiting.document, 0, 0, "conv");
  lamina_document_unref (waiting.document);
  while (g_main_context_iteration (context, FALSE))
    ;
  g_assert_null (loader);

  loader = new_loader (bad);
  lamina_loader_load_async (loader, NULL, loaded, &waiting);
  g_main_loop_run (waiting.loop);
  g_assert_null (waiting.document);
  g_assert_error (waiting.error, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT);
  g_error_free (waiting.error);
  g_object_unref (loader);
  g_main_context_pop_thread_default (context);
  g_main_loop_unref (waiting.loop);
}

static void
test_cancelled_before (void)
{
  g_autoptr (GFile) file = write_text ("before.lines", "#lines 1\nlayer conv 1\n");
  g_autoptr (LaminaLoader) loader = new_loader (file);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_loader_load (loader, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Waits until the format has read what it can, then looks at the figures and cancels. */
static gboolean
cancel_in_the_middle (gpointer data)
{
  gpointer *pair = data;
  LaminaProgress progress;

  lamina_loader_get_progress (pair[0], &progress);
  g_assert_cmpuint (progress.bytes, <=, progress.total_bytes);
  if (progress.layers < 2)
    return G_SOURCE_CONTINUE;
  g_assert_cmpuint (progress.slices, ==, 1);
  g_assert_cmpuint (progress.records, >=, 3);
  g_assert_cmpuint (progress.total_bytes, >, 0);
  g_assert_cmpuint (progress.bytes, ==, progress.total_bytes);
  g_assert_false (progress.freezing);
  g_cancellable_cancel (pair[1]);
  return G_SOURCE_REMOVE;
}

static void
test_cancelled_in_the_middle (void)
{
  g_autoptr (GFile) file = write_text ("middle.lines", "#lines 1\nlayer a 1\nslice s 0 1\nlayer b 1\nwait\n");
  g_autoptr (LaminaLoader) loader = new_loader (file);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Waiting waiting = { .loop = g_main_loop_new (NULL, FALSE), .thread = g_thread_self () };
  gpointer pair[] = { loader, cancellable };

  lamina_loader_load_async (loader, cancellable, loaded, &waiting);
  g_timeout_add (1, cancel_in_the_middle, pair);
  g_main_loop_run (waiting.loop);
  g_assert_null (waiting.document);
  g_assert_error (waiting.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_error_free (waiting.error);
  g_main_loop_unref (waiting.loop);
}

static void
test_progress (void)
{
  g_autofree char *text = make_layers (1000);
  g_autoptr (GFile) file = write_text ("progress.lines", text);
  g_autoptr (LaminaLoader) loader = new_loader (file);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaProgress progress;

  lamina_loader_get_progress (loader, &progress);
  g_assert_cmpuint (progress.total_bytes, ==, 0);
  document = lamina_loader_load (loader, NULL, NULL);
  lamina_loader_get_progress (loader, &progress);
  g_assert_cmpuint (progress.bytes, ==, strlen (text));
  g_assert_cmpuint (progress.total_bytes, ==, strlen (text));
  g_assert_cmpuint (progress.records, ==, 1000);
  g_assert_cmpuint (progress.layers, ==, 1000);
  g_assert_cmpuint (progress.slices, ==, 0);
  g_assert_true (progress.freezing);
}

/* Looking at a file to recognize it is no progress: the twins read nothing. */
static void
test_recognizing_is_no_progress (void)
{
  g_autoptr (GFile) file = write_text ("twins", "#twins\n");
  g_autoptr (LaminaLoader) loader = new_loader (file);
  g_autoptr (LaminaDocument) document = lamina_loader_load (loader, NULL, NULL);
  LaminaProgress progress;

  lamina_loader_get_progress (loader, &progress);
  g_assert_nonnull (document);
  g_assert_cmpuint (progress.bytes, ==, 0);
  g_assert_cmpuint (progress.total_bytes, ==, 7);
}

/* What no format knows is named where its first bytes, or its name, tell what it is. */
static void
test_likeness (void)
{
#define BYTES(text) text, sizeof text - 1
  static const struct
  {
    const char *name;
    const char *bytes;
    gsize n;
    const char *words;
  } files[] = {
    { "memory.bin", BYTES ("\x80\x04\x95\x10\0\0\0\0\0\0\0}."), "*: it is a Python pickle*" },
    { "weights.bin", BYTES ("PK\x03\x04\x14\0"), "*: it is a ZIP archive*" },
    { "trace.bin", BYTES ("\x0a\x03\x08\x01\x10\x0a\x02\x08\x01"), "*: it looks like a Perfetto protobuf*" },
    { "trace2.bin", BYTES ("\x0a\x03\x08\x01\x10\x0b\x02\x08\x01"), "*: no format in use knows this file" },
    { "Run.nsys-rep", BYTES ("\0\1\2"), "*: it is an NVIDIA Nsight Systems report. Export it with*" },
    { "host.xplane.pb", BYTES ("\x0a\x03"), "*: it is an XPlane protobuf*" },
    { "shot.png", BYTES ("\x89PNG\r\n\x1a\n\0"), "*: it is a picture" },
    { "paper.pdf", BYTES ("%PDF-1.5\n"), "*: it is a PDF document" },
    { "other.json", BYTES ("{\"a\": 1}"), "*: it is JSON, but*" },
  };
#undef BYTES

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GFile) file = test_home_write (files[i].name, files[i].bytes, files[i].n);

      assert_file_fails (file, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT, files[i].words);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *runtime = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  test_home_init (FALSE);
  runtime = test_home_get_input ("run");
  g_setenv ("XDG_RUNTIME_DIR", runtime, TRUE);
  g_test_add_func ("/loader/file", test_file);
  g_test_add_func ("/loader/compressed", test_compressed);
  g_test_add_func ("/loader/markers", test_markers);
  g_test_add_func ("/loader/unsure", test_unsure);
  g_test_add_func ("/loader/ties", test_ties);
  g_test_add_func ("/loader/chosen-format", test_chosen_format);
  g_test_add_func ("/loader/load-as", test_load_as);
  g_test_add_func ("/loader/siblings", test_siblings);
  g_test_add_func ("/loader/sandbox", test_sandbox);
  g_test_add_func ("/loader/ranks", test_ranks);
  g_test_add_func ("/loader/named", test_named);
  g_test_add_func ("/loader/companions", test_companions);
  g_test_add_func ("/loader/sibling-parts", test_sibling_parts);
  g_test_add_func ("/loader/sibling-recordings", test_sibling_recordings);
  g_test_add_func ("/loader/many-recordings", test_many_recordings);
  g_test_add_func ("/loader/many-siblings", test_many_siblings);
  g_test_add_func ("/loader/folder", test_folder);
  g_test_add_func ("/loader/large-folder", test_large_folder);
  g_test_add_func ("/loader/refused", test_refused);
  g_test_add_func ("/loader/errors-of-formats", test_errors_of_formats);
  g_test_add_func ("/loader/limits", test_limits);
  g_test_add_func ("/loader/async", test_async);
  g_test_add_func ("/loader/cancelled-before", test_cancelled_before);
  g_test_add_func ("/loader/cancelled-in-the-middle", test_cancelled_in_the_middle);
  g_test_add_func ("/loader/progress", test_progress);
  g_test_add_func ("/loader/likeness", test_likeness);
  g_test_add_func ("/loader/recognizing-is-no-progress", test_recognizing_is_no_progress);
  status = g_test_run ();
  test_home_remove ();
  return status;
}
