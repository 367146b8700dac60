/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bounds the number of heaps that the allocator keeps for threads. To be called before there are any. */
void lamina_allocator_init            (void);

/* Makes the allocator take large blocks from the system and give them back at once, until lamina_allocator_load_ends() was
 * called as often. In the main thread. */
void lamina_allocator_load_begins     (void);
void lamina_allocator_load_ends       (void);

/* Lets the allocator give free memory back to the system in a while, when what is being closed has gone. */
void lamina_allocator_give_back_later (void);

G_END_DECLS
