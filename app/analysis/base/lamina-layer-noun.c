/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-noun.h"

#include "lamina-gettext.h"

/* Languages bend nouns, so that each has its own sentence wherever it is not a count or a heading. */
typedef struct
{
  const char *words[2];
  const char *counts[2];
  const char *title;
  const char *by_time;
  const char *by_name;
  const char *sum;
  const char *top;
  const char *each;
  const char *outside; /* Translators: two times, the first one a part of the second */
} Noun;

static const Noun nouns[] = {
  [LAMINA_LAYER_WORD_LAYER] = { { "layer", "layers" }, NN_ ("%s layer", "%s layers"), N_("Layers"),
    N_("Layers by time"), N_("Layers by name"), N_("Sum of the layers"), N_("Top layers"), N_("Time per layer"),
    N_("%s of %s are in no layer.") },
  [LAMINA_LAYER_WORD_OPERATOR] = { { "operator", "operators" }, NN_ ("%s operator", "%s operators"), N_("Operators"),
    N_("Operators by time"), N_("Operators by name"), N_("Sum of the operators"), N_("Top operators"), N_("Time per operator"),
    N_("%s of %s are in no operator.") },
  [LAMINA_LAYER_WORD_FUNCTION] = { { "function", "functions" }, NN_ ("%s function", "%s functions"), N_("Functions"),
    N_("Functions by time"), N_("Functions by name"), N_("Sum of the functions"), N_("Top functions"), N_("Time per function"),
    N_("%s of %s are in no function.") },
  [LAMINA_LAYER_WORD_NODE] = { { "node", "nodes" }, NN_ ("%s node", "%s nodes"), N_("Nodes"),
    N_("Nodes by time"), N_("Nodes by name"), N_("Sum of the nodes"), N_("Top nodes"), N_("Time per node"),
    N_("%s of %s are in no node.") },
  [LAMINA_LAYER_WORD_SITE] = { { "site", "sites" }, NN_ ("%s site", "%s sites"), N_("Sites"),
    N_("Sites by time"), N_("Sites by name"), N_("Sum of the sites"), N_("Top sites"), N_("Time per site"),
    N_("%s of %s are in no site.") },
  [LAMINA_LAYER_WORD_KERNEL] = { { "kernel", "kernels" }, NN_ ("%s kernel", "%s kernels"), N_("Kernels"),
    N_("Kernels by time"), N_("Kernels by name"), N_("Sum of the kernels"), N_("Top kernels"), N_("Time per kernel"),
    N_("%s of %s are in no kernel.") },
};

static const Noun *
get_noun (LaminaRun *run)
{
  return &nouns[lamina_run_get_layer_word (run)];
}

char *
lamina_layers_dup_count (LaminaRun *run,
                         guint      n)
{
  g_autofree char *digits = lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);

  return lamina_layers_dup_counted (run, digits, n);
}

char *
lamina_layers_dup_counted (LaminaRun  *run,
                           const char *digits,
                           guint       n)
{
  const Noun *noun = get_noun (run);

  return g_strdup_printf (ngettext (noun->counts[0], noun->counts[1], n), digits);
}

char *
lamina_layers_dup_part (LaminaRun *run,
                        guint      part,
                        guint      n)
{
  g_autofree char *digits = lamina_figure_dup_exact (part, LAMINA_UNIT_NONE);
  g_autofree char *all = lamina_layers_dup_count (run, n);

  /* Translators: a number, and of how many: “3 of 28 operators” */
  return part == n ? g_steal_pointer (&all) : g_strdup_printf (_("%s of %s"), digits, all);
}

const char *
lamina_layers_get_title (LaminaRun *run)
{
  return _(get_noun (run)->title);
}

const char *
lamina_layers_get_heading (LaminaRun *run,
                           gboolean   by_name)
{
  return by_name ? _(get_noun (run)->by_name) : _(get_noun (run)->by_time);
}

const char *
lamina_layers_get_sum_title (LaminaRun *run)
{
  return _(get_noun (run)->sum);
}

const char *
lamina_layers_get_top_title (LaminaRun *run)
{
  return _(get_noun (run)->top);
}

const char *
lamina_layers_get_each_title (LaminaRun *run)
{
  return _(get_noun (run)->each);
}

char *
lamina_layers_dup_outside (LaminaRun  *run,
                           const char *outside,
                           const char *all)
{
  return g_strdup_printf (_(get_noun (run)->outside), outside, all);
}

const char *
lamina_layers_get_word (LaminaRun *run,
                        guint      n)
{
  return get_noun (run)->words[n != 1];
}
