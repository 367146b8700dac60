/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/* What the inspector says, as plain text with all digits, to be put somewhere else. */

/* All about a layer or a slice, a line for each fact. In any thread: see lamina_details_are_long(). @timebase: where its times
 * stand on the axis */
char *lamina_details_dup_place (LaminaDocument    *document,
                                LaminaTimebase    *timebase,
                                const LaminaPlace *place);

/* All about the gap that is selected. */
char *lamina_details_dup_gap (LaminaSession *session);

/* The tool that wrote it; where the file doesn't say, what its format is called in the language of the user. */
const char *lamina_details_get_tool (LaminaDocument *document);

/* What a document is, and what became of the records of its files. */
char *lamina_details_dup_report (LaminaDocument *document);

/* Where an issue first occurred: `line 3`, or `line 3, byte 1 204` when that is to be @exact, with the name of the file where
 * there are several; NULL when it has no place. */
char *lamina_issue_dup_place (LaminaDocument    *document,
                              const LaminaIssue *issue,
                              gboolean           exact);

G_END_DECLS
