/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-page-private.h"

#include "lamina-axis.h"

#include <glib/gi18n.h>

static char *
dup_size (gint64   bytes,
          gboolean estimated)
{
  g_autofree char *figure = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);

  return g_strconcat (estimated && bytes != LAMINA_ABSENT ? "≈\u00a0" : "", figure, NULL);
}

/* How many and how large, of what is in the list. */
static char *
dup_counts (const LaminaTensorResult *result,
            gint64                    bytes,
            gboolean                  estimated)
{
  g_autofree char *size = dup_size (bytes, estimated);
  g_autofree char *text = NULL;

  /* Translators: the file does not tell tensors of one shape and element type apart. */
  if (result->is_kinds)
    return g_strdup_printf (ngettext ("%u kind of tensor, by shape and dtype", "%u kinds of tensors, by shape and dtype",
                                      result->n), result->n);
  text = g_strdup_printf (ngettext ("%u tensor · %s", "%u tensors · %s", result->n), result->n, size);
  if (result->n_unknown == 0)
    return g_steal_pointer (&text);
  /* Translators: follows how many tensors there are and how large they are. */
  return g_strdup_printf (ngettext ("%s · %u without a size", "%s · %u without a size", result->n_unknown), text,
                          result->n_unknown);
}

/* As in the choice of a role. */
static const char *const role_titles[] = {
  [LAMINA_ROLE_INPUT] = N_("Fed in"),
  [LAMINA_ROLE_PARAMETER] = N_("Parameters"),
  [LAMINA_ROLE_ACTIVATION] = N_("Activations"),
  [LAMINA_ROLE_WORKSPACE] = N_("Workspace"),
  [LAMINA_ROLE_OUTPUT] = N_("Results"),
};

/* How large the parameters in the list are together, and so on; roles that none of them has are left out. */
static void
update_roles (LaminaTensorPage *self,
              const gint64     *by_role,
              gboolean          estimated)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint role = LAMINA_ROLE_INPUT; role < G_N_ELEMENTS (role_titles); role++)
    {
      g_autofree char *size = dup_size (by_role[role], estimated);

      if (by_role[role] != LAMINA_ABSENT)
        g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "", _(role_titles[role]), size);
    }
  gtk_label_set_text (self->roles, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->roles), text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->roles), text->len > 0);
}

/*
 * What is kept at a position may be more than the tensors in the list, as gradients are, which have the tensor of their
 * value. Where only some of them are listed, nothing but the list can be summed up.
 */
static gboolean
sum_up_live (LaminaTensorPage         *self,
             const LaminaTensorResult *result,
             gint64                    position,
             LaminaLiveSum            *sum)
{
  guint n;

  g_free (lamina_live_set_list (self->live, position, sum, &n));
  for (guint role = 0; role < G_N_ELEMENTS (sum->roles); role++)
    if (sum->roles[role] == 0)
      sum->roles[role] = LAMINA_ABSENT;
  return result->n == sum->n;
}

void
_lamina_tensor_page_show_summary (LaminaTensorPage         *self,
                                  const LaminaTensorResult *result)
{
  gint64 cursor = lamina_tensor_chart_get_cursor (self->chart);
  g_autofree char *counts = NULL;
  g_autofree char *at = NULL;
  g_autofree char *text = NULL;
  LaminaLiveSum sum;
  gboolean is_live = cursor != LAMINA_ABSENT && sum_up_live (self, result, cursor, &sum);
  /* Which tensors are alive somewhere follows from when they are kept, whichever of them are listed. */
  gboolean estimated = cursor != LAMINA_ABSENT ? lamina_live_set_is_estimated (self->live) : result->estimated;

  counts = dup_counts (result, is_live ? sum.bytes : result->bytes, estimated);
  update_roles (self, is_live ? sum.roles : result->by_role, estimated);
  if (cursor == LAMINA_ABSENT)
    {
      gtk_label_set_text (self->summary, counts);
      return;
    }
  at = lamina_axis_dup_position_text (lamina_run_get_unit (lamina_session_get_run (self->session)),
                                      cursor - lamina_timebase_get_start (lamina_session_get_timebase (self->session)));
  /* Translators: a place on the axis, then how many tensors are kept there and how large they are. */
  text = g_strdup_printf (_("Alive at %s: %s"), at, counts);
  gtk_label_set_text (self->summary, text);
}
