/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "fixture.h"
#include "lamina-comparison.h"

/* Two runs side by side. */

#define NUMBER "%" G_GINT64_FORMAT

typedef struct
{
  Fixture a;
  Fixture b;
  LaminaComparison *comparison;
} Two;

void two_setup (Two           *self,
                gconstpointer  data);

void two_teardown (Two           *self,
                   gconstpointer  data);

void two_add_rows (Fixture   *side,
                   const Row *rows,
                   guint      n);

/* Of what is added so far; nothing can be added after the first time. */
void two_compare (Two     *self,
                  guint32  section_a,
                  guint32  section_b);

/* A line for each pair: `state basis A | B delta`. */
void two_assert_pairs (Two        *self,
                       const char *expected);

/* What must hold of any comparison: nothing is lost or counted twice. */
void two_check (Two *self);

#define TWO_ADD(path, function) g_test_add (path, Two, NULL, two_setup, function, two_teardown)
