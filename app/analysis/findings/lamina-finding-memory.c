/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-finding-private.h"

#include "lamina-gettext.h"
#include "lamina-live-set.h"

/* Rules about memory and about the figures themselves. */

/* How many tensors are named as the owners of the peak at most, and what part of it is enough. */
#define MOST_OWNERS 10
#define ENOUGH 0.8

static gint64
get_bytes (LaminaRules *self,
           guint32      tensor)
{
  const LaminaTensors *tensors = self->tensors;
  gint64 bytes = LAMINA_ABSENT;

  for (guint32 i = lamina_tensors_first_lifetime (tensors, tensor); i < lamina_tensors_first_lifetime (tensors, tensor + 1); i++)
    if (tensors->lifetimes[i].bytes != LAMINA_ABSENT)
      bytes = MAX (bytes, tensors->lifetimes[i].bytes);
  bytes = bytes == LAMINA_ABSENT ? lamina_column_number (tensors->bytes, tensor) : bytes;
  return MAX (bytes, 0);
}

/* What to call a tensor: its name, else that of the layer that makes it. */
static const char *
get_name (LaminaRules *self,
          guint32      tensor)
{
  guint32 name = lamina_column_id (self->tensors->name, tensor);
  guint32 producer = lamina_column_row (self->tensors->producer, tensor);

  if (name == 0 && producer != LAMINA_NONE)
    name = lamina_column_id (self->layers->name, producer);
  return lamina_run_get_string (self->run, name);
}

/* The largest tensors at the peak and the layers that make them. How many of them there are. */
static guint
find_owners (LaminaRules   *self,
             const guint32 *tensors,
             guint          n,
             gint64         peak,
             GArray        *layers,
             gint64        *held)
{
  guint i;

  *held = 0;
  for (i = 0; i < MIN (n, MOST_OWNERS) && (double) *held < ENOUGH * (double) peak; i++)
    {
      guint32 producer = lamina_column_row (self->tensors->producer, tensors[i]);

      *held = lamina_number_add (*held, get_bytes (self, tensors[i]));
      if (producer != LAMINA_NONE)
        g_array_append_val (layers, producer);
    }
  return i;
}

/* Charts of what a run allocates leave the parameters out. */
static char *
add_parameters (const char *what,
                const char *mark,
                gint64      bytes)
{
  g_autofree char *figure = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);

  /* Translators: a sentence, then a mark for estimated numbers and a number of bytes */
  return g_strdup_printf (_("%s Parameters are %s%s of it."), what, mark, figure);
}

void
lamina_rule_memory_peak (LaminaRules *self)
{
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (self->run, self->timebase, self->cancellable);
  guint step = live != NULL ? lamina_live_set_get_peak (live) : LAMINA_NONE;
  const LaminaLiveSteps *steps;
  g_autofree guint32 *tensors = NULL;
  g_autofree char *of_held = NULL;
  g_autofree char *of_peak = NULL;
  g_autofree char *what = NULL;
  const char *mark;
  LaminaLiveSum sum;
  guint n, n_owners;
  gint64 held;
  GArray *layers;

  if (step == LAMINA_NONE)
    return;
  steps = lamina_live_set_get_steps (live);
  if (steps->total[step] <= 0)
    return;
  tensors = lamina_live_set_list (live, steps->position[step], &sum, &n);
  if (n == 0)
    return;
  layers = lamina_rules_new_layers ();
  n_owners = find_owners (self, tensors, n, sum.bytes, layers, &held);
  of_held = lamina_figure_dup (held, LAMINA_UNIT_BYTES);
  of_peak = lamina_figure_dup (steps->total[step], LAMINA_UNIT_BYTES);
  mark = lamina_live_set_is_estimated (live) ? "≈\u00a0" : "";
  /* Translators: a mark for estimated numbers and a number of bytes, how many tensors, both again, the name of a tensor */
  what = g_strdup_printf (ngettext ("%s%s are kept at the peak; %u tensor holds %s%s of it: “%s”.",
                                    "%s%s are kept at the peak; the %u largest tensors hold %s%s of it, the largest is "
                                    "“%s”.", n_owners),
                          mark, of_peak, n_owners, mark, of_held, get_name (self, tensors[0]));
  lamina_rules_add (self, LAMINA_FINDING_NO_COST, layers,
                    sum.roles[LAMINA_ROLE_PARAMETER] > 0 ? add_parameters (what, mark, sum.roles[LAMINA_ROLE_PARAMETER])
                                                         : g_strdup (what));
}

void
lamina_rule_flop (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();
  gint64 stated = LAMINA_ABSENT, estimated = LAMINA_ABSENT;
  g_autofree char *of_stated = NULL;
  g_autofree char *of_estimated = NULL;
  g_autofree char *marked = NULL;

  for (guint32 i = 0; i < self->layers->n; i++)
    {
      LaminaWorkFigures figures;

      if (!lamina_rules_has_layer (self, i))
        continue;
      lamina_work_get_figures (self->work, i, &figures);
      /* Some tools count what a layer moves as operations; where nothing is computed, that tells nothing. */
      if (!figures.flop_differs || figures.flop_estimated <= 0)
        continue;
      stated = lamina_number_add (stated, figures.flop_reported);
      estimated = lamina_number_add (estimated, figures.flop_estimated);
      g_array_append_val (layers, i);
    }
  if (layers->len == 0)
    {
      g_array_unref (layers);
      return;
    }
  of_stated = lamina_figure_dup (stated, LAMINA_UNIT_FLOP);
  of_estimated = lamina_figure_dup (estimated, LAMINA_UNIT_FLOP);
  marked = g_strconcat ("≈\u00a0", of_estimated, NULL);
  /* Translators: how many layers, then two numbers of operations */
  lamina_rules_add (self, LAMINA_FINDING_NO_COST, layers,
                    g_strdup_printf (ngettext ("The file states other operations than the estimate for %u layer: %s, not "
                                               "%s.",
                                               "The file states other operations than the estimate for %u layers: %s, not "
                                               "%s.", layers->len),
                                     layers->len, of_stated, marked));
}
