/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-core.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-order-rows.h"
#include "lamina-text.h"
#include "lamina-work.h"

#include <string.h>

/*
 * What the runs of a document spend on which types of layers. The types with the largest shares are told apart, the
 * others are one: each run counts the same, however long it is.
 */
typedef struct _LaminaRunTypes LaminaRunTypes;

/* One of those that are told apart; @share is the sum of its shares of all runs. @type is owned by the document. */
typedef struct
{
  const char *type;
  LaminaFamily family;
  double share;
} LaminaRunType;

static void types_free (LaminaRunTypes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaRunTypes, types_free)

/* What the layers of one run take: a cell for each type that was known when it was summed up. */
typedef GArray Costs;

/* @types has all types in the order in which they were met; @chosen are places in it, those that take most first. */
struct _LaminaRunTypes
{
  GArray *types;
  GHashTable *places;
  GPtrArray *costs;
  GArray *chosen;
  gboolean has_rest;
};

static guint
get_place (LaminaRunTypes *self,
           const char     *type,
           LaminaFamily    family)
{
  LaminaRunType added = { type, family, 0 };
  gpointer place;

  if (g_hash_table_lookup_extended (self->places, type, NULL, &place))
    return GPOINTER_TO_UINT (place);
  g_hash_table_insert (self->places, (gpointer) type, GUINT_TO_POINTER (self->types->len));
  g_array_append_val (self->types, added);
  return self->types->len - 1;
}

/* The same for the string of a run: texts are looked at once. */
static guint
find_place (LaminaRunTypes     *self,
            GHashTable         *known,
            LaminaRun          *run,
            const LaminaLayers *layers,
            guint32             layer)
{
  gpointer string = GUINT_TO_POINTER (lamina_column_id (layers->type, layer));
  gpointer found;
  guint place;

  if (g_hash_table_lookup_extended (known, string, NULL, &found))
    return GPOINTER_TO_UINT (found);
  place = get_place (self, lamina_run_get_string (run, GPOINTER_TO_UINT (string)),
                     (LaminaFamily) layers->family[layer]);
  g_hash_table_insert (known, string, GUINT_TO_POINTER (place));
  return place;
}

/* FALSE when cancelled. */
static gboolean
add_costs (LaminaRunTypes *self,
           LaminaRun      *run,
           Costs          *costs,
           GCancellable   *cancellable)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const gint64 *numbers = lamina_run_get_costs (run);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  const gint64 none = LAMINA_ABSENT, all = lamina_run_get_totals (run)->cost;

  for (guint32 i = 0; numbers != NULL && i < layers->n; i++)
    {
      guint place;

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (numbers[i] == LAMINA_ABSENT)
        continue;
      place = find_place (self, known, run, layers, i);
      while (costs->len <= place)
        g_array_append_val (costs, none);
      g_array_index (costs, gint64, place) = lamina_number_add (g_array_index (costs, gint64, place), numbers[i]);
    }
  for (guint i = 0; all > 0 && i < costs->len; i++)
    if (g_array_index (costs, gint64, i) > 0)
      g_array_index (self->types, LaminaRunType, i).share += (double) g_array_index (costs, gint64, i) / (double) all;
  return TRUE;
}

static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const LaminaRunType *types = user_data;
  guint left = *(const guint *) a, right = *(const guint *) b;

  if (types[left].share < types[right].share || types[left].share > types[right].share)
    return types[left].share > types[right].share ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* Layers without a type belong to the others. A single type is never called "others": its name takes no more room. */
static void
choose (LaminaRunTypes *self,
        guint           most)
{
  gboolean has_nameless = FALSE;
  guint n;

  for (guint i = 0; i < self->types->len; i++)
    {
      const LaminaRunType *type = &g_array_index (self->types, LaminaRunType, i);

      if (*type->type == '\0')
        has_nameless = type->share > 0;
      else if (type->share > 0)
        g_array_append_val (self->chosen, i);
    }
  g_array_sort_with_data (self->chosen, compare_places, self->types->data);
  n = self->chosen->len;
  if (n > most + !has_nameless)
    g_array_set_size (self->chosen, most);
  self->has_rest = has_nameless || self->chosen->len < n;
}

