/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-finding.h"

/* A run under construction. Layers are made of few words, so that a test shows all that it depends on. */
typedef struct
{
  LaminaBuilder *builder;
  guint32 run;
  LaminaDocument *document;
  LaminaTimebase *timebase;
} Fixture;

/**
 * Row:
 * @inputs: (nullable): tensors, `SHAPE DTYPE` each, with commas between them: `10x4 float32, ? , scalar`; `-` is no
 *   shape. One with a known element type has the bytes that follow from its shape
 * @outputs: (nullable): the same
 * @section: from 1 on; 0 for none
 * @parent: the layer around it, from 1 on; 0 for none
 *
 * A layer. A number that is 0 is absent, except @calls; 0 there means 1, and -1 means that it did not run. -2 is a
 * number 0.
 */
typedef struct
{
  const char *name;
  const char *type;
  gint64 cost;
  gint64 flop;
  gint64 bytes;
  gint64 start;
  gint64 wait;
  int calls;
  int order;
  const char *inputs;
  const char *outputs;
  const char *device;
  gint64 host;
  gint64 host_self;
  guint section;
  LaminaPhase phase;
  guint32 parent;
  const char *annotation;
} Row;

void       fixture_setup    (Fixture       *self,
                             gconstpointer  data);

void       fixture_teardown (Fixture       *self,
                             gconstpointer  data);

guint32    fixture_add      (Fixture       *self,
                             const Row     *row);

/* A string; 0 for NULL. */
guint32    fixture_intern   (Fixture       *self,
                             const char    *text);

/* Ends the construction. */
LaminaRun *fixture_freeze   (Fixture       *self);

/* The numbers of rows with blanks between them. */
char      *dump_rows        (const guint32 *rows,
                             guint          n);

/* `SEVERITY COST [LAYERS] WHAT` of the findings of one rule; NULL without any. */
char      *dump_findings    (LaminaFindings *findings,
                             const char     *rule);
