/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-json-blank-private.h"
#include "lamina-json-reader.h"

G_BEGIN_DECLS

/*
 * How the reader works.
 *
 * The text stands in a window that moves over the source (lamina-json-token.c). A scalar that becomes the current
 * value is scanned to its end at once and lies in the window as a whole, so that reading it can neither fail nor move
 * anything; a container that becomes the current value is not looked into before it is entered or skipped.
 *
 *  1. buffer ≤ p ≤ end. Behind end stand LAMINA_JSON_PADDING zero bytes; a scan that stops at a zero needs no other bound.
 *  2. When a scalar is current, p stands behind it; when a container is current, p stands at its bracket.
 *  3. The innermost open container is frames[depth - 1]; what is skipped blindly has its own stack of types on top of it.
 *  4. n_open counts the open containers of both types, on both stacks.
 *  5. Once the text is over, an error occurred or a limit was reached, p = end and ended holds, and every walk ends.
 */

#define LAMINA_JSON_PADDING 64
/* The first block is small, since many readers look at one value only; each further one may be twice as large. */
#define LAMINA_JSON_FIRST_BLOCK_SIZE (8 * 1024)
#define LAMINA_JSON_MAX_PATHS 64

typedef enum
{
  LAMINA_JSON_TOKEN_ESCAPE = 1 << 0,
  LAMINA_JSON_TOKEN_NON_ASCII = 1 << 1,
  LAMINA_JSON_TOKEN_CONTROL = 1 << 2,
  LAMINA_JSON_TOKEN_LONG = 1 << 3,
  LAMINA_JSON_TOKEN_NO_NUMBER = 1 << 4,
} LaminaJsonTokenFlags;

/*
 * A string without its quotes, or a word. @start points into the window or, when the token is longer than the limit, to
 * the part of it that was kept.
 */
typedef struct
{
  char *start;
  gsize length;
  guint64 offset;
  guint flags;
} LaminaJsonToken;

/* What stood last inside a container: it decides what a comma, a value or a bracket means. */
typedef enum
{
  LAMINA_JSON_AFTER_NOTHING,
  LAMINA_JSON_AFTER_VALUE,
  LAMINA_JSON_AFTER_COMMA,
  LAMINA_JSON_AFTER_UNKNOWN,
  LAMINA_JSON_OVER, /* it ends where p stands, whatever is there */
} LaminaJsonState;

#define LAMINA_JSON_STEP_BYTES 64
#define LAMINA_JSON_MAX_NEXT 4

/*
 * A step that was taken before: all that stands between the end of one value and the next value, key included, or the
 * end of the object. Objects of one kind repeat their steps byte by byte, so that a comparison with the few that
 * followed last takes the place of reading.
 */
typedef struct _LaminaJsonStep LaminaJsonStep;
struct _LaminaJsonStep
{
  char text[LAMINA_JSON_STEP_BYTES];
  guint64 mask; /* a bit for each byte of the text */
  gsize length;
  int index;
  gsize key_length;
  const char *key;
  LaminaJsonStep *next[LAMINA_JSON_MAX_NEXT]; /* the latest first, NULL behind the last */
};

/* The keys that a caller asks for, prepared for finding one, and the steps that were learnt. */
typedef struct
{
  const char *const *keys;
  guint n;
  gsize *lengths;
  guint16 heads[64];
  guint16 *next;
  LaminaJsonStep start; /* what objects begin with follows it */
  LaminaJsonStep **steps;
  guint n_steps;
  guint n_met; /* how many keys were met before any was learnt */
} LaminaJsonKeys;

/* Keys between the slashes of a path; NULL stands for any. */
typedef struct
{
  char **steps;
  guint n_steps;
} LaminaJsonPath;

/*
 * An open container. @mask holds a bit for each record path that leads to or through it; @uniform says that all its
 * children continue those paths alike, with @child_mask and @child_is_record.
 */
typedef struct
{
  LaminaJsonType type;
  LaminaJsonState state;
  guint32 record;
  guint64 mask;
  guint64 child_mask;
  gboolean uniform;
  gboolean child_is_record;
  LaminaJsonKeys *keys; /* at first those of the container before it at this depth, which mostly is of its kind */
  LaminaJsonStep *step; /* the last one, NULL when it is not known */
} LaminaJsonFrame;

/* The next element from @from on that is the first of a line with @indent blanks; see lamina-json-start-private.h. */
typedef struct
{
  guint64 from;
  guint64 start;
  int indent;
} LaminaJsonNext;

