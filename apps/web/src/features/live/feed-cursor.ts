import type { LiveMessage } from '@opal/contract/shapes/live'

export interface FeedCursorOptions {
  deliver(message: LiveMessage): void
  /** Messages after an id, oldest first. */
  fetchSince(id: string): Promise<FeedPage>
  /** The same after a ledger version. */
  fetchSinceVersion(version: string): Promise<FeedPage>
}

interface FeedPage {
  readonly data: readonly LiveMessage[]
  /** More is waiting after the last one. */
  readonly hasMore: boolean
}

/** Remembers how far the feed was heard, so that nothing is missed and nothing is heard twice. */
export interface FeedCursor {
  /** The server's place when a room was first joined: nothing before it is asked for. */
  startAt(id: string): void
  receive(message: LiveMessage): void
  /** Fetches what was missed since the last message heard; called after every reconnect. */
  catchUp(): Promise<void>
  /** Fetches what happened since a page was rendered and before the first room was joined. @param version ledger version that it shows */
  catchUpFrom(version: string): Promise<void>
}

/** Ids kept against duplicates: messages of two rooms can arrive out of order, but only just. */
const REMEMBERED = 1000

/** Puts live messages in order: each is delivered once, and what a gap hid is fetched. */
export function createFeedCursor({ deliver, fetchSince, fetchSinceVersion }: FeedCursorOptions): FeedCursor {
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

  const catchUp = async () => {
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
  }

  return {
    startAt(id) {
      last ??= BigInt(id)
    },
    receive: hear,
    catchUp,
    async catchUpFrom(version) {
      const page = await fetchSinceVersion(version).catch(() => null)
      page?.data.forEach(hear)
      const end = page?.data.at(-1)
      if (page?.hasMore === true && end !== undefined) {
        gapFrom = BigInt(end.id)
        await catchUp()
      }
    },
  }
}

function forgetOldest(seen: Set<string>): void {
  const [oldest] = seen
  if (oldest !== undefined) seen.delete(oldest)
}
