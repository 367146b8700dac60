/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "lamina-file-name-private.h"
#include "lamina-siblings-private.h"
#include "lamina-sources-private.h"

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

/* Names that differ in few numbers first, then those that begin alike. */
static int
compare_likeness (gconstpointer a,
                  gconstpointer b,
                  gpointer      opened)
{
  guint n_a = lamina_file_name_compare (*(const char *const *) a, opened).n;
  guint n_b = lamina_file_name_compare (*(const char *const *) b, opened).n;
  gsize likeness_a = common_prefix (*(const char *const *) a, opened);
  gsize likeness_b = common_prefix (*(const char *const *) b, opened);

  if (n_a != n_b)
    return n_a < n_b ? -1 : 1;
  if (likeness_a != likeness_b)
    return likeness_a > likeness_b ? -1 : 1;
  return compare_names (a, b);
}

/* Returns how many of the others are named like the opened one but for numbers. */
static guint
keep_most_alike (GPtrArray  *names,
                 const char *opened)
{
  guint n_alike = 0;

  if (names->len <= LAMINA_MAX_ASKED)
    return 0;
  g_ptr_array_sort_with_data (names, compare_likeness, (gpointer) opened);
  for (guint i = LAMINA_MAX_ASKED; i < names->len; i++)
    n_alike += lamina_file_name_compare (g_ptr_array_index (names, i), opened).n != G_MAXUINT;
  g_ptr_array_set_size (names, LAMINA_MAX_ASKED);
  g_ptr_array_sort (names, compare_names);
  return n_alike;
}

static gboolean
get_head (LaminaSource *source,
          LaminaHead   *head)
{
  *head = (LaminaHead) { .name = lamina_source_get_name (source) };
  head->text = lamina_source_get_head (source, &head->length, NULL);
  return head->text != NULL;
}

/*
 * A file beside the opened one.
 *
 * claimed  whether it belongs to the same document
 * part     which part of a document it is; NULL for one that is taken anyway
 * time     when it was recorded, or LAMINA_ABSENT
 */
typedef struct
{
  LaminaSource *source;
  gboolean claimed;
  char *part;
  gint64 time;
} Sibling;

static void
sibling_clear (gpointer data)
{
  Sibling *sibling = data;

  g_clear_pointer (&sibling->source, lamina_source_unref);
  g_free (sibling->part);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sibling, sibling_clear)

static gboolean
sibling_init (Sibling      *self,
              LaminaFormat *format,
              LaminaSource *source)
{
  LaminaHead head;

  *self = (Sibling) { .time = LAMINA_ABSENT };
  if (source == NULL || !get_head (source, &head))
    return FALSE;
  self->source = lamina_source_ref (source);
  self->part = lamina_format_dup_part (format, &head, &self->time);
  return TRUE;
}

static gboolean
claims (LaminaFormat  *format,
        const Sibling *opened,
        const Sibling *other)
{
  LaminaHead opened_head, head;

  return get_head (opened->source, &opened_head) && get_head (other->source, &head)
         && lamina_format_claims (format, &opened_head, &head);
}

/* The files that belong to the opened one, and those that are the same part of other recordings. */
static void
ask_about (LaminaFormat  *format,
           const Sibling *opened,
           GFile         *file,
           GArray        *siblings)
{
  g_autoptr (LaminaSource) source = lamina_source_open (file, lamina_source_get_limits (opened->source), NULL);
  Sibling sibling;

  if (!sibling_init (&sibling, format, source))
    return;
  sibling.claimed = claims (format, opened, &sibling);
  if (sibling.claimed || (sibling.part != NULL && g_strcmp0 (sibling.part, opened->part) == 0))
    g_array_append_val (siblings, sibling);
  else
    sibling_clear (&sibling);
}

/* How long after each other two files were recorded; 0 where it is not known. */
static guint64
get_distance (const Sibling *a,
              const Sibling *b)
{
  if (a->time == LAMINA_ABSENT || b->time == LAMINA_ABSENT)
    return 0;
  return a->time > b->time ? (guint64) a->time - (guint64) b->time : (guint64) b->time - (guint64) a->time;
}

/* Whether the first of two is nearer to the opened file: by time, then by name. */
static gboolean
is_nearer (const Sibling *opened,
           const Sibling *a,
           const Sibling *b)
{
  const char *name = lamina_source_get_name (opened->source);
  guint64 distance_a = get_distance (opened, a), distance_b = get_distance (opened, b);
  LaminaNameDistance name_a = lamina_file_name_compare (name, lamina_source_get_name (a->source));
  LaminaNameDistance name_b = lamina_file_name_compare (name, lamina_source_get_name (b->source));

  return distance_a != distance_b ? distance_a < distance_b : lamina_name_distance_compare (&name_a, &name_b) < 0;
}

/* A file that is nearer to another recording of the opened one belongs there, and one that is farther than another is late. */
static gboolean
is_taken (LaminaFormat  *format,
          const Sibling *opened,
          const GArray  *siblings,
          guint          place)
{
  const Sibling *sibling = &g_array_index (siblings, Sibling, place);

  for (guint i = 0; i < siblings->len && sibling->claimed && sibling->part != NULL; i++)
    {
      const Sibling *other = &g_array_index (siblings, Sibling, i);

      if (i == place)
        continue;
      if (!other->claimed && get_distance (other, sibling) < get_distance (opened, sibling)
          && other->time != LAMINA_ABSENT && claims (format, other, sibling))
        return FALSE;
      if (other->claimed && g_strcmp0 (other->part, sibling->part) == 0
          && (is_nearer (opened, other, sibling) || (i < place && !is_nearer (opened, sibling, other))))
        return FALSE;
    }
  return sibling->claimed;
}

gboolean
lamina_claim_siblings (LaminaFormat   *format,
                       LaminaSources  *sources,
                       guint          *n_unasked,
                       GCancellable   *cancellable,
                       GError        **error)
{
  GFile *file = lamina_source_get_file (lamina_sources_get (sources, 0));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GArray) siblings = g_array_new (FALSE, FALSE, sizeof (Sibling));
  g_autofree char *name = g_file_get_basename (file);
  g_auto (Sibling) opened = { 0 };

  *n_unasked = 0;
  g_array_set_clear_func (siblings, sibling_clear);
  /* A folder that can't be listed has no siblings to offer. */
  if (LAMINA_FORMAT_GET_IFACE (format)->claims == NULL || folder == NULL
      || (names = lamina_list_files (folder, NULL)) == NULL
      || !sibling_init (&opened, format, lamina_sources_get (sources, 0)))
    return TRUE;
  for (guint i = 0; i < names->len; i++)
    if (strcmp (g_ptr_array_index (names, i), name) == 0)
      g_ptr_array_remove_index (names, i--);
  *n_unasked = keep_most_alike (names, name);
  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (GFile) sibling = g_file_get_child (folder, g_ptr_array_index (names, i));

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      ask_about (format, &opened, sibling, siblings);
    }
  for (guint i = 0; i < siblings->len; i++)
    if (is_taken (format, &opened, siblings, i))
      lamina_sources_add (sources, g_array_index (siblings, Sibling, i).source);
  return TRUE;
}