/* Looks at the runs that have costs, and tells apart @most types. NULL when cancelled. */
static LaminaRunTypes *
types_new (LaminaDocument *document,
           guint           most,
           GCancellable   *cancellable)
{
  g_autoptr (LaminaRunTypes) self = g_new0 (LaminaRunTypes, 1);

  self->types = g_array_new (FALSE, FALSE, sizeof (LaminaRunType));
  self->places = g_hash_table_new (lamina_text_hash, lamina_text_equal);
  self->costs = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      Costs *costs = g_array_new (FALSE, FALSE, sizeof (gint64));

      g_ptr_array_add (self->costs, costs);
      if (!add_costs (self, lamina_document_get_run (document, i), costs, cancellable))
        return NULL;
    }
  choose (self, most);
  return g_steal_pointer (&self);
}

static void
types_free (LaminaRunTypes *self)
{
  g_array_unref (self->types);
  g_hash_table_unref (self->places);
  g_ptr_array_unref (self->costs);
  g_array_unref (self->chosen);
  g_free (self);
}

static gint64
get_cost (Costs *costs,
          guint  place)
{
  return place < costs->len ? g_array_index (costs, gint64, place) : LAMINA_ABSENT;
}

/* What the layers of a type take in a run; of all others together for an @i behind the last. LAMINA_ABSENT without any. */
static gint64
types_get_cost (LaminaRunTypes *self,
                guint           run,
                guint           i)
{
  Costs *costs = self->costs->pdata[run];
  gint64 rest = LAMINA_ABSENT;

  if (i < self->chosen->len)
    return get_cost (costs, g_array_index (self->chosen, guint, i));
  for (guint place = 0; place < costs->len; place++)
    {
      gboolean is_chosen = FALSE;

      for (guint k = 0; k < self->chosen->len && !is_chosen; k++)
        is_chosen = g_array_index (self->chosen, guint, k) == place;
      if (!is_chosen)
        rest = lamina_number_add (rest, get_cost (costs, place));
    }
  return rest;
}

/*
 * Runs side by side: what each run of the document takes, divided by the types of its layers. Some tools state what a
 * run took as a whole: then that is divided, and what none of its layers takes is a part of its own.
 */

/* Types beyond these are not told apart. */
#define MOST_TYPES 7

/* Places of the columns; LAMINA_NONE for those that the document has nothing for. */
typedef struct
{
  LaminaRunTypes *types;
  guint title;
  guint value;
  guint layers_time;
  guint outside;
  guint share;
  guint mean;
  guint ratio;
  guint first_type;
  guint n_types;
  guint stated;
  guint n_layers;
  guint flop;
  guint bytes;
} Columns;

/* What is known of a run as a whole. */
typedef struct
{
  LaminaRun *run;
  gint64 layers;
  gint64 stated;
  gint64 mean;
} Whole;

static const char *
find_one_run (LaminaDocument *document,
              LaminaRun      *run)
{
  guint n = 0;

  if (lamina_document_get_n_runs (document) < 2)
    return N_("The file has only one run.");
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    n += lamina_run_get_costs (lamina_document_get_run (document, i)) != NULL;
  return n > 1 ? NULL : N_("Only one run has times.");
}

/* Times of whole runs that tools state beside those of the layers, as properties of their runs. */

/* A time of a run, or NULL when this property of the document is none. */
static const LaminaDetail *
get_time (LaminaDocument *document,
          LaminaRun      *run,
          guint           i)
{
  const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (document), i);

  if (g_strcmp0 (property->group, lamina_run_get_title (run)) != 0 || property->value.type != LAMINA_VALUE_INTEGER
      || property->value.unit != LAMINA_UNIT_NANOSECONDS)
    return NULL;
  return property;
}

static gint64
find_time (LaminaDocument *document,
           LaminaRun      *run,
           const char     *key)
{
  for (guint i = 0; i < lamina_details_get_n (lamina_document_get_properties (document)); i++)
    {
      const LaminaDetail *property = get_time (document, run, i);

      if (property != NULL && strcmp (property->key, key) == 0)
        return property->value.integer;
    }
  return LAMINA_ABSENT;
}

