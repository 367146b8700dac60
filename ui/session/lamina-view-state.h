/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session-view.h"

G_BEGIN_DECLS

/**
 * LaminaRunName:
 * @title: its title
 * @index: where it stood among the runs
 *
 * A run in words that mean the same in the next version of the file.
 */
typedef struct
{
  char *title;
  guint index;
} LaminaRunName;

LaminaRunName lamina_run_name_make (LaminaDocument *document,
                                    guint           run);

void lamina_run_name_clear (LaminaRunName *self);

/**
 * lamina_run_name_find:
 * @self: a name
 * @document: a document
 *
 * Returns: the run with the title, at the same place where several have it, or the only one; %G_MAXUINT when there is none
 */
guint lamina_run_name_find (const LaminaRunName *self,
                            LaminaDocument      *document);

/**
 * LaminaViewState:
 *
 * A view in words that mean the same in the next version of the file: the run by title, the range by its distance from the
 * start, layers by key or else by name, a slice by its track, lane and name.
 */
typedef struct _LaminaViewState LaminaViewState;

/**
 * lamina_view_state_new:
 * @session: a session
 * @view: what it shows or showed
 *
 * Returns: (transfer full): the view in words
 */
LaminaViewState *lamina_view_state_new (LaminaSession           *session,
                                        const LaminaSessionView *view);

void lamina_view_state_free (LaminaViewState *self);

/**
 * lamina_view_state_find:
 * @self: a view in words
 * @session: a session of the same document or another, on the same clocks
 *
 * Returns: (transfer full) (nullable): as much of the view as there is; %NULL without its run
 */
LaminaSessionView *lamina_view_state_find (const LaminaViewState *self,
                                           LaminaSession         *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaViewState, lamina_view_state_free)

G_END_DECLS
