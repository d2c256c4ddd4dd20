import type { Client, Sharer } from '@opal/domain/limits/client'
import { shareOf } from '@opal/domain/limits/holdings'
import { LocalCounts } from '@opal/domain/limits/local-counts'
import { mediaSourceOf, SHARES_OF_SERVICE } from '@opal/domain/limits/media-source'
import { MediaBusyError } from '../media-errors.ts'

/** Duration of a fetch from which its source counts as slow, and for how long, milliseconds. */
const SLOW_MS = 5_000
const SLOW_FOR_MS = 60_000
/** All sources that were slow lately have the share of one: an attacker may register any number of names. */
const SLOW: Sharer = { key: 'slow sources', clients: 1 }
const MAX_SLOW = 5_000
/** Bytes that one source may send in a minute: 17 MB a second. */
const MAX_BYTES = 1_000_000_000
/** Bytes that one client may have fetched of all sources in a minute, for one route: the largest file, and a little. */
const MAX_BYTES_PER_CLIENT = 300_000_000
const MINUTE_MS = 60_000

/** Counts what sources cost one route, so that no source uses up the fetches of others, and no client all fetches of one source. */
export class SourceShares {
  readonly #now: () => number
  readonly #slowUntil = new Map<string, number>()
  readonly #bytes = new LocalCounts()

  /** @param now milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns a source as queues count it: content by its root and with all of its gateways, anything else by its host's owner. */
  of(src: string): readonly Sharer[] {
    const sharers = sharersOf(src)
    const isSlow = (this.#slowUntil.get(sharers[0].key) ?? 0) > this.#now()
    return isSlow ? [...sharers, SLOW] : sharers
  }

  /** Records the duration of a fetch from a source, whether or not it succeeded. */
  took(src: string, ms: number): void {
    if (ms < SLOW_MS) return
    const [{ key }] = sharersOf(src)
    this.#slowUntil.delete(key)
    this.#slowUntil.set(key, this.#now() + SLOW_FOR_MS)
    const [oldest] = this.#slowUntil.keys()
    if (this.#slowUntil.size > MAX_SLOW && oldest !== undefined) this.#slowUntil.delete(oldest)
  }

  /** Passes on what a source sends to a client, and counts it. @throws MediaBusyError when it is too much for now. */
  async *counted(src: string, body: AsyncIterable<Uint8Array>, client: Client | null): AsyncGenerator<Uint8Array> {
    const bounds = boundsOf(src, client)
    for await (const chunk of body) {
      this.#count(bounds, chunk.byteLength)
      yield chunk
    }
  }

  /** @throws MediaBusyError when a client has had all that it may for now, or a source has sent it. */
  assertLeft(src: string, client: Client | null): void {
    this.#count(boundsOf(src, client), 0)
  }

  #count(bounds: readonly Bound[], bytes: number): void {
    for (const { key, max } of bounds)
      if (this.#bytes.count(key, MINUTE_MS, this.#now(), bytes).current > max) throw new MediaBusyError()
  }
}

/** Bytes in a minute. */
interface Bound {
  readonly key: string
  readonly max: number
}

/** Returns the bounds of what a source sends to a client; those of the client first: what it may not have does not count against the source. */
function boundsOf(src: string, client: Client | null): readonly Bound[] {
  const sharers = sharersOf(src)
  // The operator's gateways send what they are asked for, of any number of sources.
  const sources = mediaSourceOf(src).isContent ? sharers.slice(0, 1) : sharers
  return [
    ...(client ?? []).flatMap((sharer) => [
      { key: `client ${sharer.key}`, max: MAX_BYTES_PER_CLIENT * sharer.clients },
      // An IPv6 site, too, leaves others a share of each source.
      ...sources.map(({ key, clients }) => ({
        key: `client ${sharer.key} of ${key}`,
        max: shareOf(sharer, MAX_BYTES * clients, MAX_BYTES_PER_CLIENT),
      })),
    ]),
    ...sources.map(({ key, clients }) => ({ key, max: MAX_BYTES * clients })),
  ]
}

function sharersOf(src: string): readonly [Sharer, ...Sharer[]] {
  const { key, service } = mediaSourceOf(src)
  const source = { key, clients: 1 }
  return service === null ? [source] : [source, { key: service, clients: SHARES_OF_SERVICE }]
}
