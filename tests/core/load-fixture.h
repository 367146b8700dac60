/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-loader.h"

/* Files in the home of a test, see test-home.h, that are loaded, and what is in the documents. */

LaminaLoader *load_new_loader (GFile *file);

/* Writes a file into the folder for input files; the second without a word of it. */
GFile *load_write (const char *name,
                   const char *text);
void   load_put   (const char *name,
                   const char *text);

/* It has to succeed. */
LaminaDocument *load_file (GFile *file);

/* It has to fail, with a message of that pattern. */
void load_assert_fails (LaminaLoader *loader,
                        GQuark        domain,
                        int           code,
                        const char   *message);

const LaminaLayers *load_get_layers (LaminaDocument *document,
                                     guint           run);

void load_assert_layer (LaminaDocument *document,
                        guint           run,
                        guint           layer,
                        const char     *name);

/* The first issue of the report whose kind has these words in it; NULL without one. */
const LaminaIssue *load_find_issue (LaminaDocument *document,
                                    const char     *part);
