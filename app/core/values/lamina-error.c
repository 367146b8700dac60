/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-error.h"

G_DEFINE_QUARK (lamina-error-quark, lamina_error)
