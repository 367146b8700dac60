/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-build.h"
#include "tvm-number.h"

#include <string.h>

static void
add_time (TvmBuild   *self,
          const char *key,
          gint64      time,
          gboolean    estimated)
{
  LaminaValue value = LAMINA_VALUE_INIT_INTEGER (time, LAMINA_UNIT_NANOSECONDS);

  value.estimated = estimated;
  if (time != LAMINA_ABSENT)
    lamina_builder_add_property (self->builder, self->title, key, &value);
}

/* `Sum`, `Total (cpu0)`. The longest total is the time of the whole call; a device that only waits has less. */
static void
add_totals (TvmBuild *self,
            gint64   *total)
{
  TvmReport *report = self->report;

  *total = LAMINA_ABSENT;
  for (guint i = 0; i < report->totals->len; i++)
    {
      const TvmRow *row = &g_array_index (report->totals, TvmRow, i);
      const char *name = tvm_report_get_cell (report, row, tvm_report_find_column (report, TVM_NAME_COLUMN));
      const char *device = tvm_report_get_cell (report, row, tvm_report_find_column (report, TVM_DEVICE_COLUMN));
      g_autofree char *label = device ? g_strdup_printf ("%s (%s)", name, device) : g_strdup (name);
      g_autofree char *key = g_utf8_make_valid (label, -1);
      gint64 time = tvm_build_get_duration (self, row);

      add_time (self, key, time, FALSE);
      if (strcmp (name, "Sum") != 0)
        *total = MAX (*total, time);
      lamina_import_account (self->import, row->record, LAMINA_RECORD_MERGED);
    }
}

static gint64
add_up (TvmBuild *self)
{
  gint64 sum = LAMINA_ABSENT;

  for (guint i = 0; i < self->report->rows->len; i++)
    sum = lamina_number_add (sum, tvm_build_get_duration (self, &g_array_index (self->report->rows, TvmRow, i)));
  return sum;
}

static gint64
get_milliseconds (const char *text)
{
  return text ? tvm_number_get (text, '.', 6) : LAMINA_ABSENT;
}

/* Numbers become numbers, so that views can write them as they write others. */
static void
add_setting (TvmBuild   *self,
             const char *key,
             const char *text)
{
  LaminaValue value = LAMINA_VALUE_INIT_TEXT (text);
  gint64 number;

  if (lamina_decimal_parse (text, strlen (text), 0, &number) && strspn (text, "-0123456789") == strlen (text))
    value = LAMINA_VALUE_INIT_INTEGER (number, LAMINA_UNIT_NONE);
  lamina_builder_add_property (self->builder, self->title, key, &value);
}

void
tvm_build_properties (TvmBuild *self)
{
  TvmReport *report = self->report;
  gint64 total, sum = add_up (self);

  add_time (self, lamina_builder_own_word (self->builder, N_("Mean")), get_milliseconds (report->mean), FALSE);
  add_time (self, lamina_builder_own_word (self->builder, N_("Standard deviation")), get_milliseconds (report->deviation), FALSE);
  add_totals (self, &total);
  if (total != LAMINA_ABSENT && sum != LAMINA_ABSENT && total > sum)
    add_time (self, lamina_builder_own_word (self->builder, N_("Not in any function")), total - sum, TRUE);
  for (guint i = 0; i + 1 < report->configuration->len; i += 2)
    {
      g_autofree char *key = g_utf8_make_valid (report->configuration->pdata[i], -1);
      g_autofree char *text = g_utf8_make_valid (report->configuration->pdata[i + 1], -1);

      add_setting (self, key, g_strstrip (text));
    }
}
