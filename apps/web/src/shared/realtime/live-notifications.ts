import type { Notification } from '@opal/contract/notifications'

type Listener = (notification: Notification) => void
const listeners = new Set<Listener>()

/** Subscribes to notifications of the signed-in wallet. @returns unsubscribes. */
export function listenNotifications(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Delivers a notification to all listeners. */
export function deliverNotification(notification: Notification): void {
  for (const listener of [...listeners]) listener(notification)
}
