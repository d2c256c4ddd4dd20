import { oncePer } from '../kept/once-per.ts'
import type { ListedTokens } from './trait-query.ts'

/** What is for sale in the order of prices, so that a price range is a piece of it and the first one met is the cheapest. */
export interface PriceOrder {
  /** Cheapest first, ties by position. */
  readonly tokens: Uint32Array
  readonly prices: BigUint64Array
  /** Those that were written already, by place. */
  readonly texts: (string | undefined)[]
}

/** Sorted once for each state of a collection's listings. */
export const priceOrder = oncePer((listed: ListedTokens): PriceOrder => {
  const entries = [...listed.prices].map(([token, price]) => ({ token, price, about: Number(price) }))
  entries.sort(
    (left, right) =>
      left.about - right.about ||
      (left.price === right.price ? left.token - right.token : left.price < right.price ? -1 : 1),
  )
  return {
    tokens: Uint32Array.from(entries, ({ token }) => token),
    prices: BigUint64Array.from(entries, ({ price }) => price),
    texts: new Array<string | undefined>(entries.length),
  }
})

/** A price in octas as decimal text, written once. */
export function priceText({ prices, texts }: PriceOrder, place: number): string {
  const known = texts[place]
  if (known !== undefined) return known
  const text = String(prices[place] ?? 0n)
  texts[place] = text
  return text
}

/** First place whose price is at least so much. */
export function placeOfPrice({ prices }: PriceOrder, octas: bigint): number {
  let [low, high] = [0, prices.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((prices[middle] ?? 0n) < octas) low = middle + 1
    else high = middle
  }
  return low
}
