/* SPDX-License-Identifier: Apache-2.0 */
/* What Lamina's loading is measured against: simdjson's On-Demand interface walks a trace that lies in memory, in one
 * thread, and puts the fields that a viewer needs into columns; arguments are visited one level deep. Times are taken as
 * doubles, and nothing is joined, sorted or drawn: less than a viewer needs.
 *
 * usage: yardstick FILE
 *
 * Prints two figures in seconds: of the first walk, which gets its memory from the system as every program does that
 * opens a file, and of the fastest of three more, for which all memory is at hand. */

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <vector>

#include <simdjson.h>

using namespace simdjson;

struct Columns
{
  std::vector<char> phase;
  std::vector<double> ts, dur;
  std::vector<int64_t> pid, tid, id, correlation, external_id, sequence;
  std::vector<std::string_view> name, category;
  std::vector<uint32_t> n_args;

  void
  clear ()
  {
    phase.clear ();
    for (auto column : { &ts, &dur })
      column->clear ();
    for (auto column : { &pid, &tid, &id, &correlation, &external_id, &sequence })
      column->clear ();
    name.clear ();
    category.clear ();
    n_args.clear ();
  }
};

static bool
is (const char       *key,
    std::string_view  word)
{
  return memcmp (key, word.data (), word.size ()) == 0 && key[word.size ()] == '"';
}

/* A number, or 0: processes and threads may also be words. */
static int64_t
number_of (ondemand::value value)
{
  int64_t number = 0;

  if (value.get_int64 ().get (number) != SUCCESS)
    return 0;
  return number;
}

static void
walk_arguments (ondemand::object  arguments,
                Columns          &columns)
{
  uint32_t n = 0;
  int64_t correlation = 0, external_id = 0, sequence = 0;

  for (auto field : arguments)
    {
      const char *key = field.key ().value ().raw ();
      ondemand::value value = field.value ().value ();

      if (*key == 'c' && is (key, "correlation"))
        correlation = number_of (value);
      else if (*key == 'E' && is (key, "External id"))
        external_id = number_of (value);
      else if (*key == 'S' && is (key, "Sequence number"))
        sequence = number_of (value);
      n++;
    }
  columns.correlation.push_back (correlation);
  columns.external_id.push_back (external_id);
  columns.sequence.push_back (sequence);
  columns.n_args.push_back (n);
}

static void
walk_event (ondemand::object  event,
            Columns          &columns)
{
  char phase = 0;
  double ts = 0, dur = 0;
  int64_t pid = 0, tid = 0, id = 0;
  std::string_view name, category;

  for (auto field : event)
    {
      const char *key = field.key ().value ().raw ();
      ondemand::value value = field.value ().value ();

      if (*key == 'p' && is (key, "ph"))
        phase = value.get_raw_json_string ().value ().raw ()[0];
      else if (*key == 'p' && is (key, "pid"))
        pid = number_of (value);
      else if (*key == 't' && is (key, "ts"))
        ts = value.get_double ().value ();
      else if (*key == 't' && is (key, "tid"))
        tid = number_of (value);
      else if (*key == 'd' && is (key, "dur"))
        dur = value.get_double ().value ();
      else if (*key == 'n' && is (key, "name"))
        name = value.get_string ().value ();
      else if (*key == 'c' && is (key, "cat"))
        category = value.get_string ().value ();
      else if (*key == 'i' && is (key, "id"))
        id = number_of (value);
      else if (*key == 'a' && is (key, "args"))
        walk_arguments (value.get_object ().value (), columns);
    }
  columns.phase.push_back (phase);
  columns.ts.push_back (ts);
  columns.dur.push_back (dur);
  columns.pid.push_back (pid);
  columns.tid.push_back (tid);
  columns.id.push_back (id);
  columns.name.push_back (name);
  columns.category.push_back (category);
}

static double
walk (ondemand::parser    &parser,
      const padded_string &text,
      Columns             &columns)
{
  auto since = std::chrono::steady_clock::now ();
  ondemand::document document = parser.iterate (text);

  columns.clear ();
  for (auto event : document["traceEvents"].get_array ())
    walk_event (event.get_object ().value (), columns);
  return std::chrono::duration<double> (std::chrono::steady_clock::now () - since).count ();
}

/* Room for events of 256 bytes, so that growing costs nothing. */
static void
reserve (Columns &columns,
         size_t   bytes)
{
  size_t n = bytes / 256;

  columns.phase.reserve (n);
  for (auto column : { &columns.ts, &columns.dur })
    column->reserve (n);
  for (auto column : { &columns.pid, &columns.tid, &columns.id, &columns.correlation, &columns.external_id, &columns.sequence })
    column->reserve (n);
  columns.name.reserve (n);
  columns.category.reserve (n);
  columns.n_args.reserve (n);
}

int
main (int    argc,
      char **argv)
{
  if (argc != 2)
    return 2;
  try
    {
      padded_string text = padded_string::load (argv[1]);
      ondemand::parser parser;
      Columns columns;

      reserve (columns, text.size ());
      double first = walk (parser, text, columns);
      double best = walk (parser, text, columns);
      for (int i = 0; i < 2; i++)
        best = std::min (best, walk (parser, text, columns));
      printf ("%.6f %.6f\n", first, best);
    }
  catch (const simdjson_error &error)
    {
      fprintf (stderr, "%s: %s\n", argv[1], error.what ());
      return 1;
    }
  return 0;
}
