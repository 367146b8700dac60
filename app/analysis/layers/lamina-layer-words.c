/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-value.h"

#include "lamina-gettext.h"
#include "lamina-work.h"

#include <math.h>
#include <string.h>

/* Values in words and figures. */

#define DASH "\u2014"
#define SPACE "\u00a0"
#define ABOUT "\u2248\u00a0"
#define SUSPICIOUS "!\u00a0"

/* More tensors than this make a line that nobody reads. */
#define MAX_SHAPES 6

char *
lamina_layer_dup_shapes (LaminaRun *run,
                         guint32    layer,
                         gboolean   outputs)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  const guint32 *first = outputs ? layers->first_output : layers->first_input;
  const guint32 *rows = outputs ? layers->outputs : layers->inputs;
  guint32 result = outputs ? lamina_layer_get_inferred (run, layer) : 0;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  if (result != 0)
    return lamina_work_dup_inferred_text (lamina_work_peek (run), result);
  for (guint32 i = first ? first[layer] : 0; first && i < first[layer + 1]; i++)
    {
      guint32 shape = lamina_column_id (tensors->shape, rows[i]);
      g_autofree char *word = NULL;

      if (shape == 0 || (tensors->role && tensors->role[rows[i]] == LAMINA_ROLE_WORKSPACE))
        continue;
      if (n++ == MAX_SHAPES)
        {
          g_string_append (text, ", …");
          break;
        }
      word = lamina_run_dup_shape_text (run, shape);
      g_string_append_printf (text, "%s%s", n > 1 ? ", " : "", word);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
lamina_layer_dup_shape_words (LaminaRun *run,
                              guint32    layer,
                              gboolean   outputs)
{
  g_autofree char *shapes = lamina_layer_dup_shapes (run, layer, outputs);

  if (*shapes && lamina_layer_has_estimate (run, layer, outputs, LAMINA_ESTIMATE_SHAPE))
    return g_strconcat (ABOUT, shapes, NULL);
  return g_steal_pointer (&shapes);
}

char *
lamina_layer_dup_share (double share)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (share))
    return g_strdup (DASH);
  if (share > 0 && share < 0.00005)
    return g_strdup ("<\u00a00.01\u00a0%");
  /* Nearly all is not all; a sum of shares that are all may lack the last bits. */
  if (share >= 0.9995 && share < 1 - 1e-9)
    return g_strdup (">\u00a099.9\u00a0%");
  lamina_figure_format (digits, sizeof digits, share * 100 >= 9.995 ? "%.1f" : "%.2f", share * 100);
  return g_strdup_printf ("%s\u00a0%%", digits);
}

const char *
lamina_phase_get_name (LaminaPhase phase)
{
  switch (phase)
    {
    case LAMINA_PHASE_FORWARD:
      return "forward";
    case LAMINA_PHASE_BACKWARD:
      return "backward";
    case LAMINA_PHASE_OPTIMIZER:
      return "optimizer";
    case LAMINA_PHASE_COPY:
      return "copy";
    case LAMINA_PHASE_UNKNOWN:
    default:
      return NULL;
    }
}

/* All starts of a run in the same unit with three more digits than its length has, so that they compare at a glance. */
static char *
dup_start (const LaminaLayerValue *self)
{
  static const struct { double least; double unit; const char *name; } units[] = {
    { 1e9, 1e9, "s" }, { 1e6, 1e6, "ms" }, { 0, 1e3, "\u00b5s" },
  };
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  guint i = 0;

  while (self->real < units[i].least)
    i++;
  lamina_figure_format (digits, sizeof digits, i == 0 ? "%.6f" : "%.3f", (double) self->integer / units[i].unit);
  return g_strdup_printf ("%s\u00a0%s", digits, units[i].name);
}

/* How many digits behind the point a step needs: all that it has, but at most one behind its first. */
static guint
count_step_digits (gint64 step,
                   gint64 unit)
{
  guint n = 0;

  while (unit > step && unit >= 10)
    {
      unit /= 10;
      n++;
    }
  return n + (step % unit != 0 && unit >= 10);
}

/* How many digits stand behind the point of a figure. */
static guint
count_digits (const char *figure)
{
  const char *point = strpbrk (figure, ".,");

  return point != NULL ? (guint) strspn (point + 1, "0123456789") : 0;
}

char *
lamina_amount_dup_apart (gint64     value,
                         LaminaUnit unit,
                         gint64     step)
{
  static const struct { gint64 unit; const char *name; } units[] = {
    { 1000000000, SPACE "s" }, { 1000000, SPACE "ms" }, { 1000, SPACE "\u00b5s" },
  };
  g_autofree char *figure = lamina_figure_dup (value, unit);
  char digits[G_ASCII_DTOSTR_BUF_SIZE], format[] = "%.0f";

  for (guint i = 0; unit == LAMINA_UNIT_NANOSECONDS && step > 0 && i < G_N_ELEMENTS (units); i++)
    {
      guint n = count_step_digits (step, units[i].unit);

      if (!g_str_has_suffix (figure, units[i].name) || n <= count_digits (figure))
        continue;
      format[2] = (char) ('0' + n);
      lamina_figure_format (digits, sizeof digits, format, (double) value / (double) units[i].unit);
      return g_strconcat (digits, units[i].name, NULL);
    }
  return g_steal_pointer (&figure);
}

