/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-fields.h"
#include "lamina-engine.h"
#include "lamina-error-domain.h"
#include "lamina-error.h"
#include "lamina-format-calls.h"
#include "lamina-load-private.h"
#include "lamina-siblings-private.h"
#include "lamina-source-extent.h"
#include "lamina-sources-list.h"

#include <glib/gi18n-lib.h>

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
  sources->marker = opening->marker;
  if (joins == LAMINA_JOIN_SAME_RUN && lamina_claim_same_run (format, sources, request->named))
    done = TRUE;
  else if (joins != LAMINA_JOIN_SAME_RUN && request->named->len > 0)
    done = lamina_claim_named (format, sources, request->named, cancellable, error);
  else if (joins != LAMINA_JOIN_NOTHING)
    done = lamina_claim_siblings (format, sources, joins, n_unasked, cancellable, error);
  return done ? g_steal_pointer (&sources) : NULL;
}

/* @done: the format told of no error, and may not have told of one that it met */
static void
report_damage (LaminaSources *sources,
               gboolean       done,
               LaminaImport  *import)
{
  for (guint i = 0; i < lamina_sources_get_n (sources); i++)
    {
      LaminaSource *source = lamina_sources_get (sources, i);
      const char *damage = lamina_source_get_damage (source);

      if (damage == NULL && done)
        damage = lamina_source_get_failure (source);
      if (damage != NULL)
        lamina_import_damage (import, damage, source, lamina_source_get_known_length (source), LAMINA_NONE);
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

/* Holds the format to "an error if and only if it failed", whatever it does. */
static gboolean
load_by_format (LaminaFormat   *self,
                LaminaSources  *sources,
                LaminaBuilder  *builder,
                GCancellable   *cancellable,
                GError        **error)
{
  g_autoptr (GError) local = NULL;
  const char *before;
  gboolean done;

  before = lamina_own_words_set_domain (builder->words, lamina_format_get_domain (self));
  done = LAMINA_FORMAT_GET_IFACE (self)->load (self, sources, builder, cancellable, &local);
  /* A format may have read a part of the files for another one. */
  if (before != NULL)
    lamina_own_words_set_domain (builder->words, before);
  if (done)
    return TRUE;
  if (local != NULL)
    {
      lamina_error_set_domain (local, lamina_format_get_domain (self));
      g_propagate_error (error, g_steal_pointer (&local));
    }
  else
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "%s could not read it and gave no reason",
                 G_OBJECT_TYPE_NAME (self));
  return FALSE;
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
  gboolean done = load_by_format (format, sources, builder, cancellable, &local);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (lamina_budget_is_out (builder->budget))
    return lamina_builder_set_full_error (builder, error);
  if (!done && !lamina_builder_has_content (builder))
    {
      add_damage (sources, &local);
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (!done)
    lamina_import_damage (import, local->message, NULL, 0, LAMINA_NONE);
  report_damage (sources, done, import);
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

/* What is to be read, by which format. */
typedef struct
{
  LaminaOpening opening;
  LaminaFormat *format;
  LaminaSources *sources;
  guint n_unasked;
} Files;

static void
files_clear (Files *self)
{
  lamina_opening_clear (&self->opening);
  g_clear_object (&self->format);
  g_clear_pointer (&self->sources, lamina_sources_unref);
  *self = (Files) { .n_unasked = 0 };
}

static gboolean
find_files (Files                *self,
            const LaminaRequest  *request,
            LaminaMeter          *meter,
            GCancellable         *cancellable,
            GError              **error)
{
  if (!lamina_opening_find (&self->opening, request, meter, cancellable, error))
    return FALSE;
  self->format = lamina_engine_create_format (request->engine, self->opening.module);
  if (self->format != NULL)
    self->sources = collect_sources (request, &self->opening, self->format, &self->n_unasked, cancellable, error);
  else
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "the plugin %s is no longer in use", self->opening.module);
  return self->sources != NULL;
}

/* Where what was opened turns out to be the companion of another file, that one is opened with it. */
static gboolean
find_files_and_leader (Files                *self,
                       const LaminaRequest  *request,
                       LaminaMeter          *meter,
                       GCancellable         *cancellable,
                       GError              **error)
{
  g_autoptr (GPtrArray) named = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GFile) leader = NULL;
  LaminaRequest turned = *request;

  if (!find_files (self, request, meter, cancellable, error) || self->sources->leader == NULL)
    return self->sources != NULL;
  leader = g_object_ref (lamina_source_get_file (self->sources->leader));
  for (guint i = 0; i < lamina_sources_get_n (self->sources); i++)
    g_ptr_array_add (named, g_object_ref (lamina_source_get_file (lamina_sources_get (self->sources, i))));
  turned.file = leader;
  turned.module = NULL;
  turned.named = named;
  lamina_meter_stop (meter, FALSE);
  files_clear (self);
  return find_files (self, &turned, meter, cancellable, error);
}

static void
set_budget (LaminaSources *sources,
            LaminaBudget  *budget)
{
  for (guint i = 0; i < lamina_sources_get_n (sources); i++)
    lamina_source_set_budget (lamina_sources_get (sources, i), budget);
}

static LaminaDocument *
load_files (const LaminaRequest  *request,
            const Files          *files,
            LaminaBudget         *budget,
            LaminaMeter          *meter,
            GCancellable         *cancellable,
            GError              **error)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (&request->limits);
  gboolean is_read;

  g_set_object (&builder->cancellable, cancellable);
  lamina_builder_set_budget (builder, budget);
  lamina_meter_watch (meter, files->sources, builder);
  note_unseen (builder, files->opening.n_unseen);
  note_unasked (builder, files->n_unasked);
  set_budget (files->sources, budget);
  is_read = read_all (files->format, files->sources, builder, cancellable, error);
  set_budget (files->sources, NULL);
  if (!is_read)
    return NULL;
  lamina_meter_stop (meter, TRUE);
  return check_document (lamina_builder_freeze (builder, files->sources, files->format, files->opening.module, cancellable, error),
                         error);
}

