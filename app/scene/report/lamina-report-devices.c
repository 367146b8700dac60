/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-private.h"

#include "lamina-gettext.h"
#include "lamina-layer-value.h"

/* What devices do, which stands below the chart of the same: that says what the columns mean. */

static gboolean
has_load (LaminaReport *self,
          LaminaLoad    load)
{
  for (guint i = 0; i < lamina_idle_get_n_devices (self->idle); i++)
    if (lamina_idle_get_device (self->idle, i)->times[load] > 0)
      return TRUE;
  return FALSE;
}

void
lamina_report_add_devices (LaminaReport *self)
{
  const char *headings[LAMINA_N_LOADS + 3] = { _("Device") };
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  guint n = lamina_idle_get_n_devices (self->idle), n_columns = 2;

  if (n == 0)
    return;
  headings[1] = _(">First to last work");
  for (guint load = 0; load < LAMINA_N_LOADS; load++)
    if (has_load (self, (LaminaLoad) load))
      {
        g_ptr_array_add (titles, g_strconcat (">", lamina_load_get_title ((LaminaLoad) load), NULL));
        headings[n_columns++] = g_ptr_array_index (titles, titles->len - 1);
      }
  lamina_sheet_open_table (self->sheet, headings);
  for (guint i = 0; i < n; i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);

      lamina_sheet_take_cell (self->sheet, lamina_idle_dup_device_name (self->run, device));
      lamina_sheet_take_cell (self->sheet, lamina_figure_dup (device->end - device->start, LAMINA_UNIT_NANOSECONDS));
      for (guint load = 0; load < LAMINA_N_LOADS; load++)
        {
          g_autofree char *time = lamina_figure_dup (device->times[load], LAMINA_UNIT_NANOSECONDS);
          g_autofree char *share = lamina_layer_dup_share ((double) device->times[load]
                                                            / (double) (device->end - device->start));

          if (device->times[load] > 0)
            lamina_sheet_add_noted (self->sheet, time, share);
          else if (has_load (self, (LaminaLoad) load))
            lamina_sheet_add_cell (self->sheet, "—");
        }
    }
  lamina_sheet_close_table (self->sheet);
}
