/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "bench-steps.h"

#include "lamina-tab.h"
#include "lamina-window.h"

#define TOUR_FRAMES 120

/* What bench-tour goes through: the window, and what was measured last. */
typedef struct
{
  LaminaWindow *window;
  LaminaTab *tab;
  BenchPlace place;
  LaminaRange bounds;
  double last;
  double last_thread;
  double longest_thread;
  double since;
  double frames[TOUR_FRAMES];
  guint n_frames;
} Tour;

typedef void (*TourWork) (Tour       *self,
                          const char *argument);

/* What is done frame by frame, and what it is told with. */
typedef struct
{
  const char *what;
  TourWork work;
  const char *argument;
} TourMove;

/* What is done once; the last one has no name. */
extern const BenchStep tour_steps[];

/* The last one has no name. */
extern const TourMove tour_moves[];

/* The move that is held against the budget of hovering. */
void tour_hover (Tour       *self,
                 const char *type);
