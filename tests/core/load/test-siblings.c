/* SPDX-License-Identifier: Apache-2.0 */
#include <sys/stat.h>

#include "lamina-error.h"
#include "load-fixture.h"
#include "test-home.h"

/* What is read with a file: others that belong to it, or the files of a folder. */

static LaminaDocument *
load_joined (GFile       *file,
             LaminaJoins  joins)
{
  g_autoptr (LaminaLoader) loader = load_new_loader (file);
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

static void
test_siblings (void)
{
  g_autofree char *pipe_path = test_home_get_input ("siblings/pipe");
  g_autoptr (GFile) file = load_write ("siblings/main", "#lines 1\nlayer main 1\n");
  g_autoptr (LaminaLoader) loader = load_new_loader (file);
  g_autoptr (LaminaDocument) joined = NULL;
  g_autoptr (LaminaDocument) alone = NULL;

  load_put ("siblings/b", "#more of main\nlayer b 1\n");
  load_put ("siblings/a", "#more of main\nlayer a 1\n");
  load_put ("siblings/c", "#more of other\nlayer c 1\n");
  load_put ("siblings/d", "");
  load_put ("siblings/.e", "#more of main\nlayer e 1\n");
  load_put ("siblings/folder/f", "#more of main\nlayer f 1\n");
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  joined = load_file (file);
  g_assert_cmpuint (lamina_sources_get_n (lamina_document_get_sources (joined)), ==, 3);
  load_assert_layer (joined, 0, 0, "main");
  load_assert_layer (joined, 0, 1, "a");
  load_assert_layer (joined, 0, 2, "b");
  g_assert_cmpuint (load_get_layers (joined, 0)->n, ==, 3);

  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  alone = lamina_loader_load (loader, NULL, NULL);
  g_assert_cmpuint (lamina_sources_get_n (lamina_document_get_sources (alone)), ==, 1);
  g_assert_cmpuint (load_get_layers (alone, 0)->n, ==, 1);
}

/* A sandbox shows a file that it was given alone, and a folder that it was given with all that is in it. */
static void
test_sandbox (void)
{
  g_autoptr (GFile) file = load_write ("run/doc/5f3a/main", "#lines 1\nlayer main 1\n");
  g_autoptr (GFile) in_folder = load_write ("run/doc/77b0/folder/main", "#lines 1\nlayer main 1\n");
  g_autoptr (GFile) elsewhere = load_write ("elsewhere/doc/5f3a/main", "#lines 1\nlayer main 1\n");
  g_autoptr (LaminaDocument) alone = load_file (file);
  g_autoptr (LaminaDocument) seeing = NULL;
  g_autoptr (LaminaDocument) usual = load_file (elsewhere);

  load_put ("run/doc/77b0/folder/a", "#more of main\nlayer a 1\n");
  seeing = load_file (in_folder);
  g_assert_true (lamina_sources_is_alone (lamina_document_get_sources (alone)));
  g_assert_false (lamina_sources_is_alone (lamina_document_get_sources (seeing)));
  g_assert_cmpuint (lamina_sources_get_n (lamina_document_get_sources (seeing)), ==, 2);
  g_assert_false (lamina_sources_is_alone (lamina_document_get_sources (usual)));
}

/* Parts are read with a file, ranks beside it only when somebody asks. */
static void
test_ranks (void)
{
  g_autoptr (GFile) file = load_write ("ranks/rank0", "#lines 1\n#part zero 0\nlayer main 1\n");
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaDocument) nothing = NULL;
  g_autoptr (LaminaDocument) ranks = NULL;
  g_autoptr (LaminaDocument) all = NULL;

  load_put ("ranks/rank1", "#rank\n#part one 1\nlayer one 1\n");
  load_put ("ranks/rank2", "#rank\n#part two 1\nlayer two 1\n");
  load_put ("ranks/rank3", "#rank\n#part two 900\nlayer late 1\n");
  load_put ("ranks/other1", "#rank\n#part three 1\nlayer other 1\n");
  load_put ("ranks/times", "#more of rank0\nlayer times 1\n");
  document = load_file (file);
  load_assert_layer (document, 0, 0, "main");
  load_assert_layer (document, 0, 1, "times");
  assert_sources (document, 2, 2);

  ranks = load_joined (file, LAMINA_JOIN_RANKS);
  load_assert_layer (ranks, 0, 1, "one");
  load_assert_layer (ranks, 0, 2, "two");
  load_assert_layer (ranks, 0, 3, "times");
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
  g_autoptr (GFile) file = load_write ("named/rank0", "#lines 1\n#part zero 0\nlayer main 1\n");
  g_autoptr (GFile) rank = load_write ("elsewhere/other", "#rank\n#part one 1\nlayer one 1\n");
  g_autoptr (GFile) twin = load_write ("elsewhere/twin", "#rank\n#part one 1\nlayer twin 1\n");
  g_autoptr (GFile) part = load_write ("named/times", "#more of rank0\nlayer times 1\n");
  g_autoptr (GFile) stranger = load_write ("named/stranger", "#lines 1\nlayer stranger 1\n");
  g_autofree char *missing_path = test_home_get_input ("named/missing");
  g_autoptr (GFile) missing = g_file_new_for_path (missing_path);
  GFile *const wrong[] = { twin, stranger, missing, file };
  static const char *const messages[] = { "rank0: twin does not belong to it", "rank0: stranger does not belong to it",
                                          "rank0: *named/missing: *", "rank0: rank0 does not belong to it" };
  g_autoptr (LaminaLoader) loader = load_new_loader (file);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  load_put ("named/rank1", "#rank\n#part two 1\nlayer two 1\n");
  lamina_loader_add_file (loader, rank);
  lamina_loader_add_file (loader, part);
  document = lamina_loader_load (loader, NULL, &error);
  g_assert_no_error (error);
  load_assert_layer (document, 0, 0, "main");
  load_assert_layer (document, 0, 1, "one");
  load_assert_layer (document, 0, 2, "times");
  assert_sources (document, 3, 0);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (LaminaLoader) refusing = load_new_loader (file);

      lamina_loader_add_file (refusing, rank);
      lamina_loader_add_file (refusing, wrong[i]);
      load_assert_fails (refusing, wrong[i] == missing ? G_IO_ERROR : LAMINA_ERROR,
                    wrong[i] == missing ? (int) G_IO_ERROR_NOT_FOUND : (int) LAMINA_ERROR_CONTENT, messages[i]);
    }
}

