/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-describe.h"

#include <string.h>

/* A stack that is deeper refers to itself, or nobody reads it to its end. */
#define MOST_FRAMES 256

typedef struct
{
  char *name;
  char *category;
  char *parent;
} Frame;

/*
 * The stack frames of a trace, `{ id: { name, category, parent } }`, to which events refer by id. They are read when
 * somebody first asks for a stack.
 */
typedef struct
{
  LaminaSource *source;
  guint64 offset;
  guint64 length;
  GHashTable *frames; /* NULL until they are read */
} ChromeFrames;

static void
frame_free (gpointer data)
{
  Frame *frame = data;

  g_free (frame->name);
  g_free (frame->category);
  g_free (frame->parent);
  g_free (frame);
}

static void
chrome_frames_free (ChromeFrames *self)
{
  g_clear_pointer (&self->frames, g_hash_table_unref);
  lamina_source_unref (self->source);
  g_free (self);
}

static void
read_frame (ChromeFrames     *self,
            LaminaJsonReader *json)
{
  static const char *const keys[] = { "name", "category", "parent", NULL };
  g_autofree char *id = g_strdup (lamina_json_reader_get_key (json, NULL));
  Frame *frame = g_new0 (Frame, 1);
  char **members[] = { &frame->name, &frame->category, &frame->parent };
  int key;

  if (lamina_json_reader_enter_object (json))
    while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
      if (key >= 0)
        {
          g_free (*members[key]);
          *members[key] = g_strdup (lamina_json_reader_read_text (json, NULL));
        }
  g_hash_table_insert (self->frames, g_steal_pointer (&id), frame);
}

static void
read_frames (ChromeFrames *self)
{
  g_autoptr (LaminaJsonReader) json = NULL;

  if (self->frames)
    return;
  self->frames = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, frame_free);
  json = lamina_json_reader_new (self->source, self->offset, self->length, NULL, NULL, NULL);
  if (lamina_json_reader_enter_object (json))
    while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
      read_frame (self, json);
}

static gboolean
chrome_frames_describe (ChromeFrames  *self,
                        const char    *id,
                        LaminaDetails *details)
{
  const Frame *frame;
  guint n = 0;

  read_frames (self);
  for (; id && n < MOST_FRAMES && (frame = g_hash_table_lookup (self->frames, id)); n++, id = frame->parent)
    {
      g_autofree char *key = g_strdup_printf ("%u", n);
      g_autofree char *text = frame->category && frame->name ? g_strdup_printf ("%s (%s)", frame->name, frame->category)
                                                             : g_strdup (frame->name ? frame->name : "?");

      lamina_details_add (details, "Stack", key, &LAMINA_VALUE_INIT_TEXT (text));
    }
  return n > 0;
}

/*
 * A slice, a mark or a layer names its whole event. The arguments are its attributes, those of an end event in the
 * place of those of its begin; what else the event states and no view shows comes under a heading.
 */

#define EVENT_GROUP "Event"

typedef struct
{
  guint64 offset;
  guint64 partner_offset;
  guint32 partner_length;
} Partner;

struct _ChromeDescriber
{
  const ChromeDialect *dialect;
  guint source;
  GArray *partners; /* Partner, by offset */
  ChromeFrames *frames;
};

typedef struct
{
  ChromeDescriber *self;
  LaminaSource *source;
  LaminaDetails *details;
  const char *group;
  const char *shown_name; /* what the views call the row, or NULL */
  gboolean is_mark;       /* views show the category of slices and layers, not that of marks */
} Describe;

static int
compare_partners (gconstpointer a,
                  gconstpointer b)
{
  const Partner *left = a, *right = b;

  return left->offset < right->offset ? -1 : left->offset > right->offset;
}

ChromeDescriber *
chrome_describer_new (ChromeTrace *trace)
{
  ChromeDescriber *self = g_new0 (ChromeDescriber, 1);
  const ChromeMember *frames = chrome_trace_find_member (trace, "stackFrames");
  GHashTableIter iter;
  gpointer row;

  self->dialect = trace->dialect;
  self->source = trace->source_index;
  self->partners = g_array_new (FALSE, FALSE, sizeof (Partner));
  g_hash_table_iter_init (&iter, trace->events->partners);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    {
      guint32 partner = chrome_events_get_partner (trace->events, GPOINTER_TO_UINT (row));
      Partner pair = { chrome_trace_get_offset (trace, GPOINTER_TO_UINT (row)), chrome_trace_get_offset (trace, partner),
                       trace->events->length[partner] };

      g_array_append_val (self->partners, pair);
    }
  g_array_sort (self->partners, compare_partners);
  if (frames)
    {
      self->frames = g_new0 (ChromeFrames, 1);
      self->frames->source = lamina_source_ref (trace->source);
      self->frames->offset = frames->offset;
      self->frames->length = frames->length;
    }
  return self;
}

