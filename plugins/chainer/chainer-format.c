/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chainer-plan.h"

#include <string.h>

/* Lines that are looked at; the last one of a head may be cut. */
#define N_LINES 3

/* Digits and one blank; NULL when there is something else. */
static const char *
skip_number (const char *text)
{
  const char *end = text;

  while (g_ascii_isdigit (*end))
    end++;
  return end > text && *end == ' ' ? end + 1 : NULL;
}

/* `0 37879808 _`, `1 2048 /conv/b`, `2 4 0` */
static gboolean
is_variable (const char *line)
{
  const char *bytes = skip_number (line);
  const char *name = bytes ? skip_number (bytes) : NULL;

  if (!name || *name == '\0')
    return FALSE;
  return strcmp (name, "_") == 0 || name[0] == '/' || strspn (name, "0123456789") == strlen (name);
}

static int
chainer_format_probe (LaminaFormat     *format,
                      const LaminaHead *head)
{
  g_autofree char *text = g_strndup (head->text, MIN (head->length, 4096));
  g_auto (GStrv) lines = g_strsplit (g_str_has_prefix (text, "\xef\xbb\xbf") ? text + 3 : text, "\n", N_LINES + 1);

  const char *functions;
  gsize digits;

  for (guint i = 0; lines[i]; i++)
    g_strchomp (lines[i]);
  if (!lines[0] || !lines[1] || !is_variable (lines[1]))
    return 0;
  /* `108 120`: M is even, for each forward function has a backward one. */
  functions = skip_number (lines[0]);
  digits = functions ? strspn (functions, "0123456789") : 0;
  if (digits == 0 || functions[digits] != '\0' || (functions[digits - 1] - '0') % 2 != 0)
    return 0;
  if (!g_str_has_prefix (lines[1], "0 "))
    return 20;
  return lines[2] && lines[2][0] != '\0' && !is_variable (lines[2]) ? 60 : 90;
}

/* Whether a file is a schedule: nothing but lines that compute or forget. */
static gboolean
chainer_is_schedule (const LaminaHead *head)
{
  g_autofree char *text = g_strndup (head->text, MIN (head->length, 1024));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i] && lines[i + 1]; i++)
    if (g_str_has_prefix (lines[i], "compute ") || g_str_has_prefix (lines[i], "forget "))
      n++;
    else if (lines[i][0] != '\0')
      return FALSE;
  return n > 0;
}

/* The computational graphs that pfnet-research/recompute dumps of Chainer, and schedules for them. */
static LaminaClaim
chainer_format_claims (LaminaFormat     *format,
                       const LaminaHead *opened,
                       const LaminaHead *sibling)
{
  return chainer_is_schedule (sibling) ? LAMINA_CLAIM_PART : LAMINA_CLAIM_NONE;
}

static void
add_properties (ChainerGraph  *graph,
                LaminaBuilder *builder)
{
  const char *group = N_("Graph");
  gint64 sums[LAMINA_ROLE_OUTPUT + 1] = { 0 };

  for (guint32 i = 0; i < graph->variables->len; i++)
    {
      const ChainerVariable *variable = chainer_graph_get_variable (graph, i);

      sums[variable->role] = lamina_number_add (sums[variable->role], variable->bytes);
    }
  lamina_builder_add_number (builder, group, N_("Variables"), graph->variables->len, LAMINA_UNIT_NONE);
  lamina_builder_add_number (builder, group, N_("Functions"), graph->functions->len, LAMINA_UNIT_NONE);
  lamina_builder_add_number (builder, group, N_("Parameters"), sums[LAMINA_ROLE_PARAMETER], LAMINA_UNIT_BYTES);
  lamina_builder_add_number (builder, group, N_("Inputs"), sums[LAMINA_ROLE_INPUT], LAMINA_UNIT_BYTES);
  lamina_builder_add_number (builder, group, N_("Activations"), sums[LAMINA_ROLE_ACTIVATION], LAMINA_UNIT_BYTES);
}

static void
build_runs (ChainerGraph  *graph,
            LaminaBuilder *builder)
{
  g_autoptr (ChainerPlan) ranked = chainer_plan_new_ranked (graph);
  g_autoptr (ChainerPlan) scheduled = NULL;

  lamina_builder_set_tool (builder, "Chainer");
  chainer_build (graph, ranked, builder);
  if (graph->schedule->len > 0)
    {
      scheduled = chainer_plan_new_scheduled (graph);
      chainer_build (graph, scheduled, builder);
    }
  add_properties (graph, builder);
}

static gboolean
chainer_format_load (LaminaFormat   *format,
                     LaminaSources  *sources,
                     LaminaBuilder  *builder,
                     GCancellable   *cancellable,
                     GError        **error)
{
  g_autoptr (ChainerGraph) graph = chainer_graph_new (lamina_sources_get (sources, 0), lamina_builder_get_import (builder));
  g_autoptr (GError) read_error = NULL;

  if (chainer_graph_read (graph, cancellable, &read_error))
    for (guint i = 1; i < lamina_sources_get_n (sources) && !read_error; i++)
      chainer_schedule_read (graph, lamina_sources_get (sources, i), cancellable, &read_error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  chainer_graph_link (graph);
  if (graph->functions->len > 0 || graph->variables->len > 0)
    build_runs (graph, builder);
  else if (!read_error)
    lamina_error_set (&read_error, LAMINA_ERROR_CONTENT, NULL, N_("The graph has no variables and no functions."));
  if (!read_error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&read_error));
  return FALSE;
}

LAMINA_DEFINE_FORMAT (ChainerFormat, chainer_format, .probe = chainer_format_probe, .load = chainer_format_load,
                      .claims = chainer_format_claims)
