/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-page.h"

#include "lamina-chart.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-rate-text.h"
#include "lamina-rate.h"
#include "lamina-text.h"
#include "lamina-work.h"

#include <math.h>
#include <string.h>

#define NBSP "\u00a0"

/* What is told one after the other, with commas between, as a sentence. */
static char *
join (GPtrArray *parts)
{
  g_autofree char *text = NULL;

  if (parts->len == 0)
    return g_strdup ("");
  g_ptr_array_add (parts, NULL);
  text = g_strjoinv (_(", "), (char **) parts->pdata);
  /* Translators: a list of figures or facts, as a sentence. */
  return g_strdup_printf (_("%s."), text);
}

/* Of the only device; several are told apart in their headings. */
static void
add_busy (LaminaPage *self,
          GPtrArray  *parts)
{
  g_autofree char *busy = NULL;
  gint64 time = 0, length = 0;

  if (self->use != NULL && lamina_device_use_get_n (self->use) == 1)
    {
      const LaminaDeviceTotals *device = lamina_device_use_get (self->use, 0);

      time = device->busy;
      length = device->busy + device->wait + device->idle;
    }
  else if (self->use == NULL && self->idle != NULL && lamina_idle_get_n_devices (self->idle) == 1)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, 0);

      time = device->times[LAMINA_LOAD_BUSY];
      length = device->end - device->start;
    }
  if (length == 0)
    return;
  busy = lamina_layer_dup_share ((double) time / (double) length);
  g_ptr_array_add (parts, g_strdup_printf (_("%s busy"), busy));
}

static char *
dup_cost (LaminaCost  kind,
          const char *cost)
{
  switch (kind)
    {
    case LAMINA_COST_DEVICE:
      return g_strdup_printf (_("Σ\u00a0%s of device time"), cost);
    case LAMINA_COST_SELF:
      return g_strdup_printf (_("Σ\u00a0%s of host time"), cost);
    case LAMINA_COST_DURATION:
    default:
      return g_strconcat ("Σ" NBSP, cost, NULL);
    }
}

/* The layers that are shown: those that ran, or all of a graph that did not, or of memory, which sites keep without a call. */
static char *
dup_layers (LaminaPage *self)
{
  const LaminaTotals *totals = lamina_totals_in_force (self->run);
  guint n = self->layers != NULL ? self->n_layers
            : totals->executed > 0 && lamina_run_get_memory (self->run)->n == 0 ? totals->executed
            : lamina_run_get_layers (self->run)->n;

  return lamina_layers_dup_count (self->run, n);
}

/* What the layers that are shown cost, in the range that is shown. */
static gint64
sum_costs (LaminaPage *self)
{
  const gint64 *costs = lamina_run_get_costs (self->run);
  gint64 sum = LAMINA_ABSENT;

  if (self->range != NULL)
    return lamina_range_totals_get_cost (self->range);
  for (guint i = 0; costs != NULL && i < self->n_layers; i++)
    if (costs[self->layers[i]] != LAMINA_ABSENT)
      sum = lamina_number_add (sum == LAMINA_ABSENT ? 0 : sum, costs[self->layers[i]]);
  return sum;
}

/* Of a part of the run: which part of their work layers do in it is not known.
 * `53 layers, Σ 4.20 ms of device time, 91.2 % busy.` */
static void
append_part_totals (LaminaPage *self,
                    GString    *text)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  gint64 sum = sum_costs (self);
  g_autofree char *cost = lamina_figure_dup (sum, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *sentence = NULL;

  /* Sites keep memory without slices, so that none is in a range or is not. */
  if (self->range == NULL || layers->first_slice[layers->n] > 0)
    g_ptr_array_add (parts, dup_layers (self));
  if (sum != LAMINA_ABSENT)
    g_ptr_array_add (parts, dup_cost (lamina_run_get_cost_kind (self->run), cost));
  if (self->range != NULL)
    add_busy (self, parts);
  sentence = join (parts);
  g_string_append (text, sentence);
}

