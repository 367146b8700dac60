/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout.h"

#include "lamina-text.h"

#include <string.h>

/*
 * Where slices are too narrow for labels, a band names the run of neighbors: by the name or type that all share, by the
 * scope that their names begin with, else by the types that take most of the time.
 */

/* So many slices are looked at in one frame, and so many bands named. */
#define MOST_SLICES 2000
#define MOST_BANDS 40

/* A run is so long and wide at least, and goes on over gaps of so many pixels. */
#define LEAST_SLICES 3
#define LEAST_WIDTH 28
#define MOST_GAP 8

#define TEXT_MARGIN 4
#define PLATE_HEIGHT 14
#define PLATE_ALPHA 225
#define MOST_KINDS 16

/* A mixture is told by the types that take most of it, where the plate leaves enough of the slices to be seen. */
#define SHOWN_KINDS 2
#define LEAST_HEIGHT_OF_MIXTURES 30

typedef struct
{
  LaminaTimelineLayout *layout;
  const LaminaVisibleRow *visible;
  const LaminaLaneBox *boxes;
  int y;
} Bands;

/* Boxes from @first to before @end, which stand for @n slices. */
typedef struct
{
  guint first;
  guint end;
  guint n;
} Stretch;

/* A type that slices have, how many have it, and how long they are together. */
typedef struct
{
  guint32 id;
  guint n;
  double length;
} Kind;

static const char *
get_name (const Bands *self,
          guint        slice)
{
  return lamina_run_get_string (self->layout->run, lamina_track_get_slices (self->visible->track)->name[slice]);
}

/* The length of a name without arguments, an index in brackets and a number: `conv[655](x)` is of the kind `conv`. */
static gsize
get_base_length (const char *name)
{
  gsize length = strcspn (name, "([{");

  while (length > 0 && (g_ascii_isdigit (name[length - 1]) || name[length - 1] == '_' || name[length - 1] == ' '))
    length--;
  return length;
}

/* The end of the component of a scope that begins at @at, 0 when it is the last one: the name itself. */
static gsize
get_component_end (const char *name,
                   gsize       at)
{
  gsize end = at + strcspn (name + at, "./([{");

  return name[end] == '.' || name[end] == '/' ? end : 0;
}

/* What the names of all slices of a stretch have in common. */
typedef struct
{
  const char *name;
  gsize base;
  gsize scope;
  gboolean same_base;
} Common;

/* Which types the slices of a stretch have. */
typedef struct
{
  Kind kinds[MOST_KINDS];
  guint n_kinds;
  gboolean has_more_kinds;
} Types;

static void
count_type (Types   *self,
            guint32  id,
            gint64   length)
{
  guint i = 0;

  while (i < self->n_kinds && self->kinds[i].id != id)
    i++;
  if (i == MOST_KINDS)
    {
      self->has_more_kinds = TRUE;
      return;
    }
  if (i == self->n_kinds)
    self->kinds[self->n_kinds++] = (Kind) { id, 0, 0 };
  self->kinds[i].n++;
  self->kinds[i].length += (double) length;
}

/* The scope ends where a component differs. */
static gsize
get_common_scope (const char *name,
                  const char *other,
                  gsize       most)
{
  gsize scope = 0;
  gsize end = get_component_end (name, 0);

  while (end > 0 && end <= most && get_component_end (other, scope > 0 ? scope + 1 : 0) == end
         && memcmp (name, other, end) == 0)
    {
      scope = end;
      end = get_component_end (name, end + 1);
    }
  return scope;
}

/* Names are interned, and many neighbors have the same. */
static Common
find_common (const Bands   *self,
             const Stretch *stretch)
{
  const LaminaLaneList *list = &self->visible->list;
  const guint32 *ids = list->slices->name;
  guint32 last = ids[self->boxes[stretch->first].first];
  Common common = { .name = lamina_run_get_string (self->layout->run, last), .same_base = TRUE };

  common.base = get_base_length (common.name);
  common.scope = get_common_scope (common.name, common.name, G_MAXSIZE);
  for (guint i = stretch->first; i < stretch->end && (common.same_base || common.scope > 0); i++)
    for (guint at = lamina_lane_list_find (list, self->boxes[i].first), n = 0; n < self->boxes[i].n; n++, at++)
      {
        guint32 id = ids[lamina_lane_list_get (list, at)];
        const char *name;

        if (id == last)
          continue;
        last = id;
        name = lamina_run_get_string (self->layout->run, id);
        common.same_base &= get_base_length (name) == common.base && memcmp (name, common.name, common.base) == 0;
        common.scope = common.scope > 0 ? get_common_scope (common.name, name, common.scope) : 0;
      }
  return common;
}

