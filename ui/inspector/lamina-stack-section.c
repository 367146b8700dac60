/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-launch.h"
#include "lamina-link.h"
#include "lamina-module.h"
#include "lamina-rows.h"
#include "lamina-text.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* So many frames are seen at once; of more nobody reads the end before the rest of the inspector. */
#define FEW_FRAMES 8

/* What stands around something in the program: modules of the network, and functions and operators that had called it. */
typedef struct
{
  LaminaSession *session;
  GArray *callers;   /* LaminaSliceRef, the innermost first */
  GPtrArray *frames; /* names in the stack that the file states, the innermost first, that no caller has */
} Stack;

static void
stack_clear (Stack *self)
{
  g_array_unref (self->callers);
  g_ptr_array_unref (self->frames);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stack, stack_clear)

static const char *
get_name (Stack *self,
          guint  caller)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaSliceRef *ref = &g_array_index (self->callers, LaminaSliceRef, caller);

  return lamina_run_get_string (run, lamina_track_get_slices (lamina_run_get_track (run, ref->track))->name[ref->slice]);
}

static gboolean
is_caller (Stack      *self,
           const char *name)
{
  for (guint i = 0; i < self->callers->len; i++)
    if (strcmp (get_name (self, i), name) == 0)
      return TRUE;
  return FALSE;
}

static void
stack_init (Stack                *self,
            LaminaSession        *session,
            const LaminaSliceRef *slice,
            LaminaDetails        *details)
{
  self->session = session;
  self->callers = lamina_launch_list_callers (lamina_session_get_run (session), slice);
  self->frames = g_ptr_array_new_with_free_func (g_free);
  for (guint i = details ? lamina_details_get_n (details) : 0; i-- > 0;)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);

      if (g_strcmp0 (detail->group, LAMINA_DETAILS_STACK) == 0 && detail->value.type == LAMINA_VALUE_TEXT
          && detail->value.text && !is_caller (self, detail->value.text))
        g_ptr_array_add (self->frames, g_strdup (detail->value.text));
    }
}

/* A name over the whole line, and a link where it is that of a slice. */
static GtkLabel *
add_line (GtkBox               *box,
          LaminaSession        *session,
          const LaminaSliceRef *slice,
          const char           *text)
{
  g_autofree char *ends = lamina_widget_dup_ends (text);
  g_autofree char *markup = slice ? lamina_link_dup_markup ("%s", ends) : g_markup_escape_text (ends, -1);
  GtkLabel *label = lamina_rows_add_line (box, markup, text);

  if (slice)
    lamina_link_set_slice (label, session, slice);
  return label;
}

/* `Net › Encoder › Linear`, a link to the innermost of them. */
static void
add_modules (GtkBox *box,
             Stack  *self)
{
  g_autoptr (GString) path = g_string_new (NULL);
  const LaminaSliceRef *innermost = NULL;

  for (guint i = 0; i < self->callers->len; i++)
    {
      const char *module = lamina_module_get_name (get_name (self, i));

      if (!module)
        continue;
      if (path->len > 0)
        g_string_prepend (path, " › ");
      g_string_prepend (path, module);
      if (!innermost)
        innermost = &g_array_index (self->callers, LaminaSliceRef, i);
    }
  if (innermost)
    {
      GtkLabel *label = add_line (box, self->session, innermost, path->str);

      gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_NONE);
      gtk_label_set_wrap (label, TRUE);
    }
}

/* Modules stand in their path. */
static guint
add_frames (GtkBox *box,
            Stack  *self)
{
  guint n = 0;

  for (guint i = 0; i < self->callers->len; i++)
    {
      const char *name = get_name (self, i);

      if (lamina_module_get_name (name))
        continue;
      add_line (box, self->session, &g_array_index (self->callers, LaminaSliceRef, i), *name ? name : _("No name"));
      n++;
    }
  for (guint i = 0; i < self->frames->len; i++, n++)
    add_line (box, self->session, NULL, self->frames->pdata[i]);
  return n;
}

static void
show_all (GtkWidget *button,
          GtkWidget *box)
{
  for (GtkWidget *child = gtk_widget_get_first_child (box); child; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_visible (child, child != button);
}

/* Hides what stands behind the first frames until it is asked for. */
static void
fold (GtkBox *box,
      guint   n_frames)
{
  guint n_hidden = n_frames - FEW_FRAMES;
  g_autofree char *text = lamina_text_dup (ngettext ("Show %u More", "Show %u More", n_hidden), n_hidden);
  GtkWidget *child = gtk_widget_get_last_child (GTK_WIDGET (box));

  for (guint i = 0; i < n_hidden; i++, child = gtk_widget_get_prev_sibling (child))
    gtk_widget_set_visible (child, FALSE);
  g_signal_connect_object (lamina_rows_add_button (box, text), "clicked", G_CALLBACK (show_all), box, 0);
}

void
lamina_stack_section_show (LaminaPaneSection    *section,
                           LaminaSession        *session,
                           const LaminaSliceRef *slice,
                           LaminaDetails        *details)
{
  GtkBox *box = lamina_pane_section_get_content (section);
  g_auto (Stack) stack = { 0 };
  guint n;

  lamina_rows_clear (box);
  stack_init (&stack, session, slice, details);
  add_modules (box, &stack);
  n = add_frames (box, &stack);
  if (n > FEW_FRAMES + 1)
    fold (box, n);
  lamina_pane_section_show_if_filled (section);
}