/* Of what is of the same run the format of one reads both, whichever is opened; nobody joins them unasked. */
static void
test_companions (void)
{
  g_autoptr (GFile) leader = load_write ("run/net.trace", "#lines 1\n#leads\nlayer main 1\n");
  g_autoptr (GFile) follower = load_write ("run/net.memory", "#lines 1\n#follows\nlayer memory 1\n");
  g_autoptr (GFile) other = load_write ("run/other.memory", "#lines 1\n#follows\nlayer other 1\n");
  g_autoptr (GFile) twin = NULL;
  GFile *const pair[] = { leader, follower };
  g_autoptr (LaminaDocument) named = NULL;
  g_autoptr (LaminaLoader) loader = load_new_loader (other);
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
      load_assert_layer (joined, 0, 0, "main");
      load_assert_layer (joined, 0, 1, "memory");
    }

  /* Files that are named together may be called anything. */
  lamina_loader_add_file (loader, leader);
  named = lamina_loader_load (loader, NULL, &error);
  g_assert_no_error (error);
  load_assert_layer (named, 0, 0, "main");
  load_assert_layer (named, 0, 1, "other");

  /* Where two names are as near, nobody knows which one it is. */
  twin = load_write ("run/net-2.trace", "#lines 1\n#leads\nlayer twin 1\n");
  g_assert_nonnull (twin);
  {
    g_autoptr (LaminaDocument) sure = load_file (follower);
    g_autoptr (GFile) third = load_write ("run/net-3.memory", "#lines 1\n#follows\nlayer third 1\n");
    g_autoptr (LaminaDocument) unsure = load_joined (third, LAMINA_JOIN_RANKS);

    g_assert_nonnull (lamina_sources_get_companion (lamina_document_get_sources (sure)));
    assert_sources (unsure, 1, 0);
  }
}

/* Of files that are the same part, the one that was recorded nearest to the opened one. */
static void
test_sibling_parts (void)
{
  g_autoptr (GFile) file = load_write ("parts/main", "#lines 1\n#part left 100\nlayer main 1\n");
  g_autoptr (LaminaDocument) document = NULL;

  load_put ("parts/a", "#more of main\n#part right 40\nlayer early 1\n");
  load_put ("parts/b", "#more of main\n#part right 110\nlayer near 1\n");
  load_put ("parts/c", "#more of main\n#part right 90\nlayer tie 1\n");
  load_put ("parts/d", "#more of main\nlayer any 1\n");
  load_put ("parts/e", "#more of main\nlayer each 1\n");
  load_put ("parts/f", "#more of main\n#part middle -9223372036854775807\nlayer far 1\n");
  document = load_file (file);
  load_assert_layer (document, 0, 0, "main");
  load_assert_layer (document, 0, 1, "near");
  load_assert_layer (document, 0, 2, "any");
  load_assert_layer (document, 0, 3, "each");
  load_assert_layer (document, 0, 4, "far");
  g_assert_cmpuint (load_get_layers (document, 0)->n, ==, 5);
}

