/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Everything that a format plugin needs, in the order in which it is worth reading. */

#include "lamina-types.h"
#include "lamina-error.h"
#include "lamina-value.h"
#include "lamina-decimal.h"
#include "lamina-limits.h"
#include "lamina-source.h"
#include "lamina-sources.h"
#include "lamina-import-report.h"
#include "lamina-import.h"
#include "lamina-json-reader.h"
#include "lamina-builder.h"
#include "lamina-details.h"
#include "lamina-format.h"
#include "lamina-family.h"
#include "lamina-figure.h"
#include "lamina-track.h"
#include "lamina-run.h"
#include "lamina-timebase.h"
#include "lamina-document.h"
#include "lamina-engine.h"
#include "lamina-loader.h"
#include "lamina-row-list.h"
