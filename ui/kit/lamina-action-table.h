/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * The keys that are understood. The numbers are those of the enumeration in the settings.
 *
 * @LAMINA_KEYS_PERFETTO: those of Perfetto UI
 * @LAMINA_KEYS_CHROME: those of the trace viewer that Chrome had
 */
typedef enum
{
  LAMINA_KEYS_PERFETTO,
  LAMINA_KEYS_CHROME,
  LAMINA_N_KEYS,
} LaminaKeys;

/* Begins the function that does an action of a table of GActionEntry, with @action, @parameter and @user_data as
 * g_action_map_add_action_entries() has them. All that the window can do is done by such functions. */
#define LAMINA_ACTION(name_)                                                                                      \
  static void name_ (GSimpleAction *action, GVariant *parameter, gpointer user_data)

/* Enables or disables an action that may not be there yet, in a group of simple actions that may be NULL. */
void lamina_action_enable (GActionMap *actions,
                           const char *name,
                           gboolean    enabled);

/*
 * A thing that a user can do. Keys that type a character (`question`, `slash`) never act outside canvases, whatever
 * @only_timeline says, so that they can be typed where text is entered.
 *
 * @action: the action in detail: `win.open`, `view.page::flame`, `view.go-to-bookmark(uint32 1)`
 * @title: what it does, as a command, not translated yet but for what names a chart
 * @section: the group of the shortcuts window that it stands in, not translated yet
 * @keys: its keys for each LaminaKeys, as gtk_accelerator_parse() reads them, separated by blanks. Of the second, NULL
 *   means the same keys as the first; an empty string means none
 * @only_timeline: whether its keys act only while a canvas (timeline, flame view, chart) has the focus
 * @synonyms: other words by which people look for it, those of PyTorch, CUDA and other viewers, with blanks between them, not
 *   translated yet; or NULL
 */
typedef struct
{
  const char *action;
  const char *title;
  const char *section;
  const char *keys[LAMINA_N_KEYS];
  gboolean only_timeline;
  const char *synonyms;
} LaminaActionRow;

/* All that can be done. The shortcuts window, the accelerators, the command palette and the tests are made from it. */
const LaminaActionRow *lamina_action_table_get_rows (guint *n);

/* Closed by NULL; none when the preset has none. */
char **lamina_action_row_dup_keys (const LaminaActionRow *row,
                                   LaminaKeys             keys);

/* Whether one of its keys acts only while a canvas has the focus. */
gboolean lamina_action_row_is_canvas_key (const LaminaActionRow *row,
                                          const char            *key);

/* The preset in the settings. */
LaminaKeys lamina_action_table_get_keys (void);

/* Gives the actions the keys that act anywhere in a window, now and whenever the settings choose other keys. */
void lamina_action_table_set_accelerators (GtkApplication *application);

/* Gives a canvas, in which nothing is typed, the keys that act only there. They follow the settings. */
void lamina_action_table_add_shortcuts (GtkWidget *canvas);

/* Gives a table of layers, in which nothing is typed, those of them that concern what is selected there: to zoom to it, to go to
 * others of its name, to clear it. They follow the settings. */
void lamina_action_table_add_table_shortcuts (GtkWidget *table);

G_END_DECLS