/* What is nearer to another recording of the opened file belongs there; without times the numbers of the names decide. */
static void
test_sibling_recordings (void)
{
  g_autoptr (GFile) file = load_write ("recordings/main_2_step10", "#lines 1\n#part left 100\nlayer main 1\n");
  g_autoptr (LaminaDocument) document = NULL;

  load_put ("recordings/main_2_step20", "#lines 1\n#part left 200\nlayer again 1\n");
  load_put ("recordings/main_3_step10", "#more of any\n#part right ?\nlayer right 1\n");
  load_put ("recordings/main_3_step09", "#more of any\n#part right ?\nlayer before 1\n");
  load_put ("recordings/main_4_step15", "#more of any\n#part middle ?\nlayer after 1\n");
  load_put ("recordings/main_4_step11", "#more of any\n#part middle ?\nlayer middle 1\n");
  load_put ("recordings/main_5_step20", "#more of any\n#part late 190\nlayer late 1\n");
  load_put ("recordings/main_6_step20", "#more of any\n#part soon 140\nlayer soon 1\n");
  document = load_file (file);
  load_assert_layer (document, 0, 0, "main");
  load_assert_layer (document, 0, 1, "right");
  load_assert_layer (document, 0, 2, "middle");
  load_assert_layer (document, 0, 3, "soon");
  g_assert_cmpuint (load_get_layers (document, 0)->n, ==, 4);
}

/* Of more files than may be asked those come first whose names differ from the opened one's in one number. */
static void
test_many_recordings (void)
{
  g_autoptr (GFile) file = load_write ("steps/rank3_step05", "#lines 1\n");
  g_autoptr (LaminaDocument) document = NULL;
  LaminaImportReport *report;

  for (guint i = 0; i < 160; i++)
    {
      g_autofree char *name = g_strdup_printf ("steps/rank%u_step%02u", i / 20, i % 20);

      if (!g_str_has_suffix (name, "rank3_step05"))
        load_put (name, i % 20 == 5 ? "#more of any\nlayer x 1\n" : "#less\n");
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
  g_autoptr (GFile) file = load_write ("many/run-main", "#lines 1\n");
  g_autoptr (LaminaDocument) document = NULL;
  LaminaSources *sources;

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf (i < 60 ? "many/a%02u" : "many/run-%02u", i);

      load_put (name, "#more of run-main\nlayer x 1\n");
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
  g_autoptr (GFile) readme = load_write ("folder/README", "nothing\n");
  g_autoptr (GFile) first = load_write ("folder/c", "#lines 1\nlayer first 1\n");
  g_autoptr (GFile) second = load_write ("folder/d", "#lines 1\nlayer second 1\n");
  g_autoptr (GFile) folder = g_file_get_parent (readme);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaDocument) by_marker = NULL;

  load_put ("folder/empty", "");
  load_put ("folder/b", "maybe lines\n");
  load_put ("folder/e", "#more of c\nlayer more 1\n");
  document = load_file (folder);
  load_assert_layer (document, 0, 0, "first");
  load_assert_layer (document, 0, 1, "more");
  g_assert_cmpuint (lamina_sources_get_n (lamina_document_get_sources (document)), ==, 2);

  g_file_delete (first, NULL, NULL);
  g_file_delete (second, NULL, NULL);
  g_clear_object (&second);
  second = load_write ("folder/z.log", "log\n#lines 1\nlayer marked 1\n");
  by_marker = load_file (folder);
  load_assert_layer (by_marker, 0, 0, "marked");
  g_assert_cmpuint (lamina_sources_get_marker (lamina_document_get_sources (by_marker)), ==, 4);
}

static void
test_large_folder (void)
{
  g_autoptr (GFile) file = load_write ("large/000", "#lines 1\nlayer x 1\n");
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (LaminaDocument) document = NULL;

  load_put ("large/999", "#lines 1\nlayer unseen 1\n");
  for (guint i = 1; i < 300; i++)
    {
      g_autofree char *name = g_strdup_printf ("large/%03u", i);

      load_put (name, "x");
    }
  document = load_file (folder);
  load_assert_layer (document, 0, 0, "x");
  g_assert_nonnull (load_find_issue (document, "45 files of the folder were not looked at"));
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
  g_test_add_func ("/siblings/beside", test_siblings);
  g_test_add_func ("/siblings/sandbox", test_sandbox);
  g_test_add_func ("/siblings/ranks", test_ranks);
  g_test_add_func ("/siblings/named", test_named);
  g_test_add_func ("/siblings/companions", test_companions);
  g_test_add_func ("/siblings/parts", test_sibling_parts);
  g_test_add_func ("/siblings/recordings", test_sibling_recordings);
  g_test_add_func ("/siblings/many-recordings", test_many_recordings);
  g_test_add_func ("/siblings/many-siblings", test_many_siblings);
  g_test_add_func ("/siblings/folder", test_folder);
  g_test_add_func ("/siblings/large-folder", test_large_folder);
  status = g_test_run ();
  test_home_remove ();
  return status;
}
