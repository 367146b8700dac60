/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-details.h"
#include "lamina-import-report.h"
#include "lamina-run.h"
#include "lamina-sources.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_DOCUMENT (lamina_document_get_type ())

/**
 * LaminaDocument:
 *
 * What was opened: one file, or files that belong together. Immutable; reference-counted; read from any thread.
 */

LAMINA_AVAILABLE
GType lamina_document_get_type (void) G_GNUC_CONST;

LAMINA_AVAILABLE
LaminaDocument *lamina_document_ref (LaminaDocument *self);

LAMINA_AVAILABLE
void lamina_document_unref (LaminaDocument *self);

/**
 * lamina_document_get_sources:
 *
 * Returns: (transfer none) (nullable): the files that it was read from
 */
LAMINA_AVAILABLE
LaminaSources *lamina_document_get_sources (LaminaDocument *self);

/**
 * lamina_document_get_format:
 *
 * Returns: the module name of the format that read it; the empty string when there is none
 */
LAMINA_AVAILABLE
const char *lamina_document_get_format (LaminaDocument *self);

/**
 * lamina_document_get_tool:
 *
 * Returns: (nullable): the program that wrote it
 */
LAMINA_AVAILABLE
const char *lamina_document_get_tool (LaminaDocument *self);

/**
 * lamina_document_get_properties:
 *
 * Returns: (transfer none): the properties of the document, in the order in which the format added them; all have a group
 */
LAMINA_AVAILABLE
LaminaDetails *lamina_document_get_properties (LaminaDocument *self);

/**
 * lamina_document_translate:
 * @text: a title of a run, a name or a caption of a group or a track, or the group or the key of a property
 *
 * What the plugin calls something itself, because the file gives it no name, in the language of the user: see
 * lamina_builder_own_word(). All else is what the file says, and stays as it is.
 *
 * Returns: (transfer none): the translation, else @text
 */
LAMINA_AVAILABLE
const char *lamina_document_translate (LaminaDocument *self,
                                       const char     *text);

/**
 * lamina_document_translate_issue:
 * @kind: what is wrong, see #LaminaIssue
 *
 * Returns: (transfer none): the same in the language of the user, as far as the plugin or the core has it
 */
LAMINA_AVAILABLE
const char *lamina_document_translate_issue (LaminaDocument *self,
                                             const char     *kind);

/**
 * lamina_document_get_n_runs:
 *
 * Returns: number of runs; a document that was loaded has at least one
 */
LAMINA_AVAILABLE
guint lamina_document_get_n_runs (LaminaDocument *self);

/**
 * lamina_document_get_run: (skip)
 * @i: which one, from 0 on
 *
 * Returns: (transfer none): a run
 */
LAMINA_AVAILABLE
LaminaRun *lamina_document_get_run (LaminaDocument *self,
                                    guint           i);

/**
 * lamina_document_get_default_run:
 *
 * Returns: the run to begin with, from 0 on: the first with layer times, else the first with tensors, else the first
 */
LAMINA_AVAILABLE
guint lamina_document_get_default_run (LaminaDocument *self);

/**
 * lamina_document_get_report:
 *
 * Returns: (transfer none): what became of the records of the files
 */
LAMINA_AVAILABLE
LaminaImportReport *lamina_document_get_report (LaminaDocument *self);

/**
 * lamina_document_find_args: (skip)
 * @place: a row
 * @i: which of its arguments, from 0 on: layers and tensors may have several
 * @args: (out): takes where they stand
 *
 * For formats that implement `describe`.
 *
 * Returns: whether there are that many
 */
LAMINA_AVAILABLE
gboolean lamina_document_find_args (LaminaDocument    *self,
                                    const LaminaPlace *place,
                                    guint              i,
                                    LaminaArgs        *args);

/**
 * lamina_document_describe: (skip)
 * @place: a row
 * @error: return location for an error; %LAMINA_ERROR_CHANGED when the file is no longer the one that was opened
 *
 * Reads the attributes of a row from the file.
 *
 * Returns: (transfer full): the attributes, or %NULL on error
 */
LAMINA_AVAILABLE
LaminaDetails *lamina_document_describe (LaminaDocument     *self,
                                         const LaminaPlace  *place,
                                         GError            **error);

/**
 * lamina_document_check_reading:
 * @error: return location for an error of reading
 *
 * What is made of a document reads attributes and whole names from its files, and goes on without those that the system
 * refuses to read. Who writes down what was made asks afterwards.
 *
 * Returns: whether all that was wanted of the files since the document was loaded could be read
 */
LAMINA_AVAILABLE
gboolean lamina_document_check_reading (LaminaDocument  *self,
                                        GError         **error);

/**
 * lamina_run_describe_layer:
 * @self: a run of a document
 * @layer: one of its layers
 * @error: return location for an error; %LAMINA_ERROR_CHANGED when the file is no longer the one that was opened
 *
 * The same as lamina_document_describe() for those who were handed a run alone. A run has no reference count and does
 * not keep its document: the caller must see to it that somebody holds the document meanwhile. Any thread.
 *
 * Returns: (transfer full): the attributes of the layer, or %NULL on error
 */
LAMINA_AVAILABLE
LaminaDetails *lamina_run_describe_layer (LaminaRun  *self,
                                          guint       layer,
                                          GError    **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaDocument, lamina_document_unref)

G_END_DECLS
