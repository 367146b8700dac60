/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-step-names.h"

GHashTable *
lamina_step_titles_new (LaminaRun *run)
{
  GHashTable *titles = g_hash_table_new (lamina_text_hash, lamina_text_equal);

  for (guint i = 0; i < lamina_run_get_n_sections (run); i++)
    g_hash_table_insert (titles, (gpointer) lamina_run_get_section (run, i)->title, GUINT_TO_POINTER (i + 1));
  return titles;
}

guint
lamina_step_titles_find (GHashTable *titles,
                         const char *before,
                         const char *name)
{
  g_autofree char *title = g_strconcat (before, name, NULL);

  return GPOINTER_TO_UINT (g_hash_table_lookup (titles, title));
}

LaminaStepName
lamina_step_name_judge (GHashTable *titles,
                        const char *name)
{
  g_autofree char *first = NULL;

  if (lamina_step_titles_find (titles, "", name) > 0)
    return LAMINA_STEP_NAME_WHOLE;
  if (lamina_step_titles_find (titles, "Step ", name) > 0)
    return LAMINA_STEP_NAME_NUMBER;
  first = g_strconcat (name, " 1", NULL);
  return lamina_step_titles_find (titles, "", first) > 0 ? LAMINA_STEP_NAME_NUMBERED : LAMINA_STEP_NAME_NONE;
}
