/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scale.h"

#include <math.h>

#define NBSP "\u00a0"

/* Plain numbers have prefixes from here on. */
#define MOST_PLAIN 1e5

/* Zeros behind the point can't be counted at a glance: below this, powers of ten are written as such. */
#define LEAST_PLAIN 1e-3

/* The smallest 1, 2 or 5 times a power of ten that is not below. */
static double
get_round (double least)
{
  double power = pow (10, floor (log10 (least)));

  if (least <= power)
    return power;
  if (least <= 2 * power)
    return 2 * power;
  return least <= 5 * power ? 5 * power : 10 * power;
}

LaminaScale
lamina_scale_init_linear (LaminaLayerValueKind kind,
                          LaminaUnit           unit,
                          double               largest,
                          double               from,
                          double               to,
                          double               distance)
{
  LaminaScale self = { .kind = kind, .unit = unit, .from = from, .to = to };
  /* Bytes have binary steps unless they are a rate. */
  gboolean is_binary = unit == LAMINA_UNIT_BYTES && kind != LAMINA_LAYER_VALUE_RATE;
  double least;

  self.high = largest > 0 && isfinite (largest) ? largest : 1;
  least = self.high / MAX (fabs (to - from), 1) * distance;
  self.step = is_binary ? MAX (exp2 (ceil (log2 (least))), 1) : get_round (least);
  if (kind == LAMINA_LAYER_VALUE_COUNT || unit == LAMINA_UNIT_NANOSECONDS)
    self.step = MAX (self.step, 1);
  for (double value = 0; value <= self.high * (1 + 1e-9) && self.n_ticks < LAMINA_MOST_TICKS;
       value = self.step * self.n_ticks)
    self.ticks[self.n_ticks++] = value;
  return self;
}

LaminaScale
lamina_scale_init_log (LaminaLayerValueKind kind,
                       LaminaUnit           unit,
                       double               low,
                       double               high,
                       double               from,
                       double               to)
{
  LaminaScale self = { .kind = kind, .unit = unit, .is_log = TRUE, .low = low, .high = high, .from = from, .to = to,
                       .log_low = log (low), .log_span = log (high) - log (low) };
  int first = (int) ceil (log10 (low) - 1e-9);
  int last = (int) floor (log10 (high) + 1e-9);
  int stride = 1 + (int) (40 * (last - first) / MAX (fabs (to - from), 1));

  for (int i = first; i <= last && self.n_ticks < LAMINA_MOST_TICKS; i += stride)
    self.ticks[self.n_ticks++] = pow (10, i);
  return self;
}

double
lamina_scale_get_place (const LaminaScale *self,
                        double             value)
{
  double part;

  if (self->is_log)
    part = (log (value) - self->log_low) / self->log_span;
  else
    part = value / self->high;
  return self->from + part * (self->to - self->from);
}

static char *
dup_decimal (double      value,
             double      step,
             const char *unit)
{
  static const char *const prefixes[] = { "n", "µ", "m", "", "k", "M", "G", "T", "P", "E" };
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  int power = value > 0 ? (int) floor (log10 (value) / 3 + 1e-9) : 0;
  double divisor;
  int decimals;

  if (*unit == '\0' && value < MOST_PLAIN)
    power = 0;
  power = CLAMP (power, *unit != '\0' ? -3 : 0, 6);
  divisor = pow (1000, power);
  decimals = (int) ceil (-log10 (step / divisor) - 1e-9);
  lamina_figure_format (number, sizeof number,
                   (const char *[]) { "%.0f", "%.1f", "%.2f", "%.3f", "%.4f" }[CLAMP (decimals, 0, 4)], value / divisor);
  return g_strconcat (number, *unit != '\0' || power != 0 ? NBSP : "", prefixes[power + 3], unit, NULL);
}

/* `10⁻⁵` */
static char *
dup_power (double value)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  g_autofree char *exponent = g_strdup_printf ("%ld", lround (log10 (value)));
  GString *text = g_string_new ("10");

  for (const char *sign = exponent; *sign != '\0'; sign++)
    g_string_append (text, *sign == '-' ? "⁻" : digits[*sign - '0']);
  return g_string_free (text, FALSE);
}

char *
lamina_scale_dup_tick (const LaminaScale *self,
                       guint              tick)
{
  double value = self->ticks[tick];
  double step = self->is_log ? value : self->step;
  double largest = self->is_log ? value : self->ticks[self->n_ticks - 1];

  if (self->kind == LAMINA_LAYER_VALUE_SHARE)
    return dup_decimal (value * 100, step * 100, "%");
  if (value == 0)
    return g_strdup ("0");
  if (self->is_log && self->unit == LAMINA_UNIT_NONE && self->ticks[0] < LEAST_PLAIN)
    return dup_power (value);
  if (self->kind == LAMINA_LAYER_VALUE_RATE)
    return dup_decimal (value, step, self->unit == LAMINA_UNIT_BYTES ? "B/s" : "FLOP/s");
  if (self->unit == LAMINA_UNIT_NANOSECONDS || self->unit == LAMINA_UNIT_BYTES)
    return lamina_axis_dup_tick_text (self->unit == LAMINA_UNIT_BYTES ? LAMINA_AXIS_BYTES : LAMINA_AXIS_NANOSECONDS,
                                      (gint64) value, (gint64) step, (gint64) largest);
  return dup_decimal (value, step, self->unit == LAMINA_UNIT_FLOP ? "FLOP" : "");
}
