/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/* What the inspector says, as plain text with all digits, to be put somewhere else. */

/**
 * lamina_details_dup_layer:
 * @session: a session
 * @layer: a layer of its run
 *
 * Returns: (transfer full): all about a layer, a line for each fact
 */
char *lamina_details_dup_layer (LaminaSession *session,
                                guint32        layer);

/**
 * lamina_details_dup_slice:
 * @session: a session
 * @slice: a slice of its run
 *
 * Returns: (transfer full): all about a slice, a line for each fact
 */
char *lamina_details_dup_slice (LaminaSession        *session,
                                const LaminaSliceRef *slice);

/**
 * lamina_details_dup_report:
 * @document: a document
 *
 * Returns: (transfer full): what it is, and what became of the records of its files
 */
char *lamina_details_dup_report (LaminaDocument *document);

/**
 * lamina_issue_dup_place:
 * @document: a document
 * @issue: an issue of its report
 *
 * Returns: (transfer full): where it first occurred: `line 3, byte 1 204`, with the name of the file where there are
 *   several; %NULL when it has no place
 */
char *lamina_issue_dup_place (LaminaDocument    *document,
                              const LaminaIssue *issue);

G_END_DECLS
