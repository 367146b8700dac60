/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-window-private.h"

#include "lamina-compare-page.h"
#include "lamina-file-choice.h"

#include <glib/gi18n.h>

/* Opens another file beside the one in front, to compare both. */

/* Once it is loaded; a failure shows in its own tab. */
static void
on_session (LaminaTab  *tab,
            GParamSpec *pspec,
            LaminaTab  *before)
{
  GtkWidget *page = lamina_document_view_get_page (lamina_tab_get_view (before), "compare", TRUE);

  if (!lamina_tab_get_session (tab))
    return;
  g_signal_handlers_disconnect_by_func (tab, (gpointer) (guintptr) on_session, before);
  if (page && lamina_tab_get_session (before))
    lamina_compare_page_set_other (LAMINA_COMPARE_PAGE (page), lamina_tab_get_session (tab));
}

void
_lamina_window_compare_with (LaminaWindow *self,
                             GFile        *file)
{
  LaminaTab *before = lamina_window_get_tab (self);
  AdwTabPage *front = adw_tab_view_get_selected_page (self->tab_view);
  LaminaTab *tab;

  if (!before || !lamina_tab_get_session (before))
    {
      lamina_window_open (self, file);
      return;
    }
  tab = _lamina_window_find_tab (self, file);
  if (tab == before)
    return;
  if (!tab)
    {
      tab = _lamina_window_add_tab (self);
      lamina_tab_open (tab, file);
    }
  adw_tab_view_set_selected_page (self->tab_view, front);
  adw_view_stack_set_visible_child_name (lamina_document_view_get_stack (lamina_tab_get_view (before)), "compare");
  g_signal_connect_object (tab, "notify::session", G_CALLBACK (on_session), before, 0);
  on_session (tab, NULL, before);
}

static void
on_chosen (LaminaWindow *self,
           int           response)
{
  g_autoptr (GFile) file = lamina_file_choice_end_with_one (&self->chooser, response);

  if (file)
    _lamina_window_compare_with (self, file);
}

void
_lamina_window_choose_to_compare (LaminaWindow *self)
{
  _lamina_window_choose (self, _("Compare With"), FALSE, G_CALLBACK (on_chosen));
}
