/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * A scene is a picture as data: boxes, lines, areas, dots and texts in named groups, in pixels, without colors and without
 * cairo. Layouts make scenes; the painter and the SVG writer draw them, with colors and fonts from a LaminaStyle. The
 * same scene serves the screen, PNG, PDF and SVG, hit-testing and the golden tests.
 */

/* What a color stands for. */
typedef enum
{
  LAMINA_INK_NONE,        /* nothing is drawn */
  LAMINA_INK_VIEW,        /* background of the data */
  LAMINA_INK_BAND,        /* background of headings between tracks */
  LAMINA_INK_TEXT,        /* text and strong lines */
  LAMINA_INK_QUIET,       /* text of the second rank */
  LAMINA_INK_HAIRLINE,    /* lines between rows */
  LAMINA_INK_GRID,        /* lines at the ticks of an axis */
  LAMINA_INK_LINK,        /* text that leads somewhere */
  LAMINA_INK_FAMILY,      /* fill of a family of work */
  LAMINA_INK_FAMILY_LINE, /* the same as a line, darker (in the dark theme the fill itself) */
  LAMINA_INK_LABEL,       /* text on the fill of a family; its alpha is that of this fill */
  LAMINA_INK_MEASURED,    /* the badge of measured times */
  LAMINA_INK_END_TO_END,  /* the badge of times laid end to end */
  LAMINA_INK_ORDER,       /* the badge of an order without times */
  LAMINA_INK_ACCENT,      /* the window of the overview */
  LAMINA_N_INKS,
} LaminaInk;

/*
 * How a box, an area or a dot is filled. Hatching stands for waiting and idling, one kind for each cause; stripes, bars and
 * textures for work. They are told apart without colors. Areas and dots have textures alone. A text with a texture has a plain
 * plate behind it where the texture is drawn. Hatching of LAMINA_INK_TEXT stands for idling of whatever cause.
 */
typedef enum
{
  LAMINA_PATTERN_SOLID,   /* a plain fill */
  LAMINA_PATTERN_WAIT,    /* the hatching of waiting: lines that rise to the right on a light ground */
  LAMINA_PATTERN_FALLING, /* the same with lines that fall */
  LAMINA_PATTERN_LEVEL,   /* the same with level lines */
  LAMINA_PATTERN_UPRIGHT, /* the same with upright lines */
  LAMINA_PATTERN_CROSSED, /* the same with lines that rise and lines that fall */
  LAMINA_PATTERN_STRIPED, /* a plain fill with level lines cut out of it */
  LAMINA_PATTERN_BARRED,  /* a plain fill with upright lines cut out of it */
  /* a plain fill on the screen; in print and at high contrast what tells its family from others without colors: lines on it, or
   * of a dot the shape */
  LAMINA_PATTERN_TEXTURE,
  LAMINA_N_PATTERNS,
} LaminaPattern;

/* The directions of the lines of a pattern. */
typedef enum
{
  LAMINA_STROKES_RISING = 1 << 0,  /* from the lower left to the upper right */
  LAMINA_STROKES_FALLING = 1 << 1, /* from the upper left to the lower right */
  LAMINA_STROKES_LEVEL = 1 << 2,   /* from left to right */
  LAMINA_STROKES_UPRIGHT = 1 << 3, /* from top to bottom */
  LAMINA_STROKES_COARSE = 1 << 4,  /* not a direction: the lines are wide and far apart */
  LAMINA_STROKES_SPARSE = 1 << 5,  /* not a direction: the lines are a little farther apart */
} LaminaStrokes;

/* How something is colored. The style turns it into a color. */
typedef struct
{
  guint8 ink;
  guint8 family; /* the LaminaFamily of a family ink */
  guint8 pattern;
  guint8 alpha;  /* 255 for opaque; merged slices have the share of the box that they fill */
} LaminaFill;

#define LAMINA_FILL(ink_) ((LaminaFill) { .ink = (ink_), .alpha = 255 })
#define LAMINA_FILL_FAMILY(family_) ((LaminaFill) { .ink = LAMINA_INK_FAMILY, .family = (family_), .alpha = 255 })

/* What a text is set in. The style knows size and weight. */
typedef enum
{
  LAMINA_FONT_LABEL,     /* labels inside slices and values at bars */
  LAMINA_FONT_NAME,      /* names of tracks and bars */
  LAMINA_FONT_NAME_BOLD, /* names of groups */
  LAMINA_FONT_CAPTION,   /* quiet second lines, legends */
  LAMINA_FONT_RULER,     /* numbers at axes */
  LAMINA_FONT_TITLE,     /* title of a picture */
  LAMINA_N_FONTS,
} LaminaFont;

