/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * A file that comes with the program for a first look.
 *
 * @name: name of the file
 * @title: what it is, not translated yet
 * @subtitle: what is to be seen in it, not translated yet
 * @icon_name: a symbolic icon
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *subtitle;
  const char *icon_name;
} LaminaSample;

const LaminaSample *lamina_samples_get (guint *n);

/* The file, for the caller, if it is there: in the folder that the environment variable `LAMINA_SAMPLES_DIR` names, else in
 * the one that samples were installed to. */
GFile *lamina_sample_find (const LaminaSample *sample);

G_END_DECLS