/* Appends the totals of the run: `Σ 22.4 ms of device time, 82.0 GFLOP, 3.65 TFLOP/s, 96.7 % busy.` */
static void
append_totals (LaminaPage *self,
               GString    *text)
{
  const LaminaTotals *totals = lamina_totals_in_force (self->run);
  const char *sign = (lamina_totals_get_estimated (self->run) & LAMINA_ESTIMATE_FLOP) != 0 ? "≈" NBSP : "";
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *cost = lamina_figure_dup (totals->cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *flop = lamina_figure_dup (totals->flop, LAMINA_UNIT_FLOP);
  g_autofree char *sentence = NULL;
  LaminaRate rate;

  if (self->layers != NULL)
    {
      append_part_totals (self, text);
      return;
    }
  if (totals->cost != LAMINA_ABSENT)
    g_ptr_array_add (parts, dup_cost (lamina_run_get_cost_kind (self->run), cost));
  else
    g_ptr_array_add (parts, dup_layers (self));
  if (totals->flop != LAMINA_ABSENT)
    g_ptr_array_add (parts, g_strconcat (sign, flop, NULL));
  lamina_rate_init (&rate, self->run, NULL, 0, LAMINA_UNIT_FLOP);
  if (!isnan (rate.per_second))
    g_ptr_array_add (parts, lamina_rate_dup_text (&rate));
  if (rate.doubt != LAMINA_DOUBT_NONE)
    g_ptr_array_add (parts, lamina_rate_dup_reason (&rate, self->run));
  add_busy (self, parts);
  sentence = join (parts);
  g_string_append (text, sentence);
}

gboolean
lamina_page_is_of_all_runs (LaminaPage *self)
{
  const char *view = self->options->view;
  const LaminaChart *chart = g_str_has_prefix (view, LAMINA_PICTURE_CHART)
                             ? lamina_chart_find (view + strlen (LAMINA_PICTURE_CHART)) : NULL;

  return chart != NULL && lamina_chart_is_of_all_runs (chart);
}

/* Whether it shows a part of the run: what the title says of the whole would not be true of it. */
static gboolean
is_of_range (LaminaPage *self)
{
  return self->options->start != LAMINA_ABSENT || self->options->end != LAMINA_ABSENT;
}

/* What ran, and on which devices: the name of one, or how many there are. NULL where that is not worth a word. */
static char *
dup_work (LaminaPage *self)
{
  g_autofree char *layers = dup_layers (self);
  guint n_runs = lamina_document_get_n_runs (self->document);
  const char *name = NULL;
  guint n = 0;

  if (lamina_page_is_of_all_runs (self))
    return lamina_text_dup (ngettext ("%u run", "%u runs", n_runs), n_runs);
  for (guint i = 0; i < lamina_run_get_n_groups (self->run); i++)
    if (lamina_run_get_group (self->run, i)->kind == LAMINA_GROUP_DEVICE)
      {
        name = lamina_run_get_group (self->run, i)->name;
        n++;
      }
  if (is_of_range (self))
    return n == 0 ? NULL : n == 1 ? g_strdup (name) : lamina_text_dup (ngettext ("%u device", "%u devices", n), n);
  if (n == 0)
    return g_steal_pointer (&layers);
  /* Translators: "242 layers on gpu0:0". */
  return n == 1 ? g_strdup_printf (_("%s on %s"), layers, name)
                : lamina_text_dup (ngettext ("%s on %u device", "%s on %u devices", n), layers, n);
}

/* "MegEngine profile", which run of it where there are several. */
static char *
dup_what (LaminaPage *self)
{
  const char *tool = lamina_document_get_tool (self->document);
  gboolean is_graph = lamina_run_get_timing (self->run) == LAMINA_TIMING_ORDER;
  g_autofree char *what = NULL;

  if (tool != NULL)
    /* Translators: %s is a tool, such as PyTorch. */
    what = g_strdup_printf (is_graph ? _("%s graph") : _("%s profile"), tool);
  else
    what = g_strdup (is_graph ? _("A graph") : _("A profile"));
  if (lamina_document_get_n_runs (self->document) == 1 || lamina_page_is_of_all_runs (self))
    return g_steal_pointer (&what);
  return g_strconcat (what, _(", "), lamina_run_get_shown_title (self->run), NULL);
}

char *
lamina_page_dup_title (LaminaPage *self)
{
  g_autofree char *what = dup_what (self);
  g_autofree char *work = dup_work (self);

  return work != NULL ? g_strdup_printf (_("%s: %s"), what, work) : g_steal_pointer (&what);
}

/* A shift with three decimals, `+4.161 ms`: it is worth reading more exactly than other figures. */
static char *
dup_shift (gint64 offset)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  double magnitude = fabs ((double) offset);
  double divisor = magnitude >= 1e9 ? 1e9 : magnitude >= 1e6 ? 1e6 : magnitude >= 1e3 ? 1e3 : 1;
  const char *unit = magnitude >= 1e9 ? "s" : magnitude >= 1e6 ? "ms" : magnitude >= 1e3 ? "µs" : "ns";

  lamina_figure_format (buffer, sizeof buffer, divisor == 1 ? "%.0f" : "%.3f", magnitude / divisor);
  return g_strconcat (offset < 0 ? "−" : "+", buffer, NBSP, unit, NULL);
}

