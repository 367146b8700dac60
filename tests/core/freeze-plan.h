/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"
#include "row-plan.h"

/*
 * Large random traces, taken in one row at a time and frozen by one thread, and taken in bulk and frozen by several: both
 * must give the same document, and what is in it must be what a plain account of the rows comes to. Slices are known by
 * the offset of their arguments, which is their number.
 */

/* Half as many stems, several times what the memo of families holds. */
#define FREEZE_PLAN_NAMES 4000

/* A plan of so many tracks without slices, every second of them of a device, and of layers. */
void freeze_plan_init (RowPlan *plan,
                       guint    n_tracks,
                       guint    n_layers);

void freeze_plan_slice (RowPlan *plan,
                        guint    track,
                        gint64   start,
                        gint64   duration);

/* @scatter is how far slices may stand from where they belong, and how much they overlap. */
void freeze_plan_track (RowPlan *plan,
                        guint    track,
                        guint    n,
                        guint    scatter,
                        gint64   first);

void freeze_plan_flows (RowPlan *plan,
                        guint    n);

/* Names, groups and tracks. Returns the run. */
guint32 freeze_plan_add_skeleton (const RowPlan *plan,
                                  LaminaBuilder *builder);

void freeze_plan_add_in_bulk (const RowPlan *plan,
                              LaminaBuilder *builder,
                              guint32        run);

/* By one thread row by row, by several in bulk. */
LaminaDocument *freeze_plan_make_document (const RowPlan *plan,
                                           guint          n_threads);

/* Makes it in both ways and compares. */
void freeze_plan_check (const RowPlan *plan);
