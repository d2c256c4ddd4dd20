import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Fate of an order before the batch arrives: sold to the stranger, or for offers cancelled by the buyer. Only our
 * own marketplace changes prices and cancels offers in these histories.
 */
export type Fate = 'open' | 'sold' | 'repriced' | 'cancelled'

/** A listing of the seller's; where tokens are sold immediately, a collection offer of the buyer's. */
export interface StoryOrder {
  /** An adapter's id. */
  readonly marketplace: string
  readonly standard: 'v1' | 'v2'
  /** Initial price, asked or offered; octas. */
  readonly price: number
  readonly fate: Fate
  /** Price after the change of a repriced one. */
  readonly newPrice?: number
  /**
   * Price that the buyer accepts, the price at which the seller lists with us, or the least that a sale must
   * bring: their sum is the least of all sales together. Plain `instant_sell` does not send it.
   */
  readonly named: number
  /** Least proceeds of a sale at the named price; octas. Only `delist_and_list_many_for_at_least` sends it. */
  readonly proceeds?: number
}

/** The stranger holds a token that was sold before; in escrow it is for sale, wherever. */
export type Holder = 'buyer' | 'seller' | 'stranger' | 'escrow'

/** One batch over several marketplaces, played by the Move tests and by the TypeScript simulation. */
export interface Story {
  readonly name: string
  readonly call:
    | 'purchase_many'
    | 'try_purchase_many'
    | 'delist_and_list_many'
    | 'delist_and_list_many_for_at_least'
    | 'instant_sell'
    | 'instant_sell_for_at_least'
  readonly orders: readonly StoryOrder[]
  readonly expect: StoryEnd
}

export interface StoryEnd {
  /** The batch is undone. Codes are given where the refusing module is ours or the framework's. */
  readonly abort: { readonly module: string; readonly code: number } | 'elsewhere' | null
  readonly holders: readonly Holder[]
  /** Octas gained since the batch began; who has as much as before is left out. */
  readonly gained: Readonly<Partial<Record<'buyer' | 'seller' | 'treasury', number>>>
  /** Outcome and cost of each order that was tried. */
  readonly tried: readonly (readonly [number, number])[]
  /** Prices of the listings that the batch placed with us. */
  readonly placed: readonly number[]
}

/** Returns whether tokens are sold into offers. */
export function isSale(call: Story['call']): boolean {
  return call.startsWith('instant_sell')
}

/** Returns whether listings move to our own marketplace. */
export function isMove(call: Story['call']): boolean {
  return call.startsWith('delist_and_list_many')
}

/** Returns the written stories; `random-stories.ts` makes more. */
export function readStories(): readonly Story[] {
  const file = join(import.meta.dirname, '../../scenarios/aggregator/books.json')
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Story[]
}
