/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-coloring-private.h"
#include "lamina-session-private.h"

#include "lamina-device-limits.h"
#include "lamina-flow-index.h"
#include "lamina-job.h"
#include "lamina-rate.h"
#include "lamina-settings.h"
#include "lamina-timeline.h"

/*
 * @device is what the setting says, chosen for @document. @gaps, @history, @memory, @rulers and @search are NULL until somebody
 * asks for them.
 */
struct _LaminaSession
{
  GObject parent_instance;

  LaminaDocument *document;
  char *title;
  guint run;
  guint32 section;
  gboolean aligned;
  LaminaTimebase *timebase;
  LaminaChosenOffsets *offsets;
  LaminaShown *shown;
  LaminaSelected *selected;
  char *filter;
  char *device;
  const char *durations_of; /* of the document */
  LaminaTensorGrouping bands;
  LaminaSessionArrangements *arrangements;
  LaminaSessionColoring *coloring;
  LaminaSessionGaps *gaps;
  LaminaSessionMemory *memory;
  LaminaSessionHistory *history;
  LaminaSessionRulers *rulers;
  LaminaSessionSearch *search;
};

enum
{
  PROP_0,
  PROP_RUN,
  PROP_ALIGNED,
  PROP_TIMEBASE,
  PROP_RANGE,
  PROP_SELECTION,
  PROP_TENSOR,
  PROP_MARKED_RANGE,
  PROP_SECTION,
  PROP_FILTER,
  PROP_ARRANGEMENT,
  PROP_COLORING,
  PROP_DEVICE,
  PROP_BANDS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LaminaSession, lamina_session, G_TYPE_OBJECT)

gboolean
lamina_session_is_coloring_for_test (LaminaSession *self)
{
  return lamina_session_coloring_is_busy (self->coloring);
}

LaminaSelected *
lamina_session_get_selected (LaminaSession *self)
{
  return self->selected;
}

LaminaShown *
lamina_session_get_shown (LaminaSession *self)
{
  return self->shown;
}

LaminaChosenOffsets *
lamina_session_get_chosen_offsets (LaminaSession *self)
{
  return self->offsets;
}

void
lamina_session_take_timebase (LaminaSession *self)
{
  g_autoptr (LaminaTimebase) old = g_steal_pointer (&self->timebase);

  self->timebase = lamina_session_make_timebase (self);
  /* On other clocks devices are idle for other reasons. */
  if (lamina_session_get_selection (self)->device != LAMINA_NONE)
    lamina_session_select_gaps (self, NULL, 0, LAMINA_NONE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TIMEBASE]);
  if (old)
    lamina_session_shift_range (self, old);
}

static void
lamina_session_finalize (GObject *object)
{
  LaminaSession *self = LAMINA_SESSION (object);

  g_clear_object (&self->gaps);
  g_clear_object (&self->memory);
  g_clear_object (&self->history);
  g_clear_object (&self->rulers);
  g_clear_object (&self->search);
  g_clear_pointer (&self->timebase, lamina_timebase_unref);
  g_clear_pointer (&self->coloring, lamina_session_coloring_free);
  g_clear_pointer (&self->selected, lamina_selected_free);
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->arrangements, lamina_session_arrangements_free);
  g_clear_pointer (&self->offsets, lamina_chosen_offsets_free);
  lamina_job_drop (g_steal_pointer (&self->document), (GDestroyNotify) lamina_document_unref);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->filter, g_free);
  g_clear_pointer (&self->device, g_free);
  G_OBJECT_CLASS (lamina_session_parent_class)->finalize (object);
}

