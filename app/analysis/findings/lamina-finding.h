/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-idle.h"
#include "lamina-work.h"

G_BEGIN_DECLS

/*
 * What an engineer would want to look at first. Each finding is one rule that holds somewhere in a run: what was found,
 * why it matters, which layers it concerns and what it costs. Advice is given only where the run shows that it would help. Pure
 * functions over columns; any thread.
 *
 * Rules look at different sides of the same layers, so that findings may overlap: their costs are not to be added up.
 */

/* What the cost of a finding means. */
typedef enum
{
  LAMINA_FINDING_SAVING,  /* what would be saved at most if it were gone */
  LAMINA_FINDING_SPENT,   /* what the layers concerned take; how much of it could be saved is not known */
  LAMINA_FINDING_NO_COST, /* it costs no time, or nobody knows how much */
} LaminaFindingCost;

/* How much a finding matters. */
typedef enum
{
  LAMINA_SEVERITY_HIGH,   /* it can save a twentieth of the time or more */
  LAMINA_SEVERITY_MEDIUM, /* a hundredth or more; or it concerns a tenth of the time or more */
  LAMINA_SEVERITY_LOW,    /* less */
  LAMINA_SEVERITY_NOTE,   /* it costs no time, or nobody knows how much */
} LaminaSeverity;

/* Something that an engineer would want to look at. Owned by its list. */
typedef struct
{
  const char *rule;            /* the name of the rule, for programs: `conversion-pairs` */
  const char *title;           /* what to call it, in the language of the user */
  const char *what;            /* what was found, one sentence */
  const char *why;             /* why it matters, one or two sentences */
  const char *advice;          /* what to do about it, one sentence; NULL where nothing follows from this run */
  LaminaSeverity severity;     /* how much it matters */
  LaminaFindingCost cost_kind; /* what @cost means */
  /* nanoseconds: the sum of the costs of @layers; of idle devices the length of the gaps. LAMINA_ABSENT when it is not known */
  gint64 cost;
  double share; /* the part of the cost of the run, or of the time of the device, that @cost is; NaN when it is not known */
  guint n_layers;              /* how many layers it concerns */
  const guint32 *layers;       /* they, in the order of the file */
  guint n_gaps;                /* how many gaps of devices it concerns */
  const guint32 *gaps;         /* they: their numbers in lamina_findings_get_idle(), in the order of time, or NULL */
} LaminaFinding;

/* The findings of a run, those that matter most first. Immutable; read from any thread. */
typedef struct _LaminaFindings LaminaFindings;

/* Applies all rules. Takes up to seconds for millions of layers: use a thread. Returns the findings, or NULL when cancelled.
 * @document: a document, which must outlive the findings; @timebase: the offsets in force, or NULL for those that the document
 * suggests; @section: a section, to look at its layers alone, or LAMINA_NONE; @idle: what lamina_idle_new() says of the same, or
 * NULL to have it found. */
LAMINA_AVAILABLE
LaminaFindings *lamina_findings_new (LaminaDocument *document,
                                     guint           run,
                                     LaminaTimebase *timebase,
                                     guint           section,
                                     LaminaIdle     *idle,
                                     GCancellable   *cancellable);

LAMINA_AVAILABLE
void lamina_findings_free (LaminaFindings *self);

LAMINA_AVAILABLE
guint lamina_findings_get_n (LaminaFindings *self);

LAMINA_AVAILABLE
const LaminaFinding *lamina_findings_get (LaminaFindings *self,
                                          guint           i);

/* What the numbers of gaps count in: the gaps of the section that was looked at. */
LAMINA_AVAILABLE
LaminaIdle *lamina_findings_get_idle (LaminaFindings *self);

/* What it costs, for people: `up to 1.31 ms (4.0 %)`, `concerns 22.9 ms (69.8 %)`; the empty string when it is not known. */
LAMINA_AVAILABLE
char *lamina_finding_dup_cost (const LaminaFinding *finding);

/* `high`, `medium`, `low`, `note`. */
LAMINA_AVAILABLE
const char *lamina_severity_get_name (LaminaSeverity severity);

/* What to call it, in the language of the user. */
LAMINA_AVAILABLE
const char *lamina_severity_get_title (LaminaSeverity severity);

/* How many rules there are. */
guint lamina_findings_get_n_rules (void);

/* Its name for programs. */
const char *lamina_findings_get_rule (guint i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaFindings, lamina_findings_free)

G_END_DECLS
