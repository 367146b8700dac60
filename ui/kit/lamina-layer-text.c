/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-text.h"

#include "lamina-widget.h"

#include <glib/gi18n.h>

/* In bytes: nobody sees the arguments of names that are longer, which may have hundreds of megabytes. */
#define MOST_LONG 65536

char *
lamina_layer_dup_arguments (const char *name,
                            const char *label)
{
  gsize prefix = 0, left_out;

  if (strnlen (name, MOST_LONG) == MOST_LONG || strlen (label) >= strlen (name))
    return g_strdup ("");
  while (label[prefix] && label[prefix] == name[prefix])
    prefix++;
  if (name[prefix] != '(' && name[prefix] != '{')
    return g_strdup ("");
  left_out = strlen (name) - strlen (label);
  if (strcmp (name + prefix + left_out, label + prefix) != 0)
    return g_strdup ("");
  /* Only between whole characters, and only if the text is still one. */
  while (prefix > 0 && ((guchar) name[prefix] & 0xc0) == 0x80)
    prefix--;
  return g_utf8_validate (name + prefix, (gssize) left_out, NULL) ? g_strndup (name + prefix, left_out) : g_strdup ("");
}

/* The value with what can be seen of its text, which goes with @text. */
static LaminaLayerValue
get_seen (const LaminaLayerValue  *value,
          char                   **text)
{
  LaminaLayerValue seen = *value;

  *text = value->kind == LAMINA_LAYER_VALUE_TEXT ? lamina_widget_dup_seen (value->text) : NULL;
  if (*text)
    seen.text = *text;
  return seen;
}

char *
lamina_layer_value_dup_cell (const LaminaLayerValue *value)
{
  g_autofree char *text = NULL;
  LaminaLayerValue seen = get_seen (value, &text);

  return lamina_layer_value_dup_text (&seen);
}

char *
lamina_layer_value_dup_hint (const LaminaLayerValue *value)
{
  g_autofree char *text = NULL;
  LaminaLayerValue seen = get_seen (value, &text);

  return lamina_layer_value_dup_exact (&seen);
}

char *
lamina_layer_dup_place (LaminaRun *run,
                        guint32    layer)
{
  guint32 order = lamina_layers_get_order (lamina_run_get_layers (run), layer);
  guint n = lamina_run_get_totals (run)->executed;

  if (order == LAMINA_NONE)
    return g_strdup_printf ("#%u", layer);
  if (order == layer)
    /* Translators: the number of a layer, which are counted from 0, and how many ran: #150 of 234 */
    return g_strdup_printf (_("#%u of %u"), layer, n);
  /* Translators: the number of a layer, and which of all that ran it is: #150 · 145th of 234 */
  return g_strdup_printf (_("#%u · %u of %u"), layer, order + 1, n);
}

guint32
lamina_layer_find_neighbor (LaminaRun *run,
                             guint32    layer,
                             int        by)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 order = lamina_layers_get_order (layers, layer);

  if (order == LAMINA_NONE && by < 0)
    return layer > 0 ? layer - 1 : LAMINA_NONE;
  if (order == LAMINA_NONE)
    return layer + 1 < layers->n ? layer + 1 : LAMINA_NONE;
  for (guint i = 0; i < layers->n; i++)
    if (lamina_layers_get_order (layers, i) == order + (guint32) by && order + (guint32) by != LAMINA_NONE)
      return i;
  return LAMINA_NONE;
}

const char *
lamina_phase_get_title (LaminaPhase phase)
{
  switch (phase)
    {
    case LAMINA_PHASE_FORWARD:
      return _("forward");
    case LAMINA_PHASE_BACKWARD:
      return _("backward");
    case LAMINA_PHASE_OPTIMIZER:
      return _("optimizer");
    case LAMINA_PHASE_COPY:
      return _("copy");
    case LAMINA_PHASE_UNKNOWN:
    default:
      return "";
    }
}

const char *
lamina_role_get_title (LaminaRole role)
{
  switch (role)
    {
    case LAMINA_ROLE_INPUT:
      return _("input");
    case LAMINA_ROLE_PARAMETER:
      return _("parameter");
    case LAMINA_ROLE_ACTIVATION:
      return _("activation");
    case LAMINA_ROLE_WORKSPACE:
      return _("workspace");
    case LAMINA_ROLE_OUTPUT:
      return _("output");
    case LAMINA_ROLE_UNKNOWN:
    default:
      return "";
    }
}

char *
lamina_unit_strip (char       *figure,
                   const char *unit)
{
  static const char space[] = "\u00a0";
  char *at = g_strrstr (figure, unit);
  char *end = at != NULL ? at + strlen (unit) : NULL;

  if (at == NULL)
    return figure;
  /* What stands behind it, such as the part of the time, stays. */
  while (at - figure >= (int) strlen (space) && g_str_has_prefix (at - strlen (space), space))
    at -= strlen (space);
  memmove (at, end, strlen (end) + 1);
  return figure;
}
