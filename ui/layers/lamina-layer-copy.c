/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-copy.h"

#include "lamina-attributes.h"
#include "lamina-csv.h"
#include "lamina-subject.h"
#include "lamina-whole-name.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

/* So many rows are written in less than a frame. */
#define FEW_ROWS 1000

/* @text and @whole_names are there while it is written. */
struct _LaminaLayerCopy
{
  LaminaLayerListing *listing;
  guint32 *ids;
  guint n;
  GArray *columns;
  LaminaCopyFormat format;
  GString *text;
  GHashTable *whole_names; /* those that were asked for, by the shorter ones */
};

static const char *
get_key (LaminaLayerCopy   *self,
         LaminaLayerColumn  column)
{
  LaminaRun *run = lamina_layer_listing_get_run (self->listing);

  if (column == LAMINA_LAYER_COLUMN_NAME && lamina_layer_listing_get_grouping (self->listing))
    return "group";
  return lamina_layer_column_get_key (run, column);
}

static void
add_cell (LaminaLayerCopy *self,
          guint            i,
          const char      *cell)
{
  switch (self->format)
    {
    case LAMINA_COPY_CSV:
      g_string_append (self->text, i > 0 ? "," : "");
      lamina_csv_append_text (self->text, cell, LAMINA_CSV_PROTECTED);
      break;
    case LAMINA_COPY_MARKDOWN:
      g_string_append (self->text, i > 0 ? " | " : "| ");
      for (; *cell; cell++)
        {
          if (*cell == '|' || *cell == '\\' || *cell == '`' || *cell == '*' || *cell == '_' || *cell == '<')
            g_string_append_c (self->text, '\\');
          g_string_append_c (self->text, *cell == '\n' || *cell == '\r' ? ' ' : *cell);
        }
      break;
    case LAMINA_COPY_TABS:
    case LAMINA_COPY_JSON:
    case LAMINA_COPY_NAMES:
    default:
      g_string_append (self->text, i > 0 ? "\t" : "");
      /* It is pasted into spreadsheets most of the time. */
      if (self->format == LAMINA_COPY_TABS && lamina_csv_is_formula (cell))
        g_string_append_c (self->text, '\'');
      /* What would end a cell or a row stands as a blank. */
      for (; *cell; cell++)
        g_string_append_c (self->text, *cell == '\t' || *cell == '\n' || *cell == '\r' ? ' ' : *cell);
    }
}

static void
end_row (LaminaLayerCopy *self)
{
  if (self->format == LAMINA_COPY_MARKDOWN)
    g_string_append (self->text, " |");
  g_string_append (self->text, self->format == LAMINA_COPY_CSV ? "\r\n" : "\n");
}

/*
 * Headings of programs, but of people in Markdown. Cells of programs are bare numbers; what does not stand in the file is
 * named in a column of its own, or in the heading where that holds for all of its cells.
 */
static void
add_headings (LaminaLayerCopy *self)
{
  gboolean grouped = lamina_layer_listing_get_grouping (self->listing) != NULL;
  LaminaRun *run = lamina_layer_listing_get_run (self->listing);

  for (guint i = 0; i < self->columns->len; i++)
    {
      LaminaLayerColumn column = g_array_index (self->columns, LaminaLayerColumn, i);
      LaminaTableColumn info;
      gboolean estimated = column >= LAMINA_N_LAYER_COLUMNS && !lamina_layer_column_is_attribute (column)
                           && lamina_run_get_metric (run, column - LAMINA_N_LAYER_COLUMNS)->estimated;
      g_autofree char *key = g_strconcat (estimated ? "≈ " : "", get_key (self, column), NULL);

      lamina_layer_column_describe (run, column, grouped, &info);
      add_cell (self, i, self->format == LAMINA_COPY_MARKDOWN ? info.title : key);
    }
  if (self->format != LAMINA_COPY_MARKDOWN)
    add_cell (self, self->columns->len, "estimated");
  end_row (self);
  if (self->format != LAMINA_COPY_MARKDOWN)
    return;
  for (guint i = 0; i < self->columns->len; i++)
    g_string_append (self->text, lamina_layer_column_is_number (run, g_array_index (self->columns, LaminaLayerColumn, i))
                                   ? "| ---: " : "| --- ");
  g_string_append (self->text, "|\n");
}

static gboolean
is_estimated (const LaminaLayerValue *value)
{
  return value->estimated && value->kind != LAMINA_LAYER_VALUE_ABSENT;
}

static void
add_row (LaminaLayerCopy *self,
         guint32          id)
{
  g_autoptr (GString) estimated = g_string_new (NULL);

  for (guint i = 0; i < self->columns->len; i++)
    {
      LaminaLayerColumn column = g_array_index (self->columns, LaminaLayerColumn, i);
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *cell = NULL;

      lamina_layer_listing_get_value (self->listing, id, column, &value);
      /* Metrics say it in their heading; of an attribute one layer may have it from the file and another not. */
      if (is_estimated (&value) && (column < LAMINA_N_LAYER_COLUMNS || lamina_layer_column_is_attribute (column)))
        g_string_append_printf (estimated, "%s%s", estimated->len > 0 ? " " : "", get_key (self, column));
      cell = self->format == LAMINA_COPY_MARKDOWN ? lamina_layer_value_dup_text (&value)
                                                  : lamina_layer_value_dup_plain (&value);
      add_cell (self, i, cell ? cell : "");
    }
  if (self->format != LAMINA_COPY_MARKDOWN)
    add_cell (self, self->columns->len, estimated->str);
  end_row (self);
}

