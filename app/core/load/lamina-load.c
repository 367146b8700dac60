/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-private.h"
#include "lamina-error.h"
#include "lamina-load-private.h"
#include "lamina-siblings-private.h"
#include "lamina-source-private.h"
#include "lamina-sources-private.h"

#include <glib/gi18n-lib.h>
#include <malloc.h>
#include <pthread.h>

/*
 * Reading a large file makes arrays of many megabytes that grow, move and go again. The allocator takes the first of them
 * from the kernel, learns from that to take later ones from its heap, and there they leave holes between what stays. So
 * while such a file is read, large blocks are always taken from the kernel and given back to it; afterwards the
 * allocator goes on with what it would have learned.
 */
#define LARGE_FILE (G_GUINT64_CONSTANT (16) << 20)
#define LARGE_BLOCK (128 * 1024)
#define LEARNED_BLOCK (32 * 1024 * 1024)
/* Threads that worked on it still give back what they had at hand when it is over. */
#define TRIM_LATER (4 * 1024 * 1024)

static pthread_mutex_t large_lock = PTHREAD_MUTEX_INITIALIZER;
static guint n_large;

static void
count_large (int by)
{
  pthread_mutex_lock (&large_lock);
  n_large += (guint) by;
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, n_large > 0 ? LARGE_BLOCK : LEARNED_BLOCK);
  mallopt (M_TRIM_THRESHOLD, n_large > 0 ? LARGE_BLOCK : TRIM_LATER);
  if (n_large == 0)
    malloc_trim (0);
#endif
  pthread_mutex_unlock (&large_lock);
}

static LaminaSources *
collect_sources (const LaminaRequest  *request,
                 const LaminaOpening  *opening,
                 LaminaFormat         *format,
                 guint                *n_unasked,
                 GCancellable         *cancellable,
                 GError              **error)
{
  g_autoptr (LaminaSources) sources = lamina_sources_new (request->engine);
  /* Who names a folder means all that is in it. */
  LaminaJoins joins = opening->is_folder && request->joins == LAMINA_JOIN_PARTS ? LAMINA_JOIN_RANKS : request->joins;
  gboolean done = TRUE;

  lamina_sources_add (sources, opening->source);
  lamina_sources_set_marker (sources, opening->marker);
  if (request->named->len > 0)
    done = lamina_claim_named (format, sources, request->named, cancellable, error);
  else if (joins != LAMINA_JOIN_NOTHING)
    done = lamina_claim_siblings (format, sources, joins, n_unasked, cancellable, error);
  return done ? g_steal_pointer (&sources) : NULL;
}

static void
report_damage (LaminaSources *sources,
               LaminaImport  *import)
{
  for (guint i = 0; i < lamina_sources_get_n (sources); i++)
    {
      LaminaSource *source = lamina_sources_get (sources, i);
      const char *damage = lamina_source_get_damage (source);

      if (damage != NULL)
        lamina_import_repair (import, damage, source, lamina_source_get_known_length (source), LAMINA_NONE);
    }
}

/* Damage explains why nothing could be read. */
static void
add_damage (LaminaSources  *sources,
            GError        **error)
{
  const char *damage = lamina_source_get_damage (lamina_sources_get (sources, 0));
  g_autoptr (GError) plain = NULL;

  if (damage == NULL || error == NULL)
    return;
  plain = g_steal_pointer (error);
  g_set_error (error, plain->domain, plain->code, "%s; %s", plain->message, damage);
}

/* Keeps what was read before an error. */
static gboolean
read_all (LaminaFormat   *format,
          LaminaSources  *sources,
          LaminaBuilder  *builder,
          GCancellable   *cancellable,
          GError        **error)
{
  LaminaImport *import = lamina_builder_get_import (builder);
  g_autoptr (GError) local = NULL;
  gboolean done = lamina_format_load (format, sources, builder, cancellable, &local);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (!done && !lamina_builder_has_content (builder))
    {
      add_damage (sources, &local);
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (!done)
    lamina_import_note (import, local->message, NULL, 0, LAMINA_NONE);
  report_damage (sources, import);
  return TRUE;
}

static void
note_unseen (LaminaBuilder *builder,
             guint          n_unseen)
{
  g_autofree char *note = NULL;

  if (n_unseen == 0)
    return;
  note = g_strdup_printf ("%u files of the folder were not looked at: there are too many", n_unseen);
  lamina_import_note (lamina_builder_get_import (builder), note, NULL, 0, LAMINA_NONE);
}

static void
note_unasked (LaminaBuilder *builder,
              guint          n_unasked)
{
  g_autofree char *note = NULL;

  if (n_unasked == 0)
    return;
  note = g_strdup_printf ("%u files beside it were looked at for what belongs to it; %u more with such names were not",
                          LAMINA_MAX_ASKED, n_unasked);
  lamina_import_note (lamina_builder_get_import (builder), note, NULL, 0, LAMINA_NONE);
}

static LaminaDocument *
check_document (LaminaDocument  *document,
                GError         **error)
{
  if (document == NULL || lamina_document_get_n_runs (document) > 0)
    return document;
  lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, N_("Nothing in it can be shown."));
  lamina_document_unref (document);
  return NULL;
}

static LaminaDocument *
load_opening (const LaminaRequest  *request,
              const LaminaOpening  *opening,
              LaminaMeter          *meter,
              GCancellable         *cancellable,
              GError              **error)
{
  g_autoptr (LaminaFormat) format = lamina_engine_create_format (request->engine, opening->module);
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (&request->limits);
  g_autoptr (LaminaSources) sources = NULL;
  guint n_unasked = 0;

  if (format == NULL)
    {
      g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "the plugin %s is no longer in use", opening->module);
      return NULL;
    }
  g_set_object (&builder->cancellable, cancellable);
  sources = collect_sources (request, opening, format, &n_unasked, cancellable, error);
  if (sources == NULL)
    return NULL;
  lamina_meter_watch (meter, sources, builder);
  note_unseen (builder, opening->n_unseen);
  note_unasked (builder, n_unasked);
  if (!read_all (format, sources, builder, cancellable, error))
    return NULL;
  lamina_meter_freezing (meter);
  return check_document (lamina_builder_freeze (builder, sources, format, opening->module, cancellable, error), error);
}

LaminaDocument *
lamina_load (const LaminaRequest  *request,
             LaminaMeter          *meter,
             GCancellable         *cancellable,
             GError              **error)
{
  LaminaOpening opening = { NULL };
  LaminaDocument *document = NULL;
  g_autoptr (GError) local = NULL;
  gboolean is_large = FALSE;

  if (lamina_opening_find (&opening, request, meter, cancellable, &local))
    {
      is_large = lamina_source_get_stored_size (opening.source) >= LARGE_FILE;
      if (is_large)
        count_large (1);
      document = load_opening (request, &opening, meter, cancellable, &local);
      lamina_name_error (&local, lamina_source_get_file (opening.source));
    }
  /* What was read before it was cancelled goes only now. */
  lamina_meter_finish (meter);
  lamina_opening_clear (&opening);
  if (is_large)
    count_large (-1);
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return document;
}