LaminaDocument *
lamina_load (const LaminaRequest  *request,
             LaminaMeter          *meter,
             GCancellable         *cancellable,
             GError              **error)
{
  LaminaRequest bounded = *request;
  LaminaDocument *document = NULL;
  LaminaBudget budget;
  Files files = { .n_unasked = 0 };
  g_autoptr (GError) local = NULL;

  /* A quarter for inflated text, which can go to the disk or be inflated again; the rest for what is made of it. */
  lamina_budget_init (&budget, request->max_memory);
  bounded.limits.max_memory_text = MIN (request->limits.max_memory_text, budget.max_bytes / 4);
  /* One text is there several times while it is read. */
  bounded.limits.max_text = MIN (request->limits.max_text, budget.max_bytes / 16);
  bounded.limits.max_rows = MIN (request->limits.max_rows, lamina_budget_get_max_rows (&budget));
  if (find_files_and_leader (&files, &bounded, meter, cancellable, &local))
    document = load_files (&bounded, &files, &budget, meter, cancellable, &local);
  /* What went wrong before is named already. */
  if (files.opening.module != NULL)
    lamina_name_error (&local, lamina_source_get_file (files.opening.source));
  /* What was read before it was cancelled goes only now. */
  lamina_meter_stop (meter, FALSE);
  files_clear (&files);
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return document;
}

/* Apart from the rest of the sources, which know neither formats nor the engine. */
gboolean
lamina_sources_load_as (LaminaSources  *self,
                        guint           i,
                        const char     *format,
                        LaminaBuilder  *builder,
                        GCancellable   *cancellable,
                        GError        **error)
{
  g_autoptr (LaminaSources) part = NULL;
  g_autoptr (LaminaFormat) object = NULL;
  gboolean done;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (i < lamina_sources_get_n (self), FALSE);
  g_return_val_if_fail (format != NULL, FALSE);
  g_return_val_if_fail (builder != NULL, FALSE);

  object = self->engine != NULL ? lamina_engine_create_format (self->engine, format) : NULL;
  if (object == NULL)
    {
      g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "the plugin %s is needed to read it and is not in use",
                   format);
      return FALSE;
    }
  part = lamina_sources_new (self->engine);
  lamina_sources_add (part, lamina_sources_get (self, i));
  /* The other format sees one file and calls it file 0. */
  lamina_builder_shift_sources (builder, (int) i);
  done = load_by_format (object, part, builder, cancellable, error);
  lamina_builder_shift_sources (builder, -(int) i);
  return done;
}
