/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-reader-words.h"

#include "lamina-gettext.h"

#include <string.h>

/* As they stand in plugins/, which know no language. */
static const char *const words[] = {
  N_("Backward"),
  N_("Counters"),
  N_("Engine"),
  N_("Forward"),
  N_("Functions"),
  N_("Host"),
  N_("Latency"),
  N_("Layers"),
  N_("Live memory"),
  N_("Memory"),
  N_("Name scopes"),
  N_("Operators"),
  N_("Profiler overhead"),
  N_("Spans"),
  N_("average times, laid end to end"),
  N_("from the sizes and the order"),
  N_("in the order of their ranks"),
  N_("layers inside an operator: laid end to end"),
  N_("median times, laid end to end"),
  N_("order of the engine, no times"),
  N_("shown by the streams, too"),
};

static const char *const titles[] = {
  N_("By rank"),
  N_("By the schedule"),
  N_("Graph"),
  N_("Profile"),
  N_("Report"),
  N_("Step"),
  N_("Trace"),
  N_("bytes"),
  N_("iterations"),
  N_("layer names"),
  N_("layers"),
  N_("layers, median times"),
  N_("nodes"),
  N_("time"),
};

static const char *
translate (const char        *text,
           const char *const *known,
           guint              n)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (known[i], text))
      return _(known[i]);
  return text;
}

/* Where readers have several of a name they number them: `Report 2`, `layers (2)`. Without that, as long as this. */
static gsize
get_plain_length (const char *title)
{
  gsize length = strlen (title);
  gsize end = length - g_str_has_suffix (title, ")");
  gsize start = end;

  while (start > 0 && g_ascii_isdigit (title[start - 1]))
    start--;
  if (start == end)
    return length;
  if (end < length && (start == 0 || title[--start] != '('))
    return length;
  return start > 0 && title[start - 1] == ' ' ? start - 1 : length;
}

static const char *
translate_numbered (const char *title)
{
  gsize length = get_plain_length (title);
  g_autofree char *plain = g_strndup (title, length);
  const char *translated = translate (plain, titles, G_N_ELEMENTS (titles));
  g_autofree char *whole = g_strconcat (translated, title + length, NULL);

  return translated == plain ? title : g_intern_string (whole);
}

const char *
lamina_reader_word_translate (const char *word)
{
  g_return_val_if_fail (word != NULL, NULL);
  return translate (word, words, G_N_ELEMENTS (words));
}

const char *
lamina_reader_word_get_title (LaminaRun *run)
{
  g_return_val_if_fail (run != NULL, NULL);
  return translate_numbered (lamina_run_get_title (run));
}
