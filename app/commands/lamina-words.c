/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-words.h"

const char *const lamina_words_estimates[] = { "duration", "flop", "bytes", "shape", "dtype", "layout", "lifetimes",
                                             "producer", NULL };

const char *const lamina_words_units[] = {
  [LAMINA_AXIS_NANOSECONDS] = "ns",
  [LAMINA_AXIS_STEPS] = "step",
  [LAMINA_AXIS_NODES] = "node",
  [LAMINA_AXIS_BYTES] = "byte",
  [LAMINA_AXIS_EVENTS] = "event",
};

const char *const lamina_words_timings[] = {
  [LAMINA_TIMING_MEASURED] = "measured",
  [LAMINA_TIMING_END_TO_END] = "end-to-end",
  [LAMINA_TIMING_ORDER] = "order",
};

const char *const lamina_words_costs[] = {
  [LAMINA_COST_DEVICE] = "device",
  [LAMINA_COST_SELF] = "self",
  [LAMINA_COST_DURATION] = "duration",
};

const char *const lamina_words_clock_bases[] = {
  [LAMINA_CLOCK_FILE] = "file",
  [LAMINA_CLOCK_CAUSALITY] = "causality",
  [LAMINA_CLOCK_USER] = "user",
  [LAMINA_CLOCK_UNKNOWN] = NULL,
};

const char *const lamina_words_lifetimes[] = {
  [LAMINA_LIFETIME_VALUE] = "value",
  [LAMINA_LIFETIME_GRADIENT] = "gradient",
};
