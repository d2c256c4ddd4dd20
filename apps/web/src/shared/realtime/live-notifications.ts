import type { Notification } from '@opal/contract/notifications'

type Listener = (notification: Notification) => void
const listeners = new Set<Listener>()

/** Hears what the signed-in wallet is told, until the returned function is called. */
export function listenNotifications(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hands something the wallet was told to everyone who listens. */
export function deliverNotification(notification: Notification): void {
  for (const listener of [...listeners]) listener(notification)
}