static void
append_sentence (GString    *text,
                 const char *sentence)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", sentence);
}

/* The clocks that are shifted for one reason, in one sentence. */
static void
append_shifts (LaminaPage       *self,
               GString          *text,
               LaminaClockBasis  basis)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *sentence = NULL;

  for (guint i = 0; i < lamina_run_get_n_clocks (self->run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (self->run, i);
      gint64 offset = lamina_timebase_get_offset (self->timebase, i);
      g_autofree char *shift = dup_shift (offset);

      if (clock->basis != basis || offset == 0)
        continue;
      /* Translators: the second goes on with the list that the first began: "A is shifted by 2 ms, B by 3 ms". */
      g_ptr_array_add (parts, g_strdup_printf (parts->len == 0 ? _("%s is shifted by %s") : _("%s by %s"), clock->name,
                                               shift));
    }
  if (parts->len == 0)
    return;
  if (basis == LAMINA_CLOCK_CAUSALITY)
    g_ptr_array_add (parts, g_strdup (ngettext ("the smallest shift that keeps every kernel after its launch",
                                                "the smallest shifts that keep every kernel after its launch",
                                                parts->len)));
  sentence = join (parts);
  append_sentence (text, sentence);
}

static void
append_own_clocks (LaminaPage *self,
                   GString    *text)
{
  for (guint i = 0; i < lamina_run_get_n_clocks (self->run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (self->run, i);

      if (clock->basis != LAMINA_CLOCK_FILE && (clock->offset != 0 || clock->basis == LAMINA_CLOCK_UNKNOWN)
          && lamina_timebase_get_offset (self->timebase, i) == 0)
        {
          g_autofree char *sentence = g_strdup_printf (_("%s is on its own clock."), clock->name);

          append_sentence (text, sentence);
        }
    }
}

const char *
lamina_page_get_basis (LaminaRun *run)
{
  static const char *const words[] = {
    [LAMINA_TIMING_MEASURED] = N_("Timing measured."),
    [LAMINA_TIMING_END_TO_END] = N_("Durations measured, laid end to end: the file states no starts."),
    [LAMINA_TIMING_ORDER] = N_("Order only: the file states no times."),
  };

  return _(words[lamina_run_get_timing (run)]);
}

char *
lamina_page_dup_timing (LaminaPage *self)
{
  GString *text = g_string_new (lamina_page_get_basis (self->run));

  if (lamina_run_get_unit (self->run) == LAMINA_AXIS_NANOSECONDS)
    {
      append_shifts (self, text, LAMINA_CLOCK_CAUSALITY);
      append_shifts (self, text, LAMINA_CLOCK_USER);
      append_shifts (self, text, LAMINA_CLOCK_UNKNOWN);
      append_own_clocks (self, text);
    }
  return g_string_free (text, FALSE);
}

#define LEGEND_LINE 17
#define SWATCH 12

/* Wide enough to show coarse lines. */
#define TEXTURED 20
#define LEGEND_GAP 18
#define DOT 4.5f
#define DOT_GAP 4
#define MOST_TITLE 240

/* One entry of the legend. */
typedef struct
{
  LaminaFill fill;
  char *text;
} Entry;

static void
clear_entry (Entry *entry)
{
  g_free (entry->text);
}

static void
add_entry (LaminaPage *self,
           GArray     *entries,
           LaminaFill  fill,
           const char *name,
           gint64      sum,
           gboolean    is_time)
{
  g_autofree char *figure = lamina_figure_dup (sum, is_time ? LAMINA_UNIT_NANOSECONDS : LAMINA_UNIT_NONE);
  g_autofree char *shown = lamina_metrics_dup_fitting (self->metrics, LAMINA_FONT_CAPTION, name, MOST_TITLE);
  /* What a chart shows of layers without times is explained, too. */
  Entry entry = { fill, is_time && !(sum > 0) ? g_strdup (shown) : g_strconcat (shown, NBSP, figure, NULL) };

  g_array_append_val (entries, entry);
}

/* What layers wait, of those that count. */
static gint64
sum_wait (LaminaPage *self)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  const gint64 *costs = lamina_run_get_costs (self->run);
  gint64 wait = 0;

  for (guint i = 0; self->range != NULL && i < lamina_range_totals_get_n_loads (self->range); i++)
    wait = lamina_number_add (wait, lamina_range_totals_get_load (self->range, i)->wait);
  if (self->range != NULL)
    return wait;
  for (guint at = 0; costs != NULL && at < (self->layers != NULL ? self->n_layers : layers->n); at++)
    {
      guint i = self->layers != NULL ? self->layers[at] : at;

      if (costs[i] != LAMINA_ABSENT && lamina_column_number (layers->wait, i) != LAMINA_ABSENT)
        wait = lamina_number_add (wait, layers->wait[i]);
    }
  return wait;
}