/* What a box stands for. */
typedef enum
{
  LAMINA_TARGET_NONE,
  LAMINA_TARGET_SLICES,  /* slices @first to before @first + @n of a track; more than one when they are merged */
  LAMINA_TARGET_SAMPLES, /* a span of a counter */
  LAMINA_TARGET_LAYERS,  /* layers @first to before @first + @n of the list that the layout was given */
  LAMINA_TARGET_TRACK,   /* the name of a track */
  LAMINA_TARGET_GROUP,   /* the heading of a group of tracks, named by @track */
  LAMINA_TARGET_OUTSIDE, /* a hint at slices out of view; @first is the nearest of them */
  LAMINA_TARGET_RULER,
  LAMINA_TARGET_HIDDEN,  /* the note that tracks are hidden; @n is their number */
  LAMINA_TARGET_RATE,    /* the name of a rate that was worked out from the layers, numbered by @track */
  LAMINA_TARGET_FUNCTIONS, /* the name of the functions of a track */
  LAMINA_TARGET_MARKS,   /* marks of the run; @first is the first of them in time, @n how many stand there */
  /* nodes @first to before @first + @n of a flame tree; more than one when they are merged. Of a sandwich @track is the half, a
   * LaminaSandwichHalf */
  LAMINA_TARGET_NODES,
  LAMINA_TARGET_MARKER,  /* a part of the marker @first, see lamina_timeline_layout_markers() */
  LAMINA_TARGET_GAPS,    /* gaps @first to before @first + @n of the devices, see LaminaIdle; @track is one of the queues */
  LAMINA_TARGET_ROWS,    /* rows @first to before @first + @n of the table of a chart; more than one when they are drawn as one */
  LAMINA_TARGET_BLOCKS,  /* blocks @first to before @first + @n of a map of memory, in its segment @track */
  LAMINA_TARGET_FREE,    /* addresses in the segment @track of a map of memory that no block is in, before the block @first */
} LaminaTargetKind;

/* What of the document a box stands for. */
typedef struct
{
  LaminaTargetKind kind;
  guint32 track; /* the track, for slices, samples, tracks, hints; the group for groups */
  guint32 first;
  guint32 n;
  /* 0, or 1 + the LaminaFamily that slices are restricted to: then @n of them stand from @first on, with others between them;
   * or more, for a row of a track with functions or spans around its work, see lamina_arrangement_find_longest() */
  guint32 only;
} LaminaTarget;

/*
 * A rectangle on whole pixels. One without a color is not drawn, but can be picked. Boxes of one group with the same fill are
 * drawn together, at the place of the first of them.
 */
typedef struct
{
  gint32 x;
  gint32 y;
  gint32 width;  /* at least 1 */
  gint32 height; /* at least 1 */
  LaminaFill fill;
  LaminaTarget target;
} LaminaSceneBox;

/* A straight line. The dashes of one that is wider than 1 px are longer. */
typedef struct
{
  float x1;
  float y1;
  float x2;
  float y2;
  LaminaFill fill;
  gboolean dashed;
  float width; /* in pixels; 0 for 1 */
} LaminaSceneLine;

/* A corner of an area. */
typedef struct
{
  float x;
  float y;
} LaminaScenePoint;

/* A filled polygon with a line along its upper edge: a counter. */
typedef struct
{
  guint32 first;   /* its first corner among the points of the scene */
  guint32 n;
  guint32 n_line;  /* the line runs through the first @n_line corners */
  LaminaFill fill;
  LaminaFill line; /* how the line is colored */
  LaminaTarget target;
} LaminaSceneArea;

/*
 * A disc: a layer in a scatter plot, a point of a curve. With LAMINA_PATTERN_TEXTURE it is another shape of the same area, one for
 * each family, where textures are drawn.
 */
typedef struct
{
  float x;
  float y;
  float radius;
  LaminaFill fill;
  LaminaFill line; /* how its edge is colored, 1 px wide */
  LaminaTarget target;
} LaminaSceneDot;

/* Where a text stands. */
typedef enum
{
  LAMINA_ALIGN_START,  /* the text begins at x */
  LAMINA_ALIGN_CENTER, /* x is its middle */
  LAMINA_ALIGN_END,    /* the text ends at x */
} LaminaAlign;

/* A line of text. */
typedef struct
{
  float x;          /* see LaminaAlign */
  float y;          /* the middle of its line */
  float width;      /* room for it; what is longer ends in an ellipsis. 0 for as long as it is */
  LaminaAlign align;
  LaminaFont font;
  LaminaFill fill;
  const char *text; /* owned by the scene */
  float angle;      /* degrees that it is turned by around x, y, against the clock; 90 reads upwards */
} LaminaSceneText;

