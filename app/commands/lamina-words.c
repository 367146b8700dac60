/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-words.h"

const char *const lamina_words_estimates[] = { "duration", "flop", "bytes", "shape", "dtype", "layout", "lifetimes",
                                             NULL };

const char *
lamina_words_unit (LaminaAxisUnit unit)
{
  static const char *const words[] = {
    [LAMINA_AXIS_NANOSECONDS] = "ns",
    [LAMINA_AXIS_STEPS] = "step",
    [LAMINA_AXIS_NODES] = "node",
    [LAMINA_AXIS_BYTES] = "byte",
  };

  return words[unit];
}

const char *
lamina_words_timing (LaminaTiming timing)
{
  static const char *const words[] = {
    [LAMINA_TIMING_MEASURED] = "measured",
    [LAMINA_TIMING_END_TO_END] = "end-to-end",
    [LAMINA_TIMING_ORDER] = "order",
  };

  return words[timing];
}

const char *
lamina_words_cost (LaminaCost cost)
{
  static const char *const words[] = {
    [LAMINA_COST_DEVICE] = "device",
    [LAMINA_COST_SELF] = "self",
    [LAMINA_COST_DURATION] = "duration",
  };

  return words[cost];
}

const char *
lamina_words_clock_basis (LaminaClockBasis basis)
{
  static const char *const words[] = {
    [LAMINA_CLOCK_FILE] = "file",
    [LAMINA_CLOCK_CAUSALITY] = "causality",
    [LAMINA_CLOCK_USER] = "user",
    [LAMINA_CLOCK_UNKNOWN] = NULL,
  };

  return words[basis];
}

const char *
lamina_words_role (LaminaRole role)
{
  static const char *const words[] = {
    [LAMINA_ROLE_UNKNOWN] = NULL,
    [LAMINA_ROLE_INPUT] = "input",
    [LAMINA_ROLE_PARAMETER] = "parameter",
    [LAMINA_ROLE_ACTIVATION] = "activation",
    [LAMINA_ROLE_WORKSPACE] = "workspace",
    [LAMINA_ROLE_OUTPUT] = "output",
  };

  return words[role];
}

const char *
lamina_words_lifetime (LaminaLifetimeKind kind)
{
  static const char *const words[] = {
    [LAMINA_LIFETIME_VALUE] = "value",
    [LAMINA_LIFETIME_GRADIENT] = "gradient",
  };

  return words[kind];
}
