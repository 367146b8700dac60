/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-budget.h"
#include "lamina-source.h"

G_BEGIN_DECLS

/* Asks @budget at each reading from now on, and reads no more when there is no room: what is made of a file is made of its text.
 * @budget: (nullable): stays the caller's, who takes it away again before it goes. */
void    lamina_source_set_budget       (LaminaSource *self,
                                        LaminaBudget *budget);

/* Forgets how much was read, when what was read so far was only a look at it. */
void    lamina_source_reset_position   (LaminaSource *self);

/* How much text is known to be there: all of it once the end was seen. */
guint64 lamina_source_get_known_length (LaminaSource *self);

/* How much text there will be, when the rest of it is compressed as well as what was inflated so far. */
guint64 lamina_source_guess_length     (LaminaSource *self);

/* How many of the stored bytes were read so far, for showing progress: several threads may read different parts. Any thread, at any
 * time. */
guint64 lamina_source_get_stored_position (LaminaSource *self);

/* (nullable): what is wrong with the compressed stream, found while reading so far */
const char *lamina_source_get_damage   (LaminaSource *self);

/* How often the system refused to read, which not everybody who reads passes on. Any thread, at any time. */
guint   lamina_source_get_n_failures   (LaminaSource *self);

/* (nullable): why it refused first */
const char *lamina_source_get_failure  (LaminaSource *self);

G_END_DECLS
