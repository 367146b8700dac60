/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * A scene is a picture as data: boxes, lines, areas, dots and texts in named groups, in pixels, without colors and without
 * cairo. Layouts make scenes; the painter and the SVG writer draw them, with colors and fonts from a LaminaStyle. The
 * same scene serves the screen, PNG, PDF and SVG, hit-testing and the golden tests.
 */

/**
 * LaminaInk:
 * @LAMINA_INK_NONE: nothing is drawn
 * @LAMINA_INK_VIEW: background of the data
 * @LAMINA_INK_BAND: background of headings between tracks
 * @LAMINA_INK_TEXT: text and strong lines
 * @LAMINA_INK_QUIET: text of the second rank
 * @LAMINA_INK_HAIRLINE: lines between rows
 * @LAMINA_INK_GRID: lines at the ticks of an axis
 * @LAMINA_INK_LINK: text that leads somewhere
 * @LAMINA_INK_FAMILY: fill of a family of work
 * @LAMINA_INK_FAMILY_LINE: the same as a line, darker (in the dark theme the fill itself)
 * @LAMINA_INK_LABEL: text on the fill of a family; its alpha is that of this fill
 * @LAMINA_INK_MEASURED: the badge of measured times
 * @LAMINA_INK_END_TO_END: the badge of times laid end to end
 * @LAMINA_INK_ORDER: the badge of an order without times
 * @LAMINA_INK_ACCENT: the window of the overview
 * @LAMINA_N_INKS: how many there are
 *
 * What a color stands for.
 */
typedef enum
{
  LAMINA_INK_NONE,
  LAMINA_INK_VIEW,
  LAMINA_INK_BAND,
  LAMINA_INK_TEXT,
  LAMINA_INK_QUIET,
  LAMINA_INK_HAIRLINE,
  LAMINA_INK_GRID,
  LAMINA_INK_LINK,
  LAMINA_INK_FAMILY,
  LAMINA_INK_FAMILY_LINE,
  LAMINA_INK_LABEL,
  LAMINA_INK_MEASURED,
  LAMINA_INK_END_TO_END,
  LAMINA_INK_ORDER,
  LAMINA_INK_ACCENT,
  LAMINA_N_INKS,
} LaminaInk;

/**
 * LaminaPattern:
 * @LAMINA_PATTERN_SOLID: a plain fill
 * @LAMINA_PATTERN_WAIT: the hatching of waiting: lines that rise to the right on a light ground
 * @LAMINA_PATTERN_FALLING: the same with lines that fall
 * @LAMINA_PATTERN_LEVEL: the same with level lines
 * @LAMINA_PATTERN_UPRIGHT: the same with upright lines
 * @LAMINA_PATTERN_CROSSED: the same with lines that rise and lines that fall
 * @LAMINA_PATTERN_STRIPED: a plain fill with level lines cut out of it
 * @LAMINA_PATTERN_BARRED: a plain fill with upright lines cut out of it
 * @LAMINA_PATTERN_TEXTURE: a plain fill on the screen; in print and at high contrast what tells its family from others
 *   without colors: lines on it, or of a dot the shape
 * @LAMINA_N_PATTERNS: how many there are
 *
 * How a box, an area or a dot is filled. Hatching stands for waiting and idling, one kind for each cause; stripes, bars and
 * textures for work. They are told apart without colors. Areas and dots have textures alone. A text with a texture has a
 * plain plate behind it where the texture is drawn.
 */
typedef enum
{
  LAMINA_PATTERN_SOLID,
  LAMINA_PATTERN_WAIT,
  LAMINA_PATTERN_FALLING,
  LAMINA_PATTERN_LEVEL,
  LAMINA_PATTERN_UPRIGHT,
  LAMINA_PATTERN_CROSSED,
  LAMINA_PATTERN_STRIPED,
  LAMINA_PATTERN_BARRED,
  LAMINA_PATTERN_TEXTURE,
  LAMINA_N_PATTERNS,
} LaminaPattern;

/**
 * LaminaStrokes:
 * @LAMINA_STROKES_RISING: from the lower left to the upper right
 * @LAMINA_STROKES_FALLING: from the upper left to the lower right
 * @LAMINA_STROKES_LEVEL: from left to right
 * @LAMINA_STROKES_UPRIGHT: from top to bottom
 * @LAMINA_STROKES_COARSE: not a direction: the lines are wide and far apart
 *
 * The directions of the lines of a pattern.
 */
