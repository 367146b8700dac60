/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"
#include "lamina-tensor-groups.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TENSOR_GROUP_LIST (lamina_tensor_group_list_get_type ())

/**
 * LaminaTensorGroupList:
 *
 * A table of tensors by what they have in common: how many, how large together, and the largest of them. A row selects
 * the largest tensor of its group.
 *
 * Signals: `sorted`, when a heading was clicked; `opened` with a group (#guint), when its tensors are asked for.
 */
G_DECLARE_FINAL_TYPE (LaminaTensorGroupList, lamina_tensor_group_list, LAMINA, TENSOR_GROUP_LIST, GtkWidget)

/**
 * lamina_tensor_group_list_set_groups:
 * @self: a list
 * @session: (nullable): whose tensors they are
 * @grouping: what they have in common
 * @groups: (nullable) (element-type LaminaTensorGroup): the groups in their order
 */
void lamina_tensor_group_list_set_groups (LaminaTensorGroupList *self,
                                          LaminaSession         *session,
                                          LaminaTensorGrouping   grouping,
                                          GArray                *groups);

/**
 * lamina_tensor_group_list_get_group:
 * @self: a list
 * @position: a group
 *
 * Returns: (transfer none): the group there
 */
const LaminaTensorGroup *lamina_tensor_group_list_get_group (LaminaTensorGroupList *self,
                                                             guint                  position);

/**
 * lamina_tensor_group_list_get_sort:
 * @self: a list
 * @column: (out): what it is to be sorted by
 * @descending: (out): whether the largest stand first
 */
void lamina_tensor_group_list_get_sort (LaminaTensorGroupList   *self,
                                        LaminaTensorGroupColumn *column,
                                        gboolean                *descending);

G_END_DECLS
