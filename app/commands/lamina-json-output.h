/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-value.h"
#include "lamina-rate.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Members and rows of the JSON that commands write. What is not known is null. */

/* Begins a member, which json_builder_end_array() or json_builder_end_object() ends. */
void lamina_json_open_array    (JsonBuilder       *json,
                                const char        *name);

void lamina_json_open_object   (JsonBuilder       *json,
                                const char        *name);

void lamina_json_add_text      (JsonBuilder       *json,
                                const char        *name,
                                const char        *text);
void lamina_json_add_string    (JsonBuilder       *json,
                                const char        *name,
                                LaminaRun         *run,
                                guint32            id);
void lamina_json_add_integer   (JsonBuilder       *json,
                                const char        *name,
                                gint64             value);
void lamina_json_add_row       (JsonBuilder       *json,
                                const char        *name,
                                guint32            row);
void lamina_json_add_real      (JsonBuilder       *json,
                                const char        *name,
                                double             value);
void lamina_json_add_value     (JsonBuilder       *json,
                                const char        *name,
                                const LaminaValue *value);
void lamina_json_add_layer_value (JsonBuilder            *json,
                                  const char             *name,
                                  const LaminaLayerValue *value);

/*
 * `flop_per_s`, the time that it is over as `flop_covered_ns` and as a part, `flop_covered_share`, and, where it is above what
 * the device can, why as `flop_suspicious`; of bytes `bytes_per_s` and so on.
 */
void lamina_json_add_rate      (JsonBuilder       *json,
                                const LaminaRate  *rate,
                                LaminaRun         *run);

/*
 * The same for a name of the file, which may have it twice: the second one becomes `name (2)`, for readers keep only
 * one member of a name. @names holds those of the object so far, to be freed by g_free().
 */
void lamina_json_add_unique    (JsonBuilder       *json,
                                GHashTable        *names,
                                const char        *name,
                                const LaminaValue *value);
void lamina_json_add_ids       (JsonBuilder       *json,
                                const char        *name,
                                const guint32     *ids,
                                guint              n);
void lamina_json_add_texts     (JsonBuilder       *json,
                                const char        *name,
                                const GPtrArray   *texts);
void lamina_json_add_estimated (JsonBuilder       *json,
                                guint              estimated);

/* The same, left open for names of other members that are estimated. */
void lamina_json_open_estimated (JsonBuilder      *json,
                                 guint             estimated);
void lamina_json_add_shape     (JsonBuilder       *json,
                                LaminaRun         *run,
                                guint32            shape);
void lamina_json_add_dims      (JsonBuilder       *json,
                                const gint64      *dims,
                                guint              n);

/*
 * An array of rows is written row by row: open, then for each row begin, fill and end, then close. So a million rows
 * need no more memory than one.
 */
void         lamina_json_rows_open  (void);
JsonBuilder *lamina_json_row_begin  (void);
void         lamina_json_row_end    (JsonBuilder *json);
void         lamina_json_rows_close (void);

/*
 * The same for rows that are the last member, called @name, of an object that has others: @json holds those. Takes over the
 * builder.
 */
void         lamina_json_rows_open_in  (JsonBuilder *json,
                                        const char  *name);
void         lamina_json_rows_close_in (void);

/* Writes a whole text with indents. Takes over the builder. */
void         lamina_json_write      (JsonBuilder *json);

G_END_DECLS
