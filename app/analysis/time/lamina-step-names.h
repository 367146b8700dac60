/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* What the name of a slice may be in the titles of sections. */
typedef enum
{
  LAMINA_STEP_NAME_NONE,
  LAMINA_STEP_NAME_WHOLE,    /* `ProfilerStep#3` */
  LAMINA_STEP_NAME_NUMBER,   /* `7`, of the section `Step 7` */
  LAMINA_STEP_NAME_NUMBERED, /* `model_run`, of the sections `model_run 1`, … */
} LaminaStepName;

/* The titles of the sections of a run, which must outlive them, and their index from 1 on. */
GHashTable     *lamina_step_titles_new  (LaminaRun  *run);

/* The index from 1 on of the section that is called so, with something before it; 0 when there is none. */
guint           lamina_step_titles_find (GHashTable *titles,
                                         const char *before,
                                         const char *name);

LaminaStepName  lamina_step_name_judge  (GHashTable *titles,
                                         const char *name);

G_END_DECLS
