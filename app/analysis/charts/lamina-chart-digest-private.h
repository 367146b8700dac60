/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"

G_BEGIN_DECLS

/* What a picture asks of all rows of a chart at once: made when the rows are there, so that it is quickly answered however many
 * there are. */
typedef struct _LaminaChartDigest LaminaChartDigest;

LaminaChartDigest *lamina_chart_digest_new  (LaminaChartData *data);

void               lamina_chart_digest_free (LaminaChartDigest *self);

/* Takes the digest of the data; and gives it, NULL where it was not taken. */
void                     lamina_chart_data_take_digest (LaminaChartData   *self,
                                                        LaminaChartDigest *digest);
const LaminaChartDigest *lamina_chart_data_get_digest  (LaminaChartData *self);

G_END_DECLS
