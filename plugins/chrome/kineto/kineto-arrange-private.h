/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/*
 * What tracks and layers call a device: its label, with its pid where several have the same, else `GPU 0`, or `HPU 0` where
 * the file calls the process so.
 */
char    *kineto_dup_device_name  (ChromeTrace         *trace,
                                  const ChromeProcess *process);

/*
 * Whether two files are ranks of one job, or one is a snapshot of the memory of the other; which rank a file is and when it was
 * recorded, and what to call one of them.
 */
LaminaClaim kineto_claims        (const LaminaHead *opened,
                                  const LaminaHead *sibling);
char    *kineto_dup_part         (const LaminaHead *file,
                                  gint64           *time);
char    *kineto_dup_rank_title   (ChromeTrace *trace);

void     kineto_arrange          (ChromeTrace *trace);

void     kineto_add_properties   (ChromeTrace *trace);

G_END_DECLS
