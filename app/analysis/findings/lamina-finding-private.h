/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-finding.h"

G_BEGIN_DECLS

/*
 * What a layer does to its data when it does nothing else: it changes the layout, the element type or both. A change
 * that takes no time, such as a view, is none.
 */
typedef enum
{
  LAMINA_CONVERT_NONE,
  LAMINA_CONVERT_LAYOUT,
  LAMINA_CONVERT_DTYPE,
} LaminaConvert;

/*
 * What all rules look at.
 *
 * costs     (nullable): of each layer
 * total     what they add up to in the section that is looked at, or LAMINA_ABSENT
 * converts  LaminaConvert of each layer
 * rule      the index of the rule that is applied
 * cause     of a rule about gaps, the cause that it looks for
 */
typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  guint section;
  GCancellable *cancellable;
  LaminaWork *work;
  LaminaIdle *idle;
  const LaminaLayers *layers;
  const LaminaTensors *tensors;
  const gint64 *costs;
  gint64 total;
  guint8 *converts;
  guint rule;
  LaminaLoad cause;
  GPtrArray *findings;
} LaminaRules;

/* Each applies one rule. */
typedef void LaminaRuleFunc (LaminaRules *self);

LaminaRuleFunc lamina_rule_conversion_pairs, lamina_rule_layouts, lamina_rule_conversions, lamina_rule_islands,
               lamina_rule_float_output, lamina_rule_unaligned, lamina_rule_tiny_kernels, lamina_rule_idle,
               lamina_rule_exposed_communication, lamina_rule_fallback, lamina_rule_memory_peak, lamina_rule_memory_unused,
               lamina_rule_memory_given_up, lamina_rule_memory_pieces, lamina_rule_memory_site, lamina_rule_flop,
               lamina_rule_outside;

/* A new array of layers, to be freed by g_array_unref(). */
GArray  *lamina_rules_new_layers            (void);

/* Whether a layer is looked at: it belongs to the section, and ran. */
gboolean lamina_rules_has_layer             (LaminaRules       *self,
                                             guint32            layer);

/* The sum of the costs of layers, or LAMINA_ABSENT. */
gint64   lamina_rules_add_costs             (LaminaRules       *self,
                                             const GArray      *layers);

/* Adds a finding about layers, which are sorted here, each once; its cost is theirs. Takes both arguments over. Returns the
 * finding, for advice that follows from the run. */
LaminaFinding *lamina_rules_add             (LaminaRules       *self,
                                             LaminaFindingCost  kind,
                                             GArray            *layers,
                                             char              *what);

/* The same with another cost than that of the layers, out of another total. */
LaminaFinding *lamina_rules_add_with_cost   (LaminaRules       *self,
                                             LaminaFindingCost  kind,
                                             GArray            *layers,
                                             char              *what,
                                             gint64             cost,
                                             gint64             total);

/* The first tensor among the inputs or outputs of a layer that is data, LAMINA_NONE without one. */
guint32  lamina_rules_get_input             (LaminaRules       *self,
                                             guint32            layer);
guint32  lamina_rules_get_output            (LaminaRules       *self,
                                             guint32            layer);

/* The layer that makes the data of a layer, LAMINA_NONE when the file does not say. */
guint32  lamina_rules_get_producer          (LaminaRules       *self,
                                             guint32            layer);

/* The layers that read what a layer makes. */
const guint32 *lamina_rules_get_consumers   (LaminaRules       *self,
                                             guint32            layer,
                                             guint             *n);

/* The element type of the data of a layer, a string of the run; 0 when it is not known. */
guint32  lamina_rules_get_dtype             (LaminaRules       *self,
                                             guint32            tensor);

/*
 * Whether a word for an element type means whole numbers of eight bits or less, as quantized networks have, or numbers with
 * a fraction.
 */
gboolean lamina_rules_is_quantized          (LaminaRules       *self,
                                             guint32            dtype);
gboolean lamina_rules_is_float              (LaminaRules       *self,
                                             guint32            dtype);

/* Whether a layer is a convolution or a matrix product. */
gboolean lamina_rules_is_product            (LaminaRules       *self,
                                             guint32            layer);

/* What a layer does to its data when it does nothing else. */
guint8  *lamina_rules_find_converts         (LaminaRules       *self);

G_END_DECLS
