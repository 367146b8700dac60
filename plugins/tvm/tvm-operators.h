/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The names of TVM's functions: a module, the operators that were fused, and a counter. */

/*
 * The type of `vm_mod_fused_nn_conv2d_add_3` for people: `conv2d + add`. As soon as one of the operators is none that is
 * known, all of them stay as the file has them: `nn_conv2d_mystery`.
 */
char *tvm_function_dup_type (const char *function);

G_END_DECLS
