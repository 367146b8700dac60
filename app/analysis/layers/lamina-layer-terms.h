/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * What may be written into the filter of the table of layers: words that all have to occur, and terms of a key and a value.
 *
 *   conv 64x*                      words, patterns of shapes
 *   type:conv device:gpu0          texts that contain the value: type, name, device, section, annotation, phase, dtype
 *   type=conv out=2x64             texts and shapes that are the value and nothing more
 *   shape:*x56x56                  a shape among inputs and outputs: shape, in, out
 *   dur>100us dur:10us..2ms        numbers: dur, wait, flop, bytes, calls, with > >= < <= = or a range
 *   -type:const name:"a b"         what must not be; values with blanks
 *   @stride_h:2 @group>1 @tactic   attributes and the tool's own numbers by their names, in any case of letters: a text
 *   @"pad mode"=same               that contains or is the value, a number that is it or lies in a range; alone: has any
 *
 * Everything else is a word, whatever signs it holds: `aten::conv2d` is one. Case does not count.
 */

/* What a term is about. */
typedef enum
{
  LAMINA_TERM_TYPE,
  LAMINA_TERM_NAME,
  LAMINA_TERM_DEVICE,
  LAMINA_TERM_SECTION,
  LAMINA_TERM_ANNOTATION,
  LAMINA_TERM_PHASE,
  LAMINA_TERM_DTYPE,
  LAMINA_TERM_SHAPE,
  LAMINA_TERM_IN,
  LAMINA_TERM_OUT,
  LAMINA_TERM_DURATION,
  LAMINA_TERM_WAIT,
  LAMINA_TERM_FLOP,
  LAMINA_TERM_BYTES,
  LAMINA_TERM_CALLS,
  LAMINA_TERM_ATTRIBUTE,
  LAMINA_N_TERM_KEYS,
} LaminaTermKey;

/* Why a term is not understood. It is left out of the filter then. */
typedef enum
{
  LAMINA_TERM_FINE,         /* none */
  LAMINA_TERM_NO_VALUE,     /* nothing stands behind the key */
  LAMINA_TERM_BAD_DURATION, /* no time with its unit */
  LAMINA_TERM_BAD_NUMBER,   /* no number */
  LAMINA_TERM_BAD_SIGN,     /* a text was compared as if it were a number */
  LAMINA_TERM_EMPTY_RANGE,  /* its end is below its beginning */
} LaminaTermProblem;

/* A term of a filter. */
typedef struct
{
  LaminaTermKey key;         /* what it is about */
  gboolean negated;          /* whether it must not hold */
  gboolean exact;            /* whether a text or shape must be the value, not only contain it */
  char *name;                /* the attribute or metric that it is about, in small letters, or NULL */
  char *value;               /* in small letters; of texts, shapes and attributes, or NULL */
  gint64 least;              /* smallest number that fits, in nanoseconds, operations, bytes or calls */
  gint64 most;               /* largest number that fits */
  gboolean bounded;          /* of attributes: whether the value is a number or a range of numbers */
  double least_real;         /* smallest number that fits then */
  double most_real;          /* largest number that fits then */
  gboolean is_time; /* whether they are nanoseconds, since a unit of time was written; else they are in the unit of the attribute */
  LaminaTermProblem problem; /* why it is not understood */
  char *token;               /* as it was written, in small letters */
} LaminaTerm;

/* What a filter says. */
typedef struct
{
  GPtrArray *words; /* words, in small letters */
  GPtrArray *terms; /* terms */
} LaminaLayerTerms;

/* What it says. */
LAMINA_AVAILABLE
LaminaLayerTerms *lamina_layer_terms_parse (const char *text);

LAMINA_AVAILABLE
void lamina_layer_terms_free (LaminaLayerTerms *self);

/* The first term that is not understood, or NULL. */
LAMINA_AVAILABLE
const LaminaTerm *lamina_layer_terms_get_problem (LaminaLayerTerms *self);

/* How it is written: `dur`; `@` for attributes. @key: what a term is about. */
LAMINA_AVAILABLE
const char *lamina_term_key_get_name (LaminaTermKey key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaLayerTerms, lamina_layer_terms_free)

G_END_DECLS
