import type { LiveMessage } from '@opal/contract/shapes/live'

export interface FeedCursorOptions {
  deliver(message: LiveMessage): void
  /** Messages after an id, oldest first. */
  fetchSince(id: string): Promise<{ readonly data: readonly LiveMessage[]; readonly hasMore: boolean }>
}

/** Remembers how far the feed was heard, so that nothing is missed and nothing is heard twice. */
export interface FeedCursor {
  /** The server's place when a room was first joined: nothing before it is asked for. */
  startAt(id: string): void
  receive(message: LiveMessage): void
  /** Fetches what was missed since the last message heard; called after every reconnect. */
  catchUp(): Promise<void>
}

/** Ids kept against duplicates: messages of two rooms can arrive out of order, but only just. */
const REMEMBERED = 1000

export function createFeedCursor({ deliver, fetchSince }: FeedCursorOptions): FeedCursor {
  let last: bigint | null = null
  let gapFrom: bigint | null = null
  const seen = new Set<string>()

  const hear = (message: LiveMessage) => {
    if (seen.has(message.id)) return
    seen.add(message.id)
    if (seen.size > REMEMBERED) forgetOldest(seen)
    const id = BigInt(message.id)
    if (last === null || id > last) last = id
    deliver(message)
  }

  return {
    startAt(id) {
      last ??= BigInt(id)
    },
    receive: hear,
    async catchUp() {
      // Messages that arrive meanwhile move `last`, so the gap is walked with a mark of its own. A walk that fails leaves
      // the mark for the next one.
      gapFrom ??= last
      while (gapFrom !== null) {
        const page = await fetchSince(String(gapFrom)).catch(() => null)
        if (page === null) return
        page.data.forEach(hear)
        const end = page.data.at(-1)
        gapFrom = page.hasMore && end !== undefined ? BigInt(end.id) : null
      }
    },
  }
}

function forgetOldest(seen: Set<string>): void {
  const [oldest] = seen
  if (oldest !== undefined) seen.delete(oldest)
}
