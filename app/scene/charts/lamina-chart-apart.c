/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-plot.h"

#include <string.h>

/* Layers of one name in a list of the largest: what tells them apart stands behind it. */

/* The empty string where a layer has no such thing. */
typedef char *(*TraitFunc) (LaminaRun *run,
                            guint32    layer);

/* What comes out says most; where that is not known, what goes in. */
static char *
dup_shapes (LaminaRun *run,
            guint32    layer)
{
  g_autofree char *outputs = lamina_layer_dup_shape_words (run, layer, TRUE);

  return *outputs != '\0' ? g_steal_pointer (&outputs) : lamina_layer_dup_shape_words (run, layer, FALSE);
}

static char *
dup_section (LaminaRun *run,
             guint32    layer)
{
  guint32 section = lamina_column_row (lamina_run_get_layers (run)->section, layer);

  return g_strdup (section != LAMINA_NONE ? lamina_run_get_section (run, section)->title : "");
}

static char *
dup_number (LaminaRun *run,
            guint32    layer)
{
  return g_strdup_printf ("#%u", layer);
}

static gboolean
is_repeated (char *const *labels,
             guint        n,
             guint        i)
{
  for (guint k = 0; k < n; k++)
    if (k != i && g_str_equal (labels[k], labels[i]))
      return TRUE;
  return FALSE;
}

/* Whether another row of the same label has another trait. */
static gboolean
differs (char *const *labels,
         char *const *traits,
         guint        n,
         guint        i)
{
  for (guint k = 0; traits[i] != NULL && *traits[i] != '\0' && k < n; k++)
    if (k != i && g_str_equal (labels[k], labels[i]) && !g_str_equal (traits[k], traits[i]))
      return TRUE;
  return FALSE;
}

static void
add_trait (LaminaRun     *run,
           const guint32 *layers,
           TraitFunc      func,
           char         **labels,
           guint          n)
{
  g_auto (GStrv) traits = g_new0 (char *, n + 1);
  g_auto (GStrv) added = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    traits[i] = is_repeated (labels, n, i) ? func (run, layers[i]) : g_strdup ("");
  for (guint i = 0; i < n; i++)
    added[i] = differs (labels, traits, n, i) ? g_strconcat (labels[i], " · ", traits[i], NULL) : g_strdup (labels[i]);
  for (guint i = 0; i < n; i++)
    {
      g_free (labels[i]);
      labels[i] = g_steal_pointer (&added[i]);
    }
}

void
lamina_chart_tell_apart (LaminaRun     *run,
                         const guint32 *layers,
                         char         **labels,
                         guint          n)
{
  static const TraitFunc traits[] = { dup_shapes, dup_section, dup_number };

  for (guint i = 0; i < G_N_ELEMENTS (traits); i++)
    add_trait (run, layers, traits[i], labels, n);
}
