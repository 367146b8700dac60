/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-error.h"
#include "lamina-load-private.h"
#include "lamina-recognize-private.h"
#include "lamina-siblings-private.h"
#include "lamina-source-private.h"
#include "lamina-sources-private.h"

#include <glib/gi18n-lib.h>

#define MAX_FILES 256

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
  g_autoptr (GPtrArray) candidates = lamina_candidates_new (request->engine, request->module);

  if (candidates->len > 0)
    return g_steal_pointer (&candidates);
  if (request->module != NULL)
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "there is no format named %s in use", request->module);
  else
    lamina_error_set (error, LAMINA_ERROR_PLUGIN, NULL, N_("There is no format in use."));
  return NULL;
}

/* A format that the user chose wins with a score of 0 too. */
static LaminaMatch
first_match (const LaminaRequest *request)
{
  return (LaminaMatch) { .score = request->module != NULL ? -1 : 0 };
}

static void
watch_one (LaminaMeter  *meter,
           LaminaSource *source)
{
  g_autoptr (LaminaSources) sources = lamina_sources_new (NULL);

  lamina_sources_add (sources, source);
  lamina_meter_watch (meter, sources, NULL);
}

/* A text that breaks off while it is searched is still what its beginning says. */
static gboolean
match_file (GPtrArray     *candidates,
            LaminaSource  *source,
            GCancellable  *cancellable,
            LaminaMatch   *match,
            GError       **error)
{
  if (!lamina_match_head (candidates, source, match, error))
    return FALSE;
  if (match->score > LAMINA_SURE_SCORE || lamina_match_markers (candidates, source, cancellable, match, error))
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
  LaminaMatch match = first_match (request);

  self->source = lamina_source_open (request->file, &request->limits, error);
  if (self->source == NULL)
    return FALSE;
  watch_one (meter, self->source);
  if (!match_file (candidates, self->source, cancellable, &match, error))
    return FALSE;
  if (match.candidate == NULL)
    {
      lamina_error_set (error, LAMINA_ERROR_UNKNOWN_FORMAT, NULL, N_("No format in use knows this file."));
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
  LaminaMatch match;
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
  LaminaMatch match = search->match;

  if (source == NULL)
    return;
  watch_one (search->meter, source);
  if (by_markers)
    lamina_match_markers (search->candidates, source, cancellable, &match, NULL);
  else
    lamina_match_head (search->candidates, source, &match, NULL);
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
          && (search.match.score > LAMINA_SURE_SCORE || search_all (&search, TRUE, cancellable, error))
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
