/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot.h"

G_BEGIN_DECLS

/*
 * What a pickle makes, as rows of a snapshot. A value is eight bytes, so that the twelve million values that a file of a gigabyte
 * remembers take less room than their text: what it is in the upper byte, and which one below. A list of frames becomes a node of
 * the tree of calls, a dict a row, as soon as they are filled.
 */
typedef guint64 SnapshotValue;

typedef enum
{
  SNAPSHOT_IS_UNSET,    /* in the memo */
  SNAPSHOT_IS_NONE,
  SNAPSHOT_IS_BOOLEAN,
  SNAPSHOT_IS_INTEGER,  /* 56 bits with a sign */
  SNAPSHOT_IS_WIDE,     /* an integer of 64 bits with a sign: index into `wide` */
  SNAPSHOT_IS_UNSIGNED, /* one from 2⁶³ on: its bits are there */
  SNAPSHOT_IS_REAL,     /* its bits are there */
  SNAPSHOT_IS_TEXT,     /* string of the builder */
  SNAPSHOT_IS_PAIR,     /* a tuple of two integers: index of the first one in `wide` */
  SNAPSHOT_IS_LIST,
  SNAPSHOT_IS_DICT,
  SNAPSHOT_IS_OTHER,
} SnapshotValueType;

#define PAYLOAD_BITS 56
#define PAYLOAD_MASK ((G_GUINT64_CONSTANT (1) << PAYLOAD_BITS) - 1)

static inline SnapshotValue
snapshot_value_new (SnapshotValueType type,
                    guint64           payload)
{
  return (SnapshotValue) type << PAYLOAD_BITS | (payload & PAYLOAD_MASK);
}

static inline SnapshotValueType
snapshot_value_get_type (SnapshotValue value)
{
  return (SnapshotValueType) (value >> PAYLOAD_BITS);
}

static inline guint64
snapshot_value_get_payload (SnapshotValue value)
{
  return value & PAYLOAD_MASK;
}

static inline gboolean
snapshot_value_is (SnapshotValue     value,
                   SnapshotValueType type)
{
  return snapshot_value_get_type (value) == type;
}

static inline guint32
snapshot_value_get_list (SnapshotValue value)
{
  return snapshot_value_is (value, SNAPSHOT_IS_LIST) ? (guint32) snapshot_value_get_payload (value) : LAMINA_NONE;
}

typedef struct _SnapshotRows SnapshotRows;

SnapshotRows  *snapshot_rows_new         (Snapshot            *snapshot);

void           snapshot_rows_free        (SnapshotRows        *self);

/* The bits of a number that does not fit into a value. */
SnapshotValue  snapshot_rows_new_wide    (SnapshotRows        *self,
                                          SnapshotValueType    type,
                                          guint64              bits);

SnapshotValue  snapshot_rows_new_integer (SnapshotRows        *self,
                                          gint64               integer);

/* A tuple of two numbers. */
SnapshotValue  snapshot_rows_new_pair    (SnapshotRows        *self,
                                          SnapshotValue        first,
                                          SnapshotValue        second);

SnapshotValue  snapshot_rows_new_list    (SnapshotRows        *self);

SnapshotValue  snapshot_rows_new_dict    (SnapshotRows        *self);

/* Whether a value is a dict that is no row of a table, as far as is known. */
gboolean       snapshot_rows_is_plain    (SnapshotRows        *self,
                                          SnapshotValue        value);

/* Puts keys and values, which take turns, into a dict; nothing into what is none. @offset: where that stands in the file. */
void           snapshot_rows_set_items   (SnapshotRows        *self,
                                          SnapshotValue        target,
                                          const SnapshotValue *items,
                                          guint                n,
                                          guint64              offset);

/* Puts items to the end of a list; nothing to what is none. */
void           snapshot_rows_append      (SnapshotRows        *self,
                                          SnapshotValue        target,
                                          const SnapshotValue *items,
                                          guint                n);

/* The list that was filled last is full. */
void           snapshot_rows_close       (SnapshotRows        *self);

G_END_DECLS
