/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-format.h"
#include "tensorflow-listing.h"
#include "tensorflow-steps.h"

/* The listings of nodes that TensorScope makes of a run of TensorFlow, and the statistics that it makes them of. */
struct _TensorflowFormat
{
  GObject parent_instance;
};

static void tensorflow_format_iface_init (LaminaFormatInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TensorflowFormat, tensorflow_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, tensorflow_format_iface_init))

static int
tensorflow_format_probe (LaminaFormat     *format,
                         const LaminaHead *head)
{
  int score = tensorflow_probe (head);

  return score == 0 && tensorflow_is_metadata (head) ? 70 : score;
}

static LaminaClaim
tensorflow_format_claims (LaminaFormat     *format,
                          const LaminaHead *opened,
                          const LaminaHead *sibling)
{
  return tensorflow_probe (opened) > 0 && (tensorflow_is_timeline (sibling) || tensorflow_is_metadata (sibling))
         ? LAMINA_CLAIM_PART : LAMINA_CLAIM_NONE;
}

/* Files of other steps and models may lie in the folder, too: of this one at least half of the nodes are in it. */
static TensorflowTimes *
join (TensorflowListing *listing,
      LaminaSources     *sources,
      guint             *joined,
      GCancellable      *cancellable)
{
  for (guint i = 1; i < lamina_sources_get_n (sources); i++)
    {
      g_autoptr (TensorflowTimes) times = tensorflow_times_new ();
      g_autoptr (GError) error = NULL;

      if (tensorflow_times_read (times, sources, i, cancellable, &error)
          && tensorflow_listing_count_times (listing, times) * 2 >= listing->nodes->len)
        {
          *joined = i;
          return g_steal_pointer (&times);
        }
      lamina_import_note (listing->import,
                          error ? N_("the times beside the listing can't be read: they are not joined")
                                : N_("the times beside the listing are of other nodes: they are not joined"),
                          lamina_sources_get (sources, i), 0, LAMINA_NONE);
    }
  return NULL;
}

/* The timeline itself is a run as well, since it knows when each node ran. Metadata have no format of their own. */
static void
add_timeline (LaminaSources *sources,
              guint          i,
              LaminaBuilder *builder,
              GCancellable  *cancellable)
{
  LaminaSource *source = lamina_sources_get (sources, i);
  LaminaHead head = { .name = lamina_source_get_name (source) };

  head.text = lamina_source_get_head (source, &head.length, NULL);
  if (head.text && tensorflow_is_timeline (&head))
    lamina_sources_load_as (sources, i, "chrome-trace", builder, cancellable, NULL);
}

static void
build (TensorflowListing *listing,
       LaminaSources     *sources,
       LaminaBuilder     *builder,
       GCancellable      *cancellable)
{
  guint joined = 0;
  g_autoptr (TensorflowTimes) times = join (listing, sources, &joined, cancellable);

  tensorflow_build (listing, builder, times);
  if (times)
    add_timeline (sources, joined, builder, cancellable);
  lamina_builder_set_tool (builder, "TensorScope");
}

static gboolean
is_metadata (LaminaSource *source)
{
  LaminaHead head = { .name = lamina_source_get_name (source) };

  head.text = lamina_source_get_head (source, &head.length, NULL);
  return head.text && tensorflow_probe (&head) == 0 && tensorflow_is_metadata (&head);
}

static gboolean
load_listing (LaminaSources  *sources,
              LaminaBuilder  *builder,
              GCancellable   *cancellable,
              GError        **error)
{
  g_autoptr (TensorflowListing) listing = tensorflow_listing_new (lamina_sources_get (sources, 0),
                                                                  lamina_builder_get_import (builder));
  g_autoptr (GError) read_error = NULL;

  tensorflow_listing_read (listing, cancellable, &read_error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  tensorflow_listing_link (listing);
  if (listing->nodes->len > 0)
    build (listing, sources, builder, cancellable);
  else if (!read_error)
    lamina_error_set (&read_error, LAMINA_ERROR_CONTENT, NULL, N_("The listing names no nodes."));
  if (!read_error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&read_error));
  return FALSE;
}

static gboolean
tensorflow_format_load (LaminaFormat   *format,
                        LaminaSources  *sources,
                        LaminaBuilder  *builder,
                        GCancellable   *cancellable,
                        GError        **error)
{
  LaminaSource *source = lamina_sources_get (sources, 0);

  return is_metadata (source) ? tensorflow_steps_load (source, builder, cancellable, error)
                              : load_listing (sources, builder, cancellable, error);
}

static gboolean
tensorflow_format_describe (LaminaFormat       *format,
                            LaminaDocument     *document,
                            const LaminaPlace  *place,
                            LaminaDetails      *details,
                            GError            **error)
{
  return tensorflow_describe (document, place, details, error);
}

static void
tensorflow_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = tensorflow_format_probe;
  iface->load = tensorflow_format_load;
  iface->claims = tensorflow_format_claims;
  iface->describe = tensorflow_format_describe;
}

static void
tensorflow_format_class_init (TensorflowFormatClass *klass)
{
}

static void
tensorflow_format_init (TensorflowFormat *self)
{
}

LAMINA_FORMAT_MODULE (tensorflow_format_get_type)
