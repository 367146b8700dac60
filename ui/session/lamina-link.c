/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-link.h"

#include "lamina-widget.h"

typedef struct
{
  GWeakRef session; /* a link that is still on show must not keep a document that was closed */
  /* Either layers, a tensor or a slice. */
  guint32 *layers;
  guint n;
  guint32 tensor; /* or LAMINA_NONE */
  LaminaSliceRef slice;
} Link;

static void
link_free (gpointer data)
{
  Link *link = data;

  g_weak_ref_clear (&link->session);
  g_free (link->layers);
  g_free (link);
}

static void
link_free_closure (gpointer  data,
                   GClosure *closure)
{
  link_free (data);
}

static Link *
link_new (LaminaSession        *session,
          const guint32        *layers,
          guint                 n,
          guint32               tensor,
          const LaminaSliceRef *slice)
{
  Link *link = g_new0 (Link, 1);

  g_weak_ref_init (&link->session, session);
  link->layers = g_memdup2 (layers, n * sizeof *layers);
  link->n = n;
  link->tensor = tensor;
  if (slice)
    link->slice = *slice;
  return link;
}

static gboolean
follow (gpointer user_data)
{
  Link *link = user_data;
  g_autoptr (LaminaSession) session = g_weak_ref_get (&link->session);

  if (!session)
    return G_SOURCE_REMOVE;
  if (link->n == 1)
    lamina_session_select_layer (session, link->layers[0]);
  else if (link->n > 1)
    lamina_session_select_layers (session, link->layers, link->n, link->layers[0]);
  else if (link->tensor != LAMINA_NONE)
    lamina_session_select_tensor (session, link->tensor);
  else
    lamina_session_select_slice (session, &link->slice);
  return G_SOURCE_REMOVE;
}

static gboolean
on_activate (GtkLabel   *label,
             const char *uri,
             Link       *link)
{
  g_autoptr (LaminaSession) session = g_weak_ref_get (&link->session);

  g_idle_add_full (G_PRIORITY_DEFAULT, follow, link_new (session, link->layers, link->n, link->tensor, &link->slice), link_free);
  return TRUE;
}

static void
set_link (GtkLabel *label,
          Link     *link)
{
  g_signal_connect_data (label, "activate-link", G_CALLBACK (on_activate), link, link_free_closure, 0);
}

void
lamina_link_set_layer (GtkLabel      *label,
                       LaminaSession *session,
                       guint32        layer)
{
  set_link (label, link_new (session, &layer, 1, LAMINA_NONE, NULL));
}

void
lamina_link_set_layers (GtkLabel      *label,
                        LaminaSession *session,
                        const guint32 *layers,
                        guint          n)
{
  set_link (label, link_new (session, layers, n, LAMINA_NONE, NULL));
}

void
lamina_link_set_slice (GtkLabel             *label,
                       LaminaSession        *session,
                       const LaminaSliceRef *slice)
{
  set_link (label, link_new (session, NULL, 0, LAMINA_NONE, slice));
}

void
lamina_link_set_tensor (GtkLabel      *label,
                        LaminaSession *session,
                        guint32        tensor)
{
  set_link (label, link_new (session, NULL, 0, tensor, NULL));
}

char *
lamina_link_dup_markup (const char *format,
                        const char *text)
{
  g_autofree char *ends = lamina_widget_dup_ends (text);
  g_autofree char *escaped = g_markup_escape_text (ends, -1);
  g_autofree char *link = g_strdup_printf ("<a href=\"#\">%s</a>", escaped);
  g_auto (GStrv) parts = g_strsplit (format, "%s", 2);
  g_autofree char *before = g_markup_escape_text (parts[0] ? parts[0] : "", -1);
  g_autofree char *after = g_markup_escape_text (parts[0] && parts[1] ? parts[1] : "", -1);

  return g_strconcat (before, link, after, NULL);
}
