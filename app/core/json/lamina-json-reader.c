/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-decimal-plain.h"
#include "lamina-json-reader-fields.h"
#include "lamina-json-scanner-private.h"

LaminaJsonReader *
lamina_json_reader_new (LaminaSource *source,
                        guint64       offset,
                        guint64       length,
                        const char   *nesting,
                        LaminaImport *import,
                        GCancellable *cancellable)
{
  LaminaJsonReader *self;

  g_return_val_if_fail (source != NULL, NULL);

  self = g_new0 (LaminaJsonReader, 1);
  self->source = lamina_source_ref (source);
  self->import = import != NULL ? lamina_import_ref (import) : NULL;
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->limits = *lamina_source_get_limits (source);
  self->nesting = g_strdup (nesting);
  self->scanner = lamina_json_scanner_get (0);
  self->block_size = MAX (self->limits.block_bytes, 1);
  self->next_block_size = LAMINA_JSON_FIRST_BLOCK_SIZE;
  self->buffer = g_malloc0 (LAMINA_JSON_PADDING);
  self->p = self->end = self->buffer;
  self->base = self->offset = self->last_end = offset;
  self->range_end = self->text_end = length > G_MAXUINT64 - offset ? G_MAXUINT64 : offset + length;
  self->record = self->sound_record = LAMINA_NONE;
  self->skipped = g_byte_array_new ();
  self->key_sets = g_ptr_array_new_with_free_func (lamina_json_keys_free);
  self->key_text = g_string_new (NULL);
  self->key = self->key_text->str;
  self->inner_key = g_string_new (NULL);
  self->text = g_string_new (NULL);
  self->long_text = g_string_new (NULL);
  return self;
}

void
lamina_json_reader_free (LaminaJsonReader *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->n_paths; i++)
    lamina_json_path_clear (&self->paths[i]);
  g_string_free (self->long_text, TRUE);
  g_string_free (self->text, TRUE);
  g_string_free (self->inner_key, TRUE);
  g_string_free (self->key_text, TRUE);
  g_ptr_array_unref (self->key_sets);
  g_byte_array_unref (self->skipped);
  g_free (self->frames);
  g_free (self->buffer);
  g_free (self->nesting);
  g_clear_error (&self->error);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->import, lamina_import_unref);
  lamina_source_unref (self->source);
  g_free (self);
}

void
lamina_json_reader_add_record_path (LaminaJsonReader *self,
                                    const char       *path)
{
  g_return_if_fail (self != NULL && !self->started);
  g_return_if_fail (path != NULL && (*path == '/' || *path == '\0'));
  g_return_if_fail (self->n_paths < LAMINA_JSON_MAX_PATHS);

  lamina_json_path_parse (&self->paths[self->n_paths++], path);
}

/* Opens the containers that are open already where the reading begins. */
static void
open_nesting (LaminaJsonReader *self)
{
  for (const char *p = self->nesting; *p != '\0';)
    {
      gboolean is_array = *p == '[';
      gsize length = strcspn (p + 1, "[{");

      lamina_json_push (self, is_array ? LAMINA_JSON_ARRAY : LAMINA_JSON_OBJECT, LAMINA_JSON_AFTER_UNKNOWN);
      lamina_json_path_follow (self, is_array ? NULL : p + 1, length);
      p += 1 + length;
    }
  self->n_nested = self->depth;
}

static void
skip_byte_order_mark (LaminaJsonReader *self)
{
  while (self->end - self->p < 3)
    {
      char *keep = self->p;

      if (!lamina_json_window_grow (self, &keep))
        return;
    }
  if (memcmp (self->p, "\xef\xbb\xbf", 3) == 0)
    self->p += 3;
}

static void
take_root (LaminaJsonReader *self)
{
  while (lamina_json_skip_blanks (self))
    {
      if (strchr (",:]}", *self->p) == NULL || *self->p == '\0')
        {
          if (lamina_json_take_value (self))
            return;
          continue;
        }
      lamina_json_damage (self, "unexpected character skipped", lamina_json_offset_of (self, self->p), LAMINA_NONE);
      self->p++;
    }
}

static void
start_slowly (LaminaJsonReader *self)
{
  self->started = TRUE;
  lamina_json_path_begin (self);
  if (self->nesting != NULL && *self->nesting != '\0')
    {
      open_nesting (self);
      return;
    }
  if (self->base == 0)
    skip_byte_order_mark (self);
  take_root (self);
}

static inline void
start (LaminaJsonReader *self)
{
  if (G_UNLIKELY (!self->started))
    start_slowly (self);
}