typedef enum
{
  LAMINA_STROKES_RISING = 1 << 0,
  LAMINA_STROKES_FALLING = 1 << 1,
  LAMINA_STROKES_LEVEL = 1 << 2,
  LAMINA_STROKES_UPRIGHT = 1 << 3,
  LAMINA_STROKES_COARSE = 1 << 4,
} LaminaStrokes;

/**
 * LaminaFill:
 * @ink: a #LaminaInk
 * @family: the #LaminaFamily of a family ink
 * @pattern: a #LaminaPattern
 * @alpha: 255 for opaque; merged slices have the share of the box that they fill
 *
 * How something is colored. The style turns it into a color.
 */
typedef struct
{
  guint8 ink;
  guint8 family;
  guint8 pattern;
  guint8 alpha;
} LaminaFill;

#define LAMINA_FILL(ink_) ((LaminaFill) { .ink = (ink_), .alpha = 255 })
#define LAMINA_FILL_FAMILY(family_) ((LaminaFill) { .ink = LAMINA_INK_FAMILY, .family = (family_), .alpha = 255 })

/**
 * LaminaFont:
 * @LAMINA_FONT_LABEL: labels inside slices and values at bars
 * @LAMINA_FONT_NAME: names of tracks and bars
 * @LAMINA_FONT_NAME_BOLD: names of groups
 * @LAMINA_FONT_CAPTION: quiet second lines, legends
 * @LAMINA_FONT_RULER: numbers at axes
 * @LAMINA_FONT_TITLE: title of a picture
 * @LAMINA_N_FONTS: how many there are
 *
 * What a text is set in. The style knows size and weight.
 */
typedef enum
{
  LAMINA_FONT_LABEL,
  LAMINA_FONT_NAME,
  LAMINA_FONT_NAME_BOLD,
  LAMINA_FONT_CAPTION,
  LAMINA_FONT_RULER,
  LAMINA_FONT_TITLE,
  LAMINA_N_FONTS,
} LaminaFont;

/**
 * LaminaTargetKind:
 * @LAMINA_TARGET_NONE: nothing
 * @LAMINA_TARGET_SLICES: slices @first to before @first + @n of a track; more than one when they are merged
 * @LAMINA_TARGET_SAMPLES: a span of a counter
 * @LAMINA_TARGET_LAYERS: layers @first to before @first + @n of the list that the layout was given
 * @LAMINA_TARGET_TRACK: the name of a track
 * @LAMINA_TARGET_GROUP: the heading of a group of tracks, named by @track
 * @LAMINA_TARGET_OUTSIDE: a hint at slices out of view; @first is the nearest of them
 * @LAMINA_TARGET_RULER: the ruler
 * @LAMINA_TARGET_HIDDEN: the note that tracks are hidden; @n is their number
 * @LAMINA_TARGET_MARKS: marks of the run; @first is the first of them in time, @n how many stand there
 * @LAMINA_TARGET_RATE: the name of a rate that was worked out from the layers, numbered by @track
 * @LAMINA_TARGET_NODES: nodes @first to before @first + @n of a flame tree; more than one when they are merged. Of a
 *   sandwich @track is the half, a #LaminaSandwichHalf
 * @LAMINA_TARGET_MARKER: a part of the marker @first, see lamina_timeline_layout_markers()
 * @LAMINA_TARGET_ROWS: rows @first to before @first + @n of the table of a chart; more than one when they are drawn as one
 *
 * What a box stands for.
 */
typedef enum
{
  LAMINA_TARGET_NONE,
  LAMINA_TARGET_SLICES,
  LAMINA_TARGET_SAMPLES,
  LAMINA_TARGET_LAYERS,
  LAMINA_TARGET_TRACK,
  LAMINA_TARGET_GROUP,
  LAMINA_TARGET_OUTSIDE,
  LAMINA_TARGET_RULER,
  LAMINA_TARGET_HIDDEN,
  LAMINA_TARGET_RATE,
  LAMINA_TARGET_MARKS,
  LAMINA_TARGET_NODES,
  LAMINA_TARGET_MARKER,
  LAMINA_TARGET_ROWS,
} LaminaTargetKind;

/**
 * LaminaTarget:
 * @kind: what it is
 * @track: the track, for slices, samples, tracks, hints; the group for groups
 * @first: the first row
 * @n: number of rows
 * @only: 0, or 1 + the #LaminaFamily that slices are restricted to: then @n of them stand from @first on, with others
 *   between them
 *
 * What of the document a box stands for.
 */
