/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-read.h"

#include <string.h>

/* What a file of an engine is, by how it begins. */
typedef enum
{
  KIND_NONE,
  KIND_LAYERS,
  KIND_PROFILE,
  KIND_TIMES,
  KIND_RESULTS,
  KIND_OPTIONS,
  KIND_DEVICES,
} Kind;

static const struct
{
  const char *opening;
  const char *also; /* what must stand in the head as well */
  Kind kind;
  int score;
} openings[] = {
  { "{\"Layers\":[", NULL, KIND_LAYERS, 90 },
  { "{\"Bindings\":[", "\"Layers\"", KIND_LAYERS, 80 },
  { "[{\"count\":", "\"timeMs\"", KIND_PROFILE, 95 },
  { "[{\"count\":", "\"averageMs\"", KIND_PROFILE, 95 },
  { "[{\"count\":", NULL, KIND_PROFILE, 30 },
  { "[{\"name\":", "\"averageMs\"", KIND_PROFILE, 90 },
  { "[{\"startEnqMs\":", NULL, KIND_TIMES, 95 },
  { "[{\"startInMs\":", NULL, KIND_TIMES, 95 },
  { "[{\"startH2dMs\":", NULL, KIND_TIMES, 95 },
  { "[{\"startComputeMs\":", NULL, KIND_TIMES, 95 },
  { "{\"performance_summary\":", NULL, KIND_RESULTS, 70 },
  { "{\"inference_options\":", NULL, KIND_RESULTS, 70 },
  { "{\"model_options\":", NULL, KIND_OPTIONS, 70 },
  { "{\"build_options\":", NULL, KIND_OPTIONS, 70 },
  { "[{\"Name\":", "\"ComputeCapability\"", KIND_DEVICES, 60 },
};

/* Whether the text begins like this, blanks left out. */
static gboolean
begins_like (const char *text,
             const char *end,
             const char *opening)
{
  if (end - text >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    text += 3;
  for (; *opening != '\0'; opening++, text++)
    {
      while (text < end && g_ascii_isspace (*text))
        text++;
      if (text == end || *text != *opening)
        return FALSE;
    }
  return TRUE;
}

static Kind
find_kind (const LaminaHead *head,
           int              *score)
{
  for (guint i = 0; i < G_N_ELEMENTS (openings); i++)
    if (begins_like (head->text, head->text + head->length, openings[i].opening)
        && (!openings[i].also || lamina_head_contains (head, openings[i].also)))
      {
        *score = openings[i].score;
        return openings[i].kind;
      }
  *score = 0;
  return KIND_NONE;
}

/* An object or a table inside other text. */
static int
judge_text (const LaminaHead *head)
{
  static const char *const openings_inside[] = { "{\"Layers\":[", "[{\"startComputeMs\":", "[{\"startEnqMs\":" };
  const char *end = head->text + head->length;

  if (lamina_head_contains (head, "=== Profile (") && lamina_head_contains (head, "Layer"))
    return 85;
  for (const char *text = head->text; text < end; text++)
    if (*text == '{' || *text == '[')
      for (guint i = 0; i < G_N_ELEMENTS (openings_inside); i++)
        if (begins_like (text, end, openings_inside[i]))
          return 75;
  return 0;
}

/* How surely a text is of TensorRT, from 0 to 100. */
static int
tensorrt_format_probe (LaminaFormat     *format,
                       const LaminaHead *head)
{
  int score;

  if (find_kind (head, &score) != KIND_NONE)
    return score;
  /* JSON of another tool may quote such an object in a text; it is that tool's. */
  if (lamina_head_first_char (head) == '{' || lamina_head_first_char (head) == '[')
    return MIN (judge_text (head), 40);
  return judge_text (head);
}

static gboolean
is_kind_word (const char *word)
{
  static const char *const words[] = { "json", "txt", "gz", "zst", "graph", "layer", "layers", "info", "layerinfo",
                                       "profile", "profiling", "prof", "timing", "timings", "time", "times", "build",
                                       "metadata", "meta", "export", "", NULL };

  return g_strv_contains (words, word);
}

/* The name without the words that say which file of the engine it is, at either end. */
static char *
dup_stem (const char *name)
{
  g_autofree char *lower = g_utf8_strdown (name, -1);
  g_auto (GStrv) words = g_strsplit_set (lower, "._- ", -1);
  guint first = 0, n = g_strv_length (words);
  g_autoptr (GString) stem = g_string_new (NULL);

  while (n > 0 && is_kind_word (words[n - 1]))
    n--;
  while (first < n && is_kind_word (words[first]))
    first++;
  for (; first < n; first++)
    g_string_append_printf (stem, ".%s", words[first]);
  return g_string_free (g_steal_pointer (&stem), FALSE);
}

/* Each kind once: of two profiles of one engine, each is a document of its own. */
static LaminaClaim
tensorrt_format_claims (LaminaFormat     *format,
                        const LaminaHead *opened,
                        const LaminaHead *sibling)
{
  int score;
  Kind opened_kind = find_kind (opened, &score), sibling_kind = find_kind (sibling, &score);
  g_autofree char *opened_stem = NULL;
  g_autofree char *sibling_stem = NULL;

  if (opened_kind == KIND_NONE || sibling_kind == KIND_NONE || opened_kind == sibling_kind)
    return LAMINA_CLAIM_NONE;
  opened_stem = dup_stem (opened->name);
  sibling_stem = dup_stem (sibling->name);
  return strcmp (opened_stem, sibling_stem) == 0 ? LAMINA_CLAIM_PART : LAMINA_CLAIM_NONE;
}

/* What trtexec and the inspector of TensorRT say of an engine: files of their own, or the middle of a log. */
static const char *const *
tensorrt_format_get_markers (LaminaFormat *format)
{
  static const char *const markers[] = { "{\"Layers\"", "{ \"Layers\"", "=== Profile (", NULL };

  return markers;
}

static gboolean
tensorrt_format_load (LaminaFormat   *format,
                      LaminaSources  *sources,
                      LaminaBuilder  *builder,
                      GCancellable   *cancellable,
                      GError        **error)
{
  g_autoptr (TensorrtEngine) engine = tensorrt_engine_new (builder, sources, cancellable);
  g_autoptr (GError) read_error = NULL;

  tensorrt_read (engine, &read_error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  tensorrt_engine_join (engine);
  tensorrt_engine_build (engine);
  if (read_error)
    g_propagate_error (error, g_steal_pointer (&read_error));
  else if (engine->infos->len > 0 || engine->times->len > 0)
    return TRUE;
  else if (engine->has_properties)
    lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL,
                      N_("The file says how an engine was built or measured; its layers and times are not beside it."));
  else
    lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, N_("The text holds no layers and no times of TensorRT."));
  return FALSE;
}

LAMINA_DEFINE_FORMAT (TensorrtFormat, tensorrt_format, .probe = tensorrt_format_probe,
                      .get_markers = tensorrt_format_get_markers, .load = tensorrt_format_load,
                      .describe = tensorrt_describe, .claims = tensorrt_format_claims)