gint64
lamina_chart_get_mean_time (LaminaDocument *document,
                            LaminaRun      *run,
                            gint64         *deviation)
{
  g_return_val_if_fail (document != NULL && run != NULL, LAMINA_ABSENT);

  if (deviation != NULL)
    *deviation = find_time (document, run, "Standard deviation");
  return find_time (document, run, "Mean");
}

static Whole
get_whole (LaminaDocument *document,
           guint           index)
{
  LaminaRun *run = lamina_document_get_run (document, index);

  return (Whole) { run, lamina_run_get_totals (run)->cost, lamina_run_get_stated_time (run),
                   lamina_chart_get_mean_time (document, run, NULL) };
}

/* Several devices at once can take more time than passes. */
static gboolean
is_exceeded (const Whole *whole)
{
  return whole->stated != LAMINA_ABSENT && whole->layers != LAMINA_ABSENT && whole->layers > whole->stated;
}

static void
add_part (LaminaChartData *data,
          const char      *key,
          const char      *title,
          LaminaFamily     family)
{
  const LaminaChartColumn column = { key, title, LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS,
                                     LAMINA_CHART_USE_PART, family };

  lamina_chart_data_add_column (data, &column);
}

static void
add_types (LaminaChartData *data,
           Columns         *self)
{
  guint n = self->types->chosen->len;

  self->first_type = lamina_chart_data_get_n_columns (data);
  self->n_types = n + self->types->has_rest;
  for (guint i = 0; i < n; i++)
    {
      const LaminaRunType *type = &g_array_index (self->types->types, LaminaRunType, g_array_index (self->types->chosen, guint, i));
      g_autofree char *key = g_strdup_printf ("type:%s_ns", type->type);

      add_part (data, lamina_chart_data_keep (data, key), lamina_chart_data_keep (data, type->type), type->family);
    }
  if (n < self->n_types)
    add_part (data, "other_types_ns", _("other types"), LAMINA_FAMILY_OTHER);
}

static void
add_columns (LaminaChartData *data,
             LaminaDocument  *document,
             LaminaRun       *run,
             Columns         *self)
{
  const char *sum = lamina_layers_get_sum_title (run);
  gboolean has_stated = FALSE, has_mean = FALSE, has_exceeded = FALSE;

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      Whole whole = get_whole (document, i);

      has_stated |= whole.stated != LAMINA_ABSENT;
      has_mean |= whole.mean != LAMINA_ABSENT;
      has_exceeded |= is_exceeded (&whole);
    }
  self->layers_time = self->outside = self->stated = self->mean = self->share = LAMINA_NONE;
  self->title = LAMINA_CHART_ADD (data, "run", _("Run"), TEXT, NONE, LABEL);
  self->value = LAMINA_CHART_ADD (data, "duration_ns", has_stated ? _("Total") : sum, AMOUNT, NANOSECONDS, VALUE);
  if (has_stated)
    {
      self->layers_time = LAMINA_CHART_ADD (data, "layers_ns", sum, AMOUNT, NANOSECONDS, TABLE);
      self->outside = LAMINA_CHART_ADD (data, "outside_ns", _("not accounted for"), AMOUNT, NANOSECONDS, OUTSIDE);
    }
  if (has_exceeded)
    self->stated = LAMINA_CHART_ADD (data, "profiled_ns", _("Profiled run"), AMOUNT, NANOSECONDS, TABLE);
  if (has_mean)
    self->mean = LAMINA_CHART_ADD (data, "mean_ns", _("mean inference"), AMOUNT, NANOSECONDS, TICK);
  if (has_stated)
    self->share = LAMINA_CHART_ADD (data, "share", _("Accounted for"), SHARE, NONE, ALONE);
  self->ratio = LAMINA_CHART_ADD (data, "ratio", _("Of the run shown"), SHARE, NONE, ALONE);
  add_types (data, self);
  self->n_layers = LAMINA_CHART_ADD (data, "layers", lamina_layers_get_title (run), COUNT, NONE, TABLE);
  self->flop = LAMINA_CHART_ADD (data, "flop", _("FLOP"), AMOUNT, FLOP, TABLE);
  self->bytes = LAMINA_CHART_ADD (data, "bytes", _("Bytes moved"), AMOUNT, BYTES, TABLE);
}