static void
lamina_session_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  LaminaSession *self = LAMINA_SESSION (object);

  switch (id)
    {
    case PROP_RUN:
      g_value_set_uint (value, self->run);
      break;
    case PROP_ALIGNED:
      g_value_set_boolean (value, self->aligned);
      break;
    case PROP_TIMEBASE:
      g_value_set_boxed (value, self->timebase);
      break;
    case PROP_RANGE:
      g_value_set_pointer (value, (gpointer) lamina_session_get_range (self));
      break;
    case PROP_ARRANGEMENT:
      g_value_set_pointer (value, lamina_session_get_arrangement (self));
      break;
    case PROP_COLORING:
      g_value_set_boxed (value, lamina_session_get_coloring (self));
      break;
    case PROP_SELECTION:
      g_value_set_pointer (value, (gpointer) lamina_session_get_selection (self));
      break;
    case PROP_TENSOR:
      g_value_set_uint (value, lamina_session_get_tensor (self));
      break;
    case PROP_MARKED_RANGE:
      g_value_set_pointer (value, (gpointer) lamina_session_get_marked_range (self));
      break;
    case PROP_SECTION:
      g_value_set_uint (value, self->section);
      break;
    case PROP_BANDS:
      g_value_set_uint (value, self->bands);
      break;
    case PROP_DEVICE:
      g_value_set_string (value, self->device);
      break;
    case PROP_FILTER:
      g_value_set_string (value, self->filter);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_session_set_property (GObject      *object,
                             guint         id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  LaminaSession *self = LAMINA_SESSION (object);

  switch (id)
    {
    case PROP_RUN:
      lamina_session_set_run_index (self, g_value_get_uint (value));
      break;
    case PROP_ALIGNED:
      lamina_session_set_aligned (self, g_value_get_boolean (value));
      break;
    case PROP_SECTION:
      lamina_session_set_section (self, g_value_get_uint (value));
      break;
    case PROP_FILTER:
      lamina_session_set_filter (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_session_class_init (LaminaSessionClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags write = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = lamina_session_finalize;
  object_class->get_property = lamina_session_get_property;
  object_class->set_property = lamina_session_set_property;

  properties[PROP_RUN] = g_param_spec_uint ("run", NULL, NULL, 0, G_MAXUINT, 0, write);
  properties[PROP_ALIGNED] = g_param_spec_boolean ("aligned", NULL, NULL, TRUE, write);
  properties[PROP_TIMEBASE] = g_param_spec_boxed ("timebase", NULL, NULL, LAMINA_TYPE_TIMEBASE, read);
  properties[PROP_RANGE] = g_param_spec_pointer ("range", NULL, NULL, read);
  properties[PROP_SELECTION] = g_param_spec_pointer ("selection", NULL, NULL, read);
  properties[PROP_TENSOR] = g_param_spec_uint ("tensor", NULL, NULL, 0, G_MAXUINT, LAMINA_NONE, read);
  properties[PROP_MARKED_RANGE] = g_param_spec_pointer ("marked-range", NULL, NULL, read);
  properties[PROP_ARRANGEMENT] = g_param_spec_pointer ("arrangement", NULL, NULL, read);
  properties[PROP_COLORING] = g_param_spec_boxed ("coloring", NULL, NULL, LAMINA_TYPE_COLORING, read);
  properties[PROP_SECTION] = g_param_spec_uint ("section", NULL, NULL, 0, G_MAXUINT, LAMINA_NONE, write);
  properties[PROP_FILTER] = g_param_spec_string ("filter", NULL, NULL, "", write);
  properties[PROP_BANDS] = g_param_spec_uint ("bands", NULL, NULL, 0, LAMINA_N_TENSOR_GROUPINGS, LAMINA_TENSORS_BY_SITE, read);
  properties[PROP_DEVICE] = g_param_spec_string ("device", NULL, NULL, "", read);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

/* One that is no longer in the table counts as not chosen. */
static void
on_device (LaminaSession *self)
{
  g_free (self->device);
  self->device = g_settings_get_string (lamina_settings_get_default (), LAMINA_SETTING_DEVICE);
  if (!lamina_device_limits_choose (self->document, self->device))
    lamina_device_limits_choose (self->document, NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DEVICE]);
}

static void
on_color_by (LaminaSession *self)
{
  lamina_session_coloring_update (self->coloring, FALSE);
}

static void
lamina_session_init (LaminaSession *self)
{
  self->aligned = TRUE;
  self->offsets = lamina_chosen_offsets_new ();
  self->selected = lamina_selected_new ();
  self->shown = lamina_shown_new ();
  self->arrangements = lamina_session_arrangements_new ();
  self->coloring = lamina_session_coloring_new (self);
  self->section = LAMINA_NONE;
  self->bands = LAMINA_TENSORS_BY_SITE;
  self->title = g_strdup ("");
  self->filter = g_strdup ("");
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_DEVICE, G_CALLBACK (on_device), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_COLOR_BY, G_CALLBACK (on_color_by),
                           self, G_CONNECT_SWAPPED);
}

void
lamina_session_prepare (LaminaDocument *document,
                        GCancellable   *cancellable,
                        gpointer        unused)
{
  g_return_if_fail (document != NULL);

  lamina_rates_attach_all (document, cancellable, NULL);
  for (guint i = 0; i < lamina_document_get_n_runs (document) && !g_cancellable_is_cancelled (cancellable); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);

      lamina_timeline_prepare (run);
      lamina_flow_index_attach (run, cancellable);
    }
}

LaminaSession *
lamina_session_new (LaminaDocument *document)
{
  LaminaSession *self = g_object_new (LAMINA_TYPE_SESSION, NULL);

  self->document = lamina_document_ref (document);
  self->run = lamina_document_get_default_run (document);
  on_device (self);
  lamina_session_take_timebase (self);
  lamina_session_coloring_update (self->coloring, TRUE);
  return self;
}

void
lamina_session_replace (LaminaSession **place,
                        LaminaSession  *session,
                        gpointer        listener)
{
  g_return_if_fail (place != NULL && (session == NULL || LAMINA_IS_SESSION (session)));

  if (*place != NULL)
    g_signal_handlers_disconnect_by_data (*place, listener);
  g_set_object (place, session);
}

LaminaDocument *
lamina_session_get_document (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  return self->document;
}

const char *
lamina_session_get_title (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), "");
  return self->title;
}

