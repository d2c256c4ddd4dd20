import type { Activity } from '@opal/contract/activities'
import type { Page, WebSocketRoute } from 'playwright-core'

const sockets = new WeakMap<Page, WebSocketRoute>()

/** Intercepts the page's live connection, so that {@link emitActivity} can send messages through it. */
export async function tapLive(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer()
    sockets.set(page, socket)
  })
}

/** Refuses the page's live connection. */
export async function cutLive(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await page.route(/socket\.io/, (route) => route.abort())
}

/** Sends the page a live activity some times. @throws Error before the page is connected through {@link tapLive} */
export function emitActivity(page: Page, activity: Activity, times: number): void {
  const socket = sockets.get(page)
  if (socket === undefined) throw new Error('the page has no live connection')
  const version = BigInt(activity.version)
  for (let time = 1; time <= times; time += 1) {
    const id = String(4_000_000_000_000_000n + version + BigInt(time))
    const emitted = { ...activity, id: `${activity.version}-${9000 + time}`, atMicros: String(Date.now() * 1000) }
    const { collectionId } = activity
    const message = {
      kind: 'activity',
      id,
      collectionId,
      version: activity.version,
      at: emitted.atMicros,
      activity: emitted,
    }
    socket.send(`42${JSON.stringify(['activity', message])}`)
  }
}
