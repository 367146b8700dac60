/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-picture-private.h"

G_BEGIN_DECLS

#define LAMINA_CHART_ROW_HEIGHT 22
#define LAMINA_CHART_AXIS_HEIGHT 38

/* A bar of a chart; @wait is the hatched part of its value at its beginning. */
typedef struct
{
  char *label;
  guint8 family;
  double value;
  double wait;
  LaminaTarget target;
} LaminaBar;

/* An empty array of bars, which owns their labels. */
G_GNUC_INTERNAL
GArray *lamina_bars_new (void);

/*
 * Adds a group with bars, their values and shares of @total, and a scale where their unit has prefixes; then legend and
 * source, with @note before it.
 */
G_GNUC_INTERNAL
void lamina_page_add_chart (LaminaPage *page,
                            const char *name,
                            GArray     *bars,
                            LaminaUnit  unit,
                            double      total,
                            const char *note);

G_END_DECLS
