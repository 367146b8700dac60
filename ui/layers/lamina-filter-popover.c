/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-filter-popover.h"

#include "lamina-widget.h"

#include <glib/gi18n.h>

struct _LaminaFilterPopover
{
  GtkPopover parent_instance;

  LaminaSession *session;
  GtkEntry *type;
  GtkEntry *shape;
  GtkEntry *least;
  GtkEntry *most;
  GtkButton *clear;
  gboolean filling;
};

G_DEFINE_FINAL_TYPE (LaminaFilterPopover, lamina_filter_popover, GTK_TYPE_POPOVER)

char *
lamina_filter_dup_problem (const LaminaTerm *term)
{
  switch (term->problem)
    {
    case LAMINA_TERM_NO_VALUE:
      return g_strdup_printf (_("“%s” has no value."), term->token);
    case LAMINA_TERM_BAD_DURATION:
      return g_strdup_printf (_("“%s” has no duration with a unit; write it like 100us, 2ms or 10us..2ms."), term->token);
    case LAMINA_TERM_BAD_NUMBER:
      return g_strdup_printf (_("“%s” has no number; write it like 500, 2M or 1GiB."), term->token);
    case LAMINA_TERM_BAD_SIGN:
      return g_strdup_printf (_("“%s” compares text as a number; use a colon instead."), term->token);
    case LAMINA_TERM_EMPTY_RANGE:
      return g_strdup_printf (_("“%s” ends before it begins."), term->token);
    case LAMINA_TERM_FINE:
    default:
      return NULL;
    }
}

/* Whether a term is one of those that the fields stand for. */
static gboolean
is_ours (const LaminaTerm *term)
{
  return !term->negated && !term->exact
         && (term->key == LAMINA_TERM_TYPE || term->key == LAMINA_TERM_SHAPE || term->key == LAMINA_TERM_DURATION);
}

static void
append (GString    *text,
        const char *word)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", word);
}

static void
append_field (GString    *text,
              const char *key,
              GtkEntry   *entry)
{
  g_autofree char *value = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
  g_autofree char *term = NULL;

  if (!*value)
    return;
  term = g_strdup_printf (strchr (value, ' ') ? "%s:\"%s\"" : "%s:%s", key, value);
  append (text, term);
}

/* Blanks between a number and its unit would end the term. */
static char *
dup_without_blanks (GtkEntry *entry)
{
  g_auto (GStrv) parts = g_strsplit (gtk_editable_get_text (GTK_EDITABLE (entry)), " ", -1);

  return g_strjoinv ("", parts);
}

/* What the fields do not stand for stays in the filter. */
static void
on_changed (LaminaFilterPopover *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LaminaLayerTerms) terms = NULL;
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;
  g_autofree char *range = NULL;

  if (self->filling || !self->session)
    return;
  terms = lamina_layer_terms_parse (lamina_session_get_filter (self->session));
  for (guint i = 0; i < terms->words->len; i++)
    append (text, g_ptr_array_index (terms->words, i));
  for (guint i = 0; i < terms->terms->len; i++)
    {
      const LaminaTerm *term = g_ptr_array_index (terms->terms, i);

      if (!is_ours (term))
        append (text, term->token);
    }
  append_field (text, "type", self->type);
  append_field (text, "shape", self->shape);
  least = dup_without_blanks (self->least);
  most = dup_without_blanks (self->most);
  range = g_strdup_printf ("dur:%s..%s", least, most);
  if (*least || *most)
    append (text, range);
  lamina_session_set_filter (self->session, text->str);
}

/* A bound as it was typed: in the token, behind the sign and before or behind the dots. */
static void
fill_range (LaminaFilterPopover *self,
            const LaminaTerm    *term)
{
  const char *value = term->token + strlen (lamina_term_key_get_name (term->key));
  const char *dots = strstr (value, "..");
  const char *number = value + strspn (value, ":<>=");
  g_autofree char *begin = dots ? g_strndup (number, (gsize) (dots - number)) : NULL;

  if (dots)
    {
      gtk_editable_set_text (GTK_EDITABLE (self->least), begin);
      gtk_editable_set_text (GTK_EDITABLE (self->most), dots + 2);
    }
  else
    gtk_editable_set_text (GTK_EDITABLE (value[0] == '<' ? self->most : self->least), number);
}

static void
fill (LaminaFilterPopover *self)
{
  g_autoptr (LaminaLayerTerms) terms =
    lamina_layer_terms_parse (self->session ? lamina_session_get_filter (self->session) : "");

  self->filling = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->type), "");
  gtk_editable_set_text (GTK_EDITABLE (self->shape), "");
  gtk_editable_set_text (GTK_EDITABLE (self->least), "");
  gtk_editable_set_text (GTK_EDITABLE (self->most), "");
  for (guint i = 0; i < terms->terms->len; i++)
    {
      const LaminaTerm *term = g_ptr_array_index (terms->terms, i);

      if (!is_ours (term))
        continue;
      if (term->key == LAMINA_TERM_DURATION)
        fill_range (self, term);
      else
        gtk_editable_set_text (GTK_EDITABLE (term->key == LAMINA_TERM_TYPE ? self->type : self->shape),
                               term->value ? term->value : "");
    }
  self->filling = FALSE;
}

static void
on_clear (LaminaFilterPopover *self)
{
  if (self->session)
    lamina_session_set_filter (self->session, "");
  fill (self);
}

static void
lamina_filter_popover_dispose (GObject *object)
{
  LaminaFilterPopover *self = LAMINA_FILTER_POPOVER (object);

  g_clear_object (&self->session);
  G_OBJECT_CLASS (lamina_filter_popover_parent_class)->dispose (object);
}

static void
lamina_filter_popover_class_init (LaminaFilterPopoverClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_filter_popover_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-filter-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaFilterPopover, type);
  gtk_widget_class_bind_template_child (widget_class, LaminaFilterPopover, shape);
  gtk_widget_class_bind_template_child (widget_class, LaminaFilterPopover, least);
  gtk_widget_class_bind_template_child (widget_class, LaminaFilterPopover, most);
  gtk_widget_class_bind_template_child (widget_class, LaminaFilterPopover, clear);
}

static void
lamina_filter_popover_init (LaminaFilterPopover *self)
{
  GtkEntry *entries[4];

  gtk_widget_init_template (GTK_WIDGET (self));
  entries[0] = self->type;
  entries[1] = self->shape;
  entries[2] = self->least;
  entries[3] = self->most;
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_signal_connect_object (entries[i], "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (entries[i], "activate", G_CALLBACK (gtk_popover_popdown), self, G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (self->clear, "clicked", G_CALLBACK (on_clear), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "show", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
}

GtkWidget *
lamina_filter_popover_new (void)
{
  return g_object_new (LAMINA_TYPE_FILTER_POPOVER, NULL);
}

void
lamina_filter_popover_set_session (LaminaFilterPopover *self,
                                   LaminaSession       *session)
{
  g_return_if_fail (LAMINA_IS_FILTER_POPOVER (self));
  g_set_object (&self->session, session);
}
