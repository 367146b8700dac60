/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-finding-rows.h"

#include "lamina-command.h"
#include "lamina-json-output.h"

#include <stdio.h>

void
lamina_finding_rows_write (LaminaDocument *document,
                           guint           run)
{
  g_autoptr (LaminaFindings) findings = lamina_findings_new (document, run, NULL, LAMINA_NONE, NULL);
  guint n = lamina_findings_get_n (findings);

  if (n > 0)
    printf ("  findings\n");
  for (guint i = 0; i < n; i++)
    {
      const LaminaFinding *finding = lamina_findings_get (findings, i);
      g_autofree char *cost = lamina_finding_dup_cost (finding);
      g_autofree char *what = lamina_command_clean (g_strdup (finding->what));

      printf ("    %-7s %s", lamina_severity_get_name (finding->severity), finding->title);
      if (*cost != '\0')
        printf (", %s", cost);
      printf (": %s\n", what);
    }
}

static void
add_numbers (JsonBuilder   *json,
             const char    *name,
             const guint32 *numbers,
             guint          n)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_array (json);
  for (guint i = 0; i < n; i++)
    json_builder_add_int_value (json, numbers[i]);
  json_builder_end_array (json);
}

static void
add_finding (JsonBuilder         *json,
             const LaminaFinding *finding)
{
  static const char *const kinds[] = { "saving", "spent" };

  json_builder_begin_object (json);
  lamina_json_add_text (json, "rule", finding->rule);
  lamina_json_add_text (json, "severity", lamina_severity_get_name (finding->severity));
  lamina_json_add_text (json, "what", finding->what);
  lamina_json_add_text (json, "why", finding->why);
  lamina_json_add_integer (json, "cost_ns", finding->cost);
  lamina_json_add_text (json, "cost", finding->cost != LAMINA_ABSENT ? kinds[finding->cost_kind] : NULL);
  lamina_json_add_real (json, "share", finding->share);
  add_numbers (json, "layers", finding->layers, finding->n_layers);
  add_numbers (json, "gaps", finding->gaps, finding->n_gaps);
  json_builder_end_object (json);
}

void
lamina_finding_rows_add (JsonBuilder    *json,
                         LaminaDocument *document,
                         guint           run)
{
  g_autoptr (LaminaFindings) findings = lamina_findings_new (document, run, NULL, LAMINA_NONE, NULL);

  json_builder_set_member_name (json, "findings");
  json_builder_begin_array (json);
  for (guint i = 0; i < lamina_findings_get_n (findings); i++)
    add_finding (json, lamina_findings_get (findings, i));
  json_builder_end_array (json);
}
