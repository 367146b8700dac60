/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-private.h"

#include "lamina-device-limits.h"
#include "lamina-settings.h"

enum
{
  PROP_0,
  PROP_DOCUMENT,
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
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static gpointer
copy_range (gpointer range)
{
  return g_memdup2 (range, sizeof (LaminaRange));
}

static gpointer
copy_selection (gpointer selection)
{
  return g_memdup2 (selection, sizeof (LaminaSelection));
}

/* Not by the macro of GLib, which converts functions to a union. */
GType
lamina_range_get_type (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_boxed_type_register_static ("LaminaRange", copy_range, g_free));
  return type;
}

GType
lamina_selection_get_type (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_boxed_type_register_static ("LaminaSelection", copy_selection, g_free));
  return type;
}

G_DEFINE_FINAL_TYPE (LaminaSession, lamina_session, G_TYPE_OBJECT)

void
lamina_session_notify_range (LaminaSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RANGE]);
}

void
lamina_session_notify_marked_range (LaminaSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MARKED_RANGE]);
}

void
lamina_session_notify_selection (LaminaSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTION]);
}

void
lamina_session_notify_tensor (LaminaSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TENSOR]);
}

/* The track whose slices are to stay where they are seen: that of the selection, else the first one of a device. */
static guint32
find_steady_track (LaminaSession *self)
{
  LaminaRun *run = lamina_session_get_run (self);

  if (self->selection.slice.track != LAMINA_NONE)
    return self->selection.slice.track;
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    if (lamina_run_get_track_kind (run, i) == LAMINA_GROUP_DEVICE)
      return i;
  return LAMINA_NONE;
}

guint
lamina_session_get_steady_clock (LaminaSession *self)
{
  guint32 track = find_steady_track (self);

  if (track == LAMINA_NONE)
    return LAMINA_NONE;
  return lamina_track_get_clock (lamina_run_get_track (lamina_session_get_run (self), track));
}

/* How far what goes by a clock moves between two timebases. */
static gint64
get_shift (guint           clock,
           LaminaTimebase *from,
           LaminaTimebase *to)
{
  gint64 shift;

  if (clock == LAMINA_NONE)
    return 0;
  if (__builtin_sub_overflow (lamina_timebase_get_offset (to, clock), lamina_timebase_get_offset (from, clock), &shift))
    return 0;
  return shift;
}

void
lamina_session_take_timebase (LaminaSession *self)
{
  g_autoptr (LaminaTimebase) old = g_steal_pointer (&self->timebase);

  self->timebase = lamina_session_make_timebase (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TIMEBASE]);
  if (self->has_range && old)
    {
      gint64 shift = get_shift (lamina_session_get_steady_clock (self), old, self->timebase);
      guint marked_clock = self->marked_clock;
      gint64 marked_shift = get_shift (marked_clock, old, self->timebase);

      lamina_session_set_range (self,
                                lamina_add_saturating (self->range.start, shift),
                                lamina_add_saturating (self->range.end, shift));
      if (self->has_marked_range)
        lamina_session_set_marked_range (self,
                                         lamina_add_saturating (self->marked_range.start, marked_shift),
                                         lamina_add_saturating (self->marked_range.end, marked_shift));
      self->marked_clock = marked_clock;
    }
}

