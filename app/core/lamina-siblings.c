/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "lamina-siblings-private.h"
#include "lamina-sources-private.h"

#define MAX_ASKED 64

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* A look at what it is, before it is opened: opening a pipe would disturb who waits at its other end. */
static gboolean
is_regular (const char *folder,
            const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  struct stat info;

  return g_stat (path, &info) == 0 && S_ISREG (info.st_mode);
}

GPtrArray *
lamina_list_files (GFile   *folder,
                   GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = g_file_get_path (folder);
  g_autoptr (GDir) dir = g_dir_open (path, 0, error);
  const char *name;

  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (*name != '.' && is_regular (path, name))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return g_steal_pointer (&names);
}

static gsize
common_prefix (const char *a,
               const char *b)
{
  gsize n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  return n;
}

static int
compare_likeness (gconstpointer a,
                  gconstpointer b,
                  gpointer      opened)
{
  gsize likeness_a = common_prefix (*(const char *const *) a, opened);
  gsize likeness_b = common_prefix (*(const char *const *) b, opened);

  if (likeness_a != likeness_b)
    return likeness_a > likeness_b ? -1 : 1;
  return compare_names (a, b);
}

static void
keep_most_alike (GPtrArray  *names,
                 const char *opened)
{
  if (names->len <= MAX_ASKED)
    return;
  g_ptr_array_sort_with_data (names, compare_likeness, (gpointer) opened);
  g_ptr_array_set_size (names, MAX_ASKED);
  g_ptr_array_sort (names, compare_names);
}

static gboolean
get_head (LaminaSource *source,
          LaminaHead   *head)
{
  *head = (LaminaHead) { .name = lamina_source_get_name (source) };
  head->text = lamina_source_get_head (source, &head->length, NULL);
  return head->text != NULL;
}

/* A file that belongs to the opened one. @part: which part of the document it is; NULL for one that is taken anyway. */
typedef struct
{
  LaminaSource *source;
  char *part;
  guint64 distance;
} Sibling;

static void
sibling_clear (gpointer data)
{
  Sibling *sibling = data;

  g_clear_pointer (&sibling->source, lamina_source_unref);
  g_free (sibling->part);
}

static guint64
get_distance (gint64 a,
              gint64 b)
{
  return a > b ? (guint64) a - (guint64) b : (guint64) b - (guint64) a;
}

static void
ask_about (LaminaFormat *format,
           LaminaSource *opened,
           GFile        *file,
           GArray       *siblings)
{
  g_autoptr (LaminaSource) source = lamina_source_open (file, lamina_source_get_limits (opened), NULL);
  g_autofree char *opened_part = NULL;
  Sibling sibling = { 0 };
  LaminaHead opened_head, head;
  gint64 opened_time, time;

  if (source == NULL || !get_head (opened, &opened_head) || !get_head (source, &head)
      || !lamina_format_claims (format, &opened_head, &head))
    return;
  opened_part = lamina_format_dup_part (format, &opened_head, &opened_time);
  sibling.source = g_steal_pointer (&source);
  sibling.part = lamina_format_dup_part (format, &head, &time);
  sibling.distance = get_distance (opened_time, time);
  g_array_append_val (siblings, sibling);
}

/* Whether no other file is the same part and was recorded nearer to the opened file, or as near with a name before. */
static gboolean
is_nearest (const GArray *siblings,
            guint         place)
{
  const Sibling *sibling = &g_array_index (siblings, Sibling, place);

  for (guint i = 0; i < siblings->len && sibling->part != NULL; i++)
    {
      const Sibling *other = &g_array_index (siblings, Sibling, i);

      if (i != place && g_strcmp0 (other->part, sibling->part) == 0
          && (other->distance < sibling->distance || (other->distance == sibling->distance && i < place)))
        return FALSE;
    }
  return TRUE;
}

gboolean
lamina_claim_siblings (LaminaFormat   *format,
                       LaminaSources  *sources,
                       GCancellable   *cancellable,
                       GError        **error)
{
  GFile *file = lamina_source_get_file (lamina_sources_get (sources, 0));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GArray) siblings = g_array_new (FALSE, FALSE, sizeof (Sibling));
  g_autofree char *opened = g_file_get_basename (file);

  g_array_set_clear_func (siblings, sibling_clear);
  /* A folder that can't be listed has no siblings to offer. */
  if (LAMINA_FORMAT_GET_IFACE (format)->claims == NULL || folder == NULL
      || (names = lamina_list_files (folder, NULL)) == NULL)
    return TRUE;
  for (guint i = 0; i < names->len; i++)
    if (strcmp (g_ptr_array_index (names, i), opened) == 0)
      g_ptr_array_remove_index (names, i--);
  keep_most_alike (names, opened);
  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (GFile) sibling = g_file_get_child (folder, g_ptr_array_index (names, i));

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      ask_about (format, lamina_sources_get (sources, 0), sibling, siblings);
    }
  for (guint i = 0; i < siblings->len; i++)
    if (is_nearest (siblings, i))
      lamina_sources_add (sources, g_array_index (siblings, Sibling, i).source);
  return TRUE;
}
