/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-selection.h"

#include "lamina-find.h"
#include "lamina-session-gaps.h"
#include "lamina-slice-refs.h"

/* One slice alone is not among those that a session lists. */
static const LaminaSliceRef *
list_selected_slices (LaminaSession *session,
                      guint         *n)
{
  const LaminaSliceRef *slices = lamina_session_get_selected_slices (session, n);
  const LaminaSliceRef *one = &lamina_session_get_selection (session)->slice;
  guint n_layers;

  if (*n > 0)
    return slices;
  lamina_session_get_selected_layers (session, &n_layers);
  *n = n_layers < 2 && one->track != LAMINA_NONE ? 1 : 0;
  return one;
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* The number of a gap, LAMINA_NONE when it is not known. */
static guint32
find_gap (LaminaSession        *session,
          const LaminaChartGap *gap)
{
  return lamina_session_gaps_find (lamina_session_get_gaps (session), gap->device, gap->time);
}

/* Whether a selected gap is among those of a row, which are of one device and in the order of time. */
static gboolean
is_among (LaminaSession        *session,
          guint32               number,
          const LaminaChartGap *gaps,
          guint                 n)
{
  const LaminaIdleDevice *device;
  LaminaGap gap;
  guint at;

  if (!lamina_session_gaps_get (lamina_session_get_gaps (session), number, &gap, &device) || device->group != gaps[0].device)
    return FALSE;
  at = LAMINA_FIND_FIRST (i, 0, n, gaps[i].time >= gap.start);
  return at < n && gaps[at].time < gap.end;
}

/* Whether any of the gaps that a row is or counts is selected. Looks for those of the shorter list in the longer one. */
static gboolean
has_selected_gap (LaminaChartData *data,
                  LaminaSession   *session,
                  guint            row,
                  const guint32   *selected,
                  guint            n_selected)
{
  guint n;
  const LaminaChartGap *gaps = lamina_chart_data_get_gaps (data, row, &n);

  for (guint i = 0; n_selected < n && i < n_selected; i++)
    if (is_among (session, selected[i], gaps, n))
      return TRUE;
  for (guint i = 0; n_selected >= n && i < n; i++)
    {
      guint32 gap = find_gap (session, &gaps[i]);

      if (gap != LAMINA_NONE && bsearch (&gap, selected, n_selected, sizeof gap, compare_numbers))
        return TRUE;
    }
  return FALSE;
}

static guint32 *
find_rows_of_gaps (LaminaChartData *data,
                   LaminaSession   *session,
                   const guint32   *gaps,
                   guint            n,
                   guint           *n_rows)
{
  guint n_all = lamina_chart_data_get_n_rows (data);
  guint32 *rows = g_new (guint32, MAX (n_all, 1));

  *n_rows = 0;
  for (guint row = 0; row < n_all; row++)
    if (has_selected_gap (data, session, row, gaps, n))
      rows[(*n_rows)++] = row;
  return rows;
}

guint32 *
lamina_chart_find_selected_rows (LaminaChartData *data,
                                 LaminaSession   *session,
                                 guint           *n_rows)
{
  guint n, n_slices;
  const LaminaSliceRef *slices = list_selected_slices (session, &n_slices);
  const guint32 *layers = lamina_session_get_selected_layers (session, &n);
  guint n_gaps;
  const guint32 *gaps = lamina_session_get_selected_gaps (session, &n_gaps);

  if (n_gaps > 0)
    return find_rows_of_gaps (data, session, gaps, n_gaps, n_rows);
  if (n_slices > 0 && lamina_chart_data_has_slices (data))
    return lamina_chart_data_find_rows_of_slices (data, slices, n_slices, n_rows);
  return lamina_chart_data_find_rows (data, layers, n, n_rows);
}

/* Layers of rows, each once; some rows of a chart may share some. */
static GArray *
list_layers (LaminaChartData *data,
             LaminaSession   *session,
             guint            row,
             guint            n_rows,
             gboolean         keep)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n;

  if (keep)
    {
      const guint32 *layers = lamina_session_get_selected_layers (session, &n);

      g_array_append_vals (list, layers, n);
    }
  for (guint i = 0; i < n_rows; i++)
    {
      const guint32 *layers = lamina_chart_data_get_layers (data, row + i, &n);

      g_array_append_vals (list, layers, n);
    }
  return list;
}

