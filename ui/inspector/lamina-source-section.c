/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-rows.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* Lines are counted from the beginning of the file, which is not worth it for more than this. */
#define MAX_COUNTED (G_GUINT64_CONSTANT (1) << 28)
#define MAX_PLACES 8

typedef struct
{
  LaminaDocument *document;
  guint source;
  guint64 offset;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  lamina_document_unref (question->document);
  g_free (question);
}

static void
find_line (GTask        *task,
           gpointer      source_object,
           gpointer      task_data,
           GCancellable *cancellable)
{
  Question *question = task_data;
  LaminaSources *sources = lamina_document_get_sources (question->document);

  g_task_return_int (task, (gssize) lamina_source_find_line (lamina_sources_get (sources, question->source),
                                                            question->offset, cancellable));
}

static char *
dup_offset (guint64 offset)
{
  g_autofree char *digits = lamina_figure_dup_exact ((gint64) MIN (offset, G_MAXINT64), LAMINA_UNIT_NONE);

  return g_strdup_printf (_("byte %s"), digits);
}

static void
on_line (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  GtkLabel *label = GTK_LABEL (object);
  Question *question = g_task_get_task_data (G_TASK (result));
  gssize line = g_task_propagate_int (G_TASK (result), NULL);
  g_autofree char *offset = dup_offset (question->offset);
  g_autofree char *number = g_strdup_printf ("%" G_GSSIZE_FORMAT, line);
  g_autofree char *text = line > 0 ? g_strdup_printf (_("line %s, %s"), number, offset) : NULL;

  if (text)
    lamina_widget_set_text (label, text);
}

/* The line comes when it is counted. */
static void
add_place (GtkBox        *box,
           LaminaSession *session,
           guint          source,
           guint64        offset,
           const char    *title)
{
  LaminaDocument *document = lamina_session_get_document (session);
  LaminaSources *sources = lamina_document_get_sources (document);
  Question question = { lamina_document_ref (document), source, offset };
  g_autofree char *text = dup_offset (offset);
  const char *name = lamina_source_get_name (lamina_sources_get (sources, source));
  GtkLabel *label = lamina_rows_add (box, title && *title ? title : _("Place"), text, name);
  g_autoptr (GTask) task = g_task_new (label, NULL, on_line, NULL);

  g_task_set_task_data (task, g_memdup2 (&question, sizeof question), question_free);
  if (offset <= MAX_COUNTED)
    g_task_run_in_thread (task, find_line);
}

static void
add_args (GtkBox           *box,
          LaminaSession    *session,
          const guint32    *first,
          const LaminaArgs *args,
          guint32           row)
{
  LaminaRun *run = lamina_session_get_run (session);
  guint n_sources = lamina_sources_get_n (lamina_document_get_sources (lamina_session_get_document (session)));

  for (guint32 i = first[row]; i < MIN (first[row + 1], first[row] + MAX_PLACES); i++)
    if (args[i].source < n_sources)
      add_place (box, session, args[i].source, args[i].offset, lamina_run_get_string (run, args[i].title));
}

void
lamina_source_section_show (LaminaPaneSection     *section,
                            LaminaSession     *session,
                            const LaminaPlace *place)
{
  LaminaRun *run = lamina_session_get_run (session);
  GtkBox *box = lamina_pane_section_get_content (section);
  LaminaSources *sources = lamina_document_get_sources (lamina_session_get_document (session));

  lamina_rows_clear (box);
  if (sources && place->kind == LAMINA_PLACE_SLICE)
    {
      LaminaTrack *track = lamina_run_get_track (run, place->track);
      const LaminaSlices *slices = lamina_track_get_slices (track);

      if (lamina_slices_get_args_length (slices, place->row) > 0)
        add_place (box, session, lamina_track_get_info (track)->source, lamina_slices_get_args_offset (slices, place->row), NULL);
    }
  else if (sources && place->kind == LAMINA_PLACE_LAYER && lamina_run_get_layers (run)->args)
    add_args (box, session, lamina_run_get_layers (run)->first_args, lamina_run_get_layers (run)->args, place->row);
  else if (sources && place->kind == LAMINA_PLACE_TENSOR && lamina_run_get_tensors (run)->args)
    add_args (box, session, lamina_run_get_tensors (run)->first_args, lamina_run_get_tensors (run)->args, place->row);
  lamina_pane_section_show_if_filled (section);
}
