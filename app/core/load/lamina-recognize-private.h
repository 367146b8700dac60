/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-engine.h"

G_BEGIN_DECLS

/**
 * LAMINA_SURE_SCORE:
 *
 * A beginning that scores higher needs no search for markers.
 */
#define LAMINA_SURE_SCORE 50

/**
 * LaminaCandidate:
 * @module: name of its module
 * @format: an object for asking, not for loading
 *
 * A format that may be asked about a text.
 */
typedef struct
{
  char *module;
  LaminaFormat *format;
} LaminaCandidate;

/**
 * LaminaMatch:
 * @candidate: (nullable): the format that is most sure, owned by the list of candidates
 * @score: how sure; another one must be surer to win
 * @marker: byte offset of the text that it is sure about
 *
 * What is known about a text so far.
 */
typedef struct
{
  const LaminaCandidate *candidate;
  int score;
  guint64 marker;
} LaminaMatch;

/* All enabled formats in the order in which ties are broken, or @module alone. */
GPtrArray *lamina_candidates_new (LaminaEngine       *engine,
                                  const char         *module);

/* Asks about the beginning. Fails when the text can't be read or holds nothing. */
gboolean   lamina_match_head     (GPtrArray          *candidates,
                                  LaminaSource       *source,
                                  LaminaMatch        *match,
                                  GError            **error);

/* Searches the text once for the markers of all formats, and asks each about the first place of each of its own. */
gboolean   lamina_match_markers  (GPtrArray          *candidates,
                                  LaminaSource       *source,
                                  GCancellable       *cancellable,
                                  LaminaMatch        *match,
                                  GError            **error);

G_END_DECLS
