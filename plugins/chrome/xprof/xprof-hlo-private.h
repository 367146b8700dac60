/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * An operation of XLA as its compiler prints it, the `long_name` of an event:
 *
 *   %fusion.3 = (bf16[8,128]{1,0:T(8,128)(2,1)}, f32[]) fusion(bf16[8,128]{1,0} %add.1, f32[128]{0} %p.2), kind=kLoop
 *
 * Newer versions leave out the shapes of the operands, older ones the percent signs.
 */

/* Texts live in the text of the operation; layout and name may be empty. has_shape is FALSE for a name alone. */
typedef struct
{
  const char *name;
  gsize name_length;
  const char *dtype;
  gsize dtype_length;
  const char *layout;
  gsize layout_length;
  LaminaShape shape;
  gboolean has_shape;
} XprofOperand;

typedef struct
{
  const char *opcode;
  gsize opcode_length;
  GArray *outputs; /* XprofOperand, without names */
  GArray *inputs;  /* XprofOperand */
} XprofHlo;

void     xprof_hlo_init  (XprofHlo   *self);
void     xprof_hlo_clear (XprofHlo   *self);

/* FALSE when the text is no such operation; what was understood before is kept. */
gboolean xprof_hlo_parse (XprofHlo   *self,
                          const char *text);

G_END_DECLS
