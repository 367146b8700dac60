/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "dump-document.h"
#include "lamina-picture.h"
#include "scene-fixture.h"

/* A document, what picture to make of it, and an empty folder to write it to. */
typedef struct
{
  LaminaDocument *document;
  LaminaMetrics *metrics;
  LaminaPictureOptions options;
  char *folder;
} Picture;

/* A small document, or with "nasty" one whose names break what takes them as they are. */
void picture_setup    (Picture       *self,
                       gconstpointer  data);

void picture_teardown (Picture       *self,
                       gconstpointer  data);
