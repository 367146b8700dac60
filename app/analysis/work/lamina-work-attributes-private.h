/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-work-operators-private.h"
#include "lamina-work-signature-private.h"

G_BEGIN_DECLS

#define LAMINA_WORK_MAX_SPATIAL 3
#define LAMINA_WORK_MAX_AXES 8

/* What the arguments say of the axes along which something is reduced or looked up. */
typedef enum
{
  LAMINA_WORK_AXES_UNKNOWN,
  LAMINA_WORK_AXES_ALL,
  LAMINA_WORK_AXES_LISTED,
} LaminaWorkAxesKnown;

/* The gradients that a convolution can hand back. */
typedef enum
{
  LAMINA_WORK_GRADIENT_KNOWN = 1 << 0,
  LAMINA_WORK_GRADIENT_OF_DATA = 1 << 1,
  LAMINA_WORK_GRADIENT_OF_WEIGHTS = 1 << 2,
  LAMINA_WORK_GRADIENT_OF_BIAS = 1 << 3,
} LaminaWorkGradients;

/* What attributes say. A length of 0 is not known. */
typedef struct
{
  guint n;
  gint64 kernel[LAMINA_WORK_MAX_SPATIAL];
  gint64 stride[LAMINA_WORK_MAX_SPATIAL];
  gint64 padding[LAMINA_WORK_MAX_SPATIAL];
  gint64 dilation[LAMINA_WORK_MAX_SPATIAL];
  gboolean transposed;
  LaminaWorkWay way;   /* of a change of size; LAMINA_WORK_PLAIN is not known. kernel is the size of its result */
  guint n_lists;       /* how many inputs are lists of tensors */
  LaminaWorkAxesKnown axes_known;
  guint n_axes;
  gint32 axes[LAMINA_WORK_MAX_AXES]; /* below 0 they count from the last dimension */
  gboolean adds;       /* what is written is added to what stands there */
  gboolean keeps_axes; /* what was reduced stays as a dimension of length 1 */
  gint32 rows;         /* of a table, 0 is not known */
  guint8 gradients;    /* which of a convolution are asked for: LaminaWorkGradients; 0 is not known */
  char equation[64];
  LaminaWorkAttention attention;
} LaminaWorkAttributes;

/* Reads what the file says about the window and the equation of a layer. FALSE when it says nothing. */
gboolean lamina_work_attributes_read    (LaminaDocument          *document,
                                         guint                    run,
                                         guint                    layer,
                                         LaminaWorkAttributes    *attributes);

G_END_DECLS
