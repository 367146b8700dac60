/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-idle.h"
#include "lamina-work.h"

G_BEGIN_DECLS

/*
 * What an engineer would want to look at first. Each finding is one rule that holds somewhere in a run: what was found,
 * why it matters, which layers it concerns and what it costs. Pure functions over columns; any thread.
 *
 * Rules look at different sides of the same layers, so that findings may overlap: their costs are not to be added up.
 */

/**
 * LaminaFindingCost:
 * @LAMINA_FINDING_SAVING: what would be saved at most if it were gone
 * @LAMINA_FINDING_SPENT: what the layers concerned take; how much of it could be saved is not known
 * @LAMINA_FINDING_NO_COST: it costs no time, or nobody knows how much
 *
 * What the cost of a finding means.
 */
typedef enum
{
  LAMINA_FINDING_SAVING,
  LAMINA_FINDING_SPENT,
  LAMINA_FINDING_NO_COST,
} LaminaFindingCost;

/**
 * LaminaSeverity:
 * @LAMINA_SEVERITY_HIGH: it can save a twentieth of the time or more
 * @LAMINA_SEVERITY_MEDIUM: a hundredth or more; or it concerns a tenth of the time or more
 * @LAMINA_SEVERITY_LOW: less
 * @LAMINA_SEVERITY_NOTE: it costs no time, or nobody knows how much
 *
 * How much a finding matters.
 */
typedef enum
{
  LAMINA_SEVERITY_HIGH,
  LAMINA_SEVERITY_MEDIUM,
  LAMINA_SEVERITY_LOW,
  LAMINA_SEVERITY_NOTE,
} LaminaSeverity;

/**
 * LaminaFinding:
 * @rule: the name of the rule, for programs: `conversion-pairs`
 * @title: what to call it, in the language of the user
 * @what: what was found, one sentence
 * @why: why it matters, one or two sentences
 * @severity: how much it matters
 * @cost_kind: what @cost means
 * @cost: nanoseconds: the sum of the costs of @layers; of idle devices the length of the gaps. %LAMINA_ABSENT when it is
 *   not known
 * @share: the part of the cost of the run, or of the time of the device, that @cost is; NaN when it is not known
 * @n_layers: how many layers it concerns
 * @layers: (array length=n_layers): they, in the order of the file
 * @n_gaps: how many gaps of devices it concerns
 * @gaps: (array length=n_gaps) (nullable): they: their numbers among those of all devices of #LaminaIdle, in the order of
 *   time
 *
 * Something that an engineer would want to look at. Owned by its list.
 */
typedef struct
{
  const char *rule;
  const char *title;
  const char *what;
  const char *why;
  LaminaSeverity severity;
  LaminaFindingCost cost_kind;
  gint64 cost;
  double share;
  guint n_layers;
  const guint32 *layers;
  guint n_gaps;
  const guint32 *gaps;
} LaminaFinding;

/**
 * LaminaFindings:
 *
 * The findings of a run, those that matter most first. Immutable; reference-counted; read from any thread.
 */
typedef struct _LaminaFindings LaminaFindings;

/**
 * lamina_findings_new:
 * @document: a document, which must outlive the findings
 * @run: index of a run
 * @timebase: (nullable): the offsets in force, or %NULL for those that the document suggests
 * @section: a section, to look at its layers alone, or %LAMINA_NONE
 * @cancellable: (nullable): stops it
 *
 * Applies all rules. Takes up to seconds for millions of layers: use a thread.
 *
 * Returns: (transfer full): the findings, or %NULL when cancelled
 */
LAMINA_AVAILABLE
LaminaFindings *lamina_findings_new (LaminaDocument *document,
                                     guint           run,
                                     LaminaTimebase *timebase,
                                     guint           section,
                                     GCancellable   *cancellable);

LAMINA_AVAILABLE
void lamina_findings_unref (LaminaFindings *self);

LAMINA_AVAILABLE
guint lamina_findings_get_n (LaminaFindings *self);

/**
 * lamina_findings_get: (skip)
 * @self: findings
 * @i: which one
 *
 * Returns: (transfer none): a finding
 */
LAMINA_AVAILABLE
const LaminaFinding *lamina_findings_get (LaminaFindings *self,
                                          guint           i);

/**
 * lamina_finding_dup_cost:
 * @finding: a finding
 *
 * Returns: (transfer full): what it costs, for people: `up to 1.31 ms (4.0 %)`, `concerns 22.9 ms (69.8 %)`; the empty
 *   string when it is not known
 */
LAMINA_AVAILABLE
char *lamina_finding_dup_cost (const LaminaFinding *finding);

/**
 * lamina_severity_get_name:
 * @severity: a severity
 *
 * Returns: `high`, `medium`, `low`, `note`
 */
LAMINA_AVAILABLE
const char *lamina_severity_get_name (LaminaSeverity severity);

/**
 * lamina_severity_get_title:
 * @severity: a severity
 *
 * Returns: what to call it, in the language of the user
 */
LAMINA_AVAILABLE
const char *lamina_severity_get_title (LaminaSeverity severity);

/**
 * lamina_findings_get_n_rules:
 *
 * Returns: how many rules there are
 */
LAMINA_AVAILABLE
guint lamina_findings_get_n_rules (void);

/**
 * lamina_findings_get_rule:
 * @i: a rule
 * @title: (out) (optional): takes what to call it
 * @why: (out) (optional): takes why it matters
 *
 * Returns: its name for programs
 */
LAMINA_AVAILABLE
const char *lamina_findings_get_rule (guint        i,
                                      const char **title,
                                      const char **why);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaFindings, lamina_findings_unref)

G_END_DECLS