LaminaJsonType
lamina_json_reader_peek (LaminaJsonReader *self)
{
  g_return_val_if_fail (self != NULL, LAMINA_JSON_NOTHING);

  start (self);
  return self->type;
}

static gboolean
enter (LaminaJsonReader *self,
       LaminaJsonType    type)
{
  start (self);
  if (self->type != type)
    return FALSE;
  self->p++;
  self->type = LAMINA_JSON_NOTHING;
  lamina_json_push (self, type, LAMINA_JSON_AFTER_NOTHING);
  return TRUE;
}

gboolean
lamina_json_reader_enter_object (LaminaJsonReader *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return enter (self, LAMINA_JSON_OBJECT);
}

gboolean
lamina_json_reader_enter_array (LaminaJsonReader *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return enter (self, LAMINA_JSON_ARRAY);
}

/* Goes back to the innermost container of @type behind whatever is left of the current value. FALSE when none is open. */
static gboolean
go_back_to (LaminaJsonReader *self,
            LaminaJsonType    type)
{
  start (self);
  if (self->type != LAMINA_JSON_NOTHING)
    lamina_json_skip_value (self);
  if (*lamina_json_open_count (self, type) == 0)
    return FALSE;
  while (self->depth > 0 && lamina_json_top (self)->type != type)
    lamina_json_skip_rest (self);
  return self->depth > 0;
}

int
lamina_json_next_member_slowly (LaminaJsonReader  *self,
                                const char *const *keys)
{
  if (!go_back_to (self, LAMINA_JSON_OBJECT))
    return LAMINA_JSON_END;
  return lamina_json_step_member (self, keys, self->key_text);
}

int
lamina_json_reader_next_member (LaminaJsonReader  *self,
                                const char *const *keys)
{
  g_return_val_if_fail (self != NULL, LAMINA_JSON_END);

  return self->scanner->next_member (self, keys);
}

gboolean
lamina_json_next_element_slowly (LaminaJsonReader *self)
{
  return go_back_to (self, LAMINA_JSON_ARRAY) && lamina_json_step_element (self);
}

gboolean
lamina_json_reader_next_element (LaminaJsonReader *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->scanner->next_element (self);
}

void
lamina_json_reader_leave (LaminaJsonReader *self)
{
  g_return_if_fail (self != NULL);

  start (self);
  if (self->depth > 0)
    lamina_json_skip_rest (self);
}

const char *
lamina_json_reader_get_key (LaminaJsonReader *self,
                            gsize            *length)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (length != NULL)
    *length = self->key_length;
  return self->key;
}

void
lamina_json_reader_skip (LaminaJsonReader *self,
                         guint64          *offset,
                         guint64          *length)
{
  guint64 start_offset;

  g_return_if_fail (self != NULL);

  start (self);
  start_offset = self->type != LAMINA_JSON_NOTHING ? self->offset : self->last_end;
  lamina_json_skip_value (self);
  if (offset != NULL)
    *offset = start_offset;
  if (length != NULL)
    *length = self->last_end - start_offset;
}

guint64
lamina_json_reader_get_offset (LaminaJsonReader *self)
{
  g_return_val_if_fail (self != NULL, 0);

  start (self);
  return self->offset;
}

guint64
lamina_json_reader_get_end (LaminaJsonReader *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->last_end;
}

guint32
lamina_json_reader_get_record (LaminaJsonReader *self)
{
  g_return_val_if_fail (self != NULL, LAMINA_NONE);

  start (self);
  return self->record;
}

gboolean
lamina_json_reader_is_cut (LaminaJsonReader *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  start (self);
  return self->cut && self->error == NULL;
}

void
lamina_json_reader_expect_end (LaminaJsonReader *self)
{
  g_return_if_fail (self != NULL);

  start (self);
  while (self->depth > 0)
    lamina_json_skip_rest (self);
  lamina_json_skip_value (self);
  if (!lamina_json_skip_blanks (self))
    return;
  lamina_json_repair (self, "other text behind the end", lamina_json_offset_of (self, self->p), LAMINA_NONE);
}

gboolean
lamina_json_reader_finish (LaminaJsonReader  *self,
                           GError           **error)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (self->error));
  return FALSE;
}

/* Values */

/* The current value counts as read. */
static inline gboolean
consume (LaminaJsonReader *self)
{
  self->type = LAMINA_JSON_NOTHING;
  self->last_end = self->value_end;
  return TRUE;
}