typedef struct _LaminaJsonScanner LaminaJsonScanner;

struct _LaminaJsonReader
{
  char *buffer;
  gsize capacity;
  char *p;
  char *end;
  guint64 base;
  guint64 range_end;
  guint64 text_end; /* where the range of the reader ends that this one reads a part for */
  gsize block_size;      /* bytes that are read at once at most: tokens survive any division of the text; */
  gsize next_block_size; /* and the next time */
  gboolean ended;
  gboolean at_range_end;
  gboolean joined; /* came to the end of the range between two elements of the innermost container given at first */

  LaminaJsonType type;
  guint64 offset;
  guint64 value_end;
  guint64 last_end;
  LaminaJsonToken token;
  guint32 record;
  guint64 mask;
  gboolean is_record;

  LaminaJsonFrame *frames;
  guint depth;
  guint n_frames;
  guint n_nested;
  guint n_open[2];
  GByteArray *skipped;

  gboolean started;
  gboolean cut;
  guint32 sound_record; /* the last one that was looked at in lamina-json-skip.c and is not damaged */
  LaminaJsonNext next;
  guint64 left_at; /* where damage was found last */
  GError *error;

  const LaminaJsonScanner *scanner; /* any of those that the machine has */
  LaminaSource *source;
  LaminaImport *import;
  GCancellable *cancellable;
  LaminaLimits limits;

  LaminaJsonPath paths[LAMINA_JSON_MAX_PATHS];
  guint n_paths;
  char *nesting;
  GPtrArray *key_sets;
  const char *key;
  gsize key_length;
  GString *key_text;
  GString *inner_key;
  GString *text;
  GString *long_text;
  char number[32];
};

/* lamina-json-reader.c: what a scanner leaves to them */

int lamina_json_next_member_slowly (LaminaJsonReader  *self,
                                    const char *const *keys);

gboolean lamina_json_next_element_slowly (LaminaJsonReader *self);

/* lamina-json-token.c */

/* Reads more text behind end, keeping what stands from *keep on; moves p and *keep along. FALSE at the end. */
gboolean lamina_json_window_grow (LaminaJsonReader  *self,
                                  char             **keep);

/* Goes to the next byte that is no blank. FALSE at the end. */
gboolean lamina_json_window_skip_blanks_slowly (LaminaJsonReader *self);

/* Goes to another place. Beyond the range nothing can be read, so that the text is cut there. */
void lamina_json_window_seek (LaminaJsonReader *self,
                              guint64           offset);

void lamina_json_window_fail (LaminaJsonReader *self,
                              GError           *error);

/* The text ended; @between_values when that is where a part of a larger container may end. */
void lamina_json_window_cut (LaminaJsonReader *self,
                             gboolean          between_values);

void lamina_json_repair (LaminaJsonReader *self,
                         const char       *kind,
                         guint64           offset,
                         guint32           record);

/* The same where text is missing or makes no sense. */
void lamina_json_damage (LaminaJsonReader *self,
                         const char       *kind,
                         guint64           offset,
                         guint32           record);

/* Scans a string or a word at p to its end. FALSE when it was cut. */
gboolean lamina_json_scan_string_token (LaminaJsonReader *self,
                                        LaminaJsonToken  *token);

void lamina_json_scan_word_token (LaminaJsonReader *self,
                                  LaminaJsonToken  *token);

/* Makes what stands at p the current value. FALSE when there is nothing to deliver; it is passed then. */
gboolean lamina_json_take_value (LaminaJsonReader *self);

/* Opens a record for the current value. FALSE when there are too many; the current value is gone then. */
gboolean lamina_json_open_record (LaminaJsonReader *self);

/* lamina-json-walk.c */

void lamina_json_push (LaminaJsonReader *self,
                       LaminaJsonType    type,
                       LaminaJsonState   state);

void lamina_json_pop (LaminaJsonReader *self);

/* Leaves a container that is over: its text ends where the damage was found. */
void lamina_json_pop_over (LaminaJsonReader *self);

/* Both go to the next child of the innermost container, or leave it and return END or FALSE. */
int lamina_json_step_member (LaminaJsonReader  *self,
                             const char *const *keys,
                             GString           *key_text);

gboolean lamina_json_step_element (LaminaJsonReader *self);

void lamina_json_frame_set_keys (LaminaJsonReader  *self,
                                 LaminaJsonFrame   *frame,
                                 const char *const *keys);

