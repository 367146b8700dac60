/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <glib/gi18n.h>

G_BEGIN_DECLS

/*
 * What a profile of MegEngine's GraphProfiler states, as plain tables.
 *
 * The sections of the file come in any order, so it is read in three steps, each in files of its own:
 *
 *   1. megengine-read.c            the JSON text becomes the tables below; rows name each other by index
 *   2. megengine-link.c            what only the whole file tells: order, producers, readers, addresses, fallbacks
 *   3. megengine-build.c and on    the tables become the document
 *
 * Texts are strings of the builder. Times are nanoseconds on their own clock. LAMINA_NONE, LAMINA_ABSENT and 0 stand
 * for what is not known, as in the builder.
 */

/* Where a JSON object stands in the file; its length is 0 when there is none. */
typedef struct
{
  guint64 offset;
  guint64 length;
} MegengineArgs;

typedef struct
{
  guint32 id;        /* of the builder; 0 when it is not known */
  gint64 n_elements; /* LAMINA_ABSENT when a dimension is not known, or the product does not fit */
} MegengineShape;

/* Neighboring elements of one of the arrays of the profile. */
typedef struct
{
  guint32 first;
  guint32 n;
} MegengineSpan;

/* One entry of `device` or `host`: the times of an operator at one place, a comp node or a thread. */
typedef struct
{
  guint32 operator;
  guint32 place;
  gint64 start;
  gint64 kern;
  gint64 end;
  guint64 offset; /* of the entry in the file */
} MegengineTimes;

/* What the type of an operator tells of it. */
typedef enum
{
  MEGENGINE_TRAIT_INPUT = 1 << 0,      /* brings values in from outside */
  MEGENGINE_TRAIT_CONSTANT = 1 << 1,   /* holds values that stay */
  MEGENGINE_TRAIT_OUTPUT = 1 << 2,     /* hands values out of the graph */
  MEGENGINE_TRAIT_COPY = 1 << 3,       /* moves values between devices */
  MEGENGINE_TRAIT_SAME_DTYPE = 1 << 4, /* what it reads and writes has one element type */
} MegengineTraits;

typedef struct
{
  guint32 id;   /* a string, as all texts here */
  guint32 name;
  guint32 type;
  MegengineTraits traits;
  guint32 record;
  gboolean in_graph;  /* `graph_exec.operator` has it */
  gboolean scheduled; /* its `waiting_spec` is not null */
  gboolean has_footprint;
  gint64 flop;
  gint64 bytes;
  MegengineArgs param;
  MegengineArgs footprint;
  MegengineArgs extra;
  MegengineArgs waiting_spec;
  MegengineSpan inputs;     /* of links */
  MegengineSpan outputs;    /* of links */
  MegengineSpan in_shapes;
  MegengineSpan out_shapes; /* of all outputs but the volatile ones */
  MegengineSpan in_layouts; /* of layouts: one for each input */
  MegengineSpan sublayers;
  guint64 sublayers_offset; /* where they stand in the file */

  /* From megengine_profile_link() on. */
  guint32 order;        /* in `comp_seq` */
  gboolean executed;
  MegengineSpan device; /* of device */
  MegengineSpan host;   /* of host */
} MegengineOperator;

typedef struct
{
  guint32 id;
  guint32 name;
  guint32 dtype;
  guint bits; /* of an element of that dtype; 0 when it is not known */
  guint32 layout;
  MegengineShape shape;
  guint32 comp_node;
  guint32 record;
  gboolean in_graph; /* `graph_exec.var` has it; else only an operator names it */
  gboolean persistent;
  gboolean is_volatile;
  guint64 prev_dev_ptr;
  guint64 prev_dev_ptr_end;
  guint64 dev_ptr;
  guint32 chunk; /* a string, and where in that chunk it begins */
  guint64 chunk_offset;
  guint32 source; /* a string: the variable whose memory it shares, `mem_readonly_fwd_src` or `force_update_src` */
  MegengineArgs args;

  /* From megengine_profile_link() on. */
  guint64 address; /* 0 when it has none, and where it ends */
  guint64 end;
  gint64 bytes;
  guint32 producer; /* an operator */
  guint32 n_readers;
  guint32 n_takers; /* readers that hand the value out of the graph */
  guint32 first_step;  /* when it is kept: positions in `order`, from its producer to its last reader */
  guint32 last_step;
  guint32 last_reader; /* the operator at last_step */
  LaminaEstimate estimated;
} MegengineVar;

