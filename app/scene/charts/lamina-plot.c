/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-plot.h"

#include "lamina-gettext.h"
#include "lamina-text.h"

#include <math.h>
#include <string.h>

/* Layers of one name in a list of the largest: what tells them apart stands behind it. */

/* The empty string where a layer has no such thing. */
typedef char *(*TraitFunc) (LaminaRun *run,
                            guint32    layer);

/* What comes out says most; where that is not known, what goes in. */
static char *
dup_shapes (LaminaRun *run,
            guint32    layer)
{
  g_autofree char *outputs = lamina_layer_dup_shape_words (run, layer, TRUE);

  return *outputs != '\0' ? g_steal_pointer (&outputs) : lamina_layer_dup_shape_words (run, layer, FALSE);
}

static char *
dup_inputs (LaminaRun *run,
            guint32    layer)
{
  return lamina_layer_dup_shape_words (run, layer, FALSE);
}

static char *
dup_section (LaminaRun *run,
             guint32    layer)
{
  guint32 section = lamina_column_row (lamina_run_get_layers (run)->section, layer);

  return g_strdup (section != LAMINA_NONE ? lamina_run_get_section (run, section)->title : "");
}

static char *
dup_number (LaminaRun *run,
            guint32    layer)
{
  return g_strdup_printf ("#%u", layer);
}

static gboolean
is_repeated (char *const *labels,
             guint        n,
             guint        i)
{
  for (guint k = 0; k < n; k++)
    if (k != i && g_str_equal (labels[k], labels[i]))
      return TRUE;
  return FALSE;
}

/* Whether another row of the same label has another trait. */
static gboolean
differs (char *const *labels,
         char *const *traits,
         guint        n,
         guint        i)
{
  for (guint k = 0; traits[i] != NULL && *traits[i] != '\0' && k < n; k++)
    if (k != i && g_str_equal (labels[k], labels[i]) && !g_str_equal (traits[k], traits[i]))
      return TRUE;
  return FALSE;
}

/* Layers that are one row have their shapes in common, and nothing else that would tell it from others. */
static void
add_trait (LaminaRun      *run,
           const guint32  *layers,
           const guint    *n_layers,
           TraitFunc       func,
           char          **labels,
           guint           n)
{
  g_auto (GStrv) traits = g_new0 (char *, n + 1);
  g_auto (GStrv) added = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    traits[i] = is_repeated (labels, n, i) && (n_layers[i] == 1 || func == dup_shapes || func == dup_inputs)
                ? func (run, layers[i]) : g_strdup ("");
  for (guint i = 0; i < n; i++)
    added[i] = differs (labels, traits, n, i) ? g_strconcat (labels[i], " · ", traits[i], NULL) : g_strdup (labels[i]);
  for (guint i = 0; i < n; i++)
    {
      g_free (labels[i]);
      labels[i] = g_steal_pointer (&added[i]);
    }
}

/* A beginning that most names share says nothing where this many stand below each other. */
#define SEPARATORS "_./:"
#define LEAST_ROWS 3
#define LEAST_PREFIX 4
#define MOST_LOOKED_AT 256

/* In runs with more layers a name is not looked for among all others. */
#define MOST_ASKED 100000

#define LEAST_WORD 3

/* Names of more bytes are cut at their end, and no longer beginning is left out: to look for either takes time with the length of
 * names, many times over. */
#define MOST_WORDS_BYTES 1024

/* Labels of layers all over the run, not of the rows alone: a layer has the same name in every chart. */
static GPtrArray *
list_labels (LaminaRun *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  GPtrArray *labels = g_ptr_array_new_with_free_func (g_free);
  guint n = MIN (layers->n, MOST_LOOKED_AT);

  for (guint i = 0; i < n; i++)
    {
      guint layer = (guint) ((guint64) i * layers->n / n);

      g_ptr_array_add (labels, lamina_layer_dup_label (run, layer));
    }
  return labels;
}

/* How many labels begin with the first @length bytes of a text; nothing may be left without a name. */
static guint
count_prefix (GPtrArray  *labels,
              const char *text,
              gsize       length)
{
  guint count = 0;

  for (guint i = 0; i < labels->len; i++)
    {
      const char *label = labels->pdata[i];

      /* A number is not a name. */
      count += strncmp (label, text, length) == 0 && label[length] != '\0' && !g_ascii_isdigit (label[length]);
    }
  return count;
}

