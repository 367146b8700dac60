/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-finding-private.h"

#include "lamina-gettext.h"
#include "lamina-layer-value.h"
#include "lamina-order-rows.h"

#include <math.h>

struct _LaminaFindings
{
  GPtrArray *findings;
  LaminaIdle *idle; /* NULL when that was cancelled */
};

static const struct
{
  const char *name;
  const char *title;
  const char *why;
  LaminaRuleFunc *func;
  LaminaLoad cause;
} rules[] = {
  { "conversion-pairs", N_("Back-to-back conversions"), N_("Each conversion moves all of the data once more."),
    lamina_rule_conversion_pairs },
  { "layout-transforms", N_("Layout changes between convolutions"),
    N_("A change of layout moves data and computes nothing. Between convolutions that use the same layout there is none."),
    lamina_rule_layouts },
  { "conversions", N_("Conversions of layout or dtype"), N_("They only rewrite data for others."),
    lamina_rule_conversions },
  { "dtype-islands", N_("Islands of another dtype"),
    N_("Little of the work computes in another dtype, with a conversion on the way there and one on the way back."),
    lamina_rule_islands },
  { "quantized-float-output", N_("Quantized, with float output"),
    N_("What computes on small integers writes floating point, so that the next one reads more bytes than it would of a "
       "quantized result."),
    lamina_rule_float_output },
  { "unaligned-channels", N_("Channels not aligned"),
    N_("Matrix units work on blocks of channels. Where the number of channels is no multiple of the block, the last block is "
       "padded, and the padding is computed, too."),
    lamina_rule_unaligned },
  { "tiny-kernels", N_("Many tiny kernels"), N_("Such a kernel takes no longer than its launch."), lamina_rule_tiny_kernels },
  { "idle-launch-bound", N_("Device idle: launch-bound"),
    N_("The device had nothing to do because the host had not launched more work, and the launching thread was not waiting for "
       "the device: the bottleneck is on the host."),
    lamina_rule_idle, LAMINA_LOAD_HOST },
  { "idle-sync", N_("Device idle: synchronization"),
    N_("The launching thread was still inside a call that waits for the device when the device ran out of work."),
    lamina_rule_idle, LAMINA_LOAD_SYNC },
  { "idle-launch-call", N_("Device idle: inside the launch call"),
    N_("The device had nothing to do while the host was inside the call that launches the next work."),
    lamina_rule_idle, LAMINA_LOAD_CALL },
  { "idle-launch-to-start", N_("Device idle: launch to start"),
    N_("The launch call had returned and the device had nothing else to do, but the work started later: the latency of the "
       "launch, or a dependency."),
    lamina_rule_idle, LAMINA_LOAD_START },
  { "idle-kernel-wait", N_("Device idle: kernel to kernel"),
    N_("Between kernels that were queued in time the device takes some nanoseconds each."),
    lamina_rule_idle, LAMINA_LOAD_KERNEL },
  { "idle-copy", N_("Device idle: waiting for copies"), N_("Work was queued, and the device waited for a copy."),
    lamina_rule_idle, LAMINA_LOAD_COPY },
  { "idle-communication", N_("Device idle: waiting for communication"),
    N_("Work was queued, and the device waited for communication with other devices."),
    lamina_rule_idle, LAMINA_LOAD_COMMUNICATION },
  { "idle-dependency", N_("Device idle: queued work held back"),
    N_("Work was queued in time but did not start: it depends on another stream, an event or a node of its graph, or the device "
       "takes this long to start it."),
    lamina_rule_idle, LAMINA_LOAD_DEPENDENCY },
  { "idle-unknown", N_("Device idle: cause not in the file"),
    N_("The file does not state when the work after these gaps was launched."),
    lamina_rule_idle, LAMINA_LOAD_UNKNOWN },
  { "exposed-communication", N_("Exposed communication"),
    N_("The device communicates while none of its streams computes. Part of that may be waiting for ranks that arrive later."),
    lamina_rule_exposed_communication },
  { "outside-layers", N_("Time not accounted for"),
    N_("The file states how long all of it took together. What its parts don't add up to is the time of whatever runs them: the "
       "executor, the profiler itself, or work that the file does not list."), lamina_rule_outside },
  { "cpu-fallback", N_("Work on the CPU"), N_("Most of the work runs on a device; this runs on the CPU."),
    lamina_rule_fallback },
  { "memory-peak", N_("Largest tensors at peak"), N_("The peak decides which batch and which model fit in memory."),
    lamina_rule_memory_peak },
  { "memory-site", N_("Held by one site"), N_("One place in the program decides how high the peak is."), lamina_rule_memory_site },
  { "memory-unused", N_("Reserved but not in use"),
    N_("Freed memory stays with the allocator, which can hand it out again only where a request fits into a piece of it."),
    lamina_rule_memory_unused },
  { "memory-pieces", N_("Free, but in pieces"),
    N_("A segment of fixed size stays with the allocator while anything lies in it, and a request fits into a piece of it or not "
       "at all. Segments that grow give the device back the pieces in which nothing lies."),
    lamina_rule_memory_pieces },
  { "memory-given-up", N_("Given up but still kept"),
    N_("What another stream uses is kept until that is done with it, though the program has freed it."),
    lamina_rule_memory_given_up },
  { "flop-mismatch", N_("Stated and estimated FLOP differ"),
    N_("The FLOP in the file are not those that follow from type and shapes. One of the two counts something that the other does "
       "not, or the shapes are not those that were executed; FLOP/s are off by the same factor."),
    lamina_rule_flop },
};

