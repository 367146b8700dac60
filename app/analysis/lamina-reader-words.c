/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-reader-words.h"

#include "lamina-words-private.h"

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
  return translate (lamina_run_get_title (run), titles, G_N_ELEMENTS (titles));
}