static void
lamina_session_finalize (GObject *object)
{
  LaminaSession *self = LAMINA_SESSION (object);

  g_clear_pointer (&self->timebase, lamina_timebase_unref);
  lamina_session_stop_coloring (self);
  g_clear_pointer (&self->coloring, lamina_coloring_unref);
  g_clear_pointer (&self->arrangements, g_hash_table_unref);
  g_clear_pointer (&self->offsets, g_hash_table_unref);
  g_clear_pointer (&self->document, lamina_document_unref);
  g_clear_pointer (&self->layers, g_bytes_unref);
  g_clear_pointer (&self->slices, g_free);
  g_clear_pointer (&self->filter, g_free);
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
    case PROP_DOCUMENT:
      g_value_set_boxed (value, self->document);
      break;
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
      g_value_set_boxed (value, lamina_session_get_range (self));
      break;
    case PROP_ARRANGEMENT:
      g_value_set_boxed (value, lamina_session_get_arrangement (self));
      break;
    case PROP_COLORING:
      g_value_set_boxed (value, self->coloring);
      break;
    case PROP_SELECTION:
      g_value_set_boxed (value, &self->selection);
      break;
    case PROP_TENSOR:
      g_value_set_uint (value, self->tensor);
      break;
    case PROP_MARKED_RANGE:
      g_value_set_boxed (value, lamina_session_get_marked_range (self));
      break;
    case PROP_SECTION:
      g_value_set_uint (value, self->section);
      break;
    case PROP_DEVICE:
      g_value_take_string (value, g_settings_get_string (lamina_settings_get_default (), LAMINA_SETTING_DEVICE));
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

  properties[PROP_DOCUMENT] = g_param_spec_boxed ("document", NULL, NULL, LAMINA_TYPE_DOCUMENT, read);
  properties[PROP_RUN] = g_param_spec_uint ("run", NULL, NULL, 0, G_MAXUINT, 0, write);
  properties[PROP_ALIGNED] = g_param_spec_boolean ("aligned", NULL, NULL, TRUE, write);
  properties[PROP_TIMEBASE] = g_param_spec_boxed ("timebase", NULL, NULL, LAMINA_TYPE_TIMEBASE, read);
  properties[PROP_RANGE] = g_param_spec_boxed ("range", NULL, NULL, LAMINA_TYPE_RANGE, read);
  properties[PROP_SELECTION] = g_param_spec_boxed ("selection", NULL, NULL, LAMINA_TYPE_SELECTION, read);
  properties[PROP_TENSOR] = g_param_spec_uint ("tensor", NULL, NULL, 0, G_MAXUINT, LAMINA_NONE, read);
  properties[PROP_MARKED_RANGE] = g_param_spec_boxed ("marked-range", NULL, NULL, LAMINA_TYPE_RANGE, read);
  properties[PROP_ARRANGEMENT] = g_param_spec_boxed ("arrangement", NULL, NULL, LAMINA_TYPE_ARRANGEMENT, read);
  properties[PROP_COLORING] = g_param_spec_boxed ("coloring", NULL, NULL, LAMINA_TYPE_COLORING, read);
  properties[PROP_SECTION] = g_param_spec_uint ("section", NULL, NULL, 0, G_MAXUINT, LAMINA_NONE, write);
  properties[PROP_FILTER] = g_param_spec_string ("filter", NULL, NULL, "", write);
  properties[PROP_DEVICE] = g_param_spec_string ("device", NULL, NULL, "", read);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

/* One that is no longer in the table counts as not chosen. */
static void
on_device (LaminaSession *self)
{
  g_autofree char *device = g_settings_get_string (lamina_settings_get_default (), LAMINA_SETTING_DEVICE);

  if (!lamina_device_limits_choose (device))
    lamina_device_limits_choose (NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DEVICE]);
}

static void
on_color_by (LaminaSession *self)
{
  lamina_session_update_coloring (self, FALSE);
}

static void
lamina_session_init (LaminaSession *self)
{
  self->aligned = TRUE;
  self->selection = lamina_session_nothing;
  self->tensor = LAMINA_NONE;
  self->section = LAMINA_NONE;
  self->filter = g_strdup ("");
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_DEVICE, G_CALLBACK (on_device), self,
                           G_CONNECT_SWAPPED);
  on_device (self);
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_COLOR_BY, G_CALLBACK (on_color_by),
                           self, G_CONNECT_SWAPPED);
}

LaminaSession *
lamina_session_new (LaminaDocument *document)
{
  LaminaSession *self = g_object_new (LAMINA_TYPE_SESSION, NULL);

  self->document = lamina_document_ref (document);
  self->run = lamina_document_get_default_run (document);
  lamina_session_take_timebase (self);
  lamina_session_update_coloring (self, TRUE);
  return self;
}

LaminaDocument *
lamina_session_get_document (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  return self->document;
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
  g_return_if_fail (LAMINA_IS_SESSION (self));
  g_return_if_fail (run < lamina_document_get_n_runs (self->document));

  if (self->run == run)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  lamina_session_move_selection (self, run);
  lamina_session_clear_marked_range (self);
  lamina_session_set_section (self, LAMINA_NONE);
  self->has_range = FALSE;
  lamina_session_take_timebase (self);
  lamina_session_update_coloring (self, TRUE);
  lamina_session_notify_range (self);
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

gboolean
lamina_session_has_other_clocks (LaminaSession *self)
{
  LaminaRun *run = lamina_session_get_run (self);

  for (guint i = 0; i < lamina_run_get_n_clocks (run); i++)
    if (lamina_run_get_clock (run, i)->offset != 0)
      return TRUE;
  return FALSE;
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