typedef struct
{
  LaminaTargetKind kind;
  guint32 track;
  guint32 first;
  guint32 n;
  guint32 only;
} LaminaTarget;

/**
 * LaminaSceneBox:
 * @x: left edge
 * @y: top edge
 * @width: width, at least 1
 * @height: height, at least 1
 * @fill: how it is filled
 * @target: what it stands for
 *
 * A rectangle on whole pixels. One without a color is not drawn, but can be picked. Boxes of one group with the same
 * fill are drawn together, at the place of the first of them.
 */
typedef struct
{
  gint32 x;
  gint32 y;
  gint32 width;
  gint32 height;
  LaminaFill fill;
  LaminaTarget target;
} LaminaSceneBox;

/**
 * LaminaSceneLine:
 * @x1: from
 * @y1: from
 * @x2: to
 * @y2: to
 * @fill: how it is colored
 * @dashed: whether it is dashed
 * @width: its width in pixels; 0 for 1
 *
 * A straight line. The dashes of one that is wider than 1 px are longer.
 */
typedef struct
{
  float x1;
  float y1;
  float x2;
  float y2;
  LaminaFill fill;
  gboolean dashed;
  float width;
} LaminaSceneLine;

/**
 * LaminaScenePoint:
 * @x: x
 * @y: y
 *
 * A corner of an area.
 */
typedef struct
{
  float x;
  float y;
} LaminaScenePoint;

/**
 * LaminaSceneArea:
 * @first: its first corner among the points of the scene
 * @n: number of corners
 * @n_line: the line runs through the first @n_line corners
 * @fill: how it is filled
 * @line: how the line is colored
 * @target: what it stands for
 *
 * A filled polygon with a line along its upper edge: a counter.
 */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 n_line;
  LaminaFill fill;
  LaminaFill line;
  LaminaTarget target;
} LaminaSceneArea;

/**
 * LaminaSceneDot:
 * @x: its middle
 * @y: its middle
 * @radius: its radius
 * @fill: how it is filled
 * @line: how its edge is colored, 1 px wide
 * @target: what it stands for
 *
 * A disc: a layer in a scatter plot, a point of a curve. With %LAMINA_PATTERN_TEXTURE it is another shape of the same area,
 * one for each family, where textures are drawn.
 */
typedef struct
{
  float x;
  float y;
  float radius;
  LaminaFill fill;
  LaminaFill line;
  LaminaTarget target;
} LaminaSceneDot;

/**
 * LaminaAlign:
 * @LAMINA_ALIGN_START: the text begins at x
 * @LAMINA_ALIGN_CENTER: x is its middle
 * @LAMINA_ALIGN_END: the text ends at x
 *
 * Where a text stands.
 */
typedef enum
{
  LAMINA_ALIGN_START,
  LAMINA_ALIGN_CENTER,
  LAMINA_ALIGN_END,
} LaminaAlign;

/**
 * LaminaSceneText:
 * @x: see #LaminaAlign
 * @y: the middle of its line
 * @width: room for it; what is longer ends in an ellipsis. 0 for as long as it is
 * @align: where it stands
 * @font: what it is set in
 * @fill: its color
 * @text: the text, owned by the scene
 * @angle: degrees that it is turned by around @x, @y, against the clock; 90 reads upwards
 *
 * A line of text.
 */
typedef struct
{
  float x;
  float y;
  float width;
  LaminaAlign align;
  LaminaFont font;
  LaminaFill fill;
  const char *text;
  float angle;
} LaminaSceneText;

/**
 * LaminaSceneGroup:
 * @name: what the group shows, such as the path of a track; owned by the scene
 * @x: left edge; nothing is drawn outside
 * @y: top edge
 * @width: width
 * @height: height
 * @hash: equal for groups that look alike, whatever their position y: what a retained picture of the group is found by
 * @first_box: boxes of the group, drawn first
 * @n_boxes: how many
 * @first_area: areas, drawn second
 * @n_areas: how many
 * @first_line: lines, drawn third
 * @n_lines: how many
 * @first_dot: dots, drawn fourth
 * @n_dots: how many
 * @first_text: texts, drawn last
 * @n_texts: how many
 *
 * A part of the picture that is drawn, retained and named together. Groups are drawn in their order.
 */
