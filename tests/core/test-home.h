/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

/*
 * A home of its own for a test program and those that it starts: settings and data of the user in a temporary folder,
 * plugins from tests/core/formats and, where broken ones are wanted, formats-broken.
 */
void  test_home_init          (gboolean    with_broken);

/* Removes all of it, in the process that made it. */
void  test_home_remove        (void);

/* Where the engine keeps which plugins are on. */
char *test_home_get_choices   (void);
void  test_home_clear_choices (void);

/* A path in the user's folder of plugins. */
char *test_home_get_user_file (const char *name);

/* Writes a file into the folder for input files; returns it. */
GFile *test_home_write        (const char *name,
                               const void *data,
                               gssize      length);

/* A path in the folder for input files. */
char *test_home_get_input     (const char *name);
