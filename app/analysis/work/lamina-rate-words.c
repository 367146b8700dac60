/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-rate.h"

#include "lamina-device-limits.h"
#include "lamina-layer-value.h"
#include "lamina-words-private.h"

#include <math.h>

/* What would be written as 100 % is all of it. */
#define WHOLE 0.9995

gboolean
lamina_rate_is_part (const LaminaRate *self)
{
  double share = lamina_rate_get_share (self);

  return !isnan (self->per_second) && share < WHOLE;
}

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

static const char *
get_flop_reason (LaminaDoubt doubt)
{
  switch (doubt)
    {
    case LAMINA_DOUBT_CLOCK:
      return _("above the %s of %s: the time is too short for the clock of the file");
    case LAMINA_DOUBT_HOST:
      return _("above the %s of %s: the time is that of the host");
    case LAMINA_DOUBT_ESTIMATE:
      return _("above the %s of %s: the operations are estimated");
    case LAMINA_DOUBT_CONVOLUTION:
      return _("above the %s of %s: the operations are estimated, and fast convolutions do fewer");
    case LAMINA_DOUBT_STATED:
    case LAMINA_DOUBT_NONE:
    default:
      return _("above the %s of %s: the operations are what the file states");
    }
}

static const char *
get_bytes_reason (LaminaDoubt doubt)
{
  switch (doubt)
    {
    case LAMINA_DOUBT_CLOCK:
      return _("above the %s of %s: the time is too short for the clock of the file");
    case LAMINA_DOUBT_HOST:
      return _("above the %s of %s: the time is that of the host");
    case LAMINA_DOUBT_ESTIMATE:
    case LAMINA_DOUBT_CONVOLUTION:
      return _("above the %s of %s: the bytes are estimated, and caches may hold some of them");
    case LAMINA_DOUBT_STATED:
    case LAMINA_DOUBT_NONE:
    default:
      return _("above the %s of %s: the bytes are what the file states, and caches may hold some of them");
    }
}

char *
lamina_rate_dup_reason (const LaminaRate *self,
                        LaminaRun        *run)
{
  const LaminaDeviceLimits *limits;
  g_autofree char *limit = NULL;

  g_return_val_if_fail (self != NULL && run != NULL, NULL);

  limits = lamina_device_limits_get_of_run (run);
  if (self->doubt == LAMINA_DOUBT_NONE || !limits)
    return NULL;
  limit = lamina_figure_dup_rate (self->limit, self->unit);
  /* Translators: the rate that a device reaches at best, and its name. */
  return g_strdup_printf (self->unit == LAMINA_UNIT_FLOP ? get_flop_reason (self->doubt) : get_bytes_reason (self->doubt),
                          limit, limits->name);
}
