/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "xprof-trace.h"

#include <string.h>

static void
add_number (XprofTrace *self,
            const char *key,
            gint64      number,
            LaminaUnit  unit)
{
  const LaminaValue value = LAMINA_VALUE_INIT_INTEGER (number, unit);

  lamina_builder_add_property (self->builder, lamina_builder_own_word (self->builder, N_("Steps")),
                               lamina_builder_own_word (self->builder, key), &value);
}

/* Steps of all devices, since each measures its own. */
void
xprof_add_properties (XprofTrace *self)
{
  gint64 sum = 0, longest = 0;
  guint n = self->steps->len;

  for (guint i = 0; i < n; i++)
    {
      const XprofStep *step = &g_array_index (self->steps, XprofStep, i);

      sum = lamina_number_add (sum, step->end - step->start);
      longest = MAX (longest, step->end - step->start);
    }
  if (n == 0)
    return;
  add_number (self, N_("Steps on devices"), n, LAMINA_UNIT_NONE);
  add_number (self, N_("Mean"), sum / n, LAMINA_UNIT_NANOSECONDS);
  add_number (self, N_("Longest"), longest, LAMINA_UNIT_NANOSECONDS);
}

/* Numbers that may not fit into a double stand in quotes in the file. */
gboolean
xprof_describe (LaminaDetails     *details,
                const char        *key,
                const LaminaValue *value)
{
  static const struct
  {
    const char *key;
    LaminaUnit unit;
  } numbers[] = {
    { "bytes_accessed", LAMINA_UNIT_BYTES }, { "raw_bytes_accessed", LAMINA_UNIT_BYTES },
    { "model_flops", LAMINA_UNIT_FLOP },     { "flops", LAMINA_UNIT_FLOP },
  };
  LaminaValue number = LAMINA_VALUE_INIT_INTEGER (0, LAMINA_UNIT_NONE);

  if (value->type != LAMINA_VALUE_TEXT || value->text == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (strcmp (key, numbers[i].key) == 0
        && lamina_decimal_parse (value->text, strlen (value->text), 0, &number.integer))
      {
        number.unit = numbers[i].unit;
        lamina_details_add (details, NULL, key, &number);
        return TRUE;
      }
  return FALSE;
}
