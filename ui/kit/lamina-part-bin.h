/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_PART_BIN (lamina_part_bin_get_type ())

/* What stands between parts. */
#define LAMINA_PART_SEPARATOR " · "

/*
 * Holds a label of one line, of parts such as `4189 operators · 2.07 ms`, and shows at its end as many of them as there is room
 * for: half a figure is none. The label keeps its whole text, for who reads or asks for it. Where there is no room for the first
 * part, the label cuts that as it likes.
 *
 * Properties: `child`, a GtkLabel
 */
G_DECLARE_FINAL_TYPE (LaminaPartBin, lamina_part_bin, LAMINA, PART_BIN, AdwBin)

G_END_DECLS
