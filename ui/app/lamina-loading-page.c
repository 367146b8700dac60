/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-loading-page.h"

#include "lamina-rows.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#define POLL_MS 100

/* In pixels at the usual size of text. */
#define MOST_WIDTH 440

/* A rate over less than this jumps about; what it foretells needs longer, and a part of the file. */
#define MIN_RATE_USEC 150000
#define MIN_FORECAST_USEC 1000000
#define MIN_FORECAST_SHARE 0.03

struct _LaminaLoadingPage
{
  GtkWidget parent_instance;

  LaminaLoader *loader;
  gint64 started;
  guint poll;

  GtkWidget *clamp;
  GtkLabel *title;
  GtkProgressBar *bar;
  GtkBox *rows;
  GtkLabel *bytes;
  GtkLabel *left;
  GtkLabel *records;
  GtkLabel *slices;
  GtkLabel *layers;
};

G_DEFINE_FINAL_TYPE (LaminaLoadingPage, lamina_loading_page, GTK_TYPE_WIDGET)

/* A row without a text is not to be seen. It keeps its place, so that the button below stays where it is. */
static void
set_row (GtkLabel   *label,
         const char *text)
{
  GtkWidget *row = gtk_widget_get_parent (GTK_WIDGET (label));

  lamina_widget_set_text (label, text ? text : "");
  gtk_widget_set_opacity (row, text ? 1 : 0);
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_HIDDEN, text == NULL, -1);
}

/* Formats whose parts are read at the same time know some counts only once all have been read. */
static void
set_count (GtkLabel *label,
           guint64   count)
{
  g_autofree char *text = lamina_figure_dup_exact ((gint64) MIN (count, G_MAXINT64), LAMINA_UNIT_NONE);

  set_row (label, count > 0 ? text : NULL);
}

static gboolean
is_read (const LaminaProgress *progress)
{
  return progress->freezing || (progress->total_bytes > 0 && progress->bytes >= progress->total_bytes);
}

/* The rest of the file at the rate of what was read. */
static void
set_left (LaminaLoadingPage    *self,
          const LaminaProgress *progress)
{
  double elapsed = (double) (g_get_monotonic_time () - self->started);
  double share = progress->total_bytes > 0 ? (double) progress->bytes / (double) progress->total_bytes : 0;
  g_autofree char *text = NULL;
  guint seconds;

  if (elapsed >= MIN_FORECAST_USEC && share >= MIN_FORECAST_SHARE && !is_read (progress))
    {
      seconds = (guint) MIN (ceil (elapsed * (1 - share) / share / 1e6), G_MAXINT);
      text = seconds < 90 ? g_strdup_printf (ngettext ("about %u second", "about %u seconds", seconds), seconds)
                          : g_strdup_printf (ngettext ("about %u minute", "about %u minutes", (seconds + 59) / 60),
                                             (seconds + 59) / 60);
    }
  set_row (self->left, text);
}

static void
set_bytes (LaminaLoadingPage    *self,
           const LaminaProgress *progress)
{
  gint64 elapsed = g_get_monotonic_time () - self->started;
  g_autofree char *bytes = lamina_figure_dup ((gint64) MIN (progress->bytes, G_MAXINT64), LAMINA_UNIT_BYTES);
  g_autofree char *total = lamina_figure_dup ((gint64) MIN (progress->total_bytes, G_MAXINT64), LAMINA_UNIT_BYTES);
  g_autofree char *rate = NULL;
  g_autofree char *text = NULL;

  if (elapsed < MIN_RATE_USEC || is_read (progress))
    {
      text = g_strdup_printf (_("%s of %s"), bytes, total);
    }
  else
    {
      rate = lamina_figure_dup_rate ((double) progress->bytes / (double) elapsed * 1e6, LAMINA_UNIT_BYTES);
      text = g_strdup_printf (_("%s of %s, %s"), bytes, total, rate);
    }
  lamina_widget_set_text (self->bytes, text);
}

static void
show_progress (LaminaLoadingPage *self)
{
  LaminaProgress progress = { 0 };

  lamina_loader_get_progress (self->loader, &progress);
  set_bytes (self, &progress);
  set_left (self, &progress);
  set_count (self->records, progress.records);
  set_count (self->slices, progress.slices);
  set_count (self->layers, progress.layers);
  if (is_read (&progress))
    {
      gtk_progress_bar_set_text (self->bar, _("Putting it in order…"));
      gtk_progress_bar_pulse (self->bar);
    }
  else if (progress.total_bytes > 0)
    {
      gtk_progress_bar_set_fraction (self->bar, MIN ((double) progress.bytes / (double) progress.total_bytes, 1));
    }
}

static gboolean
on_poll (gpointer user_data)
{
  show_progress (user_data);
  return G_SOURCE_CONTINUE;
}

static void
lamina_loading_page_dispose (GObject *object)
{
  LaminaLoadingPage *self = LAMINA_LOADING_PAGE (object);

  lamina_loading_page_stop (self);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_LOADING_PAGE);
  G_OBJECT_CLASS (lamina_loading_page_parent_class)->dispose (object);
}

static void
lamina_loading_page_class_init (LaminaLoadingPageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_loading_page_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-loading-page.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaLoadingPage, clamp);
  gtk_widget_class_bind_template_child (widget_class, LaminaLoadingPage, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaLoadingPage, bar);
  gtk_widget_class_bind_template_child (widget_class, LaminaLoadingPage, rows);
  gtk_widget_class_set_css_name (widget_class, "loadingpage");
}

static void
lamina_loading_page_init (LaminaLoadingPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_text_size_set_length (self->clamp, "maximum-size", MOST_WIDTH);
  self->bytes = lamina_rows_add (self->rows, _("Read"), "", NULL);
  self->records = lamina_rows_add (self->rows, _("Records"), "", NULL);
  self->slices = lamina_rows_add (self->rows, _("Slices and samples"), "", NULL);
  self->layers = lamina_rows_add (self->rows, _("Layers"), "", NULL);
  /* Last, for it is known for a part of the time only. */
  self->left = lamina_rows_add (self->rows, _("Left to read"), "", NULL);
  /* Empty it has the height of the words to come, so that nothing moves then. */
  gtk_progress_bar_set_show_text (self->bar, TRUE);
  gtk_progress_bar_set_text (self->bar, "");
}

void
lamina_loading_page_start (LaminaLoadingPage *self,
                           LaminaLoader      *loader,
                           const char        *name)
{
  g_autofree char *title = g_strdup_printf (_("Opening “%s”"), name);

  g_return_if_fail (LAMINA_IS_LOADING_PAGE (self));

  lamina_loading_page_stop (self);
  self->loader = g_object_ref (loader);
  self->started = g_get_monotonic_time ();
  lamina_widget_set_text (self->title, title);
  gtk_progress_bar_set_text (self->bar, "");
  gtk_progress_bar_set_fraction (self->bar, 0);
  show_progress (self);
  self->poll = g_timeout_add (POLL_MS, on_poll, self);
}

void
lamina_loading_page_stop (LaminaLoadingPage *self)
{
  g_return_if_fail (LAMINA_IS_LOADING_PAGE (self));

  g_clear_handle_id (&self->poll, g_source_remove);
  g_clear_object (&self->loader);
}
