/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-rate-text.h"

#include "lamina-gettext.h"
#include "lamina-layer-value.h"

char *
lamina_rate_dup_text (const LaminaRate *self)
{
  LaminaLayerValue value;
  g_autofree char *figure = NULL;
  g_autofree char *share = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  lamina_layer_value_set_rate (&value, self);
  value.covered = 0;
  figure = lamina_layer_value_dup_text (&value);
  if (!lamina_rate_is_part (self))
    return g_steal_pointer (&figure);
  share = lamina_layer_dup_share (lamina_rate_get_share (self));
  /* Translators: "12.3 TFLOP/s over 63.0 % of the time". */
  return g_strdup_printf (_("%s over %s of the time"), figure, share);
}
