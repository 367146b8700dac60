/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-memory-layout.h"

#include "lamina-gettext.h"
#include "lamina-layer-value.h"
#include "lamina-live-bands.h"
#include "lamina-text.h"

#include <math.h>

#define MARGIN 14
#define NUMBERS_HEIGHT 46
#define HEADING 22
#define LINE 16
#define LINE_GAP 3
#define SEGMENT_GAP 3
#define GROUP_GAP 6
#define SWATCH 10

/* A segment is seen and can be hit however small it is. */
#define LEAST_SEGMENT 3

/* Below this part of a pixel a block leaves it to what is free. */
#define HALF 0.5

#define NBSP "\u00a0"

/* The segments of one stream and pool, which stand in a part of their own. */
typedef struct
{
  guint32 stream;
  guint32 pool;
  gint64 bytes;
  gint64 active;
  GArray *segments; /* guint */
} Part;

/* A pixel of a segment: what is in it. */
typedef struct
{
  double filled;   /* bytes of blocks */
  gint64 most;     /* bytes of the largest of them */
  guint largest;   /* that one */
  guint first;     /* the first of them */
  guint n;
} Pixel;

/* A map while it is put into a scene. */
typedef struct
{
  const LaminaMemoryMap *map;
  LaminaLiveSet *live;
  LaminaScene *scene; /* NULL while it is only measured */
  int left;           /* where lines begin in the scene */
  int top;            /* of the map in the scene */
  int width;          /* of a line */
  int x;              /* in the line */
  int y;              /* of the line, from the top of the map */
  double scale;       /* bytes of a pixel */
  int longest;        /* pixels of boxes of which several blocks share each: more make the scene too large */
} Drawing;

static int
compare_parts (gconstpointer a,
               gconstpointer b)
{
  const Part *x = a, *y = b;

  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  return x->stream != y->stream ? (x->stream > y->stream) - (x->stream < y->stream) : (x->pool > y->pool) - (x->pool < y->pool);
}

static void
clear_part (gpointer data)
{
  g_array_unref (((Part *) data)->segments);
}

/* The part of a segment. @known: from stream and pool to the place of the part and 1. */
static Part *
find_part (GArray                    *parts,
           GHashTable                *known,
           const LaminaMemorySegment *segment)
{
  gint64 key = (gint64) ((guint64) segment->stream << 32 | segment->pool);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (known, &key));
  Part added = { .stream = segment->stream, .pool = segment->pool };

  if (place == 0)
    {
      added.segments = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val (parts, added);
      place = parts->len;
      g_hash_table_insert (known, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place));
    }
  return &g_array_index (parts, Part, place - 1);
}

/* The largest part first. */
static GArray *
list_parts (const LaminaMemoryMap *map)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  g_array_set_clear_func (parts, clear_part);
  for (guint i = 0; i < map->n_segments; i++)
    {
      const LaminaMemorySegment *segment = &map->segments[i];
      Part *part = find_part (parts, known, segment);

      part->bytes = lamina_add_saturating (part->bytes, segment->bytes);
      part->active = lamina_add_saturating (part->active, segment->active);
      g_array_append_val (part->segments, i);
    }
  g_array_sort (parts, compare_parts);
  return parts;
}

static void
add_block (Pixel                   *pixel,
           const LaminaMemoryBlock *block,
           guint                    i,
           double                   filled)
{
  if (pixel->n == 0 || block->bytes > pixel->most)
    {
      pixel->most = block->bytes;
      pixel->largest = i;
    }
  pixel->first = pixel->n == 0 ? i : pixel->first;
  pixel->n = i + 1 - pixel->first;
  pixel->filled += filled;
}

/*
 * What is in each pixel of a segment that is @n of them long. An edge that a block hardly reaches over belongs to what is beside
 * it, unless the block has no other pixel.
 */
static Pixel *
fill_pixels (const LaminaMemoryMap     *map,
             const LaminaMemorySegment *segment,
             int                        n)
{
  Pixel *pixels = g_new0 (Pixel, n);
  double scale = (double) segment->bytes / n;

  for (guint i = segment->first_block; i < segment->first_block + segment->n_blocks; i++)
    {
      const LaminaMemoryBlock *block = &map->blocks[i];
      double begin = (double) (block->address - segment->address);
      double end = fmin (begin + (double) block->bytes, (double) segment->bytes);
      int first = CLAMP ((int) (begin / scale), 0, n - 1), last = CLAMP ((int) ceil (end / scale) - 1, first, n - 1);

      first += first < last && (first + 1) * scale - begin < HALF * scale;
      last -= first < last && end - last * scale < HALF * scale;
      for (int j = first; j <= last; j++)
        add_block (&pixels[j], block, i, fmax (fmin (end, (j + 1) * scale) - fmax (begin, j * scale), 0));
    }
  return pixels;
}

