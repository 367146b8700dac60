/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "lamina-error.h"
#include "lamina-format-calls.h"
#include "lamina-siblings-private.h"
#include "lamina-sources-list.h"

/*
 * How far two names are from each other that are equal but for numbers.
 *
 * n     in how many numbers they differ; G_MAXUINT when they differ in more than that
 * last  by how much in the last of these
 */
typedef struct
{
  guint n;
  guint64 last;
} NameDistance;

static NameDistance
compare_file_names (const char *a,
                    const char *b)
{
  NameDistance distance = { 0 };

  while (*a != '\0' || *b != '\0')
    {
      if (g_ascii_isdigit (*a) && g_ascii_isdigit (*b))
        {
          guint64 left = g_ascii_strtoull (a, (char **) &a, 10), right = g_ascii_strtoull (b, (char **) &b, 10);

          if (left == right)
            continue;
          distance.n++;
          distance.last = left > right ? left - right : right - left;
        }
      else if (*a++ != *b++)
        return (NameDistance) { .n = G_MAXUINT };
    }
  return distance;
}

/* Below 0 when @a is the smaller distance, above 0 when it is the larger one. */
static int
compare_distances (const NameDistance *a,
                   const NameDistance *b)
{
  if (a->n != b->n)
    return a->n < b->n ? -1 : 1;
  return (a->last > b->last) - (a->last < b->last);
}

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
  guint n_a = compare_file_names (*(const char *const *) a, opened).n;
  guint n_b = compare_file_names (*(const char *const *) b, opened).n;
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
    n_alike += compare_file_names (g_ptr_array_index (names, i), opened).n != G_MAXUINT;
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
 * claim  what it is to the opened one
 * part   which part of a document it is; NULL for one that is taken anyway
 * time   when it was recorded, or LAMINA_ABSENT
 */
