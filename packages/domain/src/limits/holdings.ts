import type { Sharer } from './client.ts'

/**
 * Returns how much of a bound a sharer may hold. One that counts for several clients has the share of each, but leaves one share to
 * others where those shares would take everything.
 */
export function shareOf({ clients }: Pick<Sharer, 'clients'>, total: number, perClient: number): number {
  const shares = perClient * clients
  return total === Number.POSITIVE_INFINITY ? shares : Math.max(perClient, Math.min(shares, total - perClient))
}

/** Counts what is held of something bounded, such as running calls or open files: by all clients, and by each sharer. */
export class Holdings {
  readonly #max: number
  readonly #perClient: number
  readonly #held = new Map<string, number>()
  #total = 0

  /** @param max of all clients. */
  constructor(max: number, perClient: number) {
    this.#max = max
    this.#perClient = perClient
  }

  get total(): number {
    return this.#total
  }

  of({ key }: Pick<Sharer, 'key'>): number {
    return this.#held.get(key) ?? 0
  }

  /** Returns whether the bound of all clients is reached. */
  get isFull(): boolean {
    return this.#total >= this.#max
  }

  /** Returns whether these sharers may hold one more, as far as their own shares go. */
  hasShareLeft(sharers: readonly Sharer[]): boolean {
    return sharers.every((sharer) => this.of(sharer) < shareOf(sharer, this.#max, this.#perClient))
  }

  add(sharers: readonly Sharer[], count = 1): void {
    this.#total += count
    for (const { key } of sharers) this.#held.set(key, (this.#held.get(key) ?? 0) + count)
  }

  remove(sharers: readonly Sharer[], count = 1): void {
    this.#total -= count
    for (const { key } of sharers) {
      const left = (this.#held.get(key) ?? 0) - count
      if (left > 0) this.#held.set(key, left)
      else this.#held.delete(key)
    }
  }
}

/** Returns the most that one of these sharers holds, divided by the clients that it counts for. */
export function loadOf(sharers: readonly Sharer[], held: Holdings): number {
  let load = 0
  for (const sharer of sharers) load = Math.max(load, held.of(sharer) / sharer.clients)
  return load
}

/**
 * Returns the newest entry of the client that holds most, within the sharer that holds most for its size; of clients that hold as much, the one
 * whose entries cost most. A full queue refuses that entry, so that no client pays for another. It runs for each entry that arrives at a full
 * queue, so it allocates nothing per queued entry.
 */
export function lastOfLargest<Entry>(
  entries: readonly Entry[],
  sharersOf: (entry: Entry) => readonly Sharer[],
  held: Holdings,
  costOf: (entry: Entry) => number = () => 1,
): Entry | undefined {
  let found: Entry | undefined
  let [most, ownMost, costMost] = [0, 0, 0]
  for (const entry of entries) {
    const sharers = sharersOf(entry)
    const load = loadOf(sharers, held)
    if (found !== undefined && load < most) continue
    const [client] = sharers
    const own = client === undefined ? 0 : held.of(client) / client.clients
    const cost = costOf(entry)
    if (found !== undefined && (load - most || own - ownMost || cost - costMost) < 0) continue
    found = entry
    most = load
    ownMost = own
    costMost = cost
  }
  return found
}