typedef struct
{
  const char *name;
  gint32 x;
  gint32 y;
  gint32 width;
  gint32 height;
  guint64 hash;
  guint32 first_box;
  guint32 n_boxes;
  guint32 first_area;
  guint32 n_areas;
  guint32 first_line;
  guint32 n_lines;
  guint32 first_dot;
  guint32 n_dots;
  guint32 first_text;
  guint32 n_texts;
} LaminaSceneGroup;

/**
 * LaminaScene:
 *
 * A picture as data. Made by one thread; immutable once lamina_scene_close_group() was called for its last group, and
 * then read from any thread.
 */
typedef struct _LaminaScene LaminaScene;

/**
 * lamina_scene_new:
 * @width: width of the picture in pixels
 * @height: height of the picture in pixels
 *
 * Returns: (transfer full): an empty scene
 */
LAMINA_AVAILABLE
LaminaScene *lamina_scene_new (int width,
                               int height);

LAMINA_AVAILABLE
LaminaScene *lamina_scene_ref (LaminaScene *self);

LAMINA_AVAILABLE
void lamina_scene_unref (LaminaScene *self);

LAMINA_AVAILABLE
int lamina_scene_get_width (LaminaScene *self);

LAMINA_AVAILABLE
int lamina_scene_get_height (LaminaScene *self);

/**
 * lamina_scene_open_group:
 * @self: a scene
 * @name: what the group shows
 * @x: left edge; nothing is drawn outside
 * @y: top edge
 * @width: width
 * @height: height
 *
 * Begins a group; all that is added belongs to it until lamina_scene_close_group(). Groups do not nest.
 */
LAMINA_AVAILABLE
void lamina_scene_open_group (LaminaScene *self,
                              const char  *name,
                              int          x,
                              int          y,
                              int          width,
                              int          height);

LAMINA_AVAILABLE
void lamina_scene_close_group (LaminaScene *self);

LAMINA_AVAILABLE
void lamina_scene_add_box (LaminaScene          *self,
                           const LaminaSceneBox *box);

void lamina_scene_add_line (LaminaScene           *self,
                            const LaminaSceneLine *line);

void lamina_scene_add_dot (LaminaScene          *self,
                           const LaminaSceneDot *dot);

/**
 * lamina_scene_add_area:
 * @self: a scene
 * @area: the area; its @first and @n are set by this function
 * @points: (array length=n_points): its corners
 * @n_points: how many
 */
void lamina_scene_add_area (LaminaScene            *self,
                            const LaminaSceneArea  *area,
                            const LaminaScenePoint *points,
                            guint                   n_points);

/**
 * lamina_scene_add_text:
 * @self: a scene
 * @text: the text, whose string is copied
 */
LAMINA_AVAILABLE
void lamina_scene_add_text (LaminaScene           *self,
                            const LaminaSceneText *text);

/**
 * lamina_scene_get_n_groups:
 * @self: a scene
 *
 * Returns: number of groups
 */
LAMINA_AVAILABLE
guint lamina_scene_get_n_groups (LaminaScene *self);

/**
 * lamina_scene_get_group: (skip)
 * @self: a scene
 * @i: which one, in the order in which they are drawn
 *
 * Returns: (transfer none): a group; valid until another is opened
 */
LAMINA_AVAILABLE
const LaminaSceneGroup *lamina_scene_get_group (LaminaScene *self,
                                                guint        i);

/**
 * lamina_scene_get_boxes: (skip)
 * @self: a scene
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n) (nullable): the boxes of all groups, one group after the other; valid until
 *   something is added
 */
LAMINA_AVAILABLE
const LaminaSceneBox *lamina_scene_get_boxes (LaminaScene *self,
                                              guint       *n);

/**
 * lamina_scene_get_areas: (skip)
 * @self: a scene
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n) (nullable): the areas of all groups, one group after the other; valid until
 *   something is added
 */
LAMINA_AVAILABLE
const LaminaSceneArea *lamina_scene_get_areas (LaminaScene *self,
                                               guint       *n);

/**
 * lamina_scene_get_points: (skip)
 * @self: a scene
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n) (nullable): the corners of the areas of all groups, one group after the
 *   other; valid until something is added
 */
LAMINA_AVAILABLE
const LaminaScenePoint *lamina_scene_get_points (LaminaScene *self,
                                                 guint       *n);

/**
 * lamina_scene_get_lines: (skip)
 * @self: a scene
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n) (nullable): the lines of all groups, one group after the other; valid until
 *   something is added
 */
LAMINA_AVAILABLE
const LaminaSceneLine *lamina_scene_get_lines (LaminaScene *self,
                                               guint       *n);