static void
set_whole (LaminaChartData *data,
           guint            row,
           const Columns   *columns,
           const Whole     *whole)
{
  /* What its parts add up to. */
  gint64 value = MAX (whole->stated, whole->layers);

  lamina_chart_data_set_integer (data, row, columns->value, value);
  if (columns->mean != LAMINA_NONE)
    lamina_chart_data_set_integer (data, row, columns->mean, whole->mean);
  if (columns->layers_time == LAMINA_NONE)
    return;
  lamina_chart_data_set_integer (data, row, columns->layers_time, whole->layers);
  if (columns->stated != LAMINA_NONE)
    lamina_chart_data_set_integer (data, row, columns->stated, whole->stated);
  if (whole->stated == LAMINA_ABSENT || is_exceeded (whole))
    return;
  lamina_chart_data_set_integer (data, row, columns->outside, value - MAX (whole->layers, 0));
  lamina_chart_data_mark (data, row, columns->outside, LAMINA_CHART_ESTIMATED, TRUE);
  if (value > 0)
    lamina_chart_data_set_real (data, row, columns->share, (double) MAX (whole->layers, 0) / (double) value);
}

/* Only the layers of the run that is shown can be selected. */
static void
add_run (LaminaChartData         *data,
         const LaminaChartSource *source,
         guint                    index,
         const Columns           *columns)
{
  Whole whole = get_whole (source->query->document, index);
  const LaminaTotals *totals = lamina_totals_in_force (whole.run);
  LaminaEstimate estimated = lamina_totals_get_estimated (whole.run);
  gint64 own = lamina_run_get_totals (source->run)->cost;
  gboolean is_own = whole.run == source->run;
  guint row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER, is_own ? source->rows : NULL, is_own ? source->n : 0);

  lamina_chart_data_set_run_of_row (data, row, index);
  lamina_chart_data_set_text (data, row, columns->title, lamina_run_get_shown_title (whole.run));
  set_whole (data, row, columns, &whole);
  if (own != LAMINA_ABSENT && own > 0 && whole.layers != LAMINA_ABSENT)
    lamina_chart_data_set_real (data, row, columns->ratio, (double) whole.layers / (double) own);
  for (guint i = 0; i < columns->n_types; i++)
    lamina_chart_data_set_integer (data, row, columns->first_type + i,
                                   types_get_cost (columns->types, index, i));
  lamina_chart_data_set_integer (data, row, columns->n_layers, lamina_run_get_layers (whole.run)->n);
  lamina_chart_data_set_integer (data, row, columns->flop, totals->flop);
  lamina_chart_data_mark (data, row, columns->flop, LAMINA_CHART_ESTIMATED, (estimated & LAMINA_ESTIMATE_FLOP) != 0);
  lamina_chart_data_set_integer (data, row, columns->bytes, totals->bytes);
  lamina_chart_data_mark (data, row, columns->bytes, LAMINA_CHART_ESTIMATED, (estimated & LAMINA_ESTIMATE_BYTES) != 0);
}

static char *
dup_subtitle (guint    n,
              gboolean has_stated)
{
  if (has_stated)
    return lamina_text_dup (ngettext ("Total of %u run by type; what is not accounted for is hatched",
                                      "Totals of %u runs by type; what is not accounted for is hatched", n), n);
  return lamina_text_dup (ngettext ("Sum of %u run by type", "Sums of %u runs by type", n), n);
}

static gboolean
fill_runs (LaminaChartData         *data,
           const LaminaChartSource *source)
{
  LaminaDocument *document = source->query->document;
  g_autoptr (LaminaRunTypes) types = types_new (document, MOST_TYPES, source->cancellable);
  Columns columns = { .types = types };

  if (types == NULL)
    return FALSE;
  add_columns (data, document, source->run, &columns);
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (lamina_run_get_costs (lamina_document_get_run (document, i)) != NULL)
      add_run (data, source, i, &columns);
  lamina_chart_data_take (data, LAMINA_CHART_SUBTITLE, dup_subtitle (lamina_chart_data_get_n_rows (data),
                                                                     columns.layers_time != LAMINA_NONE));
  return TRUE;
}

const LaminaChart lamina_chart_runs = {
  "runs", N_("Runs side by side"), NN_ ("%u more run", "%u more runs"), NULL, LAMINA_CHART_BARS,
  find_one_run, fill_runs,
};
