import type { Address } from '@opal/domain/address'
import type { ListingTerms } from '@opal/domain/prices/listing-terms'
import { timeOf } from './market-story.ts'

/** A listing of the reference market. */
export interface TermedListing {
  readonly id: Address
  readonly seller: Address
  readonly price: bigint
  readonly terms: ListingTerms | null
}

const MINUTE = 60n

/** Returns the terms that a move means: falls that are over soon or late, expiries, single buyers, and mixtures. */
export function termsOfMove(version: bigint, price: bigint, amount: number, buyer: Address): ListingTerms {
  const now = timeOf(version) / 1_000_000n
  const lasting = ((price / 50_000n) % 9n) * 7n * MINUTE + 90n
  const fall = { endOctas: price / 3n + 1n, fromSeconds: now - 30n, untilSeconds: now + lasting }
  return {
    fall: amount === 2 ? null : fall,
    expiresAtSeconds: amount === 1 ? null : now + lasting / 2n + 7n,
    reservedFor: amount === 3 && price % 100_000n === 0n ? buyer : null,
    leastOctas: 0n,
  }
}

/** Returns the price at a moment, step by step from the beginning; no formula of ours. */
export function askedAt({ price, terms }: TermedListing, micros: bigint): bigint {
  const fall = terms?.fall
  const now = micros / 1_000_000n
  if (fall == null || now <= fall.fromSeconds) return price
  if (now >= fall.untilSeconds) return fall.endOctas
  const lasting = fall.untilSeconds - fall.fromSeconds
  const hundredth = lasting % 100n === 0n ? lasting / 100n : lasting / 100n + 1n
  const step = hundredth > MINUTE ? hundredth : MINUTE
  let at = fall.fromSeconds
  while (at + step <= now) at += step
  return fall.endOctas + ((price - fall.endOctas) * (fall.untilSeconds - at)) / lasting
}

/** Returns whether a listing has expired at a moment. */
export function isOver({ terms }: TermedListing, micros: bigint): boolean {
  return terms?.expiresAtSeconds != null && terms.expiresAtSeconds * 1_000_000n <= micros
}

/** Returns whether anyone can buy a listing at a moment. */
export function isPublic(listing: TermedListing, micros: bigint): boolean {
  return !isOver(listing, micros) && listing.terms?.reservedFor == null
}

/** Finds the moments of whole seconds between two others at which listings cost something else, or can no longer be bought. */
export function turnsBetween(listings: readonly TermedListing[], after: bigint, before: bigint): readonly bigint[] {
  const termed = listings.filter(({ terms }) => terms !== null)
  if (termed.length === 0) return []
  const bookAt = (micros: bigint) =>
    termed.map((each) => (isPublic(each, micros) ? askedAt(each, micros) : null)).join()
  const turns: bigint[] = []
  let last = bookAt(after)
  for (let micros = after - (after % 1_000_000n) + 1_000_000n; micros < before; micros += 1_000_000n) {
    const next = bookAt(micros)
    if (next !== last) turns.push(micros)
    last = next
  }
  return turns
}