/* The longest beginning that most labels share with this one. */
static gsize
find_prefix (GPtrArray  *labels,
             const char *text)
{
  gsize prefix = 0;
  guint n_separators = 0;

  for (gsize i = 0; text[i] != '\0' && i < MOST_WORDS_BYTES; i++)
    {
      /* One word may be the kind of the layer: `Conv_`. */
      if (strchr (SEPARATORS, text[i]) == NULL || ++n_separators < 2)
        continue;
      if (count_prefix (labels, text, i + 1) * 2 < labels->len)
        break;
      prefix = i + 1;
    }
  return prefix;
}

static LaminaRun *
get_run (const LaminaPlot *self)
{
  return lamina_document_get_run (lamina_chart_data_get_document (self->data), lamina_chart_data_get_run (self->data));
}

/* The column of labels, where it names layers, else LAMINA_NONE. Types are words that people know. */
static guint
find_names (const LaminaPlot *self)
{
  guint column = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_LABEL);

  if (column == LAMINA_NONE || !g_str_equal (lamina_chart_data_get_column (self->data, column)->key, "name"))
    return LAMINA_NONE;
  return column;
}

char *
lamina_plot_dup_prefix (const LaminaPlot *self)
{
  g_autoptr (GPtrArray) labels = NULL;

  if (find_names (self) == LAMINA_NONE)
    return NULL;
  labels = list_labels (get_run (self));
  if (labels->len < LEAST_ROWS)
    return NULL;
  for (guint i = 0; i < labels->len; i += labels->len / LEAST_ROWS)
    {
      gsize prefix = find_prefix (labels, labels->pdata[i]);

      if (prefix >= LEAST_PREFIX)
        return g_strndup (labels->pdata[i], prefix);
    }
  return NULL;
}

/* Whether a layer of another phase has the same name: then only the phase tells them apart. */
static gboolean
is_shared_by_phases (LaminaRun *run,
                     guint32    layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  if (layers->phase[layer] != LAMINA_PHASE_BACKWARD || layers->n > MOST_ASKED)
    return FALSE;
  for (guint i = 0; i < layers->n; i++)
    if (layers->name[i] == layers->name[layer] && layers->phase[i] == LAMINA_PHASE_FORWARD)
      return TRUE;
  return FALSE;
}

char *
lamina_chart_dup_layer_label (LaminaRun *run,
                              guint32    layer)
{
  char *label, *both;

  g_return_val_if_fail (run != NULL && layer < lamina_run_get_layers (run)->n, NULL);

  label = lamina_layer_dup_label (run, layer);
  if (*label == '\0' || !is_shared_by_phases (run, layer))
    return label;
  both = g_strconcat (label, " · ", _(lamina_phase_get_name (LAMINA_PHASE_BACKWARD)), NULL);
  g_free (label);
  return both;
}

char *
lamina_plot_dup_label (const LaminaPlot *self,
                       guint             row,
                       const char       *prefix)
{
  guint n;
  const guint32 *layers = lamina_chart_data_get_layers (self->data, row, &n);
  guint column = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_LABEL);
  g_autofree char *label = n > 0 && find_names (self) != LAMINA_NONE
                           ? lamina_chart_dup_layer_label (get_run (self), layers[0])
                           : lamina_slice_dup_label (lamina_chart_data_get_text (self->data, row, column));
  gsize length = prefix != NULL ? strlen (prefix) : 0;

  if (length > 0 && strncmp (label, prefix, length) == 0 && label[length] != '\0')
    return g_strdup (label + length);
  return g_steal_pointer (&label);
}

char **
lamina_plot_dup_labels (const LaminaPlot *self,
                        guint             n,
                        const char       *prefix)
{
  static const TraitFunc traits[] = { dup_shapes, dup_inputs, dup_section, dup_number };
  char **labels = g_new0 (char *, n + 1);
  g_autofree guint32 *layers = g_new (guint32, MAX (n, 1));
  g_autofree guint *n_layers = g_new (guint, MAX (n, 1));
  gboolean all_are_layers = find_names (self) != LAMINA_NONE;

  for (guint i = 0; i < n; i++)
    {
      const guint32 *behind = lamina_chart_data_get_layers (self->data, i, &n_layers[i]);

      labels[i] = lamina_plot_dup_label (self, i, prefix);
      all_are_layers &= n_layers[i] > 0;
      layers[i] = n_layers[i] > 0 ? behind[0] : LAMINA_NONE;
    }
  /* Behind labels that several rows share stands what tells these apart: shapes, sections, else the numbers of layers. */
  for (guint i = 0; all_are_layers && i < G_N_ELEMENTS (traits); i++)
    add_trait (get_run (self), layers, n_layers, traits[i], labels, n);
  for (guint i = 0; all_are_layers && i < n; i++)
    if (n_layers[i] > 1)
      {
        char *label = labels[i];

        labels[i] = lamina_text_dup ("%s ×%u", label, n_layers[i]);
        g_free (label);
      }
  return labels;
}