static LaminaFill
get_fill (const Drawing *self,
          guint          block)
{
  const LaminaMemoryBlock *found = &self->map->blocks[block];
  LaminaFill fill = LAMINA_FILL_FAMILY (lamina_role_get_family ((LaminaRole) lamina_live_set_get_band (self->live, found->tensor)));

  fill.pattern = found->is_pending ? LAMINA_PATTERN_WAIT : LAMINA_PATTERN_TEXTURE;
  return fill;
}

/* A stretch of a segment, which goes on in the next line where one ends. */
static void
add_stretch (Drawing            *self,
             int                 length,
             LaminaFill          fill,
             const LaminaTarget *target)
{
  while (length > 0)
    {
      int part = MIN (length, self->width - self->x);

      if (part > 0 && self->scene != NULL)
        {
          LaminaSceneBox box = { .x = self->left + self->x, .y = self->top + self->y, .width = part, .height = LINE, .fill = fill,
                                 .target = *target };

          lamina_scene_add_box (self->scene, &box);
        }
      self->x += part;
      length -= part;
      if (length > 0)
        {
          self->x = 0;
          self->y += LINE + LINE_GAP;
        }
    }
}

/* Whether the next pixel goes into the same box. */
static gboolean
is_same (const Drawing *self,
         const Pixel   *first,
         const Pixel   *next,
         int            length)
{
  if (first->n == 0 || next->n == 0)
    return first->n == next->n;
  if (first->n == 1 && next->n == 1)
    return first->first == next->first;
  return first->n > 1 && next->n > 1 && length < self->longest
         && lamina_live_set_get_band (self->live, self->map->blocks[first->largest].tensor)
            == lamina_live_set_get_band (self->live, self->map->blocks[next->largest].tensor);
}

static void
add_segment (Drawing *self,
             guint    segment)
{
  const LaminaMemorySegment *found = &self->map->segments[segment];
  int n = MAX ((int) round ((double) found->bytes / self->scale), LEAST_SEGMENT);
  g_autofree Pixel *pixels = NULL;
  guint next = found->first_block;

  if (self->x > 0 && self->width - self->x < LEAST_SEGMENT)
    {
      self->x = 0;
      self->y += LINE + LINE_GAP;
    }
  if (self->scene == NULL)
    {
      add_stretch (self, n, LAMINA_FILL (LAMINA_INK_NONE), &(LaminaTarget) { 0 });
      self->x += SEGMENT_GAP;
      return;
    }
  pixels = fill_pixels (self->map, found, n);
  for (int i = 0, length; i < n; i += length)
    {
      LaminaTarget target = { .kind = LAMINA_TARGET_BLOCKS, .track = segment, .first = pixels[i].first };
      LaminaFill fill = LAMINA_FILL (LAMINA_INK_GRID);
      double filled = 0;

      for (length = 0; i + length < n && is_same (self, &pixels[i], &pixels[i + length], length); length++)
        {
          const Pixel *pixel = &pixels[i + length];

          filled += pixel->filled;
          if (pixel->n > 0)
            next = MAX (next, pixel->first + pixel->n);
        }
      if (pixels[i].n == 0)
        target = (LaminaTarget) { .kind = LAMINA_TARGET_FREE, .track = segment, .first = next };
      else
        {
          target.n = next - target.first;
          fill = get_fill (self, pixels[i].largest);
          if (pixels[i].n > 1)
            fill.alpha = (guint8) CLAMP (filled / (length * ((double) found->bytes / n)) * 255, 40, 255);
        }
      add_stretch (self, length, fill, &target);
    }
  self->x += SEGMENT_GAP;
}

