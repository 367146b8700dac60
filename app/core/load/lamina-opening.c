/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-error.h"
#include "lamina-format-calls.h"
#include "lamina-likeness-private.h"
#include "lamina-load-private.h"
#include "lamina-siblings-private.h"
#include "lamina-source-extent.h"
#include "lamina-sources-list.h"
#include "lamina-sqlite-schema.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#define MAX_FILES 256
#define BLOCK_BYTES ((gsize) 1 << 17)
#define MAX_MARKERS 8
/* A marker is a few words; who names a longer one gets its beginning. */
#define MAX_MARKER_BYTES ((gsize) 256)

/* A beginning that scores higher needs no search for markers. */
#define SURE_SCORE 50

/* A format that may be asked about a text: the name of its module, and an object for asking, not for loading. */
typedef struct
{
  char *module;
  LaminaFormat *format;
} Candidate;

/*
 * What is known about a text so far.
 *
 * candidate  the format that is most sure, owned by the list of candidates; or NULL
 * score      how sure; another one must be surer to win
 * marker     byte offset of the text that it is sure about
 */
typedef struct
{
  const Candidate *candidate;
  int score;
  guint64 marker;
} Match;

typedef struct
{
  const Candidate *candidate;
  const char *text;
  gsize length;
  gboolean found;
  guint64 offset;
} Marker;

static void
candidate_free (gpointer data)
{
  Candidate *self = data;

  g_free (self->module);
  g_object_unref (self->format);
  g_free (self);
}

/* All enabled formats in the order in which ties are broken, or @module alone. */
static GPtrArray *
candidates_new (LaminaEngine *engine,
                const char   *module)
{
  GPtrArray *candidates = g_ptr_array_new_with_free_func (candidate_free);
  g_auto (GStrv) names = lamina_engine_list_formats (engine);

  for (guint i = 0; names[i] != NULL; i++)
    {
      LaminaFormat *format;
      Candidate *candidate;

      if (module != NULL && strcmp (module, names[i]) != 0)
        continue;
      format = lamina_engine_create_format (engine, names[i]);
      if (format == NULL)
        continue;
      candidate = g_new0 (Candidate, 1);
      candidate->module = g_strdup (names[i]);
      candidate->format = format;
      g_ptr_array_add (candidates, candidate);
    }
  return candidates;
}

static void
ask (const Candidate  *candidate,
     const LaminaHead *head,
     Match            *match)
{
  int score = lamina_format_probe (candidate->format, head);

  if (score <= match->score)
    return;
  match->candidate = candidate;
  match->score = score;
  match->marker = head->offset;
}

/* Asks about the beginning, and about the tables of a database. Fails when the text can't be read or holds nothing. */
static gboolean
match_head (GPtrArray     *candidates,
            LaminaSource  *source,
            GCancellable  *cancellable,
            Match         *match,
            GError       **error)
{
  LaminaHead head = { .name = lamina_source_get_name (source) };
  g_autoptr (LaminaSqlite) database = NULL;

  head.text = lamina_source_get_head (source, &head.length, error);
  if (head.text == NULL)
    return FALSE;
  if (head.length == 0)
    {
      lamina_error_set (error, LAMINA_ERROR_EMPTY, "holds no text", N_("The file holds no text."));
      return FALSE;
    }
  if (lamina_sqlite_is_source (source))
    {
      database = lamina_sqlite_open (source, cancellable, error);
      if (database == NULL)
        return FALSE;
      head.sqlite_schema = lamina_sqlite_get_schema (database);
    }
  for (guint i = 0; i < candidates->len; i++)
    ask (g_ptr_array_index (candidates, i), &head, match);
  return TRUE;
}

static GArray *
collect_markers (GPtrArray *candidates)
{
  GArray *markers = g_array_new (FALSE, TRUE, sizeof (Marker));

  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = g_ptr_array_index (candidates, i);
      const char *const *texts = lamina_format_get_markers (candidate->format);

      for (guint n = 0; texts != NULL && texts[n] != NULL && n < MAX_MARKERS; n++)
        {
          Marker marker = { .candidate = candidate, .text = texts[n] };

          marker.length = MIN (strlen (texts[n]), MAX_MARKER_BYTES);
          if (marker.length > 0)
            g_array_append_val (markers, marker);
        }
    }
  return markers;
}