/* The kinds of what charts show of layers that take no time, without figures. */
static void
add_untimed (LaminaPage *self,
             GArray     *entries)
{
  guint32 listed = 0;

  for (guint i = 0; i < entries->len; i++)
    listed |= 1u << g_array_index (entries, Entry, i).fill.family;
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    if ((self->seen_families & ~listed) >> i & 1)
      add_entry (self, entries, LAMINA_FILL_FAMILY ((guint8) i), _(lamina_family_get_title ((LaminaFamily) i)), 0, TRUE);
}

/* How long devices are idle in what is shown. */
static gint64
sum_idle (LaminaPage *self)
{
  gint64 sum = 0;

  for (guint i = 0; self->use != NULL && i < lamina_device_use_get_n (self->use); i++)
    sum = lamina_number_add (sum, lamina_device_use_get (self->use, i)->idle);
  for (guint i = 0; self->use == NULL && i < lamina_idle_get_n_devices (self->idle); i++)
    sum = lamina_number_add (sum, lamina_idle_device_get_idle (lamina_idle_get_device (self->idle, i)));
  return sum;
}

/* What the fills mean, each with the costs of its layers, or how many they are when there are no costs. */
static GArray *
list_entries (LaminaPage *self)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GArray) fills = NULL;
  gint64 wait;

  g_array_set_clear_func (entries, (GDestroyNotify) clear_entry);
  if (!self->options->legend)
    return entries;
  fills = lamina_coloring_list (self->coloring, self->layers, self->n_layers,
                                self->range != NULL ? lamina_range_totals_get_costs (self->range) : NULL);
  for (guint i = 0; i < fills->len; i++)
    {
      const LaminaColoringEntry *fill = &g_array_index (fills, LaminaColoringEntry, i);
      gboolean is_time = fill->sum != LAMINA_ABSENT;
      const char *title = lamina_coloring_is_of_file (self->coloring, fill->color) ? fill->title : _(fill->title);

      if (!is_time || fill->sum > 0)
        add_entry (self, entries, LAMINA_FILL_FAMILY ((guint8) fill->color), title,
                   is_time ? fill->sum : fill->n_layers, is_time);
    }
  add_untimed (self, entries);
  wait = self->has_no_waits ? 0 : sum_wait (self);
  if (wait > 0)
    {
      guint8 family = entries->len > 0 ? g_array_index (entries, Entry, 0).fill.family : LAMINA_FAMILY_OTHER;
      LaminaFill fill = { LAMINA_INK_FAMILY, family, LAMINA_PATTERN_WAIT, 255 };

      add_entry (self, entries, fill, _("of it waiting"), wait, TRUE);
    }
  if (self->has_gaps)
    add_entry (self, entries, (LaminaFill) { LAMINA_INK_TEXT, 0, LAMINA_PATTERN_WAIT, 255 },
               _("device idle"), sum_idle (self), TRUE);
  return entries;
}

