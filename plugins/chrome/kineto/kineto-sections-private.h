/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/* A step of the profiler on the track of the thread that drove it. */
typedef struct
{
  gint64 start;
  gint64 end;
  guint32 section;
  guint32 track;
} KinetoStep;

/*
 * Which step and which annotation of the code something is launched in. Making it looks at strings and adds the sections to the
 * run; NULL when it was cancelled. Any thread may ask.
 */
typedef struct _KinetoSections KinetoSections;

KinetoSections   *kineto_sections_new             (ChromeTrace          *trace,
                                                   const guint8         *classes);

void              kineto_sections_free            (KinetoSections       *self);

/*
 * The step that a launch belongs to, or NULL. Of steps that overlap, those of several threads, it is the last that has begun
 * and is open: one of the same process, and another one's only without it.
 */
const KinetoStep *kineto_sections_find_step       (const KinetoSections *self,
                                                   guint32               launch);

/* The annotation by a launch: a string, or 0. @waiting is the step whose thread waits for that of the launch, or NULL. */
guint32           kineto_sections_find_annotation (const KinetoSections *self,
                                                   guint32               launch,
                                                   const KinetoStep     *waiting);

G_END_DECLS
