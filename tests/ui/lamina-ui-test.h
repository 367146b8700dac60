/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-table-cell.h"
#include "lamina-window.h"

G_BEGIN_DECLS

/* What the tests of the window share. Nothing here sleeps: conditions are waited for, with a bound. */

typedef gboolean (*LaminaCondition) (gpointer user_data);

/* Starts GTK and the application, once; FALSE when there is no screen, after saying so. */
gboolean lamina_ui_test_init (int    *argc,
                              char ***argv);

/*
 * Files that are opened are noted from now on, as users have it; else tests leave the list alone. FALSE where the leaks
 * of the list itself would fail the test, after saying so.
 */
gboolean lamina_ui_test_use_recent_files (void);

/* The application, which runs without a message bus. */
GtkApplication *lamina_ui_test_get_application (void);

/* Runs the main loop until a condition holds; the test fails when it does not within half a minute. */
void lamina_ui_test_wait (LaminaCondition condition,
                          gpointer        user_data);

/* Runs the main loop until two frames were drawn, so that sizes and pictures are those of the state. */
void lamina_ui_test_settle (GtkWidget *widget);

/* A file of the tree, by its path from the top. */
char *lamina_ui_test_dup_path (const char *name);

/* A window that shows the sample; close it with lamina_ui_test_close(). */
LaminaWindow *lamina_ui_test_open_sample (void);

/* As if it had been seen from the start: a tenth of the run, with slices wide enough for labels. */
void lamina_ui_test_show_part (LaminaWindow *window);

/* The same of another file of the tree, by its path from the top. */
LaminaWindow *lamina_ui_test_open_shown (const char *name);

/* A window that opens a file; it may still be loading. */
LaminaWindow *lamina_ui_test_open (const char *path);

/* Whether the file is there, and whether it is shown: to be waited for. */
gboolean lamina_ui_test_has_session (gpointer window);
gboolean lamina_ui_test_has_range   (gpointer window);

/* A window that shows a recorded snapshot of memory, joined with the trace of its run. */
LaminaWindow *lamina_ui_test_open_joined (void);

void lamina_ui_test_close (LaminaWindow *window);

/* Does what an action does, by the name that menus and keys use; it must be there. A floating parameter is taken. */
void lamina_ui_test_activate (LaminaWindow *window,
                              const char   *action,
                              GVariant     *parameter);

LaminaSession *lamina_ui_test_get_session (LaminaWindow *window);

/* Sets a flag of a track, group or the like, or takes it away. */
void lamina_ui_test_toggle (LaminaSession          *session,
                            LaminaTargetKind        kind,
                            guint                   index,
                            LaminaArrangementFlags  flag);

LaminaTimelineCanvas *lamina_ui_test_get_canvas (LaminaWindow *window);

LaminaLayerTable *lamina_ui_test_get_table (LaminaWindow *window);

/* The first widget of a type inside another, or that one; NULL when there is none. */
GtkWidget *lamina_ui_test_find (GtkWidget *widget,
                                GType      type);

/* A child that the template of a widget names, to be cast to its type. */
gpointer lamina_ui_test_child (gpointer    widget,
                               const char *name);

/* How the text of a cell is laid out; good until it is refreshed. */
PangoLayout *lamina_ui_test_get_layout (LaminaTableCell *cell);

/* A controller of a type that a widget has. */
GtkEventController *lamina_ui_test_find_controller (GtkWidget *widget,
                                                    GType      type);

/* Presses and releases a key where the keys of a widget go: its key controller, else its shortcuts. */
void lamina_ui_test_press (GtkWidget *widget,
                           guint      keyval);

void lamina_ui_test_press_with (GtkWidget       *widget,
                                guint            keyval,
                                GdkModifierType  state);

/* Clicks with the main button at a place of a widget. */
void lamina_ui_test_click (GtkWidget *widget,
                           int        n_press,
                           double     x,
                           double     y);

/* The text in the clipboard of a widget. */
char *lamina_ui_test_dup_copied (GtkWidget *widget);

/* The first layer of a type. */
guint32 lamina_ui_test_find_layer (LaminaRun  *run,
                                   const char *type);

/* What a canvas says about a place, or NULL. */
char *lamina_ui_test_dup_tooltip (GtkWidget *canvas,
                                  double     x,
                                  double     y);

G_END_DECLS
