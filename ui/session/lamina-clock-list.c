/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-clock-list.h"

#include "lamina-session-clocks.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

char *
lamina_clock_dup_text (LaminaSession *session,
                       guint          clock)
{
  gint64 offset = lamina_timebase_get_offset (lamina_session_get_timebase (session), clock);
  g_autofree char *figure = lamina_figure_dup (offset, LAMINA_UNIT_NANOSECONDS);

  if (offset == 0)
    return g_strdup (_("own times"));
  return g_strdup_printf (_("shifted by %s%s"), offset > 0 ? "+" : "", figure);
}

static const char *
get_basis_text (LaminaClockBasis basis)
{
  switch (basis)
    {
    case LAMINA_CLOCK_CAUSALITY:
      return _("the smallest with which no kernel starts before its launch");
    case LAMINA_CLOCK_USER:
      return _("set by the user");
    case LAMINA_CLOCK_UNKNOWN:
      return _("not stated in the file");
    case LAMINA_CLOCK_FILE:
    default:
      return _("stated in the file");
    }
}

char *
lamina_clock_dup_hint (LaminaSession *session,
                       guint          clock)
{
  const LaminaClock *row = lamina_run_get_clock (lamina_session_get_run (session), clock);
  g_autofree char *exact = NULL;
  gboolean is_chosen = lamina_session_is_clock_chosen (session, clock) && lamina_session_get_aligned (session);
  gint64 offset = is_chosen ? lamina_timebase_get_offset (lamina_session_get_timebase (session), clock) : row->offset;

  exact = lamina_figure_dup_exact (offset, LAMINA_UNIT_NANOSECONDS);
  return g_strdup_printf (_("Offset to the axis: %s, %s"), exact, get_basis_text (is_chosen ? LAMINA_CLOCK_USER : row->basis));
}

/* Offsets are shown in microseconds: a finer step than people can see, and the unit of most traces. */
#define UNIT 1000.0
#define STEP 1
#define PAGE 1000
/* Further than that no clock can be shifted: the session keeps positions within its axis anyway. */
#define MOST 4e15

struct _LaminaClockList
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkGrid *grid;
  GtkWidget *align;
  GPtrArray *spins;   /* GtkSpinButton, one for each clock */
  GPtrArray *resets;  /* GtkWidget, likewise */
  gboolean own_change;
};

G_DEFINE_FINAL_TYPE (LaminaClockList, lamina_clock_list, GTK_TYPE_WIDGET)

static guint
find_clock (GPtrArray *widgets,
            gpointer   widget)
{
  guint clock = 0;

  g_ptr_array_find (widgets, widget, &clock);
  return clock;
}

static void
on_value (LaminaClockList *self,
          GtkSpinButton   *spin)
{
  double offset = gtk_spin_button_get_value (spin) * UNIT;

  if (self->own_change)
    return;
  lamina_session_set_clock_offset (self->session, find_clock (self->spins, spin),
                                   (gint64) (offset < 0 ? offset - 0.5 : offset + 0.5));
}

static void
on_reset (LaminaClockList *self,
          GtkWidget       *button)
{
  lamina_session_reset_clock (self->session, find_clock (self->resets, button));
}

static void
on_align (LaminaClockList *self)
{
  lamina_session_align_selected (self->session);
}

static void
show_offsets (LaminaClockList *self)
{
  LaminaTimebase *timebase = lamina_session_get_timebase (self->session);
  gboolean aligned = lamina_session_get_aligned (self->session);

  self->own_change = TRUE;
  for (guint i = 0; i < self->spins->len; i++)
    {
      GtkWidget *spin = self->spins->pdata[i];
      g_autofree char *hint = lamina_clock_dup_hint (self->session, i);

      gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), (double) lamina_timebase_get_offset (timebase, i) / UNIT);
      gtk_widget_set_sensitive (spin, aligned);
      lamina_widget_set_tip (spin, hint);
      gtk_widget_set_sensitive (self->resets->pdata[i], aligned && lamina_session_is_clock_chosen (self->session, i));
    }
  self->own_change = FALSE;
  gtk_widget_set_sensitive (self->align, lamina_session_can_align_selected (self->session));
}

