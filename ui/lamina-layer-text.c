/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-text.h"

#include <glib/gi18n.h>
#include <math.h>

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
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

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
lamina_layer_dup_arguments (const char *name,
                            const char *label)
{
  gsize prefix = 0, left_out;

  if (strlen (label) >= strlen (name))
    return g_strdup ("");
  while (label[prefix] && label[prefix] == name[prefix])
    prefix++;
  left_out = strlen (name) - strlen (label);
  if (strcmp (name + prefix + left_out, label + prefix) != 0)
    return g_strdup ("");
  /* Only between whole characters, and only if the text is still one. */
  while (prefix > 0 && ((guchar) name[prefix] & 0xc0) == 0x80)
    prefix--;
  return g_utf8_validate (name + prefix, (gssize) left_out, NULL) ? g_strndup (name + prefix, left_out) : g_strdup ("");
}

double
lamina_layer_get_share (LaminaRun *run,
                        guint32    layer)
{
  gint64 cost = lamina_column_number (lamina_run_get_costs (run), layer);
  gint64 total = lamina_run_get_totals (run)->cost;

  return cost == LAMINA_ABSENT || total == LAMINA_ABSENT || total <= 0 ? NAN : (double) cost / (double) total;
}

char *
lamina_layer_dup_share (double share)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (share))
    return g_strdup ("—");
  if (share > 0 && share < 0.00005)
    return g_strdup ("<\u00a00.01\u00a0%");
  g_ascii_formatd (digits, sizeof digits, share * 100 >= 9.995 ? "%.1f" : "%.2f", share * 100);
  return g_strdup_printf ("%s\u00a0%%", digits);
}

const char *
lamina_role_get_title (LaminaRole role)
{
  switch (role)
    {
    case LAMINA_ROLE_INPUT:
      return _("fed in");
    case LAMINA_ROLE_PARAMETER:
      return _("parameter");
    case LAMINA_ROLE_ACTIVATION:
      return _("activation");
    case LAMINA_ROLE_WORKSPACE:
      return _("workspace");
    case LAMINA_ROLE_OUTPUT:
      return _("result");
    case LAMINA_ROLE_UNKNOWN:
    default:
      return "";
    }
}

char *
lamina_unit_strip (char       *figure,
                   const char *unit)
{
  if (g_str_has_suffix (figure, unit))
    figure[strlen (figure) - strlen (unit)] = '\0';
  while (g_str_has_suffix (figure, "\u00a0"))
    figure[strlen (figure) - strlen ("\u00a0")] = '\0';
  return figure;
}
