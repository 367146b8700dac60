/* SPDX-License-Identifier: Apache-2.0 */
#include "check-divided.h"

#include "../fuzz/check-document.h"
#include "dump-document.h"

/*
 * Blocks that end inside of many tokens, and ones that hold a few. The first way is compared with one of the others, by turns.
 * (That blocks may be as small as a byte is tested where JSON is read; each costs a call of the system.)
 */
static const struct
{
  guint max_threads;
  guint64 min_part_bytes;
  gsize block_bytes;
} ways[] = { { 1, G_MAXUINT64, 1 << 18 }, { 3, 1, 13 }, { 2, 64, 101 } };

static LaminaDocument *
load (const char  *path,
      const char  *format,
      guint        way,
      GError     **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  LaminaLimits limits;

  lamina_limits_init (&limits);
  limits.max_threads = ways[way].max_threads;
  limits.min_part_bytes = ways[way].min_part_bytes;
  limits.block_bytes = ways[way].block_bytes;
  lamina_loader_set_limits (loader, &limits);
  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  lamina_loader_set_format (loader, format);
  return lamina_loader_load (loader, NULL, error);
}

/* What came of it, as text when somebody asks. */
static void
read_in_a_way (const char  *path,
               const char  *format,
               guint        way,
               char       **text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = load (path, format, way, &error);

  g_assert_true ((document == NULL) == (error != NULL));
  if (document != NULL)
    check_document (document);
  if (text != NULL)
    *text = document != NULL ? dump_document (document) : g_strdup (error->message);
}

void
check_sound (const char *path,
             const char *format)
{
  read_in_a_way (path, format, 0, NULL);
}

void
check_divided (const char *path,
               const char *format)
{
  static guint way;
  g_autofree char *whole = NULL;
  g_autofree char *divided = NULL;

  way = way % (G_N_ELEMENTS (ways) - 1) + 1;
  read_in_a_way (path, format, 0, &whole);
  read_in_a_way (path, format, way, &divided);
  g_assert_cmpstr (divided, ==, whole);
}

static int
compare_paths (gconstpointer a,
               gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

void
foreach_file (const char *folder,
              void      (*func) (const char *path))
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  for (guint i = 0; i < paths->len; i++)
    if (g_file_test (g_ptr_array_index (paths, i), G_FILE_TEST_IS_REGULAR))
      func (g_ptr_array_index (paths, i));
}
