/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/*
 * A chain is a slice without a thread together with what is nested in it. Chains of one family (a process and a name)
 * share a track as long as they follow each other, and get a further one of the same title where they overlap, so that
 * nothing looks nested that is not.
 *
 * process  where it belongs
 * title    a string, for the track
 * start    its first time
 * end      its last time
 * track    out: the track that it was put on
 */
typedef struct
{
  guint32 process;
  guint32 title;
  gint64 start;
  gint64 end;
  guint32 track;
} ChromeChain;

G_END_DECLS
