/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-picture.h"
#include "lamina-report.h"

G_BEGIN_DECLS

/*
 * The library that draws needs cairo, Pango and all that they need; to load these takes two thirds of the time in
 * which the program starts. Only one of the commands draws, so the library is loaded when that one asks for it.
 */
typedef struct
{
  __typeof__ (&lamina_picture_list_views) list_views;
  __typeof__ (&lamina_picture_needs_comparison) needs_comparison;
  __typeof__ (&lamina_picture_parse_length) parse_length;
  __typeof__ (&lamina_picture_save) save;
  __typeof__ (&lamina_report_find_format) find_report_format;
  __typeof__ (&lamina_report_save) save_report;
} LaminaPictures;

/* NULL when the library can't be loaded, which was said. */
const LaminaPictures *lamina_pictures_load           (void);

/* Understands --palette, NULL for the usual one. FALSE when there is no such palette, which was said. */
gboolean              lamina_pictures_choose_palette (const char   *text,
                                                      LaminaColors *palette);

G_END_DECLS