/* What a part is called, and how much of it is in use. */
static char *
dup_heading (LaminaRun  *run,
             const Part *part)
{
  g_autofree char *bytes = lamina_figure_dup (part->bytes, LAMINA_UNIT_BYTES);
  g_autofree char *share = lamina_layer_dup_share ((double) part->active / (double) MAX (part->bytes, 1));
  g_autofree char *name = NULL;

  if (part->stream != 0 && part->pool != 0)
    /* Translators: a number, and what a file calls a pool of memory */
    name = g_strdup_printf (_("Stream %s, pool %s"), lamina_run_get_string (run, part->stream),
                            lamina_run_get_string (run, part->pool));
  else if (part->stream != 0)
    name = g_strdup_printf (_("Stream %s"), lamina_run_get_string (run, part->stream));
  else
    name = g_strdup (_("Segments"));
  /* Translators: which part of the memory, how many segments, how many bytes they have, and a percentage of that */
  return lamina_text_dup (ngettext ("%s: %u segment, %s, %s in use", "%s: %u segments, %s, %s in use", part->segments->len), name,
                          part->segments->len, bytes, share);
}

static void
add_parts (Drawing      *self,
           LaminaRun    *run,
           const GArray *parts)
{
  self->y = NUMBERS_HEIGHT;
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      if (self->scene != NULL)
        {
          g_autofree char *heading = dup_heading (run, part);

          lamina_scene_add_words (self->scene, self->left, self->top + self->y + HEADING / 2.0, self->width, LAMINA_ALIGN_START,
                                  LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, heading);
        }
      self->x = 0;
      self->y += HEADING;
      for (guint j = 0; j < part->segments->len; j++)
        add_segment (self, g_array_index (part->segments, guint, j));
      self->y += LINE + GROUP_GAP;
    }
}

/* The least bytes of a pixel with which all of it fits. */
static void
find_scale (Drawing      *self,
            const GArray *parts,
            int           height)
{
  double least = (double) self->map->reserved / ((double) self->width * MAX (height / (LINE + LINE_GAP), 1)), most;

  self->scale = least = fmax (least, 1);
  add_parts (self, NULL, parts);
  for (most = least; self->y > height && most < (double) self->map->reserved; add_parts (self, NULL, parts))
    self->scale = most *= 2;
  for (int i = 0; i < 8 && most > least; i++)
    {
      self->scale = (least + most) / 2;
      add_parts (self, NULL, parts);
      if (self->y > height)
        least = self->scale;
      else
        most = self->scale;
    }
  self->scale = most;
  add_parts (self, NULL, parts);
}

static char *
dup_size (const LaminaMemoryMap *map,
          gint64                 bytes)
{
  g_autofree char *text = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);

  return g_strconcat (map->is_exact ? "" : "≈" NBSP, text, NULL);
}

static double
add_note (const Drawing *self,
          LaminaMetrics *metrics,
          double         x,
          LaminaFill     fill,
          const char    *text)
{
  double middle = self->top + NUMBERS_HEIGHT * 0.75, end = self->left + self->width;
  double needed = SWATCH + 6 + lamina_metrics_get_width (metrics, LAMINA_FONT_CAPTION, text);

  if (x > self->left && x + needed > end)
    return x;
  if (fill.ink != LAMINA_INK_NONE)
    lamina_scene_add_rect (self->scene, (int) x, (int) middle - SWATCH / 2, SWATCH, SWATCH, fill);
  lamina_scene_add_words (self->scene, (int) x + SWATCH + 6, middle, end - x - SWATCH - 6, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                          LAMINA_INK_QUIET, text);
  return x + needed + 18;
}

