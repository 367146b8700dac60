/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

/* The document of a file, with the work of its layers. */
LaminaDocument *open_file (const char *path);
