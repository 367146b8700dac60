/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-color-private.h"

#include <math.h>

LaminaColor
lamina_color_mix (LaminaColor a,
                  LaminaColor b,
                  double      part_of_b)
{
  return (LaminaColor) { .red = a.red + (b.red - a.red) * part_of_b,
                         .green = a.green + (b.green - a.green) * part_of_b,
                         .blue = a.blue + (b.blue - a.blue) * part_of_b,
                         .alpha = 1 };
}

double
lamina_color_get_luminance (const LaminaColor *color)
{
  const double parts[] = { color->red, color->green, color->blue };
  const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    sum += weights[i] * (parts[i] <= 0.04045 ? parts[i] / 12.92 : pow ((parts[i] + 0.055) / 1.055, 2.4));
  return sum;
}
