import { sha256 } from '@noble/hashes/sha2.js'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

/** A stream of random values that is the same for the same seed text, on every machine. */
export interface Random {
  /** Returns a float in [0, 1). */
  next(): number
  /** Returns a float in [from, to). */
  between(from: number, to: number): number
  /** Returns an integer from `from` to `to`, both included. */
  integer(from: number, to: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Picks by weight; weights need not add up to anything. */
  weighted<Item extends { readonly weight: number }>(items: readonly Item[]): Item
  /** Normal distribution with mean 0 and deviation 1. */
  gaussian(): number
  shuffled<Item>(items: readonly Item[]): Item[]
}

/** Opens the stream of a seed text. */
export function createRandom(seed: string): Random {
  const digest = new DataView(sha256(new TextEncoder().encode(seed)).buffer)
  const state = [0, 4, 8, 12].map((at) => digest.getInt32(at))
  const generator = xoroshiro128plusFromState(state)
  const next = (): number => uniformFloat64(generator)
  const integer = (from: number, to: number): number => uniformInt(generator, from, to)
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new RangeError('there is nothing to pick from')
    return items[integer(0, items.length - 1)] as Item
  }
  return {
    next,
    integer,
    pick,
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    weighted: (items) => pickWeighted(items, next()),
    gaussian: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffled: (items) => shuffle([...items], integer),
  }
}

function pickWeighted<Item extends { readonly weight: number }>(items: readonly Item[], at: number): Item {
  let left = at * items.reduce((sum, item) => sum + item.weight, 0)
  for (const item of items) {
    left -= item.weight
    if (left < 0) return item
  }
  const last = items.at(-1)
  if (last === undefined) throw new RangeError('there is nothing to pick from')
  return last
}

function shuffle<Item>(items: Item[], integer: (from: number, to: number) => number): Item[] {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = integer(0, index)
    const held = items[index] as Item
    items[index] = items[other] as Item
    items[other] = held
  }
  return items
}
