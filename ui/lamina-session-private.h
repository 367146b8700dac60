/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/* The session in two files: -session.c holds the object, run, clocks and selection; -session-range.c the visible
   range. */
struct _LaminaSession
{
  GObject parent_instance;

  LaminaDocument *document;
  LaminaTimebase *timebase;
  guint run;
  gboolean aligned;
  gboolean has_range;
  LaminaRange range;
  LaminaSelection selection;
  char *filter;
};

/* Tells that the range has changed. */
void lamina_session_notify_range (LaminaSession *self);

G_END_DECLS
