/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-fact-rows.h"

#include "lamina-long-value.h"
#include "lamina-rows.h"
#include "lamina-text.h"
#include "lamina-whole-name.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* In characters: of several values that stand below each other. */
#define LONGEST_VALUE 600

/* In bytes. Values that begin alike for longer than the one are shown from shortly before where they differ: the other. */
#define MOST_SHARED 300
#define FEW_SHARED 60

/* Of values that are many, the first ones are listed. */
#define MAX_VALUES 4
#define MAX_FACTS 60

char *
lamina_fact_dup_title (const LaminaLayerFact *fact)
{
  switch (fact->kind)
    {
    case LAMINA_FACT_TYPE:
      return g_strdup (_("Type"));
    case LAMINA_FACT_DEVICE:
      return g_strdup (_("Device"));
    case LAMINA_FACT_INPUT:
      return g_strdup_printf (_("Input %u"), fact->index + 1);
    case LAMINA_FACT_OUTPUT:
      return g_strdup_printf (_("Output %u"), fact->index + 1);
    case LAMINA_FACT_ATTRIBUTE:
    default:
      return g_strdup (fact->key);
    }
}

char *
lamina_fact_dup_value (const LaminaLayerFact *fact,
                       guint                  i)
{
  const char *value = *fact->values[i] ? fact->values[i] : "—";
  gboolean is_late = fact->shared > MOST_SHARED;
  g_autofree char *seen = NULL;

  if (is_late)
    value += fact->shared - FEW_SHARED;
  while (((guchar) *value & 0xc0) == 0x80)
    value++;
  seen = fact->n_values == 1 ? lamina_widget_dup_seen (value) : lamina_whole_name_dup_cut (value, LONGEST_VALUE);
  return g_strconcat (fact->estimated[i] ? "≈\u00a0" : "", is_late ? "…" : "", seen, NULL);
}

static char *
dup_values (const LaminaLayerFact *fact,
            guint                  most)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (fact->n_values, most); i++)
    {
      g_autofree char *value = lamina_fact_dup_value (fact, i);

      lamina_text_append (text, "%s%u\u00a0×\u00a0%s", i > 0 ? "\n" : "", fact->counts[i], value);
    }
  if (fact->n_values > most)
    lamina_text_append (text, ngettext ("\nand %u more value", "\nand %u more values", fact->n_values - most),
                        fact->n_values - most);
  return g_string_free (text, FALSE);
}

guint
lamina_fact_rows_add_common (GtkBox                 *box,
                             LaminaLayerDifferences *differences)
{
  guint n = 0;

  for (guint i = 0; i < lamina_layer_differences_get_n (differences); i++)
    {
      const LaminaLayerFact *fact = lamina_layer_differences_get (differences, i);
      g_autofree char *title = lamina_fact_dup_title (fact);
      g_autofree char *value = lamina_fact_dup_value (fact, 0);

      if (fact->n_values != 1 || n++ >= MAX_FACTS)
        continue;
      if (lamina_long_value_is_long (value))
        gtk_box_append (box, lamina_long_value_new (title, value));
      else
        lamina_rows_add (box, title, value, NULL);
    }
  return n;
}

guint
lamina_fact_rows_add_different (GtkBox                 *box,
                                LaminaLayerDifferences *differences)
{
  guint n = 0;

  for (guint i = 0; i < lamina_layer_differences_get_n (differences); i++)
    {
      const LaminaLayerFact *fact = lamina_layer_differences_get (differences, i);
      g_autofree char *title = lamina_fact_dup_title (fact);
      gboolean all_differ = fact->n_values > 3 && fact->n_values == lamina_layer_differences_get_n_layers (differences);
      g_autofree char *values = all_differ ? lamina_text_dup (_("%u different values"), fact->n_values)
                                           : dup_values (fact, MAX_VALUES);
      g_autofree char *all = dup_values (fact, 10 * MAX_VALUES);

      /* What is another one for each, such as an id, tells nothing. */
      if (all_differ && fact->kind == LAMINA_FACT_ATTRIBUTE)
        continue;
      if (fact->n_values > 1 && n++ < MAX_FACTS)
        lamina_rows_add (box, title, values, all);
    }
  return n;
}
