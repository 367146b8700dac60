/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-private.h"

#include <math.h>
#include <string.h>

#define NBSP "\u00a0"
#define LINE_HEIGHT 17
#define TITLE_HEIGHT 22
#define SWATCH 12
#define LEGEND_GAP 18
#define MOST_LINES 4

static int
get_room (LaminaPage *self)
{
  return self->options->width - 2 * LAMINA_PAGE_MARGIN;
}

/* Breaks a text at its spaces into lines that fit; what is left over goes into the last one. */
static GPtrArray *
wrap (LaminaPage *self,
      LaminaFont  font,
      const char *text)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *longer = line->len == 0 ? g_strdup (words[i]) : g_strconcat (line->str, " ", words[i], NULL);

      if (line->len > 0 && lines->len + 1 < MOST_LINES
          && lamina_metrics_get_width (self->metrics, font, longer) > get_room (self))
        {
          g_ptr_array_add (lines, g_strdup (line->str));
          g_string_assign (line, words[i]);
        }
      else
        g_string_assign (line, longer);
    }
  if (line->len > 0)
    g_ptr_array_add (lines, g_strdup (line->str));
  return lines;
}

static void
add_lines (LaminaPage *self,
           LaminaFont  font,
           LaminaInk   ink,
           int         line_height,
           GPtrArray  *lines)
{
  for (guint i = 0; i < lines->len; i++)
    {
      lamina_scene_add_words (self->scene, LAMINA_PAGE_MARGIN, self->y + line_height / 2.0, get_room (self),
                              LAMINA_ALIGN_START, font,
                              ink, lines->pdata[i]);
      self->y += line_height;
    }
}

void
lamina_page_add_title (LaminaPage *self,
                       const char *title,
                       const char *caption)
{
  g_autoptr (GPtrArray) title_lines = wrap (self, LAMINA_FONT_TITLE, title);
  g_autoptr (GPtrArray) caption_lines = wrap (self, LAMINA_FONT_CAPTION, caption);
  int height = (int) title_lines->len * TITLE_HEIGHT + (int) caption_lines->len * LINE_HEIGHT;

  lamina_scene_open_group (self->scene, "title", 0, self->y, self->options->width, height);
  add_lines (self, LAMINA_FONT_TITLE, LAMINA_INK_TEXT, TITLE_HEIGHT, title_lines);
  add_lines (self, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, LINE_HEIGHT, caption_lines);
  lamina_scene_close_group (self->scene);
  self->y += 14;
}

/* One entry of the legend. */
typedef struct
{
  LaminaFill fill;
  double sum;
  char *text;
} Entry;

static void
clear_entry (gpointer data)
{
  g_free (((Entry *) data)->text);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  double left = ((const Entry *) a)->sum;
  double right = ((const Entry *) b)->sum;

  return left > right ? -1 : left < right;
}

static void
add_entry (GArray     *entries,
           LaminaFill  fill,
           const char *name,
           double      sum,
           gboolean    is_time)
{
  g_autofree char *figure = lamina_figure_dup ((gint64) sum, is_time ? LAMINA_UNIT_NANOSECONDS : LAMINA_UNIT_NONE);
  Entry entry = { fill, sum, g_strconcat (name, NBSP, figure, NULL) };

  g_array_append_val (entries, entry);
}

/* The families of the run with the costs of their layers, or how many layers they have when there are no costs. */
static GArray *
list_entries (LaminaPage *self)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  const gint64 *costs = lamina_run_get_costs (self->run);
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  double sums[LAMINA_N_FAMILIES] = { 0 };
  double wait = 0;

  g_array_set_clear_func (entries, clear_entry);
  for (guint i = 0; i < layers->n; i++)
    {
      gint64 cost = costs == NULL ? 1 : costs[i];

      if (cost != LAMINA_ABSENT && layers->calls[i] > 0)
        sums[layers->family[i]] += (double) cost;
      if (costs != NULL && cost != LAMINA_ABSENT && lamina_column_number (layers->wait, i) != LAMINA_ABSENT)
        wait += (double) layers->wait[i];
    }
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    if (sums[i] > 0)
      add_entry (entries, LAMINA_FILL_FAMILY ((guint8) i), lamina_family_get_title (i), sums[i], costs != NULL);
  g_array_sort (entries, compare_entries);
  if (wait > 0)
    {
      guint8 family = entries->len > 0 ? g_array_index (entries, Entry, 0).fill.family : LAMINA_FAMILY_OTHER;
      LaminaFill fill = { LAMINA_INK_FAMILY, family, LAMINA_PATTERN_WAIT, 255 };

      add_entry (entries, fill, "of it waiting", wait, TRUE);
    }
  return entries;
}