/* Fragmentation in numbers: what is free between blocks, and what blocks have more than was asked for. */
static void
add_numbers (const Drawing *self,
             LaminaMetrics *metrics)
{
  const LaminaMemoryMap *map = self->map;
  gint64 lost = MAX (lamina_subtract_saturating (map->active, map->requested), 0);
  g_autofree char *reserved = lamina_figure_dup (map->reserved, LAMINA_UNIT_BYTES), *active = dup_size (map, map->active);
  g_autofree char *share = lamina_layer_dup_share ((double) map->active / (double) MAX (map->reserved, 1));
  g_autofree char *unused = dup_size (map, map->free), *largest = dup_size (map, map->largest_free);
  g_autofree char *lost_text = dup_size (map, lost), *pending = dup_size (map, map->pending);
  g_autofree char *title = NULL, *outside = NULL, *inside = NULL, *given_up = NULL;
  LaminaFill hatched = LAMINA_FILL_FAMILY (LAMINA_FAMILY_OTHER);
  double x = self->left;

  hatched.pattern = LAMINA_PATTERN_WAIT;
  /* Translators: bytes, a number of segments, bytes, a percentage */
  title = lamina_text_dup (ngettext ("%s reserved in %u segment, %s of it in use (%s)",
                                     "%s reserved in %u segments, %s of it in use (%s)",
                                     map->n_segments), reserved, map->n_segments, active, share);
  lamina_scene_add_words (self->scene, self->left, self->top + NUMBERS_HEIGHT * 0.3, self->width, LAMINA_ALIGN_START,
                          LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, title);
  /* Translators: bytes, a sign for “about” or nothing and a number of pieces, bytes */
  outside = lamina_text_dup (ngettext ("%s free, in %s%u piece of %s", "%s free, in %s%u pieces, the longest of %s", map->n_free),
                             unused, map->is_exact ? "" : "≈" NBSP, map->n_free, largest);
  inside = g_strdup_printf (_("%s in blocks beyond what was asked for"), lost_text);
  given_up = g_strdup_printf (_("%s given up and not free yet"), pending);
  x = add_note (self, metrics, x, LAMINA_FILL (LAMINA_INK_GRID), outside);
  if (map->pending > 0)
    x = add_note (self, metrics, x, hatched, given_up);
  add_note (self, metrics, x, LAMINA_FILL (LAMINA_INK_NONE), inside);
}

int
lamina_memory_layout_get_height (const LaminaMemoryMap *map)
{
  g_autoptr (GArray) parts = NULL;

  g_return_val_if_fail (map != NULL, 0);

  parts = list_parts (map);
  /* Two lines for each: less is no picture of anything. */
  return NUMBERS_HEIGHT + (int) MIN (parts->len, 1000) * (HEADING + 2 * LINE + LINE_GAP + GROUP_GAP);
}

/* The height, in pixels, of what is drawn. */
static int
measure (Drawing      *self,
         const GArray *parts,
         int           height)
{
  find_scale (self, parts, height);
  self->longest = 1 + (int) ((gint64) self->width * MAX (height, 1) / (LINE + LINE_GAP) / (LAMINA_MAX_BOXES / 2));
  return MAX (self->y, height);
}

static void
draw (Drawing       *self,
      LaminaRun     *run,
      const GArray  *parts,
      int            height,
      LaminaMetrics *metrics)
{
  int left = self->left - MARGIN, width = self->width + 2 * MARGIN;

  lamina_scene_open_group (self->scene, "numbers", left, self->top, width, NUMBERS_HEIGHT);
  add_numbers (self, metrics);
  lamina_scene_close_group (self->scene);
  lamina_scene_open_group (self->scene, "addresses", left, self->top + NUMBERS_HEIGHT, width, height - NUMBERS_HEIGHT);
  add_parts (self, run, parts);
  lamina_scene_close_group (self->scene);
}

LaminaScene *
lamina_memory_layout (const LaminaMemoryMap *map,
                      LaminaLiveSet         *live,
                      LaminaRun             *run,
                      int                    width,
                      int                    height,
                      LaminaMetrics         *metrics)
{
  Drawing drawing = { .map = map, .live = live, .left = MARGIN, .width = MAX (width - 2 * MARGIN, 1) };
  g_autoptr (GArray) parts = NULL;

  g_return_val_if_fail (map != NULL && live != NULL && run != NULL && metrics != NULL, NULL);

  parts = list_parts (map);
  height = measure (&drawing, parts, height);
  drawing.scene = lamina_scene_new (width, height);
  draw (&drawing, run, parts, height, metrics);
  return drawing.scene;
}

int
lamina_memory_layout_add (LaminaScene           *scene,
                          const LaminaMemoryMap *map,
                          LaminaLiveSet         *live,
                          LaminaRun             *run,
                          int                    x,
                          int                    y,
                          int                    width,
                          int                    height,
                          LaminaMetrics         *metrics)
{
  Drawing drawing = { .map = map, .live = live, .left = x, .top = y, .width = MAX (width, 1) };
  g_autoptr (GArray) parts = list_parts (map);

  height = measure (&drawing, parts, height);
  drawing.scene = scene;
  draw (&drawing, run, parts, height, metrics);
  return height;
}
