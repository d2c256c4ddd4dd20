import type { Activity } from '@opal/contract/activities'
import type { Page, WebSocketRoute } from 'playwright-core'

const sockets = new WeakMap<Page, WebSocketRoute>()

/** Listens in on the page's live connection, so that something can be told through it. */
export async function tapLive(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer()
    sockets.set(page, socket)
  })
}

/** The live connection never comes. */
export async function cutLive(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await page.route(/socket\.io/, (route) => route.abort())
}

/** Sends the page a live activity, as often as given. */
export function emitActivity(page: Page, activity: Activity, times: number): void {
  const version = BigInt(activity.version)
  for (let time = 1; time <= times; time += 1) {
    const id = String(4_000_000_000_000_000n + version + BigInt(time))
    const told = { ...activity, id: `${activity.version}-${9000 + time}`, atMicros: String(Date.now() * 1000) }
    const { collectionId } = activity
    const message = { kind: 'activity', id, collectionId, version: activity.version, at: told.atMicros, activity: told }
    sockets.get(page)?.send(`42${JSON.stringify(['activity', message])}`)
  }
}
