/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-memory-canvas.h"

#include "lamina-layer-text.h"
#include "lamina-memory-layout.h"
#include "lamina-text.h"

#include <glib/gi18n.h>

struct _LaminaMemoryCanvas
{
  LaminaCanvas parent_instance;

  LaminaSession *session;
  LaminaLiveSet *live;
  LaminaMemoryMap *map;
};

G_DEFINE_FINAL_TYPE (LaminaMemoryCanvas, lamina_memory_canvas, LAMINA_TYPE_CANVAS)

static LaminaScene *
create_scene (LaminaCanvas  *canvas,
              LaminaMetrics *metrics)
{
  LaminaMemoryCanvas *self = LAMINA_MEMORY_CANVAS (canvas);
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  if (!self->map || width < 1 || height < 1)
    return NULL;
  return lamina_memory_layout (self->map, self->live, lamina_session_get_run (self->session), width, height, metrics);
}

/* The block of the selected tensor, or LAMINA_NONE. */
static guint
find_selected (LaminaMemoryCanvas *self)
{
  guint32 tensor = self->session ? lamina_session_get_tensor (self->session) : LAMINA_NONE;

  for (guint i = 0; self->map && tensor != LAMINA_NONE && i < self->map->n_blocks; i++)
    if (self->map->blocks[i].tensor == tensor)
      return i;
  return LAMINA_NONE;
}

/* Those that share a pixel are one in the picture: the largest of them is meant. */
static guint
find_largest (LaminaMemoryCanvas *self,
              const LaminaTarget *target)
{
  guint largest = target->first;

  for (guint i = target->first; i < target->first + target->n; i++)
    if (self->map->blocks[i].bytes > self->map->blocks[largest].bytes)
      largest = i;
  return largest;
}

static gboolean
pick (LaminaMemoryCanvas *self,
      double              x,
      double              y,
      LaminaTarget       *target)
{
  LaminaScene *scene = self->map ? lamina_canvas_ensure (LAMINA_CANVAS (self)) : NULL;
  const LaminaTarget *found = scene ? lamina_scene_pick (scene, x, y, 0) : NULL;

  if (!found || (found->kind != LAMINA_TARGET_BLOCKS && found->kind != LAMINA_TARGET_FREE))
    return FALSE;
  *target = *found;
  return TRUE;
}

static char *
dup_address (guint64 address)
{
  return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address);
}

/* The address and the size of the free stretch before a block, or behind the last one, of a segment. */
static char *
dup_free_text (LaminaMemoryCanvas *self,
               const LaminaTarget *target)
{
  const LaminaMemorySegment *segment = &self->map->segments[target->track];
  guint64 begin = segment->address, end = segment->address + (guint64) segment->bytes;
  g_autofree char *bytes = NULL, *place = NULL, *whole = lamina_figure_dup (segment->bytes, LAMINA_UNIT_BYTES);

  if (target->first > segment->first_block)
    begin = self->map->blocks[target->first - 1].address + (guint64) self->map->blocks[target->first - 1].bytes;
  if (target->first < segment->first_block + segment->n_blocks)
    end = self->map->blocks[target->first].address;
  bytes = lamina_figure_dup (end > begin ? (gint64) (end - begin) : 0, LAMINA_UNIT_BYTES);
  place = dup_address (begin);
  /* Translators: bytes, an address, bytes */
  return g_markup_printf_escaped (_("<b>%s free</b>\nat %s, in a segment of %s"), bytes, place, whole);
}

static char *
dup_block_text (LaminaMemoryCanvas *self,
                guint               block,
                guint               n)
{
  const LaminaMemoryBlock *found = &self->map->blocks[block];
  LaminaRun *run = lamina_session_get_run (self->session);
  const char *name = lamina_run_get_string (run, lamina_column_id (lamina_run_get_tensors (run)->name, found->tensor));
  g_autofree char *bytes = lamina_figure_dup (found->bytes, LAMINA_UNIT_BYTES);
  g_autofree char *requested = lamina_figure_dup (found->requested, LAMINA_UNIT_BYTES);
  g_autofree char *label = name ? lamina_slice_dup_label (name) : g_strdup ("—");
  g_autofree char *place = dup_address (found->address);
  /* Translators: bytes, bytes, an address */
  g_autofree char *where = g_strdup_printf (_("%s for %s, at %s"), bytes, requested, place);
  g_autofree char *beside = NULL;

  if (n > 1)
    beside = lamina_text_dup (ngettext ("the largest of %u block here", "the largest of %u blocks here", n), n);
  return g_markup_printf_escaped ("<b>%s</b>\n%s%s%s%s%s", label, where, found->is_pending ? "\n" : "",
                                  found->is_pending ? _("given up, not free yet") : "", beside ? "\n" : "", beside ? beside : "");
}

static char *
dup_tooltip (LaminaCanvas *canvas,
             gboolean      keyboard,
             double        x,
             double        y,
             GdkRectangle *area)
{
  LaminaMemoryCanvas *self = LAMINA_MEMORY_CANVAS (canvas);
  guint selected = keyboard ? find_selected (self) : LAMINA_NONE;
  LaminaTarget target;

  if (keyboard)
    return selected != LAMINA_NONE ? dup_block_text (self, selected, 1) : NULL;
  if (!pick (self, x, y, &target))
    return NULL;
  return target.kind == LAMINA_TARGET_FREE ? dup_free_text (self, &target)
                                           : dup_block_text (self, find_largest (self, &target), target.n);
}

