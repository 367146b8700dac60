/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chainer-format.h"
#include "chainer-plan.h"

#include <string.h>

/* The computational graphs that pfnet-research/recompute dumps of Chainer, and schedules for them. */
struct _ChainerFormat
{
  GObject parent_instance;
};

static void chainer_format_iface_init (LaminaFormatInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ChainerFormat, chainer_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, chainer_format_iface_init))

static int
chainer_format_probe (LaminaFormat     *format,
                      const LaminaHead *head)
{
  return chainer_probe (head);
}

static LaminaClaim
chainer_format_claims (LaminaFormat     *format,
                       const LaminaHead *opened,
                       const LaminaHead *sibling)
{
  return chainer_is_schedule (sibling) ? LAMINA_CLAIM_PART : LAMINA_CLAIM_NONE;
}

static void
add_number (LaminaBuilder *builder,
            const char    *key,
            gint64         number,
            LaminaUnit     unit)
{
  const LaminaValue value = LAMINA_VALUE_INIT_INTEGER (number, unit);

  lamina_builder_add_property (builder, lamina_builder_own_word (builder, N_("Graph")), lamina_builder_own_word (builder, key),
                               &value);
}

static void
add_properties (ChainerGraph  *graph,
                LaminaBuilder *builder)
{
  gint64 sums[LAMINA_ROLE_OUTPUT + 1] = { 0 };

  for (guint32 i = 0; i < graph->variables->len; i++)
    {
      const ChainerVariable *variable = chainer_graph_get_variable (graph, i);

      sums[variable->role] = lamina_number_add (sums[variable->role], variable->bytes);
    }
  add_number (builder, N_("Variables"), graph->variables->len, LAMINA_UNIT_NONE);
  add_number (builder, N_("Functions"), graph->functions->len, LAMINA_UNIT_NONE);
  add_number (builder, N_("Parameters"), sums[LAMINA_ROLE_PARAMETER], LAMINA_UNIT_BYTES);
  add_number (builder, N_("Inputs"), sums[LAMINA_ROLE_INPUT], LAMINA_UNIT_BYTES);
  add_number (builder, N_("Activations"), sums[LAMINA_ROLE_ACTIVATION], LAMINA_UNIT_BYTES);
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

static void
chainer_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = chainer_format_probe;
  iface->load = chainer_format_load;
  iface->claims = chainer_format_claims;
}

static void
chainer_format_class_init (ChainerFormatClass *klass)
{
}

static void
chainer_format_init (ChainerFormat *self)
{
}

LAMINA_FORMAT_MODULE (chainer_format_get_type)
