/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-canvas.h"
#include "lamina-sandwich-pane.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_FLAME_PAGE (lamina_flame_page_get_type ())

/*
 * What the time of a run goes into, as a tree. Above it stand what the tree is made by and weighed by, and the way back
 * to the whole. The tree is made in a thread when the page is first shown.
 *
 * Properties: `by`, `weight`, `view`: the first two name a LaminaFlameBy and a LaminaFlameWeight; the last is `graph`, or
 * `sandwich` for the callers and callees of a name.
 */
G_DECLARE_FINAL_TYPE (LaminaFlamePage, lamina_flame_page, LAMINA, FLAME_PAGE, GtkWidget)

G_END_DECLS