/**
 * lamina_scene_get_dots: (skip)
 * @self: a scene
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n) (nullable): the dots of all groups, one group after the other; valid until
 *   something is added
 */
LAMINA_AVAILABLE
const LaminaSceneDot *lamina_scene_get_dots (LaminaScene *self,
                                             guint       *n);

/**
 * lamina_scene_get_texts: (skip)
 * @self: a scene
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n) (nullable): the texts of all groups, one group after the other; valid until
 *   something is added
 */
LAMINA_AVAILABLE
const LaminaSceneText *lamina_scene_get_texts (LaminaScene *self,
                                               guint       *n);

/**
 * lamina_scene_pick:
 * @self: a scene
 * @x: a position
 * @y: a position
 * @tolerance: how far beside a box still counts, in pixels, when nothing is hit
 *
 * Only the uppermost group at this position is asked.
 *
 * Returns: (transfer none) (nullable): the target of the uppermost dot at this position that has one; failing that, of
 *   the box; failing that, of the area; failing that, of the nearest dot or box
 */
LAMINA_AVAILABLE
const LaminaTarget *lamina_scene_pick (LaminaScene *self,
                                       double       x,
                                       double       y,
                                       double       tolerance);

/**
 * LaminaSceneInk:
 * @x: left edge
 * @y: upper edge
 * @width: width, 0 where nothing is drawn
 * @height: height, 0 where nothing is drawn
 *
 * The part of a group outside of which nothing is drawn, in pixels.
 */
typedef struct
{
  gint32 x;
  gint32 y;
  gint32 width;
  gint32 height;
} LaminaSceneInk;

/**
 * lamina_scene_get_ink: (skip)
 * @self: a scene
 * @i: the index of a group
 *
 * What is painted through a surface of its own costs as much as that surface has pixels, and a group may be far larger than
 * the little that is drawn in it. A group with texts is taken as a whole.
 *
 * Returns: where the group is drawn, at most as large as the group
 */
LAMINA_AVAILABLE
LaminaSceneInk lamina_scene_get_ink (LaminaScene *self,
                                     guint        i);

/**
 * LaminaSceneFunc:
 * @target: what a box stands for
 * @user_data: what was given
 *
 * Returns: whether the box is wanted
 */
typedef gboolean (*LaminaSceneFunc) (const LaminaTarget *target,
                                     gpointer            user_data);

/**
 * lamina_scene_extract: (skip)
 * @self: a scene
 * @func: chooses boxes and dots
 * @user_data: for @func
 * @rest: (out) (optional) (transfer full): a scene of all that was not taken
 *
 * Takes out of a scene the boxes and dots that are wanted, with the texts and their plates on the boxes: what is drawn over a
 * dimmed scene, or over the dimmed rest of it, where it may be so much that drawing it twice would count.
 *
 * Returns: (transfer full): a scene of the same size
 */
LAMINA_AVAILABLE
LaminaScene *lamina_scene_extract (LaminaScene      *self,
                                   LaminaSceneFunc   func,
                                   gpointer          user_data,
                                   LaminaScene     **rest);

/**
 * LAMINA_MAX_BOXES:
 *
 * How many boxes a timeline or a flame graph holds at most. When there were more, narrow neighbors of the densest rows are merged
 * further.
 */
#define LAMINA_MAX_BOXES 6000

/**
 * LAMINA_MAX_LABELS:
 *
 * How many labels of boxes it holds at most.
 */
#define LAMINA_MAX_LABELS 200

/* Shorthands for what most layouts add. */
void lamina_scene_add_rect (LaminaScene *scene,
                            int          x,
                            int          y,
                            int          width,
                            int          height,
                            LaminaFill   fill);

void lamina_scene_add_words (LaminaScene *scene,
                             double       x,
                             double       y,
                             double       width,
                             LaminaAlign  align,
                             LaminaFont   font,
                             LaminaInk    ink,
                             const char  *text);

/* Sets the height of a scene once it is known how much was added. */
void lamina_scene_set_height (LaminaScene *self,
                              int          height);

/*
 * %LAMINA_PATTERN_TEXTURE for a box of a row that is large enough for lines and a label among them, else
 * %LAMINA_PATTERN_SOLID. The label has the same pattern as the box.
 */
LaminaPattern lamina_scene_choose_texture (int width,
                                           int row_height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaScene, lamina_scene_unref)

G_END_DECLS