/* A string that needs no decoding, as nearly all. */
static inline gboolean
is_plain_string (LaminaJsonReader *self)
{
  return self->type == LAMINA_JSON_STRING && self->token.flags == 0;
}

/* Its quote was passed, so a NUL may take its place. */
static inline const char *
close_plain_string (LaminaJsonReader *self,
                    gsize            *length)
{
  LaminaJsonToken *token = &self->token;

  token->start[token->length] = '\0';
  *length = token->length;
  return token->start;
}

static inline gboolean
is_short_number (LaminaJsonReader *self)
{
  return self->type == LAMINA_JSON_NUMBER && self->token.length < sizeof self->number;
}

/* Behind the window stand more bytes than this may take too much. */
static inline const char *
close_short_number (LaminaJsonReader *self,
                    gsize            *length)
{
  memcpy (self->number, self->token.start, sizeof self->number);
  self->number[self->token.length] = '\0';
  *length = self->token.length;
  return self->number;
}

/* Where the caller finds the current value as a text closed by a NUL. */
static const char *
get_text (LaminaJsonReader *self,
          gsize            *length)
{
  LaminaJsonToken *token = &self->token;
  const char *text;

  if (is_plain_string (self))
    return close_plain_string (self, length);
  if (self->type == LAMINA_JSON_STRING)
    {
      text = lamina_json_text_decode (self, token, self->text, TRUE, length);
      if (text == token->start)
        token->start[*length] = '\0';
      return text;
    }
  if (is_short_number (self))
    return close_short_number (self, length);
  g_string_truncate (self->text, 0);
  g_string_append_len (self->text, token->start, (gssize) token->length);
  *length = self->text->len;
  return self->text->str;
}

/* Peeking also starts a reader on which nothing was read yet. */
static inline gboolean
is_text_or_number (LaminaJsonReader *self)
{
  LaminaJsonType type = self->started ? self->type : lamina_json_reader_peek (self);

  return type == LAMINA_JSON_STRING || type == LAMINA_JSON_NUMBER;
}

static G_GNUC_NO_INLINE const char *
read_text_slowly (LaminaJsonReader *self,
                  gsize            *length)
{
  const char *text;

  if (!is_text_or_number (self))
    return NULL;
  text = get_text (self, length);
  consume (self);
  return text;
}

const char *
lamina_json_reader_read_text (LaminaJsonReader *self,
                              gsize            *length)
{
  gsize text_length;
  const char *text;

  g_return_val_if_fail (self != NULL, NULL);

  if (length == NULL)
    length = &text_length;
  if (is_plain_string (self))
    text = close_plain_string (self, length);
  else if (is_short_number (self))
    text = close_short_number (self, length);
  else
    return read_text_slowly (self, length);
  consume (self);
  return text;
}

/* The digits of the current value, or NULL when it is no number and no string that may hold one. */
static const char *
get_digits (LaminaJsonReader *self,
            gsize            *length)
{
  guint unfit = LAMINA_JSON_TOKEN_LONG | LAMINA_JSON_TOKEN_NO_NUMBER;

  if (!is_text_or_number (self) || (self->token.flags & unfit) != 0)
    return NULL;
  if (self->type == LAMINA_JSON_STRING)
    return lamina_json_text_decode (self, &self->token, self->text, FALSE, length);
  *length = self->token.length;
  return self->token.start;
}

gboolean
lamina_json_reader_read_int64 (LaminaJsonReader *self,
                               gint64           *value)
{
  const char *digits;
  gsize length;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  digits = get_digits (self, &length);
  return digits != NULL && lamina_decimal_parse_whole (digits, length, value) && consume (self);
}

gboolean
lamina_json_reader_read_uint64 (LaminaJsonReader *self,
                                guint64          *value)
{
  const char *digits;
  gsize length;
  gint64 whole;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  digits = get_digits (self, &length);
  if (digits == NULL)
    return FALSE;
  if (lamina_decimal_parse_uint64 (digits, length, value))
    return consume (self);
  /* Written as `1e3` or `5.0`. */
  if (!lamina_decimal_parse_whole (digits, length, &whole) || whole < 0)
    return FALSE;
  *value = (guint64) whole;
  return consume (self);
}

gboolean
lamina_json_reader_read_decimal (LaminaJsonReader *self,
                                 int               scale,
                                 gint64           *value)
{
  const char *digits;
  gsize length;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  digits = get_digits (self, &length);
  return digits != NULL && lamina_decimal_parse (digits, length, scale, value) && consume (self);
}

