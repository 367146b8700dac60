/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "dump-document.h"

G_BEGIN_DECLS

/*
 * Opens a trace of PyTorch's profiler with these events, a list without its brackets. @head are members before them, each with
 * a comma behind it, or "". In both a single quote stands for a double one.
 */
LaminaDocument *load_kineto (const char *head,
                             const char *events);

G_END_DECLS
