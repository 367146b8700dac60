/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Loads a file as the format @format, or as what it is recognized as when that is NULL. An error comes of it, or a document of
 * which no record is lost and every row is sound.
 */
void check_sound   (const char *path,
                    const char *format);

/* The same by one thread in one block, and by several in small parts and blocks: the same document comes of both, or the same
 * error. */
void check_divided (const char *path,
                    const char *format);

/* Calls @func with each file of a folder, not of those in it, by their names. */
void foreach_file  (const char *folder,
                    void      (*func) (const char *path));

G_END_DECLS
