/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-ui-test.h"

G_BEGIN_DECLS

/* Two files with different names, in a folder of their own. */
typedef struct
{
  char *folder;
  GFile *one;
  GFile *two;
} FrameFiles;

void frame_files_set_up    (FrameFiles    *files,
                            gconstpointer  data);
void frame_files_tear_down (FrameFiles    *files,
                            gconstpointer  data);

#define FRAME_ADD(path, function) g_test_add (path, FrameFiles, NULL, frame_files_set_up, function, frame_files_tear_down)

/* The sample as a file of another name. */
GFile *frame_copy_sample (const char *folder,
                          const char *name);

LaminaWindow *frame_open_window (void);

/* Opens a file in a window, and waits until it is loaded. */
LaminaTab *frame_open_tab (LaminaWindow *window,
                           GFile        *file);

/* Whether a tab has loaded: for lamina_ui_test_wait(). */
gboolean frame_is_loaded (gpointer tab);

int frame_count_tabs (LaminaWindow *window);

/* Whether an action of the window can be done. */
gboolean frame_is_enabled (LaminaWindow *window,
                           const char   *action);

gboolean frame_is_inspector_visible (LaminaWindow *window);

G_END_DECLS