static void
add_member (JsonBuilder            *json,
            const LaminaLayerValue *value)
{
  g_autofree char *text = NULL;

  switch (value->kind)
    {
    case LAMINA_LAYER_VALUE_TEXT:
      json_builder_add_string_value (json, value->text);
      break;
    case LAMINA_LAYER_VALUE_COUNT:
    case LAMINA_LAYER_VALUE_AMOUNT:
    case LAMINA_LAYER_VALUE_START:
      json_builder_add_int_value (json, value->integer);
      break;
    case LAMINA_LAYER_VALUE_REAL:
    case LAMINA_LAYER_VALUE_RATE:
    case LAMINA_LAYER_VALUE_SHARE:
      if (isfinite (value->real))
        json_builder_add_double_value (json, value->real);
      else
        json_builder_add_null_value (json);
      break;
    case LAMINA_LAYER_VALUE_SEVERAL:
      text = lamina_layer_value_dup_plain (value);
      json_builder_add_string_value (json, text);
      break;
    case LAMINA_LAYER_VALUE_ABSENT:
    default:
      json_builder_add_null_value (json);
    }
}

/* One object in each line. */
static void
add_object (LaminaLayerCopy *self,
            guint32          id)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GPtrArray) estimated = g_ptr_array_new ();
  g_autofree char *line = NULL;

  json_builder_begin_object (json);
  for (guint i = 0; i < self->columns->len; i++)
    {
      LaminaLayerColumn column = g_array_index (self->columns, LaminaLayerColumn, i);
      g_auto (LaminaLayerValue) value = { 0 };

      lamina_layer_listing_get_value (self->listing, id, column, &value);
      json_builder_set_member_name (json, get_key (self, column));
      add_member (json, &value);
      if (is_estimated (&value))
        g_ptr_array_add (estimated, (gpointer) get_key (self, column));
    }
  json_builder_set_member_name (json, "estimated");
  json_builder_begin_array (json);
  for (guint i = 0; i < estimated->len; i++)
    json_builder_add_string_value (json, estimated->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  root = json_builder_get_root (json);
  line = json_to_string (root, FALSE);
  g_string_append (self->text, line);
}

static void
add_name (LaminaLayerCopy *self,
          guint32          id)
{
  g_auto (LaminaLayerValue) value = { 0 };

  lamina_layer_listing_get_value (self->listing, id, LAMINA_LAYER_COLUMN_NAME, &value);
  lamina_whole_name_append_line (self->text, lamina_layer_listing_get_run (self->listing), value.text ? value.text : "",
                                 self->whole_names);
}

static void
add_rows (LaminaLayerCopy *self,
          GCancellable    *cancellable)
{
  if (self->format != LAMINA_COPY_JSON && self->format != LAMINA_COPY_NAMES)
    add_headings (self);
  for (guint i = 0; i < self->n && !g_cancellable_is_cancelled (cancellable); i++)
    if (self->format == LAMINA_COPY_JSON)
      {
        g_string_append (self->text, i > 0 ? ",\n" : "\n");
        add_object (self, self->ids[i]);
      }
    else if (self->format == LAMINA_COPY_NAMES)
      add_name (self, self->ids[i]);
    else
      add_row (self, self->ids[i]);
}

LaminaLayerCopy *
lamina_layer_copy_new (LaminaLayerListing *listing,
                       guint32            *ids,
                       guint               n,
                       GArray             *columns,
                       LaminaCopyFormat    format)
{
  LaminaLayerCopy *self = g_new0 (LaminaLayerCopy, 1);

  *self = (LaminaLayerCopy) { .listing = lamina_layer_listing_ref (listing), .ids = ids, .n = n, .columns = columns,
                              .format = format };
  /* Pictures cannot be copied as text. */
  for (guint i = columns->len; i-- > 0;)
    if (g_array_index (columns, LaminaLayerColumn, i) == LAMINA_LAYER_COLUMN_HISTOGRAM)
      g_array_remove_index (columns, i);
  return self;
}

void
lamina_layer_copy_free (gpointer copy)
{
  LaminaLayerCopy *self = copy;

  lamina_layer_listing_unref (self->listing);
  g_array_unref (self->columns);
  g_free (self->ids);
  g_free (self);
}

gboolean
lamina_layer_copy_is_much (const LaminaLayerCopy *copy)
{
  return copy->n > FEW_ROWS || lamina_subject_has_long_names (lamina_layer_listing_get_run (copy->listing));
}

gpointer
lamina_layer_copy_write (gpointer      copy,
                         GCancellable *cancellable)
{
  g_autoptr (GHashTable) whole_names = g_hash_table_new_full (lamina_text_hash, lamina_text_equal, g_free, g_free);
  g_autoptr (GString) text = NULL;
  LaminaLayerCopy self = *(const LaminaLayerCopy *) copy;

  text = g_string_new (self.format == LAMINA_COPY_JSON ? "[" : NULL);
  self.text = text;
  self.whole_names = whole_names;
  add_rows (&self, cancellable);
  if (self.format == LAMINA_COPY_JSON)
    g_string_append (text, "\n]\n");
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_string_free (g_steal_pointer (&text), FALSE);
}

LaminaCopyFormat
lamina_layer_copy_get_format (const char *file_name)
{
  if (g_str_has_suffix (file_name, ".json"))
    return LAMINA_COPY_JSON;
  if (g_str_has_suffix (file_name, ".md"))
    return LAMINA_COPY_MARKDOWN;
  if (g_str_has_suffix (file_name, ".tsv"))
    return LAMINA_COPY_TABS;
  return LAMINA_COPY_CSV;
}
