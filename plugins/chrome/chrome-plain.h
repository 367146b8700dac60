/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/*
 * What a trace of no known tool means, in the place of a dialect: each slice of a thread is a layer of its own, of the
 * type that its category tells, inside the layer around it. So the tables, searches and comparisons work for it as
 * well. FALSE when it was cancelled.
 */
gboolean chrome_plain_mean (ChromeTrace *trace);

G_END_DECLS
