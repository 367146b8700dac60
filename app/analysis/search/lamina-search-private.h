/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-search.h"

G_BEGIN_DECLS

/* A search in two files: -search.c asks every slice, -search-find.c goes through those that match. */

#define LAMINA_SEARCH_WORDS 8
#define LAMINA_SEARCH_BLOCK (64 * LAMINA_SEARCH_WORDS)

/*
 * What matches on a track: a bit for each slice, and the number of bits before each block of LAMINA_SEARCH_BLOCK
 * slices. Both NULL when nothing does.
 */
typedef struct
{
  guint64 *bits;
  guint32 *ranks;
} LaminaTrackMatches;

struct _LaminaSearch
{
  gatomicrefcount ref_count;
  LaminaRun *run;
  LaminaTrackMatches *tracks;
  guint n_tracks;
  guint64 n;
};

G_END_DECLS
