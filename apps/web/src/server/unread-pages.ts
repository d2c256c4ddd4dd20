import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import type { Client } from '@opal/domain/limits/client'
import { Holdings, lastOfLargest } from '@opal/domain/limits/holdings'

/** Pages that wait for their readers: each holds up to half a megabyte, and a compressor of two. */
const MAX_UNREAD = 100
/** Files of the build that wait for their readers: each is open, and holds what was read of it ahead. */
export const MAX_UNREAD_FILES = 500
/** Longest time for which a page that its API keeps waiting counts as being rendered, milliseconds. */
const MAX_RENDER_MS = 10_000
/** For how long in all the reader of a page may keep it waiting, milliseconds. */
const MAX_STALL_MS = 1_000
const POLL_MS = 100

/** Waits until a begun page is rendered: it is sent, or waits for its reader, who may take any time for it. */
export async function rendered(response: ServerResponse): Promise<void> {
  const late = new AbortController()
  let waitedMs = 0
  const polling = setInterval(() => {
    if (response.writableLength > 0) waitedMs += POLL_MS
    if (waitedMs >= MAX_STALL_MS) late.abort()
  }, POLL_MS)
  const signal = AbortSignal.any([late.signal, AbortSignal.timeout(MAX_RENDER_MS)])
  await finished(response, { signal }).catch(() => undefined)
  clearInterval(polling)
}

interface UnreadPage {
  readonly client: Client
  readonly response: ServerResponse
}

/**
 * Counts a page or a file until it is sent or its reader has gone. Where too many wait, a connection of the client with most of them is closed;
 * of clients with as many, the one that has waited longest. Otherwise enough addresses with one slowly read page each would have all other pages
 * closed.
 */
export type CountPage = (client: Client, response: ServerResponse) => void

/** Creates the count. */
export function countUnreadPages(max = MAX_UNREAD): CountPage {
  const held = new Holdings(max, max)
  const pages = new Set<UnreadPage>()
  const release = (page: UnreadPage): void => {
    if (pages.delete(page)) held.remove(page.client)
  }
  return (client, response) => {
    if (response.closed) return
    const page = { client, response }
    pages.add(page)
    held.add(client)
    response.once('close', () => release(page))
    if (held.total <= max) return
    const excess = lastOfLargest([...pages].reverse(), (one) => one.client, held) ?? page
    release(excess)
    excess.response.destroy()
  }
}
