/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-axis.h"

#include "lamina-gettext.h"

#include <math.h>

#define NBSP "\u00a0"

/* A prefix of a unit: so many units have this name. */
typedef struct
{
  gint64 divisor;
  const char *name;
} Prefix;

static const Prefix time_prefixes[] = {
  { 1, "ns" },
  { 1000, "µs" },
  { 1000000, "ms" },
  { 1000000000, "s" },
};

static const Prefix byte_prefixes[] = {
  { 1, "B" },
  { G_GINT64_CONSTANT (1) << 10, "KiB" },
  { G_GINT64_CONSTANT (1) << 20, "MiB" },
  { G_GINT64_CONSTANT (1) << 30, "GiB" },
  { G_GINT64_CONSTANT (1) << 40, "TiB" },
  { G_GINT64_CONSTANT (1) << 50, "PiB" },
};

static const Prefix plain_prefix = { 1, "" };

static gint64
get_decimal_step (double least)
{
  gint64 step = 1;

  for (gint64 power = 1; ; power *= 10)
    for (gint64 digit = 1; digit <= 5; digit += digit == 1 ? 1 : 3)
      {
        step = power * digit;
        if ((double) step >= least || step == G_GINT64_CONSTANT (5000000000000000000))
          return step;
      }
}

gint64
lamina_axis_get_step (LaminaAxisUnit unit,
                      double         per_px,
                      double         min_px)
{
  double least = per_px * min_px;
  gint64 step = 1;

  if (!(least > 1))
    return 1;
  if (unit != LAMINA_AXIS_BYTES)
    return get_decimal_step (least);
  while ((double) step < least && step < G_GINT64_CONSTANT (1) << 62)
    step *= 2;
  return step;
}

static const Prefix *
get_prefix (LaminaAxisUnit unit,
            gint64         step,
            gint64         largest)
{
  const Prefix *prefixes = unit == LAMINA_AXIS_BYTES ? byte_prefixes : time_prefixes;
  guint n = unit == LAMINA_AXIS_BYTES ? G_N_ELEMENTS (byte_prefixes) : G_N_ELEMENTS (time_prefixes);
  guint i = 0;

  if (unit != LAMINA_AXIS_NANOSECONDS && unit != LAMINA_AXIS_BYTES)
    return &plain_prefix;
  while (i + 1 < n && prefixes[i + 1].divisor <= largest)
    i++;
  /* A fraction of a binary prefix needs many digits: at most eighths. */
  while (unit == LAMINA_AXIS_BYTES && i > 0 && step < prefixes[i].divisor / 8)
    i--;
  return &prefixes[i];
}

/* Digits behind the point that multiples of the step need. */
static guint
count_decimals (gint64 step,
                gint64 divisor)
{
  guint decimals = 0;

  while (decimals < 9 && step % divisor != 0)
    {
      divisor /= divisor % 10 == 0 ? 10 : 2;
      decimals++;
    }
  return decimals;
}

char *
lamina_axis_dup_tick_number (LaminaAxisUnit unit,
                             gint64         value,
                             gint64         step,
                             gint64         largest)
{
  const Prefix *prefix = get_prefix (unit, step, largest);
  guint decimals = count_decimals (MAX (step, 1), prefix->divisor);
  const char *sign = value < 0 ? "-" : "";
  guint64 magnitude = value < 0 ? -(guint64) value : (guint64) value;
  guint64 whole = magnitude / (guint64) prefix->divisor;
  guint64 rest = magnitude % (guint64) prefix->divisor;
  guint64 scale = 1;
  g_autofree char *digits = NULL;

  if (value == 0)
    return g_strdup ("0");
  digits = lamina_figure_dup_exact ((gint64) whole, LAMINA_UNIT_NONE);
  if (decimals == 0)
    return g_strconcat (sign, digits, NULL);
  for (guint i = 0; i < decimals; i++)
    scale *= 10;
  /* Fits: seconds have up to nine decimals below 10^9, bytes up to three below 2^50. */
  rest = rest * scale / (guint64) prefix->divisor;
  return g_strdup_printf ("%s%s%c%0*" G_GUINT64_FORMAT, sign, digits, lamina_figure_get_point (), (int) decimals, rest);
}

char *
lamina_axis_dup_tick_text (LaminaAxisUnit unit,
                           gint64         value,
                           gint64         step,
                           gint64         largest)
{
  const Prefix *prefix = get_prefix (unit, step, largest);
  g_autofree char *number = lamina_axis_dup_tick_number (unit, value, step, largest);

  if (value == 0 || *prefix->name == '\0')
    return g_steal_pointer (&number);
  return g_strconcat (number, NBSP, prefix->name, NULL);
}

char *
lamina_axis_dup_title (LaminaAxisUnit unit,
                       gint64         step,
                       gint64         largest)
{
  const Prefix *prefix = get_prefix (unit, step, largest);

  switch (unit)
    {
    case LAMINA_AXIS_NANOSECONDS:
      /* Translators: what an axis shows, and its unit */
      return g_strdup_printf (_("time, %s"), prefix->name);
    case LAMINA_AXIS_BYTES:
      return g_strdup (prefix->name);
    case LAMINA_AXIS_STEPS:
      return g_strdup (_("steps"));
    case LAMINA_AXIS_EVENTS:
      return g_strdup (_("events"));
    case LAMINA_AXIS_NODES:
    default:
      return g_strdup (_("nodes"));
    }
}

char *
lamina_axis_dup_length_text (LaminaAxisUnit unit,
                             gint64         length)
{
  g_autofree char *number = lamina_figure_dup_exact (length, LAMINA_UNIT_NONE);

  switch (unit)
    {
    case LAMINA_AXIS_NANOSECONDS:
      return lamina_figure_dup (length, LAMINA_UNIT_NANOSECONDS);
    case LAMINA_AXIS_BYTES:
      return lamina_figure_dup (length, LAMINA_UNIT_BYTES);
    case LAMINA_AXIS_STEPS:
      return g_strconcat (number, NBSP, ngettext ("step", "steps", (gulong) length), NULL);
    case LAMINA_AXIS_EVENTS:
      return g_strconcat (number, NBSP, ngettext ("event", "events", (gulong) length), NULL);
    case LAMINA_AXIS_NODES:
    default:
      return g_strconcat (number, NBSP, ngettext ("node", "nodes", (gulong) length), NULL);
    }
}

/* Times and bytes are counted from the start, so that a place is as good as its distance; the rest is numbered. */
char *
lamina_axis_dup_position_text (LaminaAxisUnit unit,
                               gint64         position)
{
  g_autofree char *number = lamina_figure_dup_exact (position, LAMINA_UNIT_NONE);

  switch (unit)
    {
    case LAMINA_AXIS_STEPS:
      return g_strdup_printf (_("step %s"), number);
    case LAMINA_AXIS_EVENTS:
      return g_strdup_printf (_("event %s"), number);
    case LAMINA_AXIS_NODES:
      return g_strdup_printf (_("node %s"), number);
    case LAMINA_AXIS_NANOSECONDS:
    case LAMINA_AXIS_BYTES:
    default:
      return lamina_axis_dup_length_text (unit, position);
    }
}
