/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_PANE_SECTION (lamina_pane_section_get_type ())

/*
 * A part of the inspector: a heading, a quiet note at its right, and content below. What fills a section knows its content
 * alone, so that several panes can have the same one.
 *
 * Properties: `title`; `folded`, which gives the heading a button that hides the content and shows it again.
 */
G_DECLARE_FINAL_TYPE (LaminaPaneSection, lamina_pane_section, LAMINA, PANE_SECTION, GtkWidget)

/* Sets a few words beside the heading, or none, and the same in full. */
void lamina_pane_section_set_note (LaminaPaneSection *self,
                                   const char        *note,
                                   const char        *tooltip);

/* Adds a flat button at the end of the heading. */
GtkWidget *lamina_pane_section_add_button (LaminaPaneSection *self,
                                           const char        *icon_name,
                                           const char        *tooltip);

/* The vertical box below the heading. */
GtkBox *lamina_pane_section_get_content (LaminaPaneSection *self);

/* Shows the section if it has content, else hides it. */
void lamina_pane_section_show_if_filled (LaminaPaneSection *self);

G_END_DECLS
