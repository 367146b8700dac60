/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-long-value.h"
#include "lamina-rows.h"

#include <glib/gi18n.h>

/* Above so many there is a search; above so many at once, the rest is left to it. */
#define MANY 20
#define MAX_ATTRIBUTES 300

/* What the search of a section looks through. */
typedef struct
{
  LaminaDetails *details;
  GtkBox *list;
} Attributes;

static void
attributes_free (gpointer data)
{
  Attributes *self = data;

  lamina_details_unref (self->details);
  g_free (self);
}

static gboolean
contains (const char *text,
          const char *folded)
{
  g_autofree char *own = g_utf8_casefold (text, -1);

  return strstr (own, folded) != NULL;
}

static gboolean
matches (const LaminaDetail *detail,
         const char         *folded)
{
  g_autofree char *value = NULL;

  if (!*folded || contains (detail->key, folded) || (detail->group && contains (detail->group, folded)))
    return TRUE;
  value = lamina_value_to_string (&detail->value);
  return contains (value, folded);
}

/* `stride_h` and `stride_w` stand in one line: whether two attributes are such a pair. */
static gboolean
is_pair (const LaminaDetail *a,
         const LaminaDetail *b)
{
  gsize length = strlen (a->key);

  return length > 2 && strlen (b->key) == length && g_str_has_suffix (a->key, "_h") && g_str_has_suffix (b->key, "_w")
         && strncmp (a->key, b->key, length - 1) == 0 && a->value.type == LAMINA_VALUE_INTEGER
         && b->value.type == LAMINA_VALUE_INTEGER && g_strcmp0 (a->group, b->group) == 0;
}

static void
add_pair (GtkBox             *list,
          const LaminaDetail *a,
          const LaminaDetail *b)
{
  g_autofree char *key = g_strdup_printf ("%s, %s", a->key, b->key);
  g_autofree char *left = lamina_value_to_string (&a->value);
  g_autofree char *right = lamina_value_to_string (&b->value);
  g_autofree char *value = g_strdup_printf ("%s, %s", left, right);

  lamina_rows_add (list, key, value, _("integer"));
}

static void
list_attributes (Attributes *self,
                 const char *search)
{
  g_autofree char *folded = g_utf8_casefold (search, -1);
  guint n = lamina_details_get_n (self->details), n_shown = 0, n_matches = 0;
  const char *group = NULL;

  lamina_rows_clear (self->list);
  for (guint i = 0; i < n; i++)
    {
      const LaminaDetail *detail = lamina_details_get (self->details, i);
      const LaminaDetail *next = i + 1 < n ? lamina_details_get (self->details, i + 1) : NULL;

      if (!matches (detail, folded) || n_matches++ >= MAX_ATTRIBUTES)
        continue;
      if (detail->group && g_strcmp0 (detail->group, group) != 0)
        lamina_rows_add_heading (self->list, detail->group);
      group = detail->group;
      n_shown++;
      if (next && is_pair (detail, next))
        {
          add_pair (self->list, detail, next);
          i++;
        }
      else if (detail->value.type == LAMINA_VALUE_TEXT && detail->value.text
               && lamina_long_value_is_long (detail->value.text))
        gtk_box_append (self->list, lamina_long_value_new (detail->key, detail->value.text));
      else
        lamina_rows_add_value (self->list, detail->key, &detail->value);
    }
  if (n_matches > n_shown)
    lamina_rows_add_note (self->list, _("There are more: search by name or value."));
  if (n_matches == 0)
    lamina_rows_add_note (self->list, _("No attribute matches."));
}

static void
on_search_changed (GtkSearchEntry *entry,
                   Attributes     *self)
{
  list_attributes (self, gtk_editable_get_text (GTK_EDITABLE (entry)));
}

/* The stack has a section of its own. */
static LaminaDetails *
dup_without_stack (LaminaDetails *details)
{
  LaminaDetails *copy = lamina_details_new ();

  for (guint i = 0; i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);

      if (g_strcmp0 (detail->group, LAMINA_DETAILS_STACK) != 0)
        lamina_details_add (copy, detail->group, detail->key, &detail->value);
    }
  return copy;
}

static void
fill (LaminaPaneSection *section,
      LaminaDetails     *details)
{
  GtkBox *box = lamina_pane_section_get_content (section);
  Attributes *self = g_new0 (Attributes, 1);

  self->details = lamina_details_ref (details);
  self->list = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 1));
  g_object_set_data_full (G_OBJECT (self->list), "lamina-attributes", self, attributes_free);
  if (lamina_details_get_n (details) > MANY)
    {
      GtkWidget *entry = gtk_search_entry_new ();

      g_object_set (entry, "placeholder-text", _("Name or value"), "width-chars", 10, NULL);
      gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search the attributes"),
                                      -1);
      g_signal_connect (entry, "search-changed", G_CALLBACK (on_search_changed), self);
      gtk_box_append (box, entry);
    }
  gtk_box_append (box, GTK_WIDGET (self->list));
  list_attributes (self, "");
}

void
lamina_attribute_section_show (LaminaPaneSection *section,
                               LaminaDetails     *details,
                               const GError      *error)
{
  g_autoptr (LaminaDetails) own = details ? dup_without_stack (details) : NULL;
  guint n = own ? lamina_details_get_n (own) : 0;
  g_autofree char *count = n > 0 ? lamina_figure_dup_exact (n, LAMINA_UNIT_NONE) : NULL;

  lamina_rows_clear (lamina_pane_section_get_content (section));
  lamina_pane_section_set_note (section, count, NULL);
  if (n > 0)
    fill (section, own);
  else if (!details)
    lamina_rows_add_note (lamina_pane_section_get_content (section),
                          error ? error->message : _("The attributes cannot be read."));
  lamina_pane_section_show_if_filled (section);
}
