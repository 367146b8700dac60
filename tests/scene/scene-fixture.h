/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"
#include "lamina-scene.h"

/* Documents that the tests of the scene lay out, and what they look for in scenes. All times are nanoseconds. */

/*
 * A host thread and a queue of a device whose clock is one millisecond behind, five operators with waiting and kernel,
 * one of them without any time, and a counter that is estimated. The host has nested slices.
 */
LaminaDocument *fixture_small (void);

/* One queue with @n slices, each @duration long and @step behind the one before; families alternate. */
LaminaDocument *fixture_row (guint  n,
                             gint64 start,
                             gint64 step,
                             gint64 duration);

/*
 * @n_tracks queues with @n slices each, of lengths from nothing to a thousand steps, in bursts with gaps between them.
 */
LaminaDocument *fixture_dense (guint n_tracks,
                               guint n);

/* Names that break file formats: markup, control characters, right-to-left text, nothing. */
LaminaDocument *fixture_nasty (void);

LaminaDocument *scene_fixture_freeze (LaminaBuilder *builder);

/* A slice that belongs to no layer. */
void fixture_add_slice (LaminaBuilder *builder,
                        guint32        run,
                        guint32        track,
                        gint64         start,
                        gint64         duration,
                        guint32        name);

/* The first text of a scene that is exactly that; %NULL without one. */
const LaminaSceneText *fixture_find_text (LaminaScene *scene,
                                          const char  *text);
