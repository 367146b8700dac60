/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-link.h"
#include "lamina-rows.h"
#include "lamina-session-clocks.h"
#include "lamina-tensor-query.h"

#include <glib/gi18n.h>

/* So many of the largest are listed. */
#define MAX_LISTED 5

/* The latest moment at which any allocation is kept, on its own clock. */
static gint64
find_end (const LaminaTensors *tensors,
          guint                n)
{
  gint64 end = G_MININT64;

  for (guint i = 0; i < (n > 0 ? tensors->first_lifetime[n] : 0); i++)
    end = MAX (end, tensors->lifetimes[i].last);
  return end;
}

static gint64
get_last (const LaminaTensors *tensors,
          guint32              tensor)
{
  guint32 end = tensors->first_lifetime[tensor + 1];

  return end > tensors->first_lifetime[tensor] ? tensors->lifetimes[end - 1].last : G_MININT64;
}

/* Its site, to go to it. */
static void
add_allocation (GtkBox        *box,
                LaminaSession *session,
                guint32        tensor)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaMemory *memory = lamina_run_get_memory (run);
  const char *site = lamina_run_get_string (run, memory->site[tensor]);
  gint64 bytes = lamina_column_number (lamina_run_get_tensors (run)->bytes, tensor);
  g_autofree char *figure = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
  g_autofree char *exact = lamina_figure_dup_exact (bytes, LAMINA_UNIT_BYTES);
  g_autofree char *markup = lamina_link_dup_markup ("%s", lamina_run_translate (run, site));

  lamina_link_set_tensor (lamina_rows_add_markup (box, markup, figure, exact), session, tensor);
}

/* Where allocations are left out. */
static void
add_unsaid (GtkBox        *box,
            LaminaSession *session,
            guint32        layer,
            guint          n)
{
  const char *text = lamina_session_get_unsaid_text (session);
  guint n_all = n;

  if (text)
    g_free (lamina_tensors_list_allocated (lamina_session_get_run (session), NULL, layer, &n_all));
  if (n_all > n)
    lamina_rows_add_note (box, text);
}

void
lamina_allocation_section_show (LaminaPaneSection *section,
                                LaminaSession     *session,
                                guint32            layer)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  GtkBox *box = lamina_pane_section_get_content (section);
  guint n = 0, n_kept = 0;
  g_autofree guint32 *rows = lamina_tensors_list_allocated (run, lamina_session_get_timebase (session), layer, &n);
  gint64 end = n > 0 ? find_end (tensors, tensors->n) : 0, bytes = 0, kept = 0;
  gboolean estimated = FALSE, is_operator = FALSE;
  g_autofree char *count = n > 0 ? lamina_figure_dup_exact (n, LAMINA_UNIT_NONE) : NULL;

  lamina_rows_clear (box);
  for (guint i = 0; i < n; i++)
    {
      gint64 size = MAX (lamina_column_number (tensors->bytes, rows[i]), 0);

      bytes = lamina_add_saturating (bytes, size);
      estimated |= (tensors->estimated[rows[i]] & LAMINA_ESTIMATE_PRODUCER) != 0;
      if (get_last (tensors, rows[i]) < end)
        continue;
      kept = lamina_add_saturating (kept, size);
      n_kept++;
    }
  if (n > 0)
    {
      lamina_rows_add_number (box, _("Allocated"), bytes, LAMINA_UNIT_BYTES, estimated);
      lamina_rows_add_number (box, _("Kept at the end"), n_kept > 0 ? kept : 0, LAMINA_UNIT_BYTES, estimated);
      /* Where layers are sites, each of them would say the same. */
      is_operator = lamina_run_get_memory (run)->site[rows[0]] != lamina_column_id (lamina_run_get_layers (run)->name, layer);
    }
  if (is_operator)
    lamina_rows_add_heading (box, _("Largest"));
  for (guint i = 0; is_operator && i < MIN (n, MAX_LISTED); i++)
    add_allocation (box, session, rows[i]);
  add_unsaid (box, session, layer, n);
  lamina_pane_section_set_note (section, count, NULL);
  lamina_pane_section_show_if_filled (section);
}