char *
lamina_plot_dup_dot_figures (const char *rate,
                             const char *share)
{
  return g_strdup_printf (_("%s, %s of the time"), rate, share);
}

/* A text without its middle; what tells names apart stands at both of their ends. */
static char *
cut (const char *text,
     glong       length,
     glong       kept)
{
  glong head = (kept + 1) / 2;
  g_autofree char *start = g_utf8_substring (text, 0, head);
  g_autofree char *end = g_utf8_substring (text, length - (kept - head), length);
  gsize n = strlen (start);

  /* An ellipsis after a point would be four points. */
  while (n > 1 && strchr (". ", start[n - 1]) != NULL)
    start[--n] = '\0';
  return g_strconcat (start, "…", end, NULL);
}

char *
lamina_plot_dup_with_others (const char *name,
                             guint       n_others)
{
  if (n_others == 0)
    return g_strdup (name);
  return lamina_text_dup (ngettext ("%s and %u more", "%s and %u more", n_others), name, n_others);
}

const char *
lamina_plot_find_shapes (const char *text)
{
  const char *sign = strstr (text, "×");

  while (sign != NULL && sign > text && *sign != ' ')
    sign--;
  return sign > text ? sign : NULL;
}

/* The words before shapes lose their end, for as long as something is left of them. */
static char *
shorten_word (const LaminaPlot *self,
              LaminaFont        font,
              const char       *text,
              double            width)
{
  const char *space = lamina_plot_find_shapes (text);

  if (space == NULL)
    return NULL;
  for (glong least = LEAST_WORD, most = g_utf8_strlen (text, space - text) - 1; least <= most;)
    {
      glong kept = (least + most + 1) / 2;
      g_autofree char *word = g_utf8_substring (text, 0, kept);
      g_autofree char *shorter = g_strconcat (word, "…", space, NULL);
      gboolean fits = lamina_metrics_get_width (self->metrics, font, shorter) <= width;

      if (fits && least == most)
        return g_steal_pointer (&shorter);
      if (fits)
        least = kept;
      else
        most = kept - 1;
    }
  return NULL;
}

/* A list of shapes loses the last ones, for half a shape says nothing. */
static char *
shorten_shapes (const LaminaPlot *self,
                LaminaFont        font,
                const char       *text,
                double            width)
{
  const char *shapes = lamina_plot_find_shapes (text);
  g_autofree char *shorter = g_strdup (text);
  char *comma;

  while (shapes != NULL && (comma = strrchr (shorter, ',')) != NULL && comma - shorter > shapes - text)
    {
      g_autofree char *shown = NULL;
      char *by_word;

      *comma = '\0';
      shown = g_strconcat (shorter, ", …", NULL);
      if (lamina_metrics_get_width (self->metrics, font, shown) <= width)
        return g_steal_pointer (&shown);
      by_word = shorten_word (self, font, shown, width);
      if (by_word != NULL)
        return by_word;
    }
  return NULL;
}

/* A path without its first name, then also without all between the second and the last: those tell most. */
static char *
shorten_path (const LaminaPlot *self,
              LaminaFont        font,
              const char       *text,
              double            width)
{
  const char *second = *text != '\0' ? strchr (text + 1, '/') : NULL;
  const char *last = strrchr (text, '/');
  const char *third = second != NULL ? strchr (second + 1, '/') : NULL;
  g_autofree char *shorter = NULL;

  if (third == NULL || last[1] == '\0')
    return NULL;
  shorter = g_strconcat ("…", second, NULL);
  if (third != last && lamina_metrics_get_width (self->metrics, font, shorter) > width)
    {
      g_free (shorter);
      shorter = g_strdup_printf ("…%.*s/…%s", (int) (third - second), second, last);
    }
  return lamina_metrics_get_width (self->metrics, font, shorter) <= width ? g_steal_pointer (&shorter) : NULL;
}