/* Findings */

static void
finding_free (gpointer data)
{
  LaminaFinding *self = data;

  g_free ((char *) self->what);
  g_free ((char *) self->advice);
  g_free ((guint32 *) self->layers);
  g_free ((guint32 *) self->gaps);
  g_free (self);
}

static LaminaSeverity
find_severity (LaminaFindingCost kind,
               gint64            cost,
               double            share)
{
  if (kind == LAMINA_FINDING_NO_COST || cost == LAMINA_ABSENT || isnan (share))
    return LAMINA_SEVERITY_NOTE;
  if (kind == LAMINA_FINDING_SAVING && share >= 0.05)
    return LAMINA_SEVERITY_HIGH;
  if (share >= (kind == LAMINA_FINDING_SAVING ? 0.01 : 0.1))
    return LAMINA_SEVERITY_MEDIUM;
  return LAMINA_SEVERITY_LOW;
}

LaminaFinding *
lamina_rules_add_with_cost (LaminaRules       *self,
                            LaminaFindingCost  kind,
                            GArray            *layers,
                            char              *what,
                            gint64             cost,
                            gint64             total)
{
  LaminaFinding *finding = g_new0 (LaminaFinding, 1);

  lamina_order_keep_once (layers);
  finding->rule = rules[self->rule].name;
  finding->title = _(rules[self->rule].title);
  finding->why = _(rules[self->rule].why);
  finding->what = what;
  finding->cost_kind = cost == LAMINA_ABSENT ? LAMINA_FINDING_NO_COST : kind;
  finding->cost = finding->cost_kind == LAMINA_FINDING_NO_COST ? LAMINA_ABSENT : cost;
  finding->share = finding->cost != LAMINA_ABSENT && total != LAMINA_ABSENT && total > 0
                   ? (double) cost / (double) total : (double) NAN;
  finding->severity = find_severity (finding->cost_kind, finding->cost, finding->share);
  finding->n_layers = layers->len;
  finding->layers = (guint32 *) (gpointer) g_array_free (layers, FALSE);
  g_ptr_array_add (self->findings, finding);
  return finding;
}

LaminaFinding *
lamina_rules_add (LaminaRules       *self,
                  LaminaFindingCost  kind,
                  GArray            *layers,
                  char              *what)
{
  gint64 cost;

  lamina_order_keep_once (layers);
  cost = kind == LAMINA_FINDING_NO_COST ? LAMINA_ABSENT : lamina_rules_add_costs (self, layers);
  return lamina_rules_add_with_cost (self, kind, layers, what, cost, self->total);
}

/* What matters most first; equal ones in the order of the rules. */
static int
compare_findings (gconstpointer a,
                  gconstpointer b)
{
  const LaminaFinding *x = *(const LaminaFinding *const *) a, *y = *(const LaminaFinding *const *) b;

  if (x->severity != y->severity)
    return x->severity < y->severity ? -1 : 1;
  return (x->cost < y->cost) - (x->cost > y->cost);
}

