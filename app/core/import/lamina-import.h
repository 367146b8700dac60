/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-import-report.h"
#include "lamina-source.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_IMPORT (lamina_import_get_type ())

/**
 * LaminaRecordFate:
 * @LAMINA_RECORD_LOST: not yet accounted for
 * @LAMINA_RECORD_SHOWN: became a row of its own
 * @LAMINA_RECORD_MERGED: was taken into the row of another record
 * @LAMINA_RECORD_SKIPPED: was left out for a reason
 *
 * What became of a record.
 */
typedef enum
{
  LAMINA_RECORD_LOST,
  LAMINA_RECORD_SHOWN,
  LAMINA_RECORD_MERGED,
  LAMINA_RECORD_SKIPPED,
} LaminaRecordFate;

/**
 * LaminaImport:
 *
 * The import report while it is being written: readers open a record for each that they pass, plugins say what became
 * of it, and both list what they repaired. Used by one thread: each shard of lamina_builder_split_array() has its own.
 */

LAMINA_AVAILABLE
GType lamina_import_get_type (void) G_GNUC_CONST;

LAMINA_AVAILABLE
LaminaImport *lamina_import_ref (LaminaImport *self);

LAMINA_AVAILABLE
void lamina_import_unref (LaminaImport *self);

/**
 * lamina_import_open_record:
 * @source: where the record stands
 * @offset: byte offset of the record; %G_MAXUINT64 for one that stands at no place of a text
 *
 * For readers, and for formats that read text line by line: counts a record. #LaminaJsonReader does so itself, see
 * lamina_json_reader_add_record_path().
 *
 * Returns: the id of the record, or %LAMINA_NONE when the limit is reached (lamina_import_is_full() is %TRUE then)
 */
LAMINA_AVAILABLE
guint32 lamina_import_open_record (LaminaImport *self,
                                   LaminaSource *source,
                                   guint64       offset);

/**
 * lamina_import_is_full:
 *
 * Returns: whether a record was refused because of the limit
 */
LAMINA_AVAILABLE
gboolean lamina_import_is_full (LaminaImport *self);

/**
 * lamina_import_account:
 * @record: a record, or %LAMINA_NONE, which does nothing
 * @fate: shown or merged
 *
 * For plugins: says what became of a record. Shown wins over merged, merged over skipped, when a record is accounted
 * for twice.
 */
LAMINA_AVAILABLE
void lamina_import_account (LaminaImport     *self,
                            guint32           record,
                            LaminaRecordFate  fate);

/**
 * lamina_import_skip:
 * @record: a record, or %LAMINA_NONE, which does nothing
 * @reason: why, as a short sentence without a full stop: "the operator has no id"
 *
 * For plugins: says that a record is left out. Does nothing when the record is already shown or merged.
 */
LAMINA_AVAILABLE
void lamina_import_skip (LaminaImport *self,
                         guint32       record,
                         const char   *reason);

/**
 * lamina_import_repair:
 * @kind: what was repaired, as a short sentence without a full stop: "invalid escape kept as text"
 * @source: (nullable): where
 * @offset: byte offset there
 * @record: the record concerned, or %LAMINA_NONE
 *
 * Lists a repair. Repairs of one @kind are counted together; the first place is kept.
 */
LAMINA_AVAILABLE
void lamina_import_repair (LaminaImport *self,
                           const char   *kind,
                           LaminaSource *source,
                           guint64       offset,
                           guint32       record);

/**
 * lamina_import_damage:
 * @kind: what is missing or can't be read, as a short sentence without a full stop: "text that ends inside a value"
 * @source: (nullable): where
 * @offset: byte offset there
 * @record: the record concerned, or %LAMINA_NONE
 *
 * Lists a repair that stands for text which is not there any more: the file is truncated, or a stretch of it makes no sense.
 * What a document lacks for it can't be known, so users are told before anything else.
 */
LAMINA_AVAILABLE
void lamina_import_damage (LaminaImport *self,
                           const char   *kind,
                           LaminaSource *source,
                           guint64       offset,
                           guint32       record);

/**
 * lamina_import_note:
 * @kind: what a reader of the report should know, as a short sentence without a full stop: "gpu1:0 has no host times"
 * @source: (nullable): where
 * @offset: byte offset there
 * @record: the record concerned, or %LAMINA_NONE
 *
 * Lists something that is not a repair of the text, such as a sibling that was refused.
 */
LAMINA_AVAILABLE
void lamina_import_note (LaminaImport *self,
                         const char   *kind,
                         LaminaSource *source,
                         guint64       offset,
                         guint32       record);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaImport, lamina_import_unref)

G_END_DECLS
