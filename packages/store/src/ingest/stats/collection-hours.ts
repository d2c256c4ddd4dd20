import { HOUR_MICROS } from '@opal/domain/time'
import type { CollectionHourRow } from '../../schema/stats.ts'

/** The listings at the end of an hour, valid until the next step. */
export type BookStep = Pick<CollectionHourRow, 'hour_micros' | 'floor_octas' | 'listed_count'>

/** Sales of one hour. */
export type Sold = Pick<CollectionHourRow, 'hour_micros' | 'volume_octas' | 'sales'>

/** By how much the number of owners grew in one hour. */
export interface OwnerTurn {
  readonly hour_micros: bigint
  readonly delta: bigint
}

/** Inputs of the hours of one collection, from one hour on. */
export interface HourFacts {
  /** The hours in which a listing came or went. */
  readonly book: readonly BookStep[]
  readonly sold: readonly Sold[]
  readonly owners: readonly OwnerTurn[]
  /** The last hour before, if there is any. */
  readonly before: CollectionHourRow | undefined
}

/** Rows of one of several collections. */
export type OfCollection<Row> = Row & { readonly collection_id: string }

/** Returns the key of an hour of a collection. */
export function hourKey({ collection_id, hour_micros }: OfCollection<{ readonly hour_micros: bigint }>): string {
  return `${collection_id}/${hour_micros}`
}

/** Groups rows by their collection. */
export function byCollection<Row extends { readonly collection_id: string }>(rows: readonly Row[]) {
  return Map.groupBy(rows, (row) => row.collection_id)
}

/** Returns the start of the hour in which a moment falls. */
export function hourOf(micros: bigint): bigint {
  return micros - (micros % HOUR_MICROS)
}

/**
 * Returns the hours, from the given one on, in which something was sold or a listing or an owner came or went:
 * what was sold in each; floor, listed count and owners at its end.
 */
export function toHourRows(collection_id: string, since: bigint, facts: HourFacts): readonly CollectionHourRow[] {
  const sold = new Map(facts.sold.map((row) => [row.hour_micros, row]))
  const owners = new Map(facts.owners.map((row) => [row.hour_micros, row.delta]))
  const book = new Map(facts.book.map((step) => [step.hour_micros, step]))
  const hours = new Set([...sold.keys(), ...owners.keys(), ...book.keys()].filter((hour) => hour >= since))
  let ownerCount = facts.before?.owner_count ?? 0n
  let current: Omit<BookStep, 'hour_micros'> = facts.before ?? { floor_octas: null, listed_count: 0n }
  return [...hours].sort(ascending).map((hour_micros) => {
    ownerCount += owners.get(hour_micros) ?? 0n
    current = book.get(hour_micros) ?? current
    return {
      collection_id,
      hour_micros,
      volume_octas: sold.get(hour_micros)?.volume_octas ?? 0n,
      sales: sold.get(hour_micros)?.sales ?? 0n,
      floor_octas: current.floor_octas,
      listed_count: current.listed_count,
      owner_count: ownerCount,
    }
  })
}

/** When a listing could be bought at a price. */
export interface ListedSpan {
  readonly from_micros: bigint
  /** Null: it still can. */
  readonly to_micros: bigint | null
  readonly price_octas: bigint
}

/** Returns the listings of one collection at the end of each hour in which one of them began or ended, from all its spans in any order. */
export function toBookSteps(spans: readonly ListedSpan[]): readonly BookStep[] {
  const begun = Map.groupBy(spans, (span) => hourOf(span.from_micros))
  const ended = Map.groupBy(
    spans.filter((span) => span.to_micros !== null),
    (span) => hourOf(span.to_micros ?? 0n),
  )
  const prices = new Prices()
  return [...new Set([...begun.keys(), ...ended.keys()])].sort(ascending).map((hour_micros) => {
    for (const { price_octas } of begun.get(hour_micros) ?? []) prices.add(price_octas)
    for (const { price_octas } of ended.get(hour_micros) ?? []) prices.remove(price_octas)
    return { hour_micros, floor_octas: prices.lowest(), listed_count: BigInt(prices.size) }
  })
}

/** A multiset of prices that returns its lowest: a binary heap with lazy deletion. */
class Prices {
  readonly #heap: bigint[] = []
  readonly #counts = new Map<bigint, number>()
  size = 0

  add(price: bigint): void {
    const count = this.#counts.get(price) ?? 0
    this.#counts.set(price, count + 1)
    this.size += 1
    if (count === 0) this.#push(price)
  }

  remove(price: bigint): void {
    this.#counts.set(price, (this.#counts.get(price) ?? 0) - 1)
    this.size -= 1
  }

  lowest(): bigint | null {
    while (this.#heap[0] !== undefined && (this.#counts.get(this.#heap[0]) ?? 0) === 0) this.#pop()
    return this.#heap[0] ?? null
  }

  #push(price: bigint): void {
    const heap = this.#heap
    let at = heap.push(price) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if ((heap[above] as bigint) <= price) break
      heap[at] = heap[above] as bigint
      at = above
    }
    heap[at] = price
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      const [left, right] = [heap[below] as bigint, heap[below + 1]]
      const least = right !== undefined && right < left ? below + 1 : below
      if ((heap[least] as bigint) >= last) break
      heap[at] = heap[least] as bigint
      at = least
    }
    heap[at] = last
  }
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
