/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

/* Holds a document to what must be true of every one, whatever it was read from; looks at the details of its first rows. */
void check_document (LaminaDocument *document);
