/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tensorrt-engine.h"

G_BEGIN_DECLS

/*
 * Reads one file: every JSON value of TensorRT in it, and the lines between them.
 *
 * @index: of the file among the sources of the engine
 * @extents: pairs of offsets: where JSON values begin and end
 */
typedef struct
{
  TensorrtEngine *engine;
  LaminaSource *source;
  guint index;
  GArray *extents;
} TensorrtFile;

/* Reads all files. FALSE when one could not be read. */
gboolean tensorrt_read (TensorrtEngine  *engine,
                        GError         **error);

/* Each reads the JSON value at @offset, and returns the offset behind it; @offset itself when it is none of its own. */
guint64 tensorrt_read_profile  (TensorrtFile *self,
                                guint64       offset);
guint64 tensorrt_read_times    (TensorrtFile *self,
                                guint64       offset);
guint64 tensorrt_read_metadata (TensorrtFile *self,
                                guint64       offset);
guint64 tensorrt_read_devices  (TensorrtFile *self,
                                guint64       offset);

/* Reads the lines outside @extents: tables of times and what else trtexec prints. */
void tensorrt_read_lines (TensorrtFile *self);

LaminaJsonReader *tensorrt_file_open_json (TensorrtFile *self,
                                           guint64       offset,
                                           const char   *record_path);

void tensorrt_file_note (TensorrtFile *self,
                         const char   *kind,
                         guint64       offset,
                         guint32       record);

/* The current value as a text of the engine; NULL when it is none. */
const char *tensorrt_read_text (TensorrtFile     *self,
                                LaminaJsonReader *json);

/* The current value as a count; LAMINA_ABSENT when it is none. */
gint64 tensorrt_read_count (TensorrtFile     *self,
                            LaminaJsonReader *json);

/*
 * The current value in milliseconds as nanoseconds; LAMINA_ABSENT when it is no time. Below zero only if @negative.
 * @milliseconds takes it with all its digits; NaN when it is no time.
 */
gint64 tensorrt_read_time (TensorrtFile     *self,
                           LaminaJsonReader *json,
                           gboolean          negative,
                           double           *milliseconds);

/* `12.5 ms` or a number of milliseconds; FALSE when it is no finite time. */
gboolean tensorrt_parse_time (const char *text,
                              gsize       length,
                              gint64     *time);

G_END_DECLS