/* Places the entries side by side and below each other; draws them when asked to. Returns the height. */
static int
place_entries (LaminaPage *self,
               GArray     *entries,
               gboolean    draw)
{
  const char *title = "Kind of work";
  double title_width = lamina_metrics_get_width (self->metrics, LAMINA_FONT_NAME_BOLD, title);
  int left = LAMINA_PAGE_MARGIN + (int) title_width + LEGEND_GAP;
  int right = self->options->width - LAMINA_PAGE_MARGIN;
  int x = left;
  int y = self->y + 10;

  if (draw)
    lamina_scene_add_words (self->scene, LAMINA_PAGE_MARGIN, y + LINE_HEIGHT / 2.0, 0, LAMINA_ALIGN_START,
                            LAMINA_FONT_NAME_BOLD,
                            LAMINA_INK_TEXT, title);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      int width = SWATCH + 6 + (int) ceil (lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, entry->text));

      if (x > left && x + width > right)
        {
          x = left;
          y += LINE_HEIGHT + 3;
        }
      if (draw)
        {
          lamina_scene_add_rect (self->scene, x, y + (LINE_HEIGHT - SWATCH) / 2, SWATCH, SWATCH, entry->fill);
          lamina_scene_add_words (self->scene, x + SWATCH + 6, y + LINE_HEIGHT / 2.0, MAX (right - x - SWATCH - 6, 1),
                                  LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, entry->text);
        }
      x += width + LEGEND_GAP;
    }
  return y + LINE_HEIGHT + 8 - self->y;
}

void
lamina_page_add_legend (LaminaPage *self)
{
  g_autoptr (GArray) entries = list_entries (self);
  int height;

  if (entries->len == 0)
    return;
  height = place_entries (self, entries, FALSE);
  lamina_scene_open_group (self->scene, "legend", 0, self->y, self->options->width, height);
  lamina_scene_add_rect (self->scene, LAMINA_PAGE_MARGIN, self->y, get_room (self), 1,
                         LAMINA_FILL (LAMINA_INK_HAIRLINE));
  place_entries (self, entries, TRUE);
  lamina_scene_close_group (self->scene);
  self->y += height;
}

static void
append_busy (LaminaPage *self,
             GString    *text)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  LaminaTrack *device = NULL;
  double busy, waiting;

  for (guint i = 0; i < lamina_run_get_n_tracks (self->run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (self->run, i);

      if (lamina_run_get_track_kind (self->run, i) != LAMINA_GROUP_DEVICE || lamina_track_is_counter (track))
        continue;
      if (device != NULL)
        return;
      device = track;
    }
  if (device == NULL || lamina_run_get_unit (self->run) != LAMINA_AXIS_NANOSECONDS
      || !lamina_track_get_load (device, &busy, &waiting))
    return;
  g_string_append_printf (text, ", %s" NBSP "%% busy", g_ascii_formatd (buffer, sizeof buffer, "%.1f", busy * 100));
}

static const char *const cost_words[] = {
  [LAMINA_COST_DEVICE] = " of device time",
  [LAMINA_COST_SELF] = " of host time",
  [LAMINA_COST_DURATION] = "",
};

/* The layers that ran, or all of a graph that did not. */
static guint
count_layers (LaminaPage *self)
{
  const LaminaTotals *totals = lamina_run_get_totals (self->run);

  return totals->executed > 0 ? totals->executed : lamina_run_get_layers (self->run)->n;
}

