/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lets go of all children, for `dispose`. */
void lamina_widget_unparent_children (GtkWidget *widget);

/* For `dispose` of a widget whose template derives from GtkWidget itself: lets go of all children and clears the pointers to
 * them. What they say while they go is not heard any more: a drop-down says that nothing is selected, when the pointer to the
 * next one is already cleared. */
void lamina_widget_dispose_template (GtkWidget *widget,
                                     GType      type);

/* Lets a widget and all its children run from left to right in every language: time does, and so do names and shapes out of
 * files, which would else be turned around. */
void lamina_widget_keep_left_to_right (GtkWidget *widget);

/* Lets the text of a label be read from left to right where no letter in it says otherwise, and keeps it at the side where its
 * alignment, which is set before, would have it: in a language that runs from right to left “100.0 %” would else become “%
 * 100.0”, and the shape 64×3×7×7 be read backwards. */
void lamina_widget_read_left_to_right (GtkLabel *label);

/* What a widget can show of a text out of a file: the first twenty thousand bytes and “…”, or all of it. For whatever would
 * copy a text to show it: names may have hundreds of megabytes. */
char *lamina_widget_dup_seen (const char *text);

/* What a file says, as lamina_visible_dup() shows it, but for ends of lines, which stay, and for what is behind the first twenty
 * thousand bytes, of which “…” says that there is more. NULL for NULL. */
char *lamina_widget_dup_visible (const char *text);

/* The same for a tooltip, which has two thousand bytes at most. */
char *lamina_widget_dup_tip (const char *text);

/* The same for a few lines that are cut in the middle: of a long text both ends, with “…” between. */
char *lamina_widget_dup_ends (const char *text);

/* Labels and tooltips whose text may be what a file says: the window shows no other ones of GTK's own. */
GtkWidget *lamina_widget_new_label (const char *text);
void       lamina_widget_set_text  (GtkLabel   *label,
                                    const char *text);
void       lamina_widget_set_tip   (GtkWidget  *widget,
                                    const char *text);

/* Lets the text of a label go on in the next line, inside of a name where it must. Nothing is added there: a hyphen would be
 * taken for a part of the name. */
void lamina_widget_wrap (GtkLabel *label);

/* Sets the tooltip, or none, but asks nobody where the pointer is: gtk_widget_set_tooltip_text() asks the display server three
 * times, and a table binds hundreds of cells before it is shown. The text is no property of the widget. */
void lamina_widget_set_tooltip (GtkWidget  *widget,
                                const char *text);

/* For `focus` of a widget with one child, which puts the focus on one of its descendants when it is told to grab it: goes on
 * among what is inside, and out of it again. GTK would let such a widget grab the focus on the way, so that the Tab key skips
 * what stands before that descendant and never gets out backwards. Returns whether something inside has the focus now. */
gboolean lamina_widget_focus_child (GtkWidget        *widget,
                                    GtkDirectionType  direction);

/* Where the pointer is, in pixels of the widget, if that is known. When a modal window closes, GTK 4.8 tells the widget under
 * the pointer that it was entered, at a place that is counted from the corner of the window, shadow included: what is told
 * with “enter” can't be relied on, this can. */
gboolean lamina_widget_find_pointer (GtkWidget *widget,
                                     double    *x,
                                     double    *y);

/* Whether a dialog stands before its window, which takes the pointer and gives it back. */
gboolean lamina_widget_is_covered (GtkWidget *widget);

/* Disconnects from the event controllers of a widget what was connected with @data, which goes away first. */
void lamina_widget_disconnect_controllers (GtkWidget *widget,
                                           gpointer   data);

/* Says in a dialog in front of its window what was not done, and why; nothing where the widget is in no window any more. */
void lamina_widget_say_failure (GtkWidget  *widget,
                                const char *heading,
                                const char *reason);

G_END_DECLS