/* The width of what stands before the words of an entry: a box, a dot, or a box and a dot. */
static int
get_sign_width (LaminaPage *self)
{
  return (self->has_textures ? TEXTURED : SWATCH) + (self->has_textures && self->has_dots ? DOT_GAP + SWATCH : 0);
}

static void
add_sign (LaminaPage *self,
          LaminaFill  fill,
          int         x,
          int         y)
{
  LaminaSceneDot dot = { (float) (x + get_sign_width (self)) - SWATCH / 2.0f, (float) y + SWATCH / 2.0f, DOT, fill, fill,
                         { .kind = LAMINA_TARGET_NONE } };
  gboolean is_kind = fill.pattern == LAMINA_PATTERN_SOLID;

  dot.fill.pattern = LAMINA_PATTERN_TEXTURE;
  dot.line.ink = LAMINA_INK_FAMILY_LINE;
  if (is_kind && self->has_dots)
    lamina_scene_add_dot (self->scene, &dot);
  if (is_kind && self->has_textures)
    fill.pattern = LAMINA_PATTERN_TEXTURE;
  if (!is_kind || self->has_textures || !self->has_dots)
    lamina_scene_add_rect (self->scene, x, y, self->has_textures ? TEXTURED : SWATCH, SWATCH, fill);
}

/* Places the entries side by side and below each other; draws them when asked to. Returns the height. */
static int
place_entries (LaminaPage *self,
               GArray     *entries,
               gboolean    draw)
{
  const char *title = _(lamina_color_by_get_title (lamina_coloring_get_by (self->coloring)));
  double title_width = lamina_metrics_get_width (self->metrics, LAMINA_FONT_NAME_BOLD, title);
  int left = LAMINA_PAGE_MARGIN + (int) title_width + LEGEND_GAP;
  int right = self->options->width - LAMINA_PAGE_MARGIN;
  int x = left;
  int y = self->y + 10;

  if (draw)
    lamina_scene_add_words (self->scene, LAMINA_PAGE_MARGIN, y + LEGEND_LINE / 2.0, 0, LAMINA_ALIGN_START,
                            LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, title);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      int sign = get_sign_width (self) + 6;
      int width = sign + (int) ceil (lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, entry->text));

      if (x > left && x + width > right)
        {
          x = left;
          y += LEGEND_LINE + 3;
        }
      if (draw)
        {
          add_sign (self, entry->fill, x, y + (LEGEND_LINE - SWATCH) / 2);
          lamina_scene_add_words (self->scene, x + sign, y + LEGEND_LINE / 2.0, MAX (right - x - sign, 1),
                                  LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, entry->text);
        }
      x += width + LEGEND_GAP;
    }
  return y + LEGEND_LINE + 8 - self->y;
}

int
lamina_page_get_room (LaminaPage *self)
{
  return self->options->width - 2 * LAMINA_PAGE_MARGIN;
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
  lamina_scene_add_rect (self->scene, LAMINA_PAGE_MARGIN, self->y, lamina_page_get_room (self), 1,
                         LAMINA_FILL (LAMINA_INK_HAIRLINE));
  place_entries (self, entries, TRUE);
  lamina_scene_close_group (self->scene);
  self->y += height;
}