static void
append_totals (LaminaPage *self,
               GString    *text)
{
  const LaminaTotals *totals = lamina_run_get_totals (self->run);
  g_autofree char *cost = lamina_figure_dup (totals->cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *flop = lamina_figure_dup (totals->flop, LAMINA_UNIT_FLOP);
  g_autofree char *rate = NULL;

  if (totals->cost != LAMINA_ABSENT)
    g_string_append_printf (text, "Σ" NBSP "%s%s", cost, cost_words[lamina_run_get_cost_kind (self->run)]);
  else
    g_string_append_printf (text, "%u layers", count_layers (self));
  if (totals->flop != LAMINA_ABSENT)
    g_string_append_printf (text, ", %s", flop);
  if (totals->flop != LAMINA_ABSENT && totals->cost != LAMINA_ABSENT && totals->cost > 0)
    {
      rate = lamina_figure_dup_rate ((double) totals->flop * 1e9 / (double) totals->cost, LAMINA_UNIT_FLOP);
      g_string_append_printf (text, ", %s", rate);
    }
  append_busy (self, text);
  g_string_append (text, ".");
}

static char *
dup_source (LaminaPage *self,
            const char *note)
{
  LaminaSources *sources = lamina_document_get_sources (self->document);
  GString *text = g_string_new (note);

  if (text->len > 0)
    g_string_append_c (text, ' ');
  append_totals (self, text);
  if (sources != NULL && lamina_sources_get_n (sources) > 0)
    g_string_append_printf (text, " Source: %s.", lamina_source_get_name (lamina_sources_get (sources, 0)));
  return g_string_free (text, FALSE);
}

void
lamina_page_add_source (LaminaPage *self,
                        const char *note)
{
  g_autofree char *text = dup_source (self, note);
  g_autoptr (GPtrArray) lines = wrap (self, LAMINA_FONT_CAPTION, text);

  lamina_scene_open_group (self->scene, "source", 0, self->y, self->options->width, (int) lines->len * LINE_HEIGHT);
  add_lines (self, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, LINE_HEIGHT, lines);
  lamina_scene_close_group (self->scene);
}

int
lamina_page_get_foot_height (LaminaPage *self)
{
  g_autofree char *text = dup_source (self, NULL);
  g_autoptr (GPtrArray) lines = wrap (self, LAMINA_FONT_CAPTION, text);
  g_autoptr (GArray) entries = list_entries (self);

  return (entries->len > 0 ? place_entries (self, entries, FALSE) : 0) + (int) lines->len * LINE_HEIGHT;
}

/* The devices of a run: the name of one, or how many there are. */
static char *
dup_devices (LaminaPage *self)
{
  const char *name = NULL;
  guint n = 0;

  for (guint i = 0; i < lamina_run_get_n_groups (self->run); i++)
    if (lamina_run_get_group (self->run, i)->kind == LAMINA_GROUP_DEVICE)
      {
        name = lamina_run_get_group (self->run, i)->name;
        n++;
      }
  if (n == 0)
    return g_strdup ("");
  return n == 1 ? g_strdup_printf (" on %s", name) : g_strdup_printf (" on %u devices", n);
}

char *
lamina_page_dup_title (LaminaPage *self)
{
  const char *tool = lamina_document_get_tool (self->document);
  const char *what = lamina_run_get_timing (self->run) == LAMINA_TIMING_ORDER ? "graph" : "profile";
  guint n = count_layers (self);
  g_autofree char *devices = dup_devices (self);
  g_autofree char *run = NULL;

  if (lamina_document_get_n_runs (self->document) > 1)
    run = g_strconcat (", ", lamina_run_get_title (self->run), NULL);
  return g_strdup_printf ("%s %s%s: %u %s%s", tool != NULL ? tool : "A", what, run != NULL ? run : "", n,
                          n == 1 ? "layer" : "layers",
                          devices);
}

/* A shift with three decimals, `+4.161 ms`: it is worth reading more exactly than other figures. */
static char *
dup_shift (gint64 offset)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  double magnitude = fabs ((double) offset);
  double divisor = magnitude >= 1e9 ? 1e9 : magnitude >= 1e6 ? 1e6 : magnitude >= 1e3 ? 1e3 : 1;
  const char *unit = magnitude >= 1e9 ? "s" : magnitude >= 1e6 ? "ms" : magnitude >= 1e3 ? "µs" : "ns";

  g_ascii_formatd (buffer, sizeof buffer, divisor == 1 ? "%.0f" : "%.3f", magnitude / divisor);
  return g_strconcat (offset < 0 ? "−" : "+", buffer, NBSP, unit, NULL);
}

/* The clocks that are shifted for one reason, in one sentence. */
static void
append_shifts (LaminaPage       *self,
               GString          *text,
               LaminaClockBasis  basis)
{
  guint n = 0;

  for (guint i = 0; i < lamina_run_get_n_clocks (self->run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (self->run, i);
      gint64 offset = lamina_timebase_get_offset (self->timebase, i);
      g_autofree char *shift = dup_shift (offset);

      if (clock->basis != basis || offset == 0)
        continue;
      g_string_append_printf (text, n++ == 0 ? " %s is shifted by %s" : ", %s by %s", clock->name, shift);
    }
  if (n > 0 && basis == LAMINA_CLOCK_CAUSALITY)
    g_string_append_printf (text, ", the smallest %s every kernel behind its dispatch",
                            n == 1 ? "shift that keeps" : "shifts that keep");
  if (n > 0)
    g_string_append_c (text, '.');
}

static void
append_own_clocks (LaminaPage *self,
                   GString    *text)
{
  for (guint i = 0; i < lamina_run_get_n_clocks (self->run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (self->run, i);

      if (clock->basis != LAMINA_CLOCK_FILE && clock->offset != 0
          && lamina_timebase_get_offset (self->timebase, i) == 0)
        g_string_append_printf (text, " %s shows its own clock.", clock->name);
    }
}

char *
lamina_page_dup_timing (LaminaPage *self)
{
  static const char *const words[] = {
    [LAMINA_TIMING_MEASURED] = "Timing measured.",
    [LAMINA_TIMING_END_TO_END] = "Durations measured, laid end to end: the file states no starts.",
    [LAMINA_TIMING_ORDER] = "Order only: the file states no times.",
  };
  GString *text = g_string_new (words[lamina_run_get_timing (self->run)]);

  if (lamina_run_get_unit (self->run) == LAMINA_AXIS_NANOSECONDS)
    {
      append_shifts (self, text, LAMINA_CLOCK_CAUSALITY);
      append_shifts (self, text, LAMINA_CLOCK_USER);
      append_own_clocks (self, text);
    }
  return g_string_free (text, FALSE);
}
