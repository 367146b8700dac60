/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-rows.h"
#include "lamina-tensor-card.h"
#include "lamina-text.h"

#include <glib/gi18n.h>

/* What nobody reads to the end is cut, and says so. */
#define MAX_TENSORS 40
#define MAX_WORDS 4

static guint
add_cards (GtkBox        *box,
           LaminaSession *session,
           const guint32 *first,
           const guint32 *tensors,
           guint32        layer,
           gboolean       outputs)
{
  guint n = first ? first[layer + 1] - first[layer] : 0;

  for (guint i = 0; i < MIN (n, MAX_TENSORS); i++)
    gtk_box_append (box, lamina_tensor_card_new (session, tensors[first[layer] + i], outputs));
  if (n > MAX_TENSORS)
    {
      guint rest = n - MAX_TENSORS;
      g_autofree char *note = lamina_text_dup (ngettext ("and %u more", "and %u more", rest), rest);

      lamina_rows_add_note (box, note);
    }
  return n;
}

/* Attributes that say how inputs become outputs, with the length that has to be equal. */
static const struct
{
  const char *prefix;
  const char *word;
} operations[] = {
  { "axis", "axis" },     { "dilat", "dilate" },  { "dim", "dim" },       { "group", "group" },
  { "kernel", "kernel" }, { "pad_", "pad" },      { "pads", "pad" },      { "padding", "pad" },
  { "stride", "stride" }, { "transpose", "transpose" }, { "window", "window" },
};

static const char *
find_word (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
    if (g_str_has_prefix (key, operations[i].prefix))
      return operations[i].word;
  return NULL;
}

/* `stride 1 · pad 0`, or `stride 2×1` where the directions differ. Each word is said once. */
static char *
dup_operation (LaminaDetails *details)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GHashTable) said = g_hash_table_new (lamina_text_hash, lamina_text_equal);
  const char *last = NULL;
  gint64 last_value = 0;

  for (guint i = 0; i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);
      const char *word = detail->value.type == LAMINA_VALUE_INTEGER ? find_word (detail->key) : NULL;

      if (word && word == last && detail->value.integer != last_value)
        g_string_append_printf (text, "×%" G_GINT64_FORMAT, detail->value.integer);
      if (!word || word == last || g_hash_table_size (said) == MAX_WORDS || !g_hash_table_add (said, (char *) word))
        continue;
      g_string_append_printf (text, "%s%s\u00a0%" G_GINT64_FORMAT, text->len > 0 ? " · " : "", word, detail->value.integer);
      last = word;
      last_value = detail->value.integer;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
lamina_tensor_section_show (LaminaPaneSection *section,
                            LaminaSession *session,
                            guint32        layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (session));
  GtkBox *box = lamina_pane_section_get_content (section);
  const LaminaPlace place = { LAMINA_PLACE_LAYER, lamina_session_get_run_index (session), 0, layer };
  g_autoptr (LaminaDetails) details = NULL;
  g_autofree char *words = NULL;
  g_autofree char *operation = NULL;
  g_autofree char *count = NULL;
  guint inputs, outputs = lamina_column_first (layers->first_output, layer + 1) - lamina_column_first (layers->first_output, layer);

  lamina_rows_clear (box);
  gtk_box_set_spacing (box, 5);
  inputs = add_cards (box, session, layers->first_input, layers->inputs, layer, FALSE);
  /* What happens between the inputs and the outputs. */
  if (inputs > 0 && outputs > 0)
    details = lamina_document_describe (lamina_session_get_document (session), &place, NULL);
  words = details ? dup_operation (details) : NULL;
  operation = words && *words ? g_strdup_printf ("↓ %s", words) : NULL;
  if (operation)
    gtk_widget_set_margin_start (GTK_WIDGET (lamina_rows_add_note (box, operation)), 22);
  add_cards (box, session, layers->first_output, layers->outputs, layer, TRUE);
  count = lamina_text_dup (_("%u in · %u out"), inputs, outputs);
  lamina_pane_section_set_note (section, count, NULL);
  lamina_pane_section_show_if_filled (section);
}