gboolean
lamina_json_reader_read_digits (LaminaJsonReader *self,
                                gint64           *digits,
                                guint            *n_decimals)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (digits != NULL && n_decimals != NULL, FALSE);

  return lamina_json_reader_peek (self) == LAMINA_JSON_NUMBER && (self->token.flags & LAMINA_JSON_TOKEN_LONG) == 0
         && lamina_decimal_parse_plain (self->token.start, self->token.length, digits, n_decimals) && consume (self);
}

gboolean
lamina_json_reader_read_boolean (LaminaJsonReader *self,
                                 gboolean         *value)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  if (lamina_json_reader_peek (self) != LAMINA_JSON_BOOLEAN)
    return FALSE;
  *value = *self->token.start == 't';
  return consume (self);
}

static void
read_number_value (LaminaJsonReader *self,
                   LaminaValue      *value)
{
  gsize length;

  value->text = g_strdup (get_text (self, &length));
  value->type = LAMINA_VALUE_REAL;
  if (strpbrk (value->text, ".eE") == NULL && lamina_decimal_parse (value->text, length, 0, &value->integer))
    value->type = LAMINA_VALUE_INTEGER;
  else
    value->real = g_ascii_strtod (value->text, NULL);
}

/* A value is a text without zeros inside, so these are replaced. */
static void
read_text_value (LaminaJsonReader *self,
                 LaminaValue      *value)
{
  gsize length;
  const char *text = get_text (self, &length);

  value->type = LAMINA_VALUE_TEXT;
  if (strlen (text) == length)
    value->text = g_strdup (text);
  else
    value->text = g_utf8_make_valid (text, (gssize) length);
}

/* What was skipped, read once more when the window moved away from it. NULL when that failed. */
static const char *
get_range (LaminaJsonReader *self,
           guint64           offset,
           gsize             length)
{
  GError *error = NULL;
  gssize n_read;

  if (offset >= self->base)
    return self->buffer + (offset - self->base);
  g_string_set_size (self->long_text, length + LAMINA_JSON_PADDING);
  n_read = lamina_source_read (self->source, offset, self->long_text->str, length, self->cancellable, &error);
  if (n_read == (gssize) length)
    return self->long_text->str;
  if (error != NULL)
    lamina_json_window_fail (self, error);
  return NULL;
}

static const char *
read_container (LaminaJsonReader *self,
                gsize            *text_length)
{
  guint32 record = self->record;
  const char *json;
  guint64 offset;
  guint64 length;

  lamina_json_reader_skip (self, &offset, &length);
  if (self->depth > 0 && lamina_json_top (self)->state == LAMINA_JSON_OVER)
    return NULL;
  if (length > self->limits.max_text)
    {
      lamina_json_repair (self, "text longer than the limit cut", offset + self->limits.max_text, record);
      length = self->limits.max_text;
    }
  json = get_range (self, offset, (gsize) length);
  if (json == NULL)
    return NULL;
  g_string_truncate (self->text, 0);
  lamina_json_text_compact (self->text, json, (gsize) length);
  *text_length = self->text->len;
  return self->text->str;
}

const char *
lamina_json_reader_read_json (LaminaJsonReader *self,
                              gsize            *length)
{
  const char *text;
  gsize text_length;

  g_return_val_if_fail (self != NULL, NULL);

  if (!lamina_json_is_container (lamina_json_reader_peek (self)))
    return NULL;
  text = read_container (self, &text_length);
  if (text != NULL && length != NULL)
    *length = text_length;
  return text;
}

gboolean
lamina_json_reader_read_value (LaminaJsonReader *self,
                               LaminaValue      *value)
{
  const char *text;
  gsize length;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  *value = (LaminaValue) { .type = LAMINA_VALUE_NULL };
  switch (lamina_json_reader_peek (self))
    {
    case LAMINA_JSON_NOTHING:
      return FALSE;
    case LAMINA_JSON_OBJECT:
    case LAMINA_JSON_ARRAY:
      text = read_container (self, &length);
      if (text != NULL)
        *value = (LaminaValue) { .type = LAMINA_VALUE_TEXT, .text = g_strndup (text, length) };
      return text != NULL;
    case LAMINA_JSON_STRING:
      read_text_value (self, value);
      break;
    case LAMINA_JSON_NUMBER:
      read_number_value (self, value);
      break;
    case LAMINA_JSON_BOOLEAN:
      value->type = LAMINA_VALUE_BOOLEAN;
      value->integer = *self->token.start == 't';
      break;
    case LAMINA_JSON_NULL:
    default:
      break;
    }
  return consume (self);
}