int
lamina_page_get_legend_height (LaminaPage *self)
{
  g_autoptr (GArray) entries = list_entries (self);

  return entries->len > 0 ? place_entries (self, entries, FALSE) : 0;
}

#define LINE_HEIGHT 17
#define TITLE_HEIGHT 22
#define MOST_LINES 8

GPtrArray *
lamina_page_wrap (LaminaPage *self,
                  LaminaFont  font,
                  int         width,
                  const char *text)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *longer = line->len == 0 ? g_strdup (words[i]) : g_strconcat (line->str, " ", words[i], NULL);

      if (line->len > 0 && lines->len + 1 < MOST_LINES
          && lamina_metrics_get_width (self->metrics, font, longer) > width)
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

static GPtrArray *
wrap (LaminaPage *self,
      LaminaFont  font,
      const char *text)
{
  return lamina_page_wrap (self, font, lamina_page_get_room (self), text);
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
      lamina_scene_add_words (self->scene, LAMINA_PAGE_MARGIN, self->y + line_height / 2.0, lamina_page_get_room (self),
                              LAMINA_ALIGN_START, font, ink, lines->pdata[i]);
      self->y += line_height;
    }
}

void
lamina_page_add_title (LaminaPage *self,
                       const char *title,
                       const char *caption)
{
  gboolean is_untitled = self->options->title != NULL && *self->options->title == '\0';
  g_autoptr (GPtrArray) title_lines = wrap (self, LAMINA_FONT_TITLE, is_untitled ? "" : title);
  g_autoptr (GPtrArray) caption_lines = wrap (self, LAMINA_FONT_CAPTION, caption);
  int height = (int) title_lines->len * TITLE_HEIGHT + (int) caption_lines->len * LINE_HEIGHT;

  if (height == 0)
    return;
  lamina_scene_open_group (self->scene, "title", 0, self->y, self->options->width, height);
  add_lines (self, LAMINA_FONT_TITLE, LAMINA_INK_TEXT, TITLE_HEIGHT, title_lines);
  add_lines (self, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, LINE_HEIGHT, caption_lines);
  lamina_scene_close_group (self->scene);
  self->y += 14;
}

static char *
dup_source (LaminaPage *self,
            const char *note)
{
  LaminaSources *sources = lamina_document_get_sources (self->document);
  /* What is left out is said in any case. */
  GString *text = g_string_new (note);

  if (!self->options->source)
    return g_string_free (text, FALSE);
  if (text->len > 0)
    g_string_append_c (text, ' ');
  if (!lamina_page_is_of_all_runs (self))
    append_totals (self, text);
  if (sources == NULL || lamina_sources_get_n (sources) == 0)
    return g_string_free (text, FALSE);
  if (text->len > 0 && text->str[text->len - 1] != ' ')
    g_string_append_c (text, ' ');
  /* Translators: the name of the file that a picture is of, after sentences with totals. */
  g_string_append_printf (text, _("Source: %s."), lamina_source_get_name (lamina_sources_get (sources, 0)));
  return g_string_free (text, FALSE);
}

void
lamina_page_add_source (LaminaPage *self,
                        const char *note)
{
  g_autofree char *text = dup_source (self, note);
  g_autoptr (GPtrArray) lines = wrap (self, LAMINA_FONT_CAPTION, text);

  if (lines->len == 0)
    return;
  lamina_scene_open_group (self->scene, "source", 0, self->y, self->options->width, (int) lines->len * LINE_HEIGHT);
  add_lines (self, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, LINE_HEIGHT, lines);
  lamina_scene_close_group (self->scene);
}

int
lamina_page_get_foot_height (LaminaPage *self,
                             const char *note)
{
  g_autofree char *text = dup_source (self, note);
  g_autoptr (GPtrArray) lines = wrap (self, LAMINA_FONT_CAPTION, text);

  return lamina_page_get_legend_height (self) + (int) lines->len * LINE_HEIGHT;
}