static gboolean
prepare (LaminaRules    *self,
         LaminaTimebase *timebase,
         LaminaIdle     *idle)
{
  self->layers = lamina_run_get_layers (self->run);
  self->tensors = lamina_run_get_tensors (self->run);
  self->costs = lamina_run_get_costs (self->run);
  self->timebase = timebase ? lamina_timebase_ref (timebase) : lamina_timebase_new (self->run, TRUE);
  self->idle = idle != NULL ? lamina_idle_ref (idle) : lamina_idle_new (self->run, self->timebase, FALSE, self->section,
                                                                        LAMINA_ABSENT, LAMINA_ABSENT, self->cancellable);
  if (self->work == NULL || self->idle == NULL)
    return FALSE;
  self->total = LAMINA_ABSENT;
  for (guint32 i = 0; i < self->layers->n; i++)
    if (lamina_rules_has_layer (self, i))
      self->total = lamina_number_add (self->total, lamina_column_number (self->costs, i));
  self->converts = lamina_rules_find_converts (self);
  return TRUE;
}

LaminaFindings *
lamina_findings_new (LaminaDocument *document,
                     guint           run,
                     LaminaTimebase *timebase,
                     guint           section,
                     LaminaIdle     *idle,
                     GCancellable   *cancellable)
{
  g_autoptr (LaminaFindings) self = g_new0 (LaminaFindings, 1);
  LaminaRules all = { .document = document, .section = section, .cancellable = cancellable };
  LaminaWork *own = NULL;

  g_return_val_if_fail (document != NULL && run < lamina_document_get_n_runs (document), NULL);
  self->findings = all.findings = g_ptr_array_new_with_free_func (finding_free);
  all.run = lamina_document_get_run (document, run);
  all.work = lamina_work_peek (all.run);
  if (all.work == NULL)
    all.work = own = lamina_work_new (document, run, cancellable);
  if (prepare (&all, timebase, idle))
    for (all.rule = 0; all.rule < G_N_ELEMENTS (rules) && !g_cancellable_is_cancelled (cancellable); all.rule++)
      {
        all.cause = rules[all.rule].cause;
        rules[all.rule].func (&all);
      }
  g_clear_pointer (&all.timebase, lamina_timebase_unref);
  g_clear_pointer (&own, lamina_work_free);
  self->idle = all.idle;
  g_clear_pointer (&all.converts, g_free);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  /* g_ptr_array_sort() keeps equal ones in their order: it merges. */
  g_ptr_array_sort (self->findings, compare_findings);
  return g_steal_pointer (&self);
}

void
lamina_findings_free (LaminaFindings *self)
{
  g_return_if_fail (self != NULL);
  g_ptr_array_unref (self->findings);
  g_clear_pointer (&self->idle, lamina_idle_unref);
  g_free (self);
}

guint
lamina_findings_get_n (LaminaFindings *self)
{
  return self->findings->len;
}

const LaminaFinding *
lamina_findings_get (LaminaFindings *self,
                     guint           i)
{
  g_return_val_if_fail (i < self->findings->len, NULL);
  return g_ptr_array_index (self->findings, i);
}

/* Words */

LaminaIdle *
lamina_findings_get_idle (LaminaFindings *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->idle;
}

char *
lamina_finding_dup_cost (const LaminaFinding *finding)
{
  g_autofree char *cost = lamina_figure_dup (finding->cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *share = NULL;
  g_autofree char *both = NULL;

  if (finding->cost == LAMINA_ABSENT)
    return g_strdup ("");
  share = lamina_layer_dup_share (finding->share);
  both = isnan (finding->share) ? g_strdup (cost) : g_strdup_printf ("%s (%s)", cost, share);
  /* Translators: what a finding costs: a time, mostly with a share in brackets */
  return finding->cost_kind == LAMINA_FINDING_SAVING ? g_strdup_printf (_("up to %s"), both)
                                                     : g_strdup_printf (_("affects %s"), both);
}

const char *
lamina_severity_get_name (LaminaSeverity severity)
{
  static const char *const names[] = { "high", "medium", "low", "note" };

  return names[MIN (severity, LAMINA_SEVERITY_NOTE)];
}

const char *
lamina_severity_get_title (LaminaSeverity severity)
{
  switch (severity)
    {
    case LAMINA_SEVERITY_HIGH:
      return C_("severity of a finding", "High");
    case LAMINA_SEVERITY_MEDIUM:
      return C_("severity of a finding", "Medium");
    case LAMINA_SEVERITY_LOW:
      return C_("severity of a finding", "Low");
    case LAMINA_SEVERITY_NOTE:
    default:
      return C_("severity of a finding", "Note");
    }
}

guint
lamina_findings_get_n_rules (void)
{
  return G_N_ELEMENTS (rules);
}

const char *
lamina_findings_get_rule (guint i)
{
  g_return_val_if_fail (i < G_N_ELEMENTS (rules), NULL);

  return rules[i].name;
}