/* The slices that rows count, with those that are selected, each once. */
static void
select_slices (LaminaChartData *data,
               LaminaSession   *session,
               guint            row,
               guint            n_rows,
               gboolean         keep)
{
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (LaminaSliceRef));
  g_autoptr (GArray) sorted = NULL;
  const LaminaSliceRef *before;
  guint n;

  for (guint i = 0; i < n_rows; i++)
    {
      const LaminaSliceRef *own = lamina_chart_data_get_slices (data, row + i, &n);

      g_array_append_vals (slices, own, n);
    }
  if (keep)
    {
      before = list_selected_slices (session, &n);
      sorted = g_array_copy (slices);
      g_array_sort (sorted, lamina_slice_ref_compare);
      for (guint i = 0; i < n; i++)
        if (!g_array_binary_search (sorted, &before[i], lamina_slice_ref_compare, NULL))
          g_array_append_val (slices, before[i]);
    }
  lamina_session_select_slices (session, (const LaminaSliceRef *) (gpointer) slices->data, slices->len);
}

/* The gaps that rows are or count, with those that are selected, each once; the longest of the former as the lead. */
static void
select_gaps (LaminaChartData *data,
             LaminaSession   *session,
             guint            row,
             guint            n_rows,
             gboolean         keep)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 lead = LAMINA_NONE;
  gint64 longest = 0;
  guint n, n_kept = 0;
  const guint32 *before = lamina_session_get_selected_gaps (session, &n);

  if (keep)
    g_array_append_vals (list, before, n);
  for (guint i = 0; i < n_rows; i++)
    {
      const LaminaChartGap *gaps = lamina_chart_data_get_gaps (data, row + i, &n);

      for (guint k = 0; k < n; k++)
        {
          guint32 number = find_gap (session, &gaps[k]);
          LaminaGap gap;

          if (number == LAMINA_NONE || !lamina_session_gaps_get (lamina_session_get_gaps (session), number, &gap, NULL))
            continue;
          g_array_append_val (list, number);
          if (gap.end - gap.start <= longest)
            continue;
          longest = gap.end - gap.start;
          lead = number;
        }
    }
  g_array_sort (list, compare_numbers);
  for (guint i = 0; i < list->len; i++)
    if (i == 0 || g_array_index (list, guint32, i) != g_array_index (list, guint32, n_kept - 1))
      g_array_index (list, guint32, n_kept++) = g_array_index (list, guint32, i);
  lamina_session_select_gaps (session, (const guint32 *) (gpointer) list->data, n_kept, lead);
}

void
lamina_chart_select_rows (LaminaChartData *data,
                          LaminaSession   *session,
                          guint            row,
                          guint            n_rows,
                          gboolean         keep)
{
  g_autoptr (GArray) layers = NULL;
  const guint32 *own;
  guint n;

  if (lamina_chart_data_has_gaps (data))
    {
      select_gaps (data, session, row, n_rows, keep);
      return;
    }
  if (lamina_chart_data_has_slices (data))
    {
      select_slices (data, session, row, n_rows, keep);
      return;
    }
  layers = list_layers (data, session, row, n_rows, keep);
  own = n_rows > 0 ? lamina_chart_data_get_layers (data, row, &n) : NULL;
  lamina_session_select_layers (session, (const guint32 *) (gpointer) layers->data, layers->len,
                                own && n > 0 ? own[0] : LAMINA_NONE);
}