void
chrome_describer_free (ChromeDescriber *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->partners);
  g_clear_pointer (&self->frames, chrome_frames_free);
  g_free (self);
}

static LaminaJsonReader *
open_object (Describe *self,
             guint64   offset,
             guint64   length)
{
  LaminaJsonReader *json = lamina_json_reader_new (self->source, offset, length, NULL, NULL, NULL);

  if (lamina_json_reader_enter_object (json))
    return json;
  lamina_json_reader_free (json);
  return NULL;
}

static void
add_value (Describe         *self,
           const char       *group,
           LaminaJsonReader *json)
{
  g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
  const ChromeDialect *dialect = self->self->dialect;
  LaminaValue value = { 0 };

  if (!lamina_json_reader_read_value (json, &value))
    return;
  if (group != self->group || !dialect || !dialect->describe || !dialect->describe (self->details, key, &value))
    lamina_details_add (self->details, group, key, &value);
  lamina_value_clear (&value);
}

/* @without: keys that are left out */
static void
add_args (Describe   *self,
          guint64     offset,
          guint64     length,
          GHashTable *without)
{
  g_autoptr (LaminaJsonReader) json = chrome_open_args (self->source, offset, length);

  while (json && lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    if (!g_hash_table_contains (without, lamina_json_reader_get_key (json, NULL)))
      add_value (self, self->group, json);
}

/* What no view shows: thread clocks, ids, colors, stacks, and whatever the tool added. */
static void
add_members (Describe *self,
             guint64   offset,
             guint64   length)
{
  static const char *const keys[] = { "args", "name", "sf", "s", "cat", "ph", "ts", "dur", "pid", "tid", NULL };
  g_autoptr (LaminaJsonReader) json = open_object (self, offset, length);
  const char *text;
  int key;

  while (json && (key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == LAMINA_JSON_OTHER || (key == 0 && lamina_json_reader_peek (json) != LAMINA_JSON_OBJECT)
        || (key == 4 && self->is_mark))
      add_value (self, EVENT_GROUP, json);
    else if (key < 1 || key > 3 || !(text = lamina_json_reader_read_text (json, NULL)))
      continue;
    /* The full name where the views show a shorter one. */
    else if (key == 1 && *text && self->shown_name && !g_str_equal (text, self->shown_name))
      lamina_details_add (self->details, EVENT_GROUP, "name", &LAMINA_VALUE_INIT_TEXT (text));
    else if (key == 2 && !(self->self->frames && chrome_frames_describe (self->self->frames, text, self->details)))
      lamina_details_add (self->details, EVENT_GROUP, "sf", &LAMINA_VALUE_INIT_TEXT (text));
    /* Whom an instant concerns, unless that is its thread. */
    else if (key == 3 && g_str_equal (text, "p"))
      lamina_details_add (self->details, EVENT_GROUP, "scope", &LAMINA_VALUE_INIT_TEXT ("process"));
    else if (key == 3 && g_str_equal (text, "g"))
      lamina_details_add (self->details, EVENT_GROUP, "scope", &LAMINA_VALUE_INIT_TEXT ("global"));
}

static void
describe_event (Describe *self,
                guint64   offset,
                guint64   length)
{
  const Partner key = { .offset = offset };
  const GArray *partners = self->self->partners;
  const Partner *partner = partners->len > 0 ? bsearch (&key, partners->data, partners->len, sizeof key, compare_partners)
                                             : NULL;
  g_autoptr (LaminaJsonReader) json = partner ? chrome_open_args (self->source, partner->partner_offset, partner->partner_length)
                                              : NULL;
  g_autoptr (GHashTable) newer = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  while (json && lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    g_hash_table_add (newer, g_strdup (lamina_json_reader_get_key (json, NULL)));
  add_args (self, offset, length, newer);
  g_hash_table_remove_all (newer);
  if (partner)
    add_args (self, partner->partner_offset, partner->partner_length, newer);
  add_members (self, offset, length);
}

/* Dialects may name other objects than events: these are left to the core. */
static gboolean
is_event (Describe *self,
          guint64   offset,
          guint64   length)
{
  static const char *const keys[] = { "ph", NULL };
  g_autoptr (LaminaJsonReader) json = open_object (self, offset, length);
  int key;

  while (json && (key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0)
      return TRUE;
  return FALSE;
}

static gboolean
describe_slice (Describe          *self,
                LaminaDocument    *document,
                LaminaRun         *run,
                const LaminaPlace *place)
{
  LaminaTrack *track = lamina_run_get_track (run, place->track);
  const LaminaSlices *slices = lamina_track_get_slices (track);

  if (lamina_slices_get_args_length (slices, place->row) == 0)
    return FALSE;
  self->source = lamina_sources_get (lamina_document_get_sources (document), lamina_track_get_info (track)->source);
  self->shown_name = lamina_run_get_string (run, slices->name[place->row]);
  describe_event (self, lamina_slices_get_args_offset (slices, place->row), lamina_slices_get_args_length (slices, place->row));
  if (self->self->dialect && self->self->dialect->describe_around)
    self->self->dialect->describe_around (self->details, run, &(LaminaSliceRef) { place->track, place->row });
  return TRUE;
}

/*
 * A layer that names no events is described by its slice on its own track: of millions of layers each saves the
 * places.
 */
static gboolean
describe_layer_slice (Describe       *self,
                      LaminaDocument *document,
                      LaminaRun      *run,
                      guint           row)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint i = layers->first_slice[row]; i < layers->first_slice[row + 1]; i++)
    {
      LaminaPlace place = { LAMINA_PLACE_SLICE, 0, layers->slices[i].track, layers->slices[i].slice };
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, place.track));

      if (place.track == lamina_column_row (layers->track, row)
          && slices->start[place.row] == lamina_run_get_layer_track_start (run, row))
        return describe_slice (self, document, run, &place);
    }
  return TRUE;
}