char *
lamina_plot_dup_shortened (const LaminaPlot *self,
                           LaminaFont        font,
                           const char       *text,
                           double            width)
{
  char *by_word;

  if (lamina_metrics_get_width (self->metrics, font, text) <= width)
    return g_strdup (text);
  if (strnlen (text, MOST_WORDS_BYTES + 1) > MOST_WORDS_BYTES)
    return lamina_metrics_dup_cut (self->metrics, font, text, width, cut);
  by_word = shorten_word (self, font, text, width);
  if (by_word == NULL)
    by_word = shorten_shapes (self, font, text, width);
  if (by_word == NULL)
    by_word = shorten_path (self, font, text, width);
  return by_word != NULL ? by_word : lamina_metrics_dup_cut (self->metrics, font, text, width, cut);
}

char *
lamina_plot_dup_figure (const LaminaPlot *self,
                        guint             row,
                        guint             column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  lamina_chart_data_get_value (self->data, row, column, &value);
  return lamina_layer_value_dup_text (&value);
}

double
lamina_plot_get_tick_width (const LaminaPlot  *self,
                            const LaminaScale *scale)
{
  double widest = 0;

  for (guint i = 0; i < scale->n_ticks; i++)
    {
      g_autofree char *text = lamina_scale_dup_tick (scale, i);

      widest = fmax (widest, lamina_metrics_get_width (self->metrics, LAMINA_FONT_RULER, text));
    }
  return widest;
}

void
lamina_plot_add_levels (const LaminaPlot  *self,
                        const LaminaScale *scale,
                        int                left,
                        int                width,
                        LaminaInk          base)
{
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      double y = round (lamina_scale_get_place (scale, scale->ticks[i]));
      g_autofree char *text = lamina_scale_dup_tick (scale, i);

      lamina_scene_add_rect (self->scene, left, (int) y, width, 1, LAMINA_FILL (i == 0 ? base : LAMINA_INK_GRID));
      lamina_scene_add_words (self->scene, left - LAMINA_CHART_GAP, y, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER, LAMINA_INK_QUIET,
                              text);
    }
}

double
lamina_plot_add_entry (const LaminaPlot *self,
                       LaminaFill        fill,
                       const char       *title,
                       double            x,
                       double            middle)
{
  lamina_scene_add_rect (self->scene, (int) x, (int) (middle - LAMINA_CHART_SWATCH / 2.0), LAMINA_CHART_SWATCH,
                         LAMINA_CHART_SWATCH, fill);
  x += LAMINA_CHART_SWATCH + LAMINA_CHART_SWATCH_GAP;
  lamina_scene_add_words (self->scene, x, middle, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, title);
  return x + lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, title);
}

gboolean
lamina_plot_has_part (LaminaChartData *data,
                      guint            column)
{
  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    if (lamina_chart_data_get_number (data, row, column) > 0)
      return TRUE;
  return FALSE;
}

LaminaPattern
lamina_plot_get_pattern (const LaminaChartColumn *column)
{
  static const LaminaPattern idle[LAMINA_N_FAMILIES] = {
    [LAMINA_FAMILY_COMMUNICATION] = LAMINA_PATTERN_FALLING,
    [LAMINA_FAMILY_COPY] = LAMINA_PATTERN_LEVEL,
    [LAMINA_FAMILY_INDEX] = LAMINA_PATTERN_UPRIGHT,
    [LAMINA_FAMILY_OTHER] = LAMINA_PATTERN_CROSSED,
    /* Five kinds of lines for more causes: neighbors of those above and of each other differ. */
    [LAMINA_FAMILY_ATTENTION] = LAMINA_PATTERN_FALLING,
    [LAMINA_FAMILY_OPTIMIZER] = LAMINA_PATTERN_CROSSED,
    [LAMINA_FAMILY_LAYOUT] = LAMINA_PATTERN_LEVEL,
  };

  if (column->use == LAMINA_CHART_USE_IDLE)
    return idle[column->family] != LAMINA_PATTERN_SOLID ? idle[column->family] : LAMINA_PATTERN_WAIT;
  if (column->use != LAMINA_CHART_USE_PART)
    return LAMINA_PATTERN_WAIT;
  return column->family == LAMINA_FAMILY_COPY            ? LAMINA_PATTERN_STRIPED
         : column->family == LAMINA_FAMILY_COMMUNICATION ? LAMINA_PATTERN_BARRED
                                                         : LAMINA_PATTERN_TEXTURE;
}
