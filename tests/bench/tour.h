/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-tab.h"
#include "lamina-window.h"

#define TOUR_FRAMES 120

/* What bench-tour goes through: the window, and what was measured last. */
typedef struct
{
  LaminaWindow *window;
  LaminaTab *tab;
  LaminaSession *session;
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

/* What a user does, and what it is told with. */
typedef struct
{
  const char *what;
  TourWork work;
  const char *argument;
} TourStep;

/* What is done once; the last one has no name. */
extern const TourStep tour_steps[];

/* What is done frame by frame; the last one has no name. */
extern const TourStep tour_moves[];

/* The move that is held against the budget of hovering. */
void tour_hover (Tour       *self,
                 const char *type);
