/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"
#include "lamina-tensor-groups.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TENSOR_GROUP_LIST (lamina_tensor_group_list_get_type ())

/*
 * A table of tensors by what they have in common: how many, how large together, and the largest of them. A row selects
 * the largest tensor of its group.
 *
 * Signals: `sorted`, when a heading was clicked; `opened` with a group (guint), when its tensors are asked for.
 */
G_DECLARE_FINAL_TYPE (LaminaTensorGroupList, lamina_tensor_group_list, LAMINA, TENSOR_GROUP_LIST, GtkWidget)

/* Groups of tensors of a session, of LaminaTensorGroup and in their order, by what they have in common; or none. */
void lamina_tensor_group_list_set_groups (LaminaTensorGroupList *self,
                                          LaminaSession         *session,
                                          LaminaTensorGrouping   grouping,
                                          GArray                *groups);

const LaminaTensorGroup *lamina_tensor_group_list_get_group (LaminaTensorGroupList *self,
                                                             guint                  position);

/* What it is to be sorted by, and whether the largest stand first. */
void lamina_tensor_group_list_get_sort (LaminaTensorGroupList   *self,
                                        LaminaTensorGroupColumn *column,
                                        gboolean                *descending);

G_END_DECLS
