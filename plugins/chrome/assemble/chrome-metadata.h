/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/* Which property of a process or a thread a metadata event gives. */
typedef enum
{
  CHROME_METADATA_OTHER,
  CHROME_METADATA_PROCESS_NAME,
  CHROME_METADATA_PROCESS_LABELS,
  CHROME_METADATA_PROCESS_SORT,
  CHROME_METADATA_THREAD_NAME,
  CHROME_METADATA_THREAD_SORT,
} ChromeMetadataKind;

/*
 * text    of names and labels, a string; 0 without one
 * number  of sort indexes; LAMINA_ABSENT without one
 */
typedef struct
{
  ChromeMetadataKind kind;
  guint32 text;
  gint64 number;
} ChromeMetadata;

/* What the event of a row says: it opens its arguments, for rows of the phase M alone. */
ChromeMetadata chrome_metadata_read  (ChromeTrace          *trace,
                                      guint32               row);

/* Gives it to the process or the thread of the row; FALSE when it is nothing of theirs. */
gboolean       chrome_metadata_apply (ChromeTrace          *trace,
                                      guint32               row,
                                      const ChromeMetadata *metadata);

G_END_DECLS