typedef struct
{
  LaminaSource *source;
  LaminaClaim claim;
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

/* The opened file, and those that belong to it or are the same part of other recordings. */
typedef struct
{
  LaminaFormat *format;
  gboolean are_named; /* the siblings, by the user, who may call them as he likes */
  Sibling opened;
  GArray *siblings;
} Claims;

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

static void
claims_clear (Claims *self)
{
  sibling_clear (&self->opened);
  g_clear_pointer (&self->siblings, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Claims, claims_clear)

static gboolean
claims_init (Claims        *self,
             LaminaFormat  *format,
             LaminaSources *sources,
             gboolean       are_named)
{
  *self = (Claims) { .format = format, .are_named = are_named };
  self->siblings = g_array_new (FALSE, FALSE, sizeof (Sibling));
  g_array_set_clear_func (self->siblings, sibling_clear);
  return sibling_init (&self->opened, format, lamina_sources_get (sources, 0));
}

static LaminaClaim
get_claim (const Claims  *self,
           const Sibling *opened,
           const Sibling *other)
{
  LaminaHead opened_head, head;
  LaminaClaim claim;

  if (!get_head (opened->source, &opened_head) || !get_head (other->source, &head))
    return LAMINA_CLAIM_NONE;
  claim = lamina_format_claims (self->format, &opened_head, &head);
  if (claim == LAMINA_CLAIM_RANK && !self->are_named
      && compare_file_names (opened_head.name, head.name).n == G_MAXUINT)
    return LAMINA_CLAIM_NONE;
  return claim;
}

/* Keeps a file that belongs to the opened one, or is the same part of another recording. */
static void
ask_about (Claims       *self,
           LaminaSource *source)
{
  g_auto (Sibling) sibling = { 0 };

  if (!sibling_init (&sibling, self->format, source))
    return;
  sibling.claim = get_claim (self, &self->opened, &sibling);
  if (sibling.claim == LAMINA_CLAIM_NONE
      && (sibling.part == NULL || g_strcmp0 (sibling.part, self->opened.part) != 0))
    return;
  g_array_append_val (self->siblings, sibling);
  sibling = (Sibling) { 0 };
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

/*
 * How far two names begin alike: up to where a word of both ends, so that `rank1` and `rank12` don't; and one more where nothing
 * but their endings follows.
 */
static gsize
count_alike (const char *a,
             const char *b)
{
  gsize n = common_prefix (a, b);

  while (n > 0 && ((g_ascii_isalnum (a[n]) && g_ascii_isalnum (a[n - 1]))
                   || (g_ascii_isalnum (b[n]) && g_ascii_isalnum (b[n - 1]))))
    n--;
  while (n > 0 && !g_ascii_isalnum (a[n - 1]))
    n--;
  return n > 0 && a[n] == '.' && b[n] == '.' ? n + 1 : n;
}

static gboolean
is_of_same_run (LaminaClaim claim)
{
  return claim == LAMINA_CLAIM_COMPANION || claim == LAMINA_CLAIM_LEADER;
}

/* Of files that nobody named the one whose name begins as that of the opened file does, more so than any other's. */
static gboolean
is_most_alike (const Claims *self,
               guint         place)
{
  const char *name = lamina_source_get_name (self->opened.source);
  gsize alike = count_alike (name, lamina_source_get_name (g_array_index (self->siblings, Sibling, place).source));

  for (guint i = 0; i < self->siblings->len; i++)
    {
      const Sibling *other = &g_array_index (self->siblings, Sibling, i);

      if (i != place && is_of_same_run (other->claim) && count_alike (name, lamina_source_get_name (other->source)) >= alike)
        return FALSE;
    }
  return alike > 0;
}

/* Whether the first of two is nearer to the opened file: by time, then by name. */
static gboolean
is_nearer (const Sibling *opened,
           const Sibling *a,
           const Sibling *b)
{
  const char *name = lamina_source_get_name (opened->source);
  guint64 distance_a = get_distance (opened, a), distance_b = get_distance (opened, b);
  NameDistance name_a = compare_file_names (name, lamina_source_get_name (a->source));
  NameDistance name_b = compare_file_names (name, lamina_source_get_name (b->source));

  return distance_a != distance_b ? distance_a < distance_b : compare_distances (&name_a, &name_b) < 0;
}

/* A file that is nearer to another recording of the opened one belongs there, and one that is farther than another is late. */
static gboolean
is_taken (const Claims *self,
          guint         place)
{
  const Sibling *opened = &self->opened;
  const Sibling *sibling = &g_array_index (self->siblings, Sibling, place);

  if (sibling->claim == LAMINA_CLAIM_NONE)
    return FALSE;
  if (is_of_same_run (sibling->claim))
    return self->are_named || is_most_alike (self, place);
  for (guint i = 0; i < self->siblings->len && sibling->part != NULL; i++)
    {
      const Sibling *other = &g_array_index (self->siblings, Sibling, i);

      if (i == place)
        continue;
      if (other->claim == LAMINA_CLAIM_NONE && get_distance (other, sibling) < get_distance (opened, sibling)
          && other->time != LAMINA_ABSENT && get_claim (self, other, sibling) != LAMINA_CLAIM_NONE)
        return FALSE;
      if (other->claim != LAMINA_CLAIM_NONE && g_strcmp0 (other->part, sibling->part) == 0
          && (is_nearer (opened, other, sibling) || (i < place && !is_nearer (opened, sibling, other))))
        return FALSE;
    }
  return TRUE;
}

static void
take_siblings (const Claims  *self,
               LaminaSources *sources,
               LaminaJoins    joins)
{
  for (guint i = 0; i < self->siblings->len; i++)
    {
      const Sibling *sibling = &g_array_index (self->siblings, Sibling, i);

      if (!is_taken (self, i))
        continue;
      if (sibling->claim == LAMINA_CLAIM_RANK && joins != LAMINA_JOIN_RANKS)
        sources->n_ranks_beside++;
      else if (is_of_same_run (sibling->claim) && joins != LAMINA_JOIN_RANKS)
        sources->companion = lamina_source_ref (sibling->source);
      else if (sibling->claim == LAMINA_CLAIM_LEADER && sources->leader == NULL)
        sources->leader = lamina_source_ref (sibling->source);
      else
        lamina_sources_add (sources, sibling->source);
    }
}

/* A program in a sandbox sees a file that it was given in a folder of its own, made for it; a folder that it was given is in such a
 * folder as it is. */
static gboolean
is_of_portal (GFile *folder)
{
  g_autofree char *path = g_file_get_path (folder);
  g_autofree char *around = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autofree char *own = g_build_filename (g_get_user_runtime_dir (), "doc", NULL);

  return around != NULL && (strcmp (around, own) == 0 || strcmp (around, "/run/flatpak/doc") == 0);
}

gboolean
lamina_claim_siblings (LaminaFormat   *format,
                       LaminaSources  *sources,
                       LaminaJoins     joins,
                       guint          *n_unasked,
                       GCancellable   *cancellable,
                       GError        **error)
{
  LaminaSource *opened = lamina_sources_get (sources, 0);
  GFile *file = lamina_source_get_file (opened);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *name = g_file_get_basename (file);
  g_auto (Claims) claims = { 0 };

  *n_unasked = 0;
  if (LAMINA_FORMAT_GET_IFACE (format)->claims == NULL || folder == NULL)
    return TRUE;
  names = lamina_list_files (folder, NULL);
  sources->is_alone = names == NULL || is_of_portal (folder);
  /* A folder that can't be listed has no siblings to offer. */
  if (names == NULL || !claims_init (&claims, format, sources, FALSE))
    return TRUE;
  for (guint i = 0; i < names->len; i++)
    if (strcmp (g_ptr_array_index (names, i), name) == 0)
      g_ptr_array_remove_index (names, i--);
  *n_unasked = keep_most_alike (names, name);
  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (GFile) sibling = g_file_get_child (folder, g_ptr_array_index (names, i));
      g_autoptr (LaminaSource) source = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      source = lamina_source_open (sibling, lamina_source_get_limits (opened), NULL);
      ask_about (&claims, source);
    }
  take_siblings (&claims, sources, joins);
  return TRUE;
}

gboolean
lamina_claim_same_run (LaminaFormat  *format,
                       LaminaSources *sources,
                       GPtrArray     *files)
{
  g_auto (Claims) claims = { 0 };

  if (LAMINA_FORMAT_GET_IFACE (format)->claims == NULL || !claims_init (&claims, format, sources, TRUE))
    return FALSE;
  for (guint i = 0; i < files->len; i++)
    {
      g_autoptr (LaminaSource) source = lamina_source_open (g_ptr_array_index (files, i),
                                                            lamina_source_get_limits (claims.opened.source), NULL);

      ask_about (&claims, source);
      if (claims.siblings->len != i + 1 || !is_of_same_run (g_array_index (claims.siblings, Sibling, i).claim))
        return FALSE;
    }
  take_siblings (&claims, sources, LAMINA_JOIN_RANKS);
  return TRUE;
}

gboolean
lamina_claim_named (LaminaFormat   *format,
                    LaminaSources  *sources,
                    GPtrArray      *files,
                    GCancellable   *cancellable,
                    GError        **error)
{
  g_auto (Claims) claims = { 0 };

  if (!claims_init (&claims, format, sources, TRUE))
    return TRUE;
  for (guint i = 0; i < files->len; i++)
    {
      GFile *file = g_ptr_array_index (files, i);
      g_autoptr (LaminaSource) source = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      source = lamina_source_open (file, lamina_source_get_limits (claims.opened.source), error);
      if (source == NULL)
        {
          g_autofree char *path = g_file_get_parse_name (file);

          g_prefix_error (error, "%s: ", path);
          return FALSE;
        }
      ask_about (&claims, source);
      if (claims.siblings->len == i + 1 && is_taken (&claims, i))
        continue;
      g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "%s does not belong to it", lamina_source_get_name (source));
      return FALSE;
    }
  take_siblings (&claims, sources, LAMINA_JOIN_RANKS);
  return TRUE;
}
