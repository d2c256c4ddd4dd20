import type { LiveMessage } from '../live.ts'

/** Position to read on from: after a message, or after a ledger version. */
export type FeedPlace = { readonly id: string } | { readonly version: string }

export interface FeedPage {
  readonly data: readonly LiveMessage[]
  /** More is waiting after the last one. */
  readonly hasMore: boolean
}

export interface LiveFeedOptions {
  deliver(message: LiveMessage): void
  /** Reads messages behind a place, oldest first. */
  fetchSince(place: FeedPlace): Promise<FeedPage>
  /** Ledger version of what is shown already; null begins where the first room was joined. */
  readonly sinceVersion: string | null
}

/** Messages held back while something before them is missing; more are dropped and fetched. */
const MAX_HELD = 5_000

/**
 * Delivers the messages of the feed, each once and in order, although the connection comes and goes. While something may be
 * missing, messages of the connection are held back; a back-fill fetches what is missing and releases them. Only what a room
 * missed unnoticed comes after newer messages of other rooms.
 */
export class LiveFeed {
  readonly #options: LiveFeedOptions
  readonly #held = new Map<bigint, LiveMessage>()
  /** Everything up to here is known to be delivered. */
  #confirmed: bigint | null = null
  /** Delivered messages beyond the confirmed position. */
  readonly #delivered = new Set<bigint>()
  #firstJoin: bigint | null = null
  #sinceVersion: string | null
  #isWhole = false
  #holds = 0

  constructor(options: LiveFeedOptions) {
    this.#options = options
    this.#sinceVersion = options.sinceVersion
  }

  /** Returns whether nothing is missing, as long as every room is connected. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Marks messages as possibly missing: none is delivered until the next back-fill. */
  hold(): void {
    this.#isWhole = false
    this.#holds += 1
  }

  /** Notes the server's place when a room was joined. The first one is where we begin when nothing says where else. */
  joinedAt(lastId: string): void {
    this.#firstJoin ??= BigInt(lastId)
  }

  /** Takes a message of the connection. */
  receive(message: LiveMessage): void {
    if (this.#isWhole) this.#pass(message)
    else this.#holdBack(message)
  }

  /** Notes that the server has sent every message up to this one to every room that we are in. */
  confirm(lastId: bigint): void {
    if (this.#isWhole) this.#confirm(lastId)
  }

  /**
   * Fetches what is missing, page by page, and releases what was held back. Call it once every room is acknowledged.
   * @returns `failed` when the API did not answer, `interrupted` when messages may be missing again.
   */
  async backFill(): Promise<'whole' | 'interrupted' | 'failed'> {
    const holds = this.#holds
    try {
      let page: FeedPage
      do {
        page = await this.#options.fetchSince(this.#place())
        for (const message of page.data) this.#pass(message)
        const last = page.data.at(-1)
        if (last === undefined) break
        this.#sinceVersion = null
        this.#confirm(BigInt(last.id))
      } while (page.hasMore)
    } catch {
      return 'failed'
    }
    if (holds !== this.#holds) return 'interrupted'
    this.#sinceVersion = null
    this.#confirmed ??= this.#firstJoin
    for (const id of [...this.#held.keys()].sort((a, b) => (a < b ? -1 : 1))) {
      const message = this.#held.get(id)
      if (message !== undefined) this.#pass(message)
    }
    this.#held.clear()
    this.#isWhole = true
    return 'whole'
  }

  #holdBack(message: LiveMessage): void {
    if (this.#held.size >= MAX_HELD) {
      this.#held.clear()
      this.#holds += 1
    }
    this.#held.set(BigInt(message.id), message)
  }

  #place(): FeedPlace {
    if (this.#sinceVersion !== null) return { version: this.#sinceVersion }
    return { id: String(this.#confirmed ?? this.#firstJoin ?? 0n) }
  }

  #pass(message: LiveMessage): void {
    const id = BigInt(message.id)
    if (this.#delivered.has(id) || (this.#confirmed !== null && id <= this.#confirmed)) return
    this.#delivered.add(id)
    this.#options.deliver(message)
  }

  #confirm(id: bigint): void {
    if (this.#confirmed !== null && id <= this.#confirmed) return
    this.#confirmed = id
    for (const each of this.#delivered) if (each <= id) this.#delivered.delete(each)
  }
}