/* Makes a key that stands in the window the one that lamina_json_reader_get_key() returns. */
void lamina_json_set_key (LaminaJsonReader      *self,
                          const LaminaJsonFrame *frame,
                          const char            *key,
                          gsize                  length,
                          int                    index);

/* A bracket of the other type at p inside a container of @type: whether it is meant for this container all the same. */
gboolean lamina_json_is_wrong_bracket (LaminaJsonReader *self,
                                       LaminaJsonType    type);

void lamina_json_path_parse (LaminaJsonPath *path,
                             const char     *text);

void lamina_json_path_clear (LaminaJsonPath *path);

/* Sets self->mask and self->is_record for the root. */
void lamina_json_path_begin (LaminaJsonReader *self);

/* The paths that lead on through the member @key of the innermost container go to self->mask and self->is_record. */
void lamina_json_path_follow (LaminaJsonReader *self,
                              const char       *key,
                              gsize             length);

/* lamina-json-skip.c */

void lamina_json_skip_value (LaminaJsonReader *self);

void lamina_json_skip_rest (LaminaJsonReader *self);

/* Skips to behind the bracket that closes a container of @type, without looking for records. */
void lamina_json_skip_blindly (LaminaJsonReader *self,
                               LaminaJsonType    type);

/* Nothing is skipped blindly any more. */
void lamina_json_forget_skipped (LaminaJsonReader *self);

/*
 * Something was found at @place that no writer puts there. When the record that is being read is damaged, goes to the next
 * one: what is open inside the array is over then, and what was current is gone. FALSE when it is to be read on.
 */
gboolean lamina_json_leave_damaged (LaminaJsonReader *self,
                                    guint64           place);

/* lamina-json-keys.c */

LaminaJsonKeys *lamina_json_keys_get (LaminaJsonReader  *self,
                                      const char *const *keys);

void lamina_json_keys_free (gpointer keys);

int lamina_json_keys_find (const LaminaJsonKeys *keys,
                           const char           *key,
                           gsize                 length);

/*
 * Finds the step with this text, or makes one, and notes that it followed @before. NULL when it is too long, one of
 * too many, or one of the first. @length bytes of @text hold the @key_length bytes at @key.
 */
LaminaJsonStep *lamina_json_keys_learn (LaminaJsonKeys *keys,
                                        LaminaJsonStep *before,
                                        const char     *text,
                                        gsize           length,
                                        const char     *key,
                                        gsize           key_length,
                                        int             index);

/* lamina-json-text.c */

/*
 * Makes valid UTF-8 without escapes of a string token: the token itself closed by a NUL, or what is put into @text.
 * Reports what was repaired when @report.
 */
const char *lamina_json_text_decode (LaminaJsonReader      *self,
                                     const LaminaJsonToken *token,
                                     GString               *text,
                                     gboolean               report,
                                     gsize                 *length);

/*
 * Appends the JSON text of a container in one line: blanks between tokens are made one blank or none. Looks at up to 16 bytes
 * behind the text.
 */
void lamina_json_text_compact (GString    *text,
                               const char *json,
                               gsize       length);

static inline guint64
lamina_json_offset_of (LaminaJsonReader *self,
                       const char       *p)
{
  return self->base + (guint64) (p - self->buffer);
}

static inline LaminaJsonFrame *
lamina_json_top (LaminaJsonReader *self)
{
  return &self->frames[self->depth - 1];
}

static inline guint32
lamina_json_container_record (LaminaJsonReader *self)
{
  return self->depth > 0 ? lamina_json_top (self)->record : LAMINA_NONE;
}

static inline gboolean
lamina_json_is_container (LaminaJsonType type)
{
  return type == LAMINA_JSON_OBJECT || type == LAMINA_JSON_ARRAY;
}

static inline guint *
lamina_json_open_count (LaminaJsonReader *self,
                        LaminaJsonType    type)
{
  return &self->n_open[type == LAMINA_JSON_ARRAY];
}

/* The first quote, backslash or control character; sets a bit in *high when a byte before it is not ASCII. */
static inline char *
lamina_json_scan_string (char  *p,
                         guint *high)
{
  for (; (guint8) *p >= ' ' && *p != '"' && *p != '\\'; p++)
    *high |= (guint8) *p & 0x80;
  return p;
}

/* Goes to the next byte that is no blank. FALSE at the end. */
static inline gboolean
lamina_json_skip_blanks (LaminaJsonReader *self)
{
  if (G_LIKELY ((guint8) *self->p > ' '))
    return TRUE;
  return lamina_json_window_skip_blanks_slowly (self);
}

G_END_DECLS
