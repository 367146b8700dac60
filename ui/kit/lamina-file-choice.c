/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-file-choice.h"

#define KEPT_SECONDS 60
#define CHOICE "lamina-file-choice"

/* @owner has it while the chooser is on the screen. */
typedef struct
{
  GtkWidget *owner;
  GtkFileChooserNative *chooser;
  LaminaFileChosen chosen;
  gpointer data;
  GDestroyNotify free_data;
} Choice;

static gboolean
drop (gpointer chooser)
{
  g_object_unref (chooser);
  return G_SOURCE_REMOVE;
}

/*
 * GTK 4.8 asks about files of the folder while they change, and takes each answer to the widget of its dialog, whether that is
 * still there or not. What a program writes where it was told to is such a change. Nobody says when the last answer is in.
 */
static void
take_away (GtkFileChooserNative *chooser)
{
  gtk_native_dialog_hide (GTK_NATIVE_DIALOG (chooser));
  g_timeout_add_seconds_full (G_PRIORITY_LOW, KEPT_SECONDS, drop, chooser, NULL);
}

/* From now on nobody calls for it. */
static void
detach (Choice *self)
{
  g_signal_handlers_disconnect_by_data (self->owner, self);
  g_signal_handlers_disconnect_by_data (self->chooser, self);
  g_object_set_data (G_OBJECT (self->owner), CHOICE, NULL);
}

static void
choice_free (Choice *self)
{
  take_away (self->chooser);
  if (self->free_data)
    self->free_data (self->data);
  g_free (self);
}

static void
on_response (Choice *self,
             int     response)
{
  g_autoptr (GtkWidget) owner = g_object_ref (self->owner);

  detach (self);
  if (response == GTK_RESPONSE_ACCEPT)
    self->chosen (owner, GTK_FILE_CHOOSER (self->chooser), self->data);
  choice_free (self);
}

static void
give_up (Choice *self)
{
  detach (self);
  choice_free (self);
}

static void
on_root (Choice *self)
{
  if (gtk_widget_get_root (self->owner) == NULL)
    give_up (self);
}

gboolean
lamina_file_choice_is_open (GtkWidget *owner)
{
  g_return_val_if_fail (GTK_IS_WIDGET (owner), FALSE);

  return g_object_get_data (G_OBJECT (owner), CHOICE) != NULL;
}

void
lamina_file_choice_ask (GtkFileChooserNative *chooser,
                        GtkWidget            *owner,
                        LaminaFileChosen      chosen,
                        gpointer              data,
                        GDestroyNotify        free_data)
{
  Choice *self;

  g_return_if_fail (GTK_IS_FILE_CHOOSER_NATIVE (chooser));
  g_return_if_fail (GTK_IS_WIDGET (owner) && !lamina_file_choice_is_open (owner));

  self = g_new (Choice, 1);
  *self = (Choice) { owner, chooser, chosen, data, free_data };
  g_object_set_data (G_OBJECT (owner), CHOICE, self);
  g_signal_connect_swapped (chooser, "response", G_CALLBACK (on_response), self);
  g_signal_connect_swapped (owner, "destroy", G_CALLBACK (give_up), self);
  g_signal_connect_swapped (owner, "notify::root", G_CALLBACK (on_root), self);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
