/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-profile.h"

#include <string.h>

/*
 * MegEngine writes the members of an object in random order, so that any section may come first and be longer than what
 * is looked at here. Its own words are told from those of other tools in the first 4 KiB.
 */
#define PROBE_BYTES 4096

static const char *
find (const char *text,
      const char *end,
      const char *literal)
{
  return text < end ? memmem (text, (gsize) (end - text), literal, strlen (literal)) : NULL;
}

static const char *
skip_blanks (const char *text,
             const char *end)
{
  while (text < end && g_ascii_isspace (*text))
    text++;
  return text;
}

/* Whether the text goes on with @literal, or is cut in the middle of it. */
static gboolean
begins_with (const char *text,
             const char *end,
             const char *literal)
{
  return strncmp (text, literal, MIN ((gsize) (end - text), strlen (literal))) == 0;
}

/* Whether @key stands anywhere with a value that begins with @value, whatever the blanks between them. */
static gboolean
has_member (const char *text,
            const char *end,
            const char *key,
            const char *value)
{
  while ((text = find (text, end, key)) != NULL)
    {
      text = skip_blanks (text + strlen (key), end);
      if (text == end || *text != ':')
        continue;
      text = skip_blanks (text + 1, end);
      if (text < end && begins_with (text, end, value))
        return TRUE;
    }
  return FALSE;
}

/* `"profiler": {` and then one of its sections. */
static gboolean
has_profiler (const char *text,
              const char *end)
{
  static const char *const sections[] = { "\"device\"", "\"host\"", "\"opr_" };

  text = find (text, end, "\"profiler\"");
  if (!text)
    return FALSE;
  text = skip_blanks (text + strlen ("\"profiler\""), end);
  if (text == end || *text != ':')
    return FALSE;
  text = skip_blanks (text + 1, end);
  if (text == end || *text != '{')
    return FALSE;
  text = skip_blanks (text + 1, end);
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    if (begins_with (text, end, sections[i]))
      return TRUE;
  return FALSE;
}

/* `{ "end": 0.1, "kern": 0.1, "start": 0.1}`: times of one operator, in any order and perhaps cut. */
static gboolean
has_times (const char *text,
           const char *end)
{
  const char *kern = text;

  while ((kern = find (kern, end, "\"kern\"")) != NULL)
    {
      const char *open = memrchr (text, '{', (gsize) (kern - text));
      const char *close = memchr (kern, '}', (gsize) (end - kern));

      if (open && find (open, close ? close : end, "\"start\""))
        return TRUE;
      kern++;
    }
  return FALSE;
}

static int
megengine_format_probe (LaminaFormat     *format,
                        const LaminaHead *head)
{
  static const char *const sections[] = { "\"opr_internal_pf\"", "\"opr_footprint\"", "\"graph_exec\"" };
  static const char *const graph[] = { "\"comp_seq\"", "\"mem_chunk\"", "\"static_infer_tags\"" };
  const char *text = head->text;
  const char *end = text + MIN (head->length, PROBE_BYTES);

  if (lamina_head_first_char (head) != '{')
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    if (find (text, end, sections[i]))
      return 95;
  if (has_profiler (text, end))
    return 90;
  for (guint i = 0; i < G_N_ELEMENTS (graph); i++)
    if (find (text, end, graph[i]))
      return 80;
  if (has_member (text, end, "\"node_type\"", "\"operator\""))
    return 80;
  return has_times (text, end) ? 75 : 0;
}

/*
 * The profiles of MegEngine's GraphProfiler, and the dumps of its graphs. What was read before an error is worth showing;
 * before cancelling, nothing is.
 */
static gboolean
megengine_format_load (LaminaFormat   *format,
                       LaminaSources  *sources,
                       LaminaBuilder  *builder,
                       GCancellable   *cancellable,
                       GError        **error)
{
  LaminaSource *source = lamina_sources_get (sources, 0);
  LaminaImport *import = lamina_builder_get_import (builder);
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, import, cancellable);
  g_autoptr (MegengineProfile) profile = megengine_profile_new (builder, source);
  g_autoptr (GError) read_error = NULL;
  gboolean is_object = megengine_profile_read (profile, json);

  lamina_json_reader_finish (json, &read_error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (profile->operators->len > 0 || profile->vars->len > 0)
    {
      megengine_profile_link (profile);
      megengine_profile_build (profile);
    }
  if (read_error)
    g_propagate_error (error, g_steal_pointer (&read_error));
  else if (!is_object)
    lamina_error_set (error, LAMINA_ERROR_SYNTAX, NULL, N_("The text is not a JSON object."));
  else if (profile->operators->len == 0 && profile->vars->len == 0)
    lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, N_("The file names no operators and no variables."));
  else
    return TRUE;
  return FALSE;
}

LAMINA_DEFINE_FORMAT (MegengineFormat, megengine_format, .probe = megengine_format_probe, .load = megengine_format_load)