static Types
count_types (const Bands   *self,
             const Stretch *stretch)
{
  const LaminaLaneList *list = &self->visible->list;
  const LaminaLayers *layers = lamina_run_get_layers (self->layout->run);
  Types types = { .n_kinds = 0 };

  for (guint i = stretch->first; i < stretch->end; i++)
    for (guint at = lamina_lane_list_find (list, self->boxes[i].first), n = 0; n < self->boxes[i].n; n++, at++)
      {
        guint32 slice = lamina_lane_list_get (list, at);
        guint32 layer = lamina_column_row (list->slices->layer, slice);

        count_type (&types, layer == LAMINA_NONE ? 0 : lamina_column_id (layers->type, layer),
                    list->slices->duration[slice]);
      }
  return types;
}

static char *
dup_times (guint       n,
           const char *what,
           gsize       length)
{
  g_autofree char *name = g_strndup (what, length);

  return lamina_text_dup ("%u\u00a0×\u00a0%s", n, name);
}

/* How many slices of a kind there are, else the scope that all have; NULL without either. */
static char *
dup_common (const Common *common,
            guint         n)
{
  if (common->same_base && common->base > 0)
    return dup_times (n, common->name, common->base);
  return common->scope > 0 ? g_strndup (common->name, common->scope) : NULL;
}

static int
compare_kinds (const void *a,
               const void *b)
{
  const Kind *left = a;
  const Kind *right = b;

  if (left->length < right->length || left->length > right->length)
    return left->length > right->length ? -1 : 1;
  if (left->n != right->n)
    return left->n > right->n ? -1 : 1;
  return left->id < right->id ? -1 : left->id > right->id;
}

/* The types that take most of the time, if there is room: many that take none are not what the eye sees there. */
static char *
dup_types (const Bands *self,
           Types       *types,
           double       room)
{
  g_autofree char *text = NULL;

  qsort (types->kinds, types->n_kinds, sizeof *types->kinds, compare_kinds);
  for (guint i = 0; i < MIN (types->n_kinds, SHOWN_KINDS) && types->kinds[i].id != 0; i++)
    {
      const char *type = lamina_run_get_string (self->layout->run, types->kinds[i].id);
      g_autofree char *part = dup_times (types->kinds[i].n, type, strlen (type));
      g_autofree char *longer = text == NULL ? g_steal_pointer (&part) : g_strconcat (text, ", ", part, NULL);
      gboolean is_last = i + 1 == types->n_kinds && !types->has_more_kinds;
      g_autofree char *shown = is_last ? g_strdup (longer) : g_strconcat (longer, ", …", NULL);

      if (lamina_metrics_get_width (self->layout->metrics, LAMINA_FONT_LABEL, shown) > room)
        break;
      if (is_last)
        return g_steal_pointer (&shown);
      g_free (text);
      text = g_steal_pointer (&longer);
    }
  return text == NULL ? NULL : g_strconcat (text, ", …", NULL);
}

static int
get_width (const Bands   *self,
           const Stretch *stretch)
{
  return self->boxes[stretch->end - 1].end - self->boxes[stretch->first].x;
}

static gboolean
has_room (const Bands   *self,
          const Stretch *stretch,
          const char    *text)
{
  return text != NULL && *text != '\0'
         && lamina_metrics_get_width (self->layout->metrics, LAMINA_FONT_LABEL, text) + 2 * TEXT_MARGIN
                <= get_width (self, stretch);
}

/* A plate with the text over the middle of the run, and a line below all of it. */
static void
add_band (Bands         *self,
          const Stretch *stretch,
          const char    *text)
{
  LaminaTimelineLayout *layout = self->layout;
  int left = layout->options->names_width + self->boxes[stretch->first].x;
  int width = get_width (self, stretch);
  int room = (int) lamina_metrics_get_width (layout->metrics, LAMINA_FONT_LABEL, text) + 2 * TEXT_MARGIN;
  int bottom = self->y + self->visible->row->height - 3;
  int top = bottom - PLATE_HEIGHT - 1;
  LaminaFill plate = { .ink = LAMINA_INK_VIEW, .alpha = PLATE_ALPHA };

  lamina_scene_add_rect (layout->scene, left + (width - room) / 2, top, room, PLATE_HEIGHT, plate);
  lamina_scene_add_rect (layout->scene, left, bottom - 1, MAX (width - 2, 1), 1, LAMINA_FILL (LAMINA_INK_TEXT));
  lamina_scene_add_words (layout->scene, left + width / 2.0, top + PLATE_HEIGHT / 2.0 - 0.5, 0, LAMINA_ALIGN_CENTER,
                          LAMINA_FONT_LABEL, LAMINA_INK_TEXT, text);
  layout->n_bands++;
}