static void
press (LaminaCanvas    *canvas,
       int              n_press,
       double           x,
       double           y,
       GdkModifierType  state)
{
  LaminaMemoryCanvas *self = LAMINA_MEMORY_CANVAS (canvas);
  LaminaTarget target;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (pick (self, x, y, &target) && target.kind == LAMINA_TARGET_BLOCKS)
    lamina_session_select_tensor (self->session, self->map->blocks[find_largest (self, &target)].tensor);
}

/* From block to block in the order of their addresses. */
static gboolean
press_key (LaminaCanvas    *canvas,
           guint            keyval,
           GdkModifierType  state)
{
  LaminaMemoryCanvas *self = LAMINA_MEMORY_CANVAS (canvas);
  guint block = find_selected (self), last;

  if (!self->map || self->map->n_blocks == 0)
    return GDK_EVENT_PROPAGATE;
  last = self->map->n_blocks - 1;
  if (keyval == GDK_KEY_Home || (keyval == GDK_KEY_Right && block == LAMINA_NONE))
    block = 0;
  else if (keyval == GDK_KEY_End || (keyval == GDK_KEY_Left && block == LAMINA_NONE))
    block = last;
  else if (keyval == GDK_KEY_Left)
    block = block > 0 ? block - 1 : 0;
  else if (keyval == GDK_KEY_Right)
    block = MIN (block + 1, last);
  else
    return GDK_EVENT_PROPAGATE;
  lamina_session_select_tensor (self->session, self->map->blocks[block].tensor);
  return GDK_EVENT_STOP;
}

/* A block that goes on in the next line has several boxes. */
static void
draw_block (LaminaMemoryCanvas *self,
            GtkSnapshot        *snapshot,
            guint               block,
            int                 thickness)
{
  LaminaScene *scene = lamina_canvas_ensure (LAMINA_CANVAS (self));
  guint n = 0;
  const LaminaSceneBox *boxes = scene ? lamina_scene_get_boxes (scene, &n) : NULL;

  for (guint i = 0; i < n; i++)
    {
      const LaminaTarget *target = &boxes[i].target;
      GdkRectangle area = { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height };

      if (target->kind == LAMINA_TARGET_BLOCKS && block >= target->first && block < target->first + target->n)
        lamina_canvas_draw_outline (snapshot, &area, thickness);
    }
}

static void
draw_places (LaminaCanvas *canvas,
             GtkSnapshot  *snapshot)
{
  LaminaMemoryCanvas *self = LAMINA_MEMORY_CANVAS (canvas);
  guint selected = find_selected (self);
  LaminaTarget target;
  double x, y;

  if (selected != LAMINA_NONE)
    draw_block (self, snapshot, selected, 2);
  if (lamina_canvas_get_pointer (canvas, &x, &y) && pick (self, x, y, &target) && target.kind == LAMINA_TARGET_BLOCKS)
    draw_block (self, snapshot, find_largest (self, &target), 1);
}

static void
lamina_memory_canvas_dispose (GObject *object)
{
  lamina_memory_canvas_show (LAMINA_MEMORY_CANVAS (object), NULL, NULL, NULL);
  G_OBJECT_CLASS (lamina_memory_canvas_parent_class)->dispose (object);
}

static void
lamina_memory_canvas_class_init (LaminaMemoryCanvasClass *class)
{
  LaminaCanvasClass *canvas_class = LAMINA_CANVAS_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_memory_canvas_dispose;
  canvas_class->minimum = (GtkRequisition) { 300, 120 };
  canvas_class->natural = (GtkRequisition) { 600, 240 };
  canvas_class->create_scene = create_scene;
  canvas_class->draw_places = draw_places;
  canvas_class->dup_tooltip = dup_tooltip;
  canvas_class->press = press;
  canvas_class->press_key = press_key;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "memory-map");
}

static void
lamina_memory_canvas_init (LaminaMemoryCanvas *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  lamina_canvas_add_input (LAMINA_CANVAS (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Addresses of the allocator"), -1);
}

void
lamina_memory_canvas_show (LaminaMemoryCanvas *self,
                           LaminaSession      *session,
                           LaminaLiveSet      *live,
                           LaminaMemoryMap    *map)
{
  g_return_if_fail (LAMINA_IS_MEMORY_CANVAS (self));

  lamina_session_replace (&self->session, session, self);
  if (live)
    lamina_live_set_ref (live);
  g_clear_pointer (&self->live, lamina_live_set_unref);
  self->live = live;
  g_clear_pointer (&self->map, lamina_memory_map_free);
  self->map = map;
  if (session)
    g_signal_connect_swapped (session, "notify::tensor", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_set_size_request (GTK_WIDGET (self), -1, map ? lamina_memory_layout_get_height (map) : -1);
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
}

const LaminaMemoryMap *
lamina_memory_canvas_get_map (LaminaMemoryCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_MEMORY_CANVAS (self), NULL);
  return self->map;
}