static char *
dup_figure (const LaminaLayerValue *self)
{
  g_autofree char *count = NULL;

  switch (self->kind)
    {
    case LAMINA_LAYER_VALUE_TEXT:
      return g_strdup (self->text);
    case LAMINA_LAYER_VALUE_COUNT:
      return lamina_figure_dup_exact (self->integer, LAMINA_UNIT_NONE);
    case LAMINA_LAYER_VALUE_AMOUNT:
      return lamina_amount_dup_apart (self->integer, self->unit, self->step);
    case LAMINA_LAYER_VALUE_START:
      return dup_start (self);
    case LAMINA_LAYER_VALUE_REAL:
      return self->text ? g_strdup (self->text) : lamina_figure_dup_real (self->real, self->unit);
    case LAMINA_LAYER_VALUE_RATE:
      return lamina_figure_dup_rate (self->real, self->unit);
    case LAMINA_LAYER_VALUE_SHARE:
      return lamina_layer_dup_share (self->real);
    case LAMINA_LAYER_VALUE_SEVERAL:
      count = lamina_figure_dup_exact (self->integer, LAMINA_UNIT_NONE);
      return g_strdup_printf (ngettext ("%s value", "%s values", (gulong) self->integer), count);
    case LAMINA_LAYER_VALUE_ABSENT:
    default:
      return g_strdup (DASH);
    }
}

/* Takes over the text. */
static char *
mark (const LaminaLayerValue *self,
      char                   *text)
{
  g_autofree char *figure = text;

  if (self->kind == LAMINA_LAYER_VALUE_ABSENT || (!self->suspicious && !self->estimated))
    return g_steal_pointer (&figure);
  return g_strconcat (self->suspicious ? SUSPICIOUS : "", self->estimated ? ABOUT : "", figure, NULL);
}

/* A rate that holds for a part of the time says so. Takes over the text. */
static char *
add_part (const LaminaLayerValue *self,
          char                   *text)
{
  g_autofree char *figure = text;
  g_autofree char *share = NULL;

  if (self->kind != LAMINA_LAYER_VALUE_RATE || self->covered == 0)
    return g_steal_pointer (&figure);
  share = lamina_layer_dup_share (self->covered);
  /* Translators: a rate, and the part of the time that it is over: "12.3 TFLOP/s over 63.0 %". */
  return g_strdup_printf (_("%s over %s"), figure, share);
}

char *
lamina_layer_value_dup_text (const LaminaLayerValue *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return add_part (self, mark (self, dup_figure (self)));
}

char *
lamina_layer_value_dup_exact (const LaminaLayerValue *self)
{
  g_autofree char *figure = NULL;
  g_autofree char *number = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  switch (self->kind)
    {
    case LAMINA_LAYER_VALUE_COUNT:
    case LAMINA_LAYER_VALUE_AMOUNT:
    case LAMINA_LAYER_VALUE_START:
      figure = lamina_figure_dup_exact (self->integer, self->unit);
      break;
    case LAMINA_LAYER_VALUE_REAL:
      figure = self->text ? g_strdup (self->text) : lamina_figure_dup_exact_real (self->real, self->unit);
      break;
    case LAMINA_LAYER_VALUE_RATE:
      number = lamina_figure_dup_exact_real (self->real, self->unit);
      figure = g_strconcat (number, "/s", NULL);
      break;
    case LAMINA_LAYER_VALUE_SHARE:
      figure = lamina_figure_dup_exact_real (self->real * 100, LAMINA_UNIT_PERCENT);
      break;
    case LAMINA_LAYER_VALUE_TEXT:
    case LAMINA_LAYER_VALUE_SEVERAL:
    case LAMINA_LAYER_VALUE_ABSENT:
    default:
      figure = dup_figure (self);
    }
  return add_part (self, mark (self, g_steal_pointer (&figure)));
}

char *
lamina_layer_value_dup_plain (const LaminaLayerValue *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  switch (self->kind)
    {
    case LAMINA_LAYER_VALUE_TEXT:
      return g_strdup (self->text);
    case LAMINA_LAYER_VALUE_COUNT:
    case LAMINA_LAYER_VALUE_AMOUNT:
    case LAMINA_LAYER_VALUE_START:
      return g_strdup_printf ("%" G_GINT64_FORMAT, self->integer);
    case LAMINA_LAYER_VALUE_SEVERAL:
      return g_strdup_printf ("%" G_GINT64_FORMAT " values", self->integer);
    case LAMINA_LAYER_VALUE_REAL:
    case LAMINA_LAYER_VALUE_RATE:
    case LAMINA_LAYER_VALUE_SHARE:
      return self->text ? g_strdup (self->text) : lamina_figure_dup_plain (self->real);
    case LAMINA_LAYER_VALUE_ABSENT:
    default:
      return NULL;
    }
}