/* The boxes from @first on whose names are in the same component of a scope, which begins at @at, as the first one. */
static Stretch
find_part (const Bands   *self,
           const Stretch *stretch,
           guint          first,
           gsize          at)
{
  Stretch part = { first, first + 1, self->boxes[first].n };
  const char *name = get_name (self, self->boxes[first].first);

  for (; part.end < stretch->end; part.n += self->boxes[part.end++].n)
    {
      const char *other = get_name (self, self->boxes[part.end].first);
      gsize end = strlen (other) < at ? 0 : get_component_end (other, at);

      if (end == 0 || get_component_end (name, at) != end || memcmp (name + at, other + at, end - at) != 0)
        break;
    }
  return part;
}

/*
 * Names the parts of a stretch that differ in the next component of their scope. When @all is set, only if all of them
 * can be named. Returns whether any was.
 */
static gboolean
add_parts (Bands         *self,
           const Stretch *stretch,
           gsize          at,
           gboolean       all)
{
  gboolean added = FALSE;

  for (guint pass = all ? 0 : 1; pass < 2; pass++)
    for (guint i = stretch->first; i < stretch->end;)
      {
        Stretch part = find_part (self, stretch, i, at);
        Common common = find_common (self, &part);
        g_autofree char *text = part.n < LEAST_SLICES ? NULL : dup_common (&common, part.n);
        gboolean fits = has_room (self, &part, text);

        if (pass == 0 && !fits)
          return FALSE;
        if (pass == 1 && fits)
          {
            added = TRUE;
            /* What a part is made of is named in place of it, where all of that has room. */
            if (common.scope < at || common.scope == 0 || common.same_base
                || !add_parts (self, &part, common.scope + 1, TRUE))
              add_band (self, &part, text);
          }
        i = part.end;
      }
  return added;
}

static void
add_stretch (Bands         *self,
             const Stretch *stretch)
{
  Common common = find_common (self, stretch);
  gsize next = common.scope > 0 ? common.scope + 1 : 0;
  Types types = { .n_kinds = 0 };
  g_autofree char *text = NULL;

  if (common.same_base && common.base > 0)
    text = dup_times (stretch->n, common.name, common.base);
  else
    types = count_types (self, stretch);
  if (types.n_kinds == 1 && !types.has_more_kinds && types.kinds[0].id != 0)
    text = dup_types (self, &types, get_width (self, stretch) - 2 * TEXT_MARGIN);
  else if (text == NULL)
    {
      text = common.scope > 0 ? g_strndup (common.name, common.scope) : NULL;
      if (add_parts (self, stretch, next, text != NULL))
        return;
    }
  if (text == NULL && (self->visible->row->lane == 0 || lamina_timeline_row_is_outline (self->visible->row))
      && self->visible->row->height >= LEAST_HEIGHT_OF_MIXTURES)
    text = dup_types (self, &types, get_width (self, stretch) - 2 * TEXT_MARGIN);
  if (has_room (self, stretch, text))
    add_band (self, stretch, text);
}

void
lamina_timeline_layout_add_bands (LaminaTimelineLayout   *self,
                                  const LaminaVisibleRow *visible,
                                  const guint8           *labeled,
                                  int                     y)
{
  Bands bands = { self, visible, (const LaminaLaneBox *) (gpointer) self->boxes->data + visible->first, y };
  Stretch stretch = { 0 };

  for (guint i = 0; i < visible->n; i = stretch.end)
    {
      stretch = (Stretch) { i, i + 1, bands.boxes[i].n };
      if (labeled[i])
        continue;
      while (stretch.end < visible->n && !labeled[stretch.end]
             && bands.boxes[stretch.end].x - bands.boxes[stretch.end - 1].end <= MOST_GAP)
        stretch.n += bands.boxes[stretch.end++].n;
      if (stretch.n < LEAST_SLICES || get_width (&bands, &stretch) < LEAST_WIDTH || self->n_bands >= MOST_BANDS
          || stretch.n > MOST_SLICES - MIN (self->n_in_bands, MOST_SLICES))
        continue;
      self->n_in_bands += stretch.n;
      add_stretch (&bands, &stretch);
    }
}