/* Returns how many markers are still to be found. */
static guint
search_block (GArray     *markers,
              const char *text,
              gsize       length,
              guint64     offset)
{
  guint missing = 0;

  for (guint i = 0; i < markers->len; i++)
    {
      Marker *marker = &g_array_index (markers, Marker, i);
      const char *hit;

      if (marker->found)
        continue;
      hit = memmem (text, length, marker->text, marker->length);
      marker->found = hit != NULL;
      if (hit != NULL)
        marker->offset = offset + (guint64) (hit - text);
      else
        missing++;
    }
  return missing;
}

/* Blocks overlap, so that a marker which lies across two of them is found. */
static gboolean
search_text (GArray        *markers,
             LaminaSource  *source,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autofree char *block = g_malloc (BLOCK_BYTES);
  guint64 offset = 0;

  for (;;)
    {
      gssize n = lamina_source_read (source, offset, block, BLOCK_BYTES, cancellable, error);

      if (n < 0)
        return FALSE;
      if (search_block (markers, block, (gsize) n, offset) == 0 || (gsize) n < BLOCK_BYTES)
        return TRUE;
      offset += BLOCK_BYTES - (MAX_MARKER_BYTES - 1);
    }
}

static gboolean
ask_at_marker (const Marker  *marker,
               LaminaSource  *source,
               GCancellable  *cancellable,
               Match         *match,
               GError       **error)
{
  g_autofree char *text = g_malloc (LAMINA_HEAD_BYTES + 1);
  gssize n = lamina_source_read (source, marker->offset, text, LAMINA_HEAD_BYTES, cancellable, error);
  LaminaHead head = { .name = lamina_source_get_name (source), .text = text, .offset = marker->offset };

  if (n < 0)
    return FALSE;
  text[n] = '\0';
  head.length = (gsize) n;
  ask (marker->candidate, &head, match);
  return TRUE;
}

/* Searches the text once for the markers of all formats, and asks each about the first place of each of its own. */
static gboolean
match_markers (GPtrArray     *candidates,
               LaminaSource  *source,
               GCancellable  *cancellable,
               Match         *match,
               GError       **error)
{
  g_autoptr (GArray) markers = collect_markers (candidates);

  if (markers->len == 0)
    return TRUE;
  if (!search_text (markers, source, cancellable, error))
    return FALSE;
  for (guint i = 0; i < markers->len; i++)
    {
      const Marker *marker = &g_array_index (markers, Marker, i);

      if (marker->found && !ask_at_marker (marker, source, cancellable, match, error))
        return FALSE;
    }
  return TRUE;
}

/* What a request is about */

void
lamina_opening_clear (LaminaOpening *self)
{
  g_clear_pointer (&self->source, lamina_source_unref);
  g_clear_pointer (&self->module, g_free);
}

void
lamina_name_error (GError **error,
                   GFile   *file)
{
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;

  if (error == NULL || *error == NULL || g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  path = g_file_get_path (file);
  name = path != NULL ? g_filename_display_basename (path) : g_file_get_parse_name (file);
  g_prefix_error (error, "%s: ", name);
}

static GPtrArray *
list_candidates (const LaminaRequest  *request,
                 GError              **error)
{
  g_autoptr (GPtrArray) candidates = candidates_new (request->engine, request->module);

  if (candidates->len > 0)
    return g_steal_pointer (&candidates);
  if (request->module != NULL)
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "there is no format named %s in use", request->module);
  else
    lamina_error_set (error, LAMINA_ERROR_PLUGIN, NULL, N_("There is no format in use."));
  return NULL;
}

/* A format that the user chose wins with a score of 0 too. */
static Match
first_match (const LaminaRequest *request)
{
  return (Match) { .score = request->module != NULL ? -1 : 0 };
}

static void
watch_one (LaminaMeter  *meter,
           LaminaSource *source)
{
  g_autoptr (LaminaSources) sources = lamina_sources_new (NULL);

  lamina_sources_add (sources, source);
  lamina_meter_watch (meter, sources, NULL);
}

/* A text that breaks off while it is searched is still what its beginning says. A database is no text. */
static gboolean
match_file (GPtrArray     *candidates,
            LaminaSource  *source,
            GCancellable  *cancellable,
            Match         *match,
            GError       **error)
{
  if (!match_head (candidates, source, cancellable, match, error))
    return FALSE;
  if (match->score > SURE_SCORE || lamina_sqlite_is_source (source)
      || match_markers (candidates, source, cancellable, match, error))
    return TRUE;
  if (match->candidate == NULL || g_cancellable_is_cancelled (cancellable))
    return FALSE;
  g_clear_error (error);
  return TRUE;
}

