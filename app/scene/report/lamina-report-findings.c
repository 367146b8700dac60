/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-private.h"

#include "lamina-gettext.h"
#include "lamina-grouping.h"

/* What a report says of the findings. */

/* How many kinds of layers of a finding are named. */
#define MOST_NAMED 6

/* `conv (1.20 ms)`, or `815 × mul (2.55 ms)` of layers of one name. */
static void
append_group (GString                *text,
              const LaminaLayerGroup *group)
{
  g_autofree char *figure = lamina_figure_dup (group->duration, LAMINA_UNIT_NANOSECONDS);

  if (text->len > 0)
    g_string_append (text, "; ");
  if (group->n_layers > 1)
    g_string_append_printf (text, "%u\u00a0× ", group->n_layers);
  g_string_append (text, group->label);
  if (group->duration != LAMINA_ABSENT)
    g_string_append_printf (text, " (%s)", figure);
}

/* The costliest layers of a finding by name, those of one name together. */
static char *
dup_layers (LaminaReport        *self,
            const LaminaFinding *finding)
{
  g_autoptr (LaminaGrouping) groups = lamina_grouping_new (self->run, finding->layers, finding->n_layers,
                                                           LAMINA_GROUP_BY_NAME, self->cancellable);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = groups != NULL ? lamina_grouping_get_n (groups) : 0, n_others = finding->n_layers;

  for (guint i = 0; i < MIN (n, MOST_NAMED); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (groups, i);

      append_group (text, group);
      n_others -= group->n_layers;
    }
  if (n == 0)
    return g_strdup ("");
  if (n_others == 0)
    return g_strdup_printf (ngettext ("Layer: %s", "Layers: %s", finding->n_layers), text->str);
  /* Translators: names of layers, and how many there are besides */
  return g_strdup_printf (ngettext ("Layers: %s; and %u more", "Layers: %s; and %u more", n_others), text->str, n_others);
}

void
lamina_report_add_findings (LaminaReport *self)
{
  g_autoptr (LaminaFindings) findings = lamina_findings_new (self->document, self->options->run, self->timebase,
                                                             LAMINA_NONE, self->cancellable);

  if (findings == NULL)
    return;
  lamina_sheet_add_heading (self->sheet, 2, _("Findings"));
  if (lamina_findings_get_n (findings) == 0)
    lamina_sheet_add_text (self->sheet, _("No rule found anything to look at."), FALSE);
  for (guint i = 0; i < lamina_findings_get_n (findings); i++)
    {
      const LaminaFinding *finding = lamina_findings_get (findings, i);
      g_autofree char *cost = lamina_finding_dup_cost (finding);
      g_autofree char *layers = dup_layers (self, finding);

      self->sheet->kind->add_finding (self->sheet, finding, cost, layers);
    }
  if (lamina_findings_get_n (findings) > 1)
    lamina_sheet_add_text (self->sheet, _("Findings look at different sides of the same layers: their costs are not to be "
                                          "added up."), TRUE);
}