typedef struct
{
  guint32 id;
  guint32 record;
  guint32 owner; /* a string: a variable */
  gboolean used; /* by a variable of the file; from megengine_profile_link() on */
  gint64 size;
  guint64 dev_ptr;
} MegengineChunk;

/* A layer inside an operator, from `opr_internal_pf`. */
typedef struct
{
  guint32 name;
  gint64 duration;
} MegengineSublayer;

/* Names with an index each, in the order in which they first occur. */
typedef struct
{
  GPtrArray *names;
  GHashTable *indexes;
} MegengineNames;

typedef struct
{
  LaminaBuilder *builder;
  LaminaSource *source;
  LaminaImport *import;

  GArray *operators; /* MegengineOperator */
  GArray *vars;      /* MegengineVar */
  GArray *chunks;    /* MegengineChunk */
  GArray *device;    /* MegengineTimes; sorted by operator from megengine_profile_link() on */
  GArray *host;      /* MegengineTimes; the same */
  GArray *sublayers; /* MegengineSublayer */
  GArray *shapes;    /* MegengineShape */
  GArray *layouts;   /* guint32: strings */
  GArray *links;     /* guint32: variables */
  GArray *order;     /* guint32: operators in the order of `comp_seq`, each once */
  gboolean has_order;      /* there is a `comp_seq` */
  gboolean order_is_whole; /* and it was read to its end */
  MegengineNames comp_nodes;
  MegengineNames threads;

  /* Rows by the string that is their id. */
  GHashTable *operator_by_id;
  GHashTable *var_by_id;
  GHashTable *chunk_by_id;
} MegengineProfile;

MegengineProfile  *megengine_profile_new            (LaminaBuilder    *builder,
                                                     LaminaSource     *source);
void               megengine_profile_free           (MegengineProfile *self);

/* These add a row when there is none with that id yet. */
guint32            megengine_profile_find_operator  (MegengineProfile *self,
                                                     const char       *id,
                                                     gsize             length);
guint32            megengine_profile_find_var       (MegengineProfile *self,
                                                     const char       *id,
                                                     gsize             length);
guint32            megengine_profile_find_comp_node (MegengineProfile *self,
                                                     const char       *text,
                                                     gsize             length);
guint32            megengine_profile_find_thread    (MegengineProfile *self,
                                                     const char       *name,
                                                     gsize             length);

/* LAMINA_NONE when there is none. */
guint32            megengine_profile_lookup_var     (MegengineProfile *self,
                                                     guint32           id);

MegengineVar      *megengine_profile_get_input      (MegengineProfile        *self,
                                                     const MegengineOperator *operator,
                                                     guint                    i);
MegengineVar      *megengine_profile_get_output     (MegengineProfile        *self,
                                                     const MegengineOperator *operator,
                                                     guint                    i);

void               megengine_profile_note           (MegengineProfile *self,
                                                     const char       *kind,
                                                     guint64           offset,
                                                     guint32           record);

MegengineTraits    megengine_traits_of_type         (const char       *type);

/* Step 1. FALSE when the root is no object; errors of reading stay in @json. */
gboolean           megengine_profile_read           (MegengineProfile *self,
                                                     LaminaJsonReader *json);

/* Step 2. */
void               megengine_profile_link           (MegengineProfile *self);
/* Step 3. */
void               megengine_profile_build          (MegengineProfile *self);

static inline MegengineOperator *
megengine_profile_get_operator (MegengineProfile *self,
                                guint32           i)
{
  return &g_array_index (self->operators, MegengineOperator, i);
}

static inline MegengineVar *
megengine_profile_get_var (MegengineProfile *self,
                           guint32           i)
{
  return &g_array_index (self->vars, MegengineVar, i);
}

static inline MegengineTimes *
megengine_profile_get_device (MegengineProfile *self,
                              guint32           i)
{
  return &g_array_index (self->device, MegengineTimes, i);
}

static inline MegengineTimes *
megengine_profile_get_host (MegengineProfile *self,
                            guint32           i)
{
  return &g_array_index (self->host, MegengineTimes, i);
}

static inline const char *
megengine_profile_get_comp_node (MegengineProfile *self,
                                 guint32           i)
{
  return g_ptr_array_index (self->comp_nodes.names, i);
}

static inline const char *
megengine_profile_get_thread (MegengineProfile *self,
                              guint32           i)
{
  return g_ptr_array_index (self->threads.names, i);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MegengineProfile, megengine_profile_free)

G_END_DECLS
