/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

/* A document with one run on an axis of time, to be filled and frozen. */
typedef struct
{
  LaminaBuilder *builder;
  guint32 run;
} RunFixture;

void run_fixture_setup    (RunFixture    *self,
                           gconstpointer  data);
void run_fixture_teardown (RunFixture    *self,
                           gconstpointer  data);

/* It has to succeed. */
LaminaDocument *run_fixture_freeze (RunFixture *self);

/* A track in a group of its own. */
guint32 run_fixture_add_track (RunFixture      *self,
                               const char      *name,
                               LaminaGroupKind  kind);

guint32 run_fixture_add_slice (RunFixture *self,
                               guint32     track,
                               const char *name,
                               gint64      start,
                               gint64      duration,
                               guint32     layer);
