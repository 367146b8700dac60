/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-width-bin.h"
#include "lamina-window.h"

G_BEGIN_DECLS

struct _LaminaWindow
{
  AdwApplicationWindow parent_instance;

  GSignalGroup *tab_signals;
  GSignalGroup *page_signals;
  GQueue closed;

  AdwToastOverlay *toasts;
  AdwViewSwitcherTitle *title;
  AdwViewSwitcherBar *switcher_bar;
  LaminaWidthBin *bin;
  GtkLabel *file_name;
  GMenu *open_as_menu;
  AdwTabView *tab_view;
  GMenuModel *tab_menu;
  AdwTabPage *menu_page;
  AdwSplitButton *open_button;
  GtkWidget *drop_hint;
  GtkDropDown *runs;
  GtkDropDown *sections;
  GtkWidget *inspector_button;
  GtkWidget *export_button;
};

/* lamina-window.c */

/* Shows the switcher of the pages and the name of the file where there is room and use for them. */
void _lamina_window_update_header (LaminaWindow *self);

/* Enables what the tab in front allows. */
void _lamina_window_update_actions (LaminaWindow *self);

/* Opens another file behind the tab in front, which goes to its page of comparison. */
void _lamina_window_compare_with (LaminaWindow *self,
                                  GFile        *file);

/* lamina-window-tabs.c: the tabs */

void _lamina_window_init_tabs (LaminaWindow *self);

/* For dispose: no tab that goes away with the window is noticed any more. */
void _lamina_window_forget_tabs (LaminaWindow *self);

/* An empty tab, in front. */
LaminaTab *_lamina_window_add_tab (LaminaWindow *self);

/* An action may mean the tab whose menu is open instead of the one in front. */
AdwTabPage *_lamina_window_get_meant_page (LaminaWindow *self);

/* The tab that shows a file, in any window of the application. */
LaminaTab *_lamina_window_find_tab (LaminaWindow *self,
                                    GFile        *file);

void _lamina_window_reopen_tab (LaminaWindow *self);

G_END_DECLS