static gboolean
find_in_file (LaminaOpening        *self,
              const LaminaRequest  *request,
              GPtrArray            *candidates,
              LaminaMeter          *meter,
              GCancellable         *cancellable,
              GError              **error)
{
  Match match = first_match (request);

  self->source = lamina_source_open (request->file, &request->limits, error);
  if (self->source == NULL)
    return FALSE;
  watch_one (meter, self->source);
  if (!match_file (candidates, self->source, cancellable, &match, error))
    return FALSE;
  if (match.candidate == NULL)
    {
      lamina_error_set (error, LAMINA_ERROR_UNKNOWN_FORMAT, NULL, lamina_likeness_get_sentence (self->source));
      return FALSE;
    }
  self->module = g_strdup (match.candidate->module);
  self->marker = match.marker;
  return TRUE;
}

/* The search of a folder: what is the same for each of its files, and the best one so far. */
typedef struct
{
  const LaminaRequest *request;
  GPtrArray *candidates;
  GPtrArray *names;
  LaminaMeter *meter;
  Match match;
  LaminaSource *source;
} Search;

static void
search_one (Search       *search,
            const char   *name,
            gboolean      by_markers,
            GCancellable *cancellable)
{
  g_autoptr (GFile) file = g_file_get_child (search->request->file, name);
  g_autoptr (LaminaSource) source = lamina_source_open (file, &search->request->limits, NULL);
  Match match = search->match;

  if (source == NULL)
    return;
  watch_one (search->meter, source);
  if (!by_markers)
    match_head (search->candidates, source, cancellable, &match, NULL);
  else if (!lamina_sqlite_is_source (source))
    match_markers (search->candidates, source, cancellable, &match, NULL);
  if (match.score <= search->match.score)
    return;
  search->match = match;
  g_clear_pointer (&search->source, lamina_source_unref);
  search->source = g_steal_pointer (&source);
}

static gboolean
search_all (Search        *search,
            gboolean       by_markers,
            GCancellable  *cancellable,
            GError       **error)
{
  for (guint i = 0; i < MIN (search->names->len, MAX_FILES); i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      search_one (search, g_ptr_array_index (search->names, i), by_markers, cancellable);
    }
  return TRUE;
}

static gboolean
check_found (const Search  *search,
             GError       **error)
{
  if (search->match.candidate != NULL)
    return TRUE;
  if (search->names->len == 0)
    lamina_error_set (error, LAMINA_ERROR_EMPTY, NULL, N_("There is no file in this folder."));
  else
    lamina_error_set (error, LAMINA_ERROR_UNKNOWN_FORMAT, NULL, N_("No file in this folder is of a known format."));
  return FALSE;
}

static gboolean
find_in_folder (LaminaOpening        *self,
                const LaminaRequest  *request,
                GPtrArray            *candidates,
                LaminaMeter          *meter,
                GCancellable         *cancellable,
                GError              **error)
{
  g_autoptr (GPtrArray) names = lamina_list_files (request->file, error);
  Search search = { request, candidates, names, meter, first_match (request), NULL };
  gboolean found;

  if (names == NULL)
    return FALSE;
  found = search_all (&search, FALSE, cancellable, error)
          && (search.match.score > SURE_SCORE || search_all (&search, TRUE, cancellable, error))
          && check_found (&search, error);
  self->source = search.source;
  self->is_folder = TRUE;
  if (!found)
    return FALSE;
  self->module = g_strdup (search.match.candidate->module);
  self->marker = search.match.marker;
  self->n_unseen = names->len > MAX_FILES ? names->len - MAX_FILES : 0;
  return TRUE;
}

gboolean
lamina_opening_find (LaminaOpening        *self,
                     const LaminaRequest  *request,
                     LaminaMeter          *meter,
                     GCancellable         *cancellable,
                     GError              **error)
{
  g_autoptr (GPtrArray) candidates = list_candidates (request, error);
  gboolean is_folder = g_file_query_file_type (request->file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_DIRECTORY;
  gboolean found = FALSE;

  if (candidates != NULL && is_folder)
    found = find_in_folder (self, request, candidates, meter, cancellable, error);
  else if (candidates != NULL)
    found = find_in_file (self, request, candidates, meter, cancellable, error);
  if (!found)
    lamina_name_error (error, request->file);
  else
    lamina_source_reset_position (self->source);
  return found;
}
