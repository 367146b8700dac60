/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-log.h"

#include <string.h>

/*
 * What follows a table: since June 2022 a heading and a line for each setting, before 2021-10 `Total time cpu0: …` and
 * `Overhead: …` in its place. Other programs print into the same log, so that not every line with a colon is one.
 */

static const char *const known_keys[] = { "Number of threads", "Executor", "Estimated Peak ", "Total time ", "Overhead",
                                          "Total Duration", "Total Packed Functions" };

static gboolean
is_known (TvmLog *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_keys); i++)
    if (tvm_log_line_begins_with (self, known_keys[i]))
      return TRUE;
  return FALSE;
}

/* One or, between tabs, several pairs in a line. */
static void
read_pairs (TvmLog    *self,
            TvmReport *report)
{
  g_autofree char *line = g_utf8_make_valid (self->line.text, (gssize) self->line.length);
  g_auto (GStrv) pairs = g_strsplit (line, "\t", -1);

  for (guint i = 0; pairs[i]; i++)
    {
      const char *colon = strstr (pairs[i], ": ");

      if (colon)
        tvm_report_add_configuration (report, pairs[i], (gsize) (colon - pairs[i]), colon + 2, strlen (colon + 2));
    }
  lamina_import_account (self->import, tvm_log_open_record (self), LAMINA_RECORD_MERGED);
}

void
tvm_configuration_read (TvmLog    *self,
                        TvmReport *report)
{
  gboolean headed = FALSE;

  while (self->has_line && tvm_log_line_is_blank (self))
    tvm_log_next (self);
  if (tvm_log_line_begins_with (self, "Configuration"))
    {
      tvm_log_next (self);
      if (tvm_log_line_begins_with (self, "-------------"))
        tvm_log_next (self);
      headed = TRUE;
    }
  for (; self->has_line && (headed || is_known (self)) && tvm_log_line_contains (self, ": "); tvm_log_next (self))
    read_pairs (self, report);
}
