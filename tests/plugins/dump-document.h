/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Everything that a document holds, as text with one row in a line, for comparing. Only what is known is written. */
char *dump_document         (LaminaDocument *document);

/*
 * The same of a large document, so that a person can review it: every track has the number of what stands on it, and of layers,
 * tensors, flows and marks there are only the numbers.
 */
char *dump_outline          (LaminaDocument *document);

/* Only what became of the records. */
char *dump_import_report    (LaminaDocument *document);

/*
 * Compares @text with a file in tests/expected and fails the test when they differ, with the first line that does. When
 * LAMINA_UPDATE_EXPECTED is set in the environment, writes the file instead.
 */
void  assert_expected       (const char     *text,
                             const char     *name);

/* Loads a file through the engine and the loader, as the programs do. */
LaminaDocument *load_file   (const char     *path,
                             GError        **error);

/* Loads a file that is right: it is of the format @format, and none of its records is lost. */
LaminaDocument *load_as     (const char     *format,
                             const char     *path);

/* A file of tests/data becomes, as the format @format, what a file of tests/expected says. */
void  check_expected        (const char     *format,
                             const char     *name,
                             const char     *expected);

/*
 * Wherever a file of tests/data ends, what is there is read and no record is lost, or the error says what is wrong. Tries
 * each @step-th place, or fewer where like cases are thinned.
 */
void  check_cuts            (const char     *name,
                             gsize           step);

/* A file of tests/data. */
char *build_data_path       (const char     *name);

/* A file of the folder of real files that LAMINA_REAL_FILES names; skips the test and returns NULL when there is none. */
char *build_real_path       (const char     *name);

G_END_DECLS
