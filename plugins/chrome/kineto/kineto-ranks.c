/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-trace.h"

#include <string.h>

/*
 * Every process of a job that trains on several devices writes a file of its own, which states the rank of the process and
 * the size of the job. Files are ranks of one job when their sizes are equal and their ranks are not. A job that is recorded
 * several times writes as many files for each rank: those of one recording are told by the time of their first event, since
 * a job works through its steps together.
 */

/* A number that stands in the head behind a key; absent without it. */
static gint64
find_number (const LaminaHead *head,
             const char       *key)
{
  const char *begin = memmem (head->text, head->length, "\"distributedInfo\"", strlen ("\"distributedInfo\""));
  const char *end = head->text + head->length;
  gint64 number = 0;
  const char *at;
  guint n = 0;

  at = begin ? memmem (begin, (gsize) (end - begin), key, strlen (key)) : NULL;
  if (at == NULL)
    return LAMINA_ABSENT;
  for (at += strlen (key); at < end && (g_ascii_isspace (*at) || *at == ':'); at++)
    ;
  for (; at < end && g_ascii_isdigit (*at) && n < 9; at++, n++)
    number = number * 10 + (*at - '0');
  return n > 0 ? number : LAMINA_ABSENT;
}

LaminaClaim
kineto_claims (const LaminaHead *opened,
               const LaminaHead *sibling)
{
  gint64 rank = find_number (opened, "\"rank\"");
  gint64 size = find_number (opened, "\"world_size\"");
  gint64 other = find_number (sibling, "\"rank\"");

  return rank != LAMINA_ABSENT && other != LAMINA_ABSENT && rank != other && size != LAMINA_ABSENT && size > 1
         && find_number (sibling, "\"world_size\"") == size ? LAMINA_CLAIM_RANK : LAMINA_CLAIM_NONE;
}

/* The first number behind a key times @scale, without what stands behind its point; absent without it. */
static gint64
find_scaled (const LaminaHead *head,
             const char       *key,
             gint64            scale)
{
  const char *at = memmem (head->text, head->length, key, strlen (key));
  gint64 number;
  char *end;

  if (at == NULL)
    return LAMINA_ABSENT;
  at += strlen (key);
  at += strspn (at, " :\t\n\r");
  number = g_ascii_strtoll (at, &end, 10);
  return end == at || number > G_MAXINT64 / scale || number < G_MININT64 / scale ? LAMINA_ABSENT : number * scale;
}

char *
kineto_dup_part (const LaminaHead *file,
                 gint64           *time)
{
  gint64 rank = find_number (file, "\"rank\"");
  gint64 base = find_scaled (file, "\"baseTimeNanoseconds\"", 1);
  /* Times of events are in microseconds, and to a microsecond is near enough. */
  gint64 first = find_scaled (file, "\"ts\"", 1000);

  if (rank == LAMINA_ABSENT)
    return NULL;
  /* The base alone says little: it is that of the process. */
  if (first != LAMINA_ABSENT)
    *time = lamina_add_saturating (base != LAMINA_ABSENT ? base : 0, first);
  return g_strdup_printf ("rank %" G_GINT64_FORMAT, rank);
}

char *
kineto_dup_rank_title (ChromeTrace *trace)
{
  static const char *const keys[] = { "rank", NULL };
  const ChromeMember *member = chrome_trace_find_member (trace, "distributedInfo");
  g_autoptr (LaminaJsonReader) json = NULL;
  gint64 rank = LAMINA_ABSENT;
  int key;

  if (member && member->type == LAMINA_JSON_OBJECT)
    json = lamina_json_reader_new (trace->source, member->offset, member->length, NULL, NULL, NULL);
  if (json && lamina_json_reader_enter_object (json))
    while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
      if (key == 0)
        lamina_json_reader_read_int64 (json, &rank);
  return rank != LAMINA_ABSENT ? g_strdup_printf ("rank %" G_GINT64_FORMAT, rank)
                               : g_strdup (lamina_source_get_name (trace->source));
}