/* A part of the picture that is drawn, retained and named together. Groups are drawn in their order. */
typedef struct
{
  const char *name; /* what the group shows, such as the path of a track; owned by the scene */
  gint32 x; /* left edge; nothing is drawn outside */
  gint32 y;
  gint32 width;
  gint32 height;
  guint64 hash; /* equal for groups that look alike, whatever their position y: what a retained picture of the group is found by */
  guint32 first_box; /* boxes of the group, drawn first */
  guint32 n_boxes;
  guint32 first_area; /* areas, drawn second */
  guint32 n_areas;
  guint32 first_line; /* lines, drawn third */
  guint32 n_lines;
  guint32 first_dot; /* dots, drawn fourth */
  guint32 n_dots;
  guint32 first_text; /* texts, drawn last */
  guint32 n_texts;
} LaminaSceneGroup;

/*
 * A picture as data. Made by one thread; immutable once lamina_scene_close_group() was called for its last group, and then read
 * from any thread.
 */
typedef struct _LaminaScene LaminaScene;

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

/* In bytes: of the name of a group that has more than twice as many both ends are kept. A picture is no better for the megabytes
 * that a track may be called. */
#define LAMINA_SCENE_NAME_END 1000

/* Begins a group; all that is added belongs to it until lamina_scene_close_group(). Groups do not nest. */
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

/* @first and @n of the area are set by this function. */
void lamina_scene_add_area (LaminaScene            *self,
                            const LaminaSceneArea  *area,
                            const LaminaScenePoint *points,
                            guint                   n_points);

LAMINA_AVAILABLE
void lamina_scene_add_text (LaminaScene           *self,
                            const LaminaSceneText *text);

LAMINA_AVAILABLE
guint lamina_scene_get_n_groups (LaminaScene *self);

/* Groups stand in the order in which they are drawn; one is valid until another is opened. */
LAMINA_AVAILABLE
const LaminaSceneGroup *lamina_scene_get_group (LaminaScene *self,
                                                guint        i);

/* The boxes of all groups, one group after the other; valid until something is added. */
LAMINA_AVAILABLE
const LaminaSceneBox *lamina_scene_get_boxes (LaminaScene *self,
                                              guint       *n);

/* The dots of all groups, one group after the other; valid until something is added. */
LAMINA_AVAILABLE
const LaminaSceneDot *lamina_scene_get_dots (LaminaScene *self,
                                             guint       *n);

/* The texts of all groups, one group after the other; valid until something is added. */
LAMINA_AVAILABLE
const LaminaSceneText *lamina_scene_get_texts (LaminaScene *self,
                                               guint       *n);

/*
 * What the uppermost group at a position has there: the target of the uppermost dot that has one; failing that, of the box; failing
 * that, of the area; failing that, of the nearest dot or box that is at most @tolerance pixels away; else NULL.
 */
LAMINA_AVAILABLE
const LaminaTarget *lamina_scene_pick (LaminaScene *self,
                                       double       x,
                                       double       y,
                                       double       tolerance);

/* The part of a group outside of which nothing is drawn, in pixels. */
typedef struct
{
  gint32 x;
  gint32 y;
  gint32 width;  /* 0 where nothing is drawn */
  gint32 height; /* 0 where nothing is drawn */
} LaminaSceneInk;

/*
 * Where a group is drawn: what is painted through a surface of its own costs as much as that surface has pixels, and a group may be
 * far larger than the little that is drawn in it. A group with texts is taken as a whole.
 */
LAMINA_AVAILABLE
LaminaSceneInk lamina_scene_get_ink (LaminaScene *self,
                                     guint        i);

/* Whether what stands for @target is wanted. */
typedef gboolean (*LaminaSceneFunc) (const LaminaTarget *target,
                                     gpointer            user_data);

/*
 * Takes out of a scene the boxes and dots that are wanted, with the texts and their plates on the boxes: what is drawn over a
 * dimmed scene, or over the dimmed rest of it, where it may be so much that drawing it twice would count. Unless it is NULL,
 * @rest takes a scene of all that was not taken. Both are as large as this one.
 */
LAMINA_AVAILABLE
LaminaScene *lamina_scene_extract (LaminaScene      *self,
                                   LaminaSceneFunc   func,
                                   gpointer          user_data,
                                   LaminaScene     **rest);

/*
 * How many boxes a timeline or a flame graph holds at most. When there were more, narrow neighbors of the densest rows are merged
 * further.
 */
#define LAMINA_MAX_BOXES 6000

/* How many labels of boxes it holds at most. */
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