static GtkWidget *
make_spin (LaminaClockList *self,
           const char      *name)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (-MOST, MOST, STEP);
  /* Translators: %s is a clock, such as "rank 1". */
  g_autofree char *label = g_strdup_printf (_("Shift of %s in microseconds"), name);

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), 3);
  gtk_spin_button_set_increments (GTK_SPIN_BUTTON (spin), STEP, PAGE);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 12);
  gtk_editable_set_alignment (GTK_EDITABLE (spin), 1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (on_value), self);
  return spin;
}

static GtkWidget *
make_reset (LaminaClockList *self,
            const char      *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-undo-symbolic");
  /* Translators: %s is a clock, such as "rank 1". */
  g_autofree char *label = g_strdup_printf (_("Suggested shift of %s"), name);

  gtk_widget_add_css_class (button, "flat");
  lamina_widget_set_tip (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_reset), self);
  return button;
}

static void
add_clock (LaminaClockList *self,
           guint            clock)
{
  const char *name = lamina_run_get_clock (lamina_session_get_run (self->session), clock)->name;
  GtkWidget *label = lamina_widget_new_label (name);
  GtkWidget *spin = make_spin (self, name);
  GtkWidget *reset = make_reset (self, name);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_grid_attach (self->grid, label, 0, (int) clock, 1, 1);
  gtk_grid_attach (self->grid, spin, 1, (int) clock, 1, 1);
  /* Translators: microseconds */
  gtk_grid_attach (self->grid, gtk_label_new (_("µs")), 2, (int) clock, 1, 1);
  gtk_grid_attach (self->grid, reset, 3, (int) clock, 1, 1);
  g_ptr_array_add (self->spins, spin);
  g_ptr_array_add (self->resets, reset);
}

static void
show_run (LaminaClockList *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  guint n = lamina_run_get_n_clocks (run);
  GtkWidget *child;

  g_ptr_array_set_size (self->spins, 0);
  g_ptr_array_set_size (self->resets, 0);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))))
    gtk_grid_remove (self->grid, child);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 1 && lamina_run_get_unit (run) == LAMINA_AXIS_NANOSECONDS);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  for (guint i = 0; i < n; i++)
    add_clock (self, i);
  show_offsets (self);
}

static void
lamina_clock_list_dispose (GObject *object)
{
  LaminaClockList *self = LAMINA_CLOCK_LIST (object);

  lamina_clock_list_set_session (self, NULL);
  g_clear_pointer (&self->spins, g_ptr_array_unref);
  g_clear_pointer (&self->resets, g_ptr_array_unref);
  lamina_widget_unparent_children (GTK_WIDGET (self));
  G_OBJECT_CLASS (lamina_clock_list_parent_class)->dispose (object);
}

static void
lamina_clock_list_class_init (LaminaClockListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lamina_clock_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BOX_LAYOUT);
}

static void
lamina_clock_list_init (LaminaClockList *self)
{
  GtkBoxLayout *layout = GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self)));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (layout, 6);
  self->spins = g_ptr_array_new ();
  self->resets = g_ptr_array_new ();
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (self->grid, 6);
  gtk_grid_set_row_spacing (self->grid, 3);
  gtk_widget_set_parent (GTK_WIDGET (self->grid), GTK_WIDGET (self));
  self->align = gtk_button_new_with_label (_("Align the Starts of Two Selected Layers"));
  gtk_widget_set_tooltip_text (self->align, _("Shifts the clock that is later in this list; hold Ctrl to select a second "
                                              "layer"));
  g_signal_connect_swapped (self->align, "clicked", G_CALLBACK (on_align), self);
  gtk_widget_set_parent (self->align, GTK_WIDGET (self));
}

void
lamina_clock_list_set_session (LaminaClockList *self,
                               LaminaSession   *session)
{
  g_return_if_fail (LAMINA_IS_CLOCK_LIST (self));

  if (self->session == session)
    return;
  lamina_session_replace (&self->session, session, self);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (show_run), self);
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (show_offsets), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (show_offsets), self);
  show_run (self);
}
