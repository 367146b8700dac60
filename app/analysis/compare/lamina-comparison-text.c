/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

#include "lamina-gettext.h"
#include "lamina-reader-words.h"

#include <math.h>
#include <string.h>

#define NBSP "\u00a0"

/* Dups the name of a layer. */
typedef char *(*NameFunc) (LaminaRun *run,
                           guint32    layer);

static char *
dup_name (LaminaRun *run,
          guint32    layer)
{
  return g_strdup (lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name, layer)));
}

static char *
join (LaminaComparison *self,
      const LaminaPair *pair,
      gboolean          is_b,
      NameFunc          func)
{
  const guint32 *layers = is_b ? pair->layers_b : pair->layers_a;
  guint n = is_b ? pair->n_b : pair->n_a;
  GString *text;

  if (n == 0)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = func (self->runs[is_b ? 1 : 0], layers[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " + " : "", name);
    }
  return g_string_free (text, FALSE);
}

char *
lamina_comparison_dup_names (LaminaComparison *self,
                             const LaminaPair *pair,
                             gboolean          is_b)
{
  return join (self, pair, is_b, dup_name);
}

char *
lamina_comparison_dup_labels (LaminaComparison *self,
                              const LaminaPair *pair,
                              gboolean          is_b)
{
  return join (self, pair, is_b, lamina_layer_dup_label);
}

const char *
lamina_comparison_get_pair_type (LaminaComparison *self,
                                 const LaminaPair *pair,
                                 LaminaFamily     *family)
{
  LaminaRun *run = self->runs[pair->n_a == 0 ? 1 : 0];
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 layer = pair->n_a == 0 ? pair->layers_b[0] : pair->layers_a[0];

  if (family != NULL)
    *family = (LaminaFamily) layers->family[layer];
  return lamina_run_get_string (run, lamina_column_id (layers->type, layer));
}

static const char *
get_file_name (const LaminaComparisonSide *side)
{
  LaminaSources *sources = lamina_document_get_sources (side->document);

  return sources != NULL && lamina_sources_get_n (sources) > 0 ?
         lamina_source_get_name (lamina_sources_get (sources, 0)) : "";
}

static void
append_part (GString    *text,
             const char *part)
{
  if (*part != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", part);
}

/* One run of a file with one needs no name, nor does a run that both sides share. */
static gboolean
needs_run (LaminaComparison           *self,
           const LaminaComparisonSide *side)
{
  if (self->sides[0].document == self->sides[1].document)
    return self->sides[0].run != self->sides[1].run;
  return lamina_document_get_n_runs (side->document) > 1 &&
         strcmp (lamina_run_get_title (self->runs[0]), lamina_run_get_title (self->runs[1])) != 0;
}

char *
lamina_comparison_dup_side_title (LaminaComparison *self,
                                  gboolean          is_b)
{
  const LaminaComparisonSide *side = &self->sides[is_b ? 1 : 0];
  LaminaRun *run = self->runs[is_b ? 1 : 0];
  GString *text = g_string_new (NULL);

  if (self->sides[0].document != self->sides[1].document)
    append_part (text, get_file_name (side));
  if (needs_run (self, side))
    append_part (text, lamina_reader_word_get_title (run));
  if (side->section != LAMINA_NONE)
    append_part (text, lamina_run_get_section (run, side->section)->title);
  if (text->len == 0)
    append_part (text, lamina_reader_word_get_title (run));
  return g_string_free (text, FALSE);
}

char *
lamina_comparison_dup_delta (gint64 delta)
{
  g_autofree char *figure = NULL;

  if (delta == LAMINA_ABSENT || delta == 0)
    return lamina_figure_dup (delta, LAMINA_UNIT_NANOSECONDS);
  figure = lamina_figure_dup (delta < 0 ? -delta : delta, LAMINA_UNIT_NANOSECONDS);
  return g_strconcat (delta < 0 ? "−" : "+", figure, NULL);
}

char *
lamina_comparison_dup_percent (double percent)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (percent))
    return g_strdup ("—");
  g_ascii_formatd (text, sizeof text, fabs (percent) < 99.95 ? "%.1f" : "%.0f", fabs (percent));
  return g_strconcat (strcmp (text, "0.0") == 0 ? "" : percent < 0 ? "−" : "+", text, NBSP "%", NULL);
}

const char *
lamina_comparison_get_reason (LaminaComparison *self)
{
  if (self->is_timed)
    return NULL;
  if (!self->has_times[0] && !self->has_times[1])
    return _("Neither A nor B has times: only which layers correspond is known.");
  if (!self->has_times[0])
    return _("A has no times: only which layers correspond is known.");
  if (!self->has_times[1])
    return _("B has no times: only which layers correspond is known.");
  return lamina_run_get_cost_kind (self->runs[0]) == LAMINA_COST_DEVICE
         ? _("The times of A are those of devices, the times of B those of the host: only which layers correspond is known.")
         : _("The times of A are those of the host, the times of B those of devices: only which layers correspond is known.");
}
