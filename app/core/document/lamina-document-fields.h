/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document.h"
#include "lamina-own-words.h"
#include "lamina-shapes.h"
#include "lamina-whole-names.h"

#include <pthread.h>

G_BEGIN_DECLS

/* @n_refused: how often its files could not be read while it was loaded, which the report says
 * @format: describes rows, for one thread at a time: @format_lock */
struct _LaminaDocument
{
  _Atomic guint refs;
  LaminaSources *sources;
  guint n_refused;
  LaminaFormat *format;
  pthread_mutex_t format_lock;
  char *format_name;
  char *tool;
  LaminaDetails *properties;
  GPtrArray *runs;
  LaminaImportReport *report;
  LaminaStrings *strings;
  LaminaShapes *shapes;
  LaminaWholeNames *whole_names; /* or NULL */
  LaminaOwnWords *words;
};

G_END_DECLS
