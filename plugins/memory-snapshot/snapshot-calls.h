/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * Who asked for memory: frames, each a function and a line of it, and the tree of what called what. A snapshot names the same
 * few stacks for millions of events, so that a stack is one number here: the node of its innermost call.
 */
typedef struct _SnapshotCalls SnapshotCalls;

/* Frames of a stack beyond so many, the outermost ones, are left out. */
#define SNAPSHOT_MAX_FRAMES 4096

/* @name and @file are strings of @builder, @line counts from 1 on; equal frames are one. */
typedef struct
{
  guint32 name;
  guint32 file;
  gint64 line;
} SnapshotFrame;

SnapshotCalls       *snapshot_calls_new        (LaminaBuilder       *builder);

void                 snapshot_calls_free       (SnapshotCalls       *self);

guint32              snapshot_calls_add_frame  (SnapshotCalls       *self,
                                                const SnapshotFrame *frame);

/* The node of a stack, the innermost frame of which is the first; LAMINA_NONE for one without frames. */
guint32              snapshot_calls_find       (SnapshotCalls       *self,
                                                const guint32       *frames,
                                                guint                n);

guint                snapshot_calls_get_n      (SnapshotCalls       *self);

/* The node that called this one, which has a smaller number, or LAMINA_NONE. */
guint32              snapshot_calls_get_caller (SnapshotCalls       *self,
                                                guint32              node);

guint32              snapshot_calls_get_frame  (SnapshotCalls       *self,
                                                guint32              node);

/* The frame in few words, as a string of the builder: `model.py:31 forward`. */
guint32              snapshot_calls_get_text   (SnapshotCalls       *self,
                                                guint32              node);

/*
 * The frame that the stack of @node is known by: the innermost of the program itself, else the innermost in Python, else the
 * innermost one that is not of the allocator. As a string of the builder; 0 for LAMINA_NONE.
 */
guint32              snapshot_calls_get_site   (SnapshotCalls       *self,
                                                guint32              node);

/*
 * What the innermost part of PyTorch asked for it: an operator, `aten::linear`, where the stack goes down to C++, else the kind of
 * module whose file it stands in, `linear`. As a string of the builder; 0 when the stack doesn't say.
 */
guint32              snapshot_calls_get_asker  (SnapshotCalls       *self,
                                                guint32              node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SnapshotCalls, snapshot_calls_free)

G_END_DECLS
