/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

#include <math.h>

/*
 * Some files do not repeat a run, but say in words how much its repetitions varied: TVM the mean and the deviation of an
 * inference, TensorRT the least, the mean and the most. What is measured of the layers varies in proportion.
 */

/* How many deviations lie between the least and the most of some dozen samples; of more of them it is more. */
#define DEVIATIONS_PER_RANGE 4

static double
get_time (LaminaDocument *document,
          const char     *group,
          const char     *key)
{
  for (guint i = 0; i < lamina_document_get_n_properties (document); i++)
    {
      const LaminaProperty *property = lamina_document_get_property (document, i);

      if (g_strcmp0 (property->group, group) == 0 && g_strcmp0 (property->key, key) == 0
          && property->value.type == LAMINA_VALUE_INTEGER && property->value.unit == LAMINA_UNIT_NANOSECONDS)
        return (double) property->value.integer;
    }
  return NAN;
}

/* The deviation of one repetition, in parts of the mean; NaN where nothing says so. */
static double
get_relative_deviation (LaminaDocument *document,
                        LaminaRun      *run)
{
  static const char *const summary = "Performance summary";
  double mean = get_time (document, lamina_run_get_title (run), "Mean");
  double deviation = get_time (document, lamina_run_get_title (run), "Standard deviation");

  if (isnan (mean) || isnan (deviation))
    {
      mean = get_time (document, summary, "GPU Compute Time, mean");
      deviation = (get_time (document, summary, "GPU Compute Time, maximum")
                   - get_time (document, summary, "GPU Compute Time, minimum")) / DEVIATIONS_PER_RANGE;
    }
  return mean > 0 && deviation >= 0 ? deviation / mean : (double) NAN;
}

double
lamina_comparison_get_stated_variance (LaminaDocument *document,
                                       LaminaRun      *run,
                                       double          total)
{
  double deviation = get_relative_deviation (document, run) * total;

  return deviation * deviation;
}