void
lamina_session_set_title (LaminaSession *self,
                          const char    *title)
{
  g_return_if_fail (LAMINA_IS_SESSION (self) && title);
  g_free (self->title);
  self->title = g_strdup (title);
}

guint
lamina_session_get_run_index (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), 0);
  return self->run;
}

void
lamina_session_set_run_index (LaminaSession *self,
                              guint          run)
{
  guint32 key;

  g_return_if_fail (LAMINA_IS_SESSION (self));
  g_return_if_fail (run < lamina_document_get_n_runs (self->document));

  if (self->run == run)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  key = lamina_session_get_selected_key (self);
  self->run = run;
  lamina_session_select_key (self, key);
  lamina_session_clear_marked_range (self);
  lamina_session_set_section (self, LAMINA_NONE);
  lamina_session_forget_range (self);
  lamina_session_take_timebase (self);
  lamina_session_coloring_update (self->coloring, TRUE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUN]);
  g_object_thaw_notify (G_OBJECT (self));
}

LaminaRun *
lamina_session_get_run (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  return lamina_document_get_run (self->document, self->run);
}

gboolean
lamina_session_get_aligned (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), TRUE);
  return self->aligned;
}

void
lamina_session_set_aligned (LaminaSession *self,
                            gboolean       aligned)
{
  g_return_if_fail (LAMINA_IS_SESSION (self));

  aligned = !!aligned;
  if (self->aligned == aligned)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  self->aligned = aligned;
  lamina_session_take_timebase (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ALIGNED]);
  g_object_thaw_notify (G_OBJECT (self));
}

LaminaTimebase *
lamina_session_get_timebase (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  return self->timebase;
}

guint32
lamina_session_get_section (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), LAMINA_NONE);
  return self->section;
}

void
lamina_session_set_section (LaminaSession *self,
                            guint32        section)
{
  g_return_if_fail (LAMINA_IS_SESSION (self));
  g_return_if_fail (section == LAMINA_NONE
                    || section < lamina_run_get_n_sections (lamina_session_get_run (self)));

  if (self->section == section)
    return;
  self->section = section;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SECTION]);
}

const char *
lamina_session_get_filter (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), "");
  return self->filter;
}

void
lamina_session_set_filter (LaminaSession *self,
                           const char    *filter)
{
  g_return_if_fail (LAMINA_IS_SESSION (self));

  if (g_strcmp0 (self->filter, filter ? filter : "") == 0)
    return;
  g_free (self->filter);
  self->filter = g_strdup (filter ? filter : "");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FILTER]);
}

/* What belongs to it is made when somebody asks for it. */
LaminaSessionMemory *
lamina_session_get_memory (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);

  if (!self->memory)
    self->memory = lamina_session_memory_new (self);
  return self->memory;
}

LaminaSessionGaps *
lamina_session_get_gaps (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);

  if (!self->gaps)
    self->gaps = lamina_session_gaps_new (self);
  return self->gaps;
}

LaminaSessionHistory *
lamina_session_get_history (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);

  if (!self->history)
    self->history = lamina_session_history_new (self);
  return self->history;
}

LaminaSessionRulers *
lamina_session_get_rulers (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);

  if (!self->rulers)
    self->rulers = lamina_session_rulers_new (self);
  return self->rulers;
}

LaminaSessionSearch *
lamina_session_get_search (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);

  if (!self->search)
    self->search = lamina_session_search_new (self);
  return self->search;
}

const char *
lamina_session_get_durations_of (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  return self->durations_of;
}

void
lamina_session_set_durations_of (LaminaSession *self,
                                 const char    *name)
{
  g_return_if_fail (LAMINA_IS_SESSION (self));
  self->durations_of = name;
}

LaminaTensorGrouping
lamina_session_get_bands (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), LAMINA_TENSORS_BY_SITE);
  return self->bands;
}

void
lamina_session_set_bands (LaminaSession        *self,
                          LaminaTensorGrouping  grouping)
{
  g_return_if_fail (LAMINA_IS_SESSION (self));

  if (self->bands == grouping || lamina_tensor_grouping_get_bands (grouping) == LAMINA_N_LIVE_BANDS)
    return;
  self->bands = grouping;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BANDS]);
}

LaminaSessionArrangements *
lamina_session_get_arrangements (LaminaSession *self)
{
  return self->arrangements;
}

LaminaColoring *
lamina_session_get_coloring (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  return lamina_session_coloring_get (self->coloring);
}