/* Where the events of a layer or a tensor stand, with their headings. */
static gboolean
describe_rows (Describe         *self,
               LaminaDocument   *document,
               LaminaRun        *run,
               const LaminaArgs *args,
               guint             n)
{
  LaminaSources *sources = lamina_document_get_sources (document);

  for (guint i = 0; i < n; i++)
    {
      self->source = lamina_sources_get (sources, args[i].source);
      if (!is_event (self, args[i].offset, args[i].length))
        return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      self->source = lamina_sources_get (sources, args[i].source);
      self->group = args[i].title != 0 ? lamina_run_get_string (run, args[i].title) : NULL;
      describe_event (self, args[i].offset, args[i].length);
    }
  return TRUE;
}

static gboolean
describe_mark (Describe       *self,
               LaminaDocument *document,
               LaminaRun      *run,
               guint           row)
{
  guint n;
  const LaminaMark *mark = &lamina_run_get_marks (run, &n)[row];

  if (mark->args_length == 0)
    return FALSE;
  self->source = lamina_sources_get (lamina_document_get_sources (document), mark->source);
  self->is_mark = TRUE;
  describe_event (self, mark->args_offset, mark->args_length);
  return TRUE;
}

gboolean
chrome_describer_describe (ChromeDescriber    *self,
                           LaminaDocument     *document,
                           const LaminaPlace  *place,
                           LaminaDetails      *details,
                           GError            **error)
{
  LaminaRun *run = lamina_document_get_run (document, place->run);
  Describe describe = { .self = self, .details = details };
  const LaminaLayers *layers;
  const LaminaTensors *tensors;
  guint row = place->row;

  if (!lamina_source_check_unchanged (lamina_sources_get (lamina_document_get_sources (document), self->source), error))
    return FALSE;
  switch (place->kind)
    {
    case LAMINA_PLACE_LAYER:
      layers = lamina_run_get_layers (run);
      describe.shown_name = lamina_run_get_string (run, lamina_column_id (layers->name, row));
      if (!layers->first_args || layers->first_args[row] == layers->first_args[row + 1])
        return describe_layer_slice (&describe, document, run, row);
      return describe_rows (&describe, document, run, &layers->args[layers->first_args[row]],
                            layers->first_args[row + 1] - layers->first_args[row]);
    case LAMINA_PLACE_SLICE:
      return describe_slice (&describe, document, run, place);
    case LAMINA_PLACE_MARK:
      return describe_mark (&describe, document, run, row);
    case LAMINA_PLACE_TENSOR:
      tensors = lamina_run_get_tensors (run);
      return !tensors->first_args
             || describe_rows (&describe, document, run, &tensors->args[tensors->first_args[row]],
                               tensors->first_args[row + 1] - tensors->first_args[row]);
    default:
      return FALSE;
    }
}
