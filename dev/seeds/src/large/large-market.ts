import { createRandom, type Random } from '../random.ts'
import type { LargeScale } from './large-scale.ts'
import { AddressBook } from './synthetic-address.ts'

/** Words that names are composed of, so that searches for any of them find something. */
const FIRST =
  words(`aptos lazy bored cosmic pixel meta cyber mystic golden frozen wild tiny mega astro neon royal lost sleepy
  dark lucky angry happy silent crazy magic ancient galactic rusty velvet crimson paper hollow northern broken gentle electric`)
const SECOND =
  words(`monkeys apes lions pandas bears cats dogs wizards robots knights dragons punks ghosts aliens owls foxes
  frogs samurai pirates zombies birds turtles goblins vampires sharks toads wolves llamas bulls squids moths herons lanterns`)
const THIRD =
  words(`club society nation gang world dao labs genesis universe collective army pass tickets editions legends
  archive garden orchestra`)
const FOREIGN = words('café münchen été ñandú 星空 桜 москва')
const SYLLABLES = words('ba ko ri ta mu ne zo la shi fe dor van qui pel gra tho xen lum')

/**
 * Returns a collection's name: mostly three common words, often invented ones, sometimes with a number or in another
 * script.
 */
export function collectionName(random: Random, number: number): string {
  const kind = random.next()
  const parts =
    kind < 0.6
      ? [random.pick(FIRST), random.pick(SECOND), random.pick(THIRD)]
      : kind < 0.99
        ? [inventedWord(random), random.pick(random.chance(0.5) ? SECOND : THIRD)]
        : [random.pick(FOREIGN), random.pick(SECOND)]
  const name = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(' ')
  return number % 7 === 0 ? `${name} ${number}` : name
}

function inventedWord(random: Random): string {
  return Array.from({ length: random.integer(2, 3) }, () => random.pick(SYLLABLES)).join('')
}

function words(text: string): readonly string[] {
  return text.split(/\s+/)
}

/** Largest collection but the first. */
const MAX_TOKENS = 10_000

/** Initial state of the market. Tokens of one collection have consecutive numbers. */
export interface LargeMarket {
  readonly scale: LargeScale
  readonly seed: string
  readonly names: readonly string[]
  readonly collections: AddressBook
  readonly tokens: AddressBook
  readonly wallets: AddressBook
  /** Tokens of each collection, and its first token's number. */
  readonly sizes: Int32Array
  readonly firstToken: Int32Array
  readonly collectionOf: Int32Array
  /** Creator of each collection, as a wallet's number. */
  readonly creators: Int32Array
  /** Price of an item on the first day, in thousandths of an APT. */
  readonly basePrices: Float64Array
  /** Collections from the liveliest to the quietest, and in the order in which they are minted. */
  readonly byInterest: Int32Array
  readonly launches: Int32Array
}

/** Creates the market of a scale and a seed; the same for the same ones. */
export function createLargeMarket(scale: LargeScale, seed: string): LargeMarket {
  const random = createRandom(`${seed}/world`)
  const sizes = collectionSizes(scale)
  const firstToken = new Int32Array(sizes.length)
  const collectionOf = new Int32Array(scale.tokens)
  let next = 0
  for (const [collection, size] of sizes.entries()) {
    firstToken[collection] = next
    collectionOf.fill(collection, next, next + size)
    next += size
  }
  const ranks = Array.from(sizes, (_, at) => at)
  // Larger collections are livelier, more or less; and livelier ones older, more or less.
  const interest = ranks.map((at) => (at + 1) * Math.exp(0.7 * random.gaussian()))
  const launch = interest.map((value) => Math.log(value) + 4 * random.next())
  return {
    scale,
    seed,
    names: ranks.map((at) => collectionName(random, at)),
    collections: new AddressBook(seed, 'collection', scale.collections),
    tokens: new AddressBook(seed, 'token', scale.tokens),
    wallets: new AddressBook(seed, 'wallet', scale.wallets),
    sizes,
    firstToken,
    collectionOf,
    creators: Int32Array.from(ranks, () => Math.floor(random.next() ** 2 * scale.wallets)),
    basePrices: Float64Array.from(ranks, () => Math.max(10, Math.round(1_500 * Math.exp(1.4 * random.gaussian())))),
    byInterest: Int32Array.from(ranks.toSorted((a, b) => at(interest, a) - at(interest, b))),
    launches: Int32Array.from(ranks.toSorted((a, b) => at(launch, a) - at(launch, b))),
  }
}

/** Returns the numbers of all tokens in the order in which they are minted: collection by collection. */
export function mintOrder({ scale, launches, firstToken, sizes }: LargeMarket): Int32Array {
  const order = new Int32Array(scale.tokens)
  let next = 0
  for (const collection of launches) {
    const first = firstToken[collection] ?? 0
    for (let token = first; token < first + (sizes[collection] ?? 0); token += 1) order[next++] = token
  }
  return order
}

/** Returns sizes that add up to the number of tokens. The scale gives the first two; the others follow a power law. */
function collectionSizes({ collections, tokens, traitCollections }: LargeScale): Int32Array {
  const sizes = new Int32Array(collections).fill(1)
  sizes.set(traitCollections)
  let left = tokens - sizes.reduce((sum, size) => sum + size, 0)
  const weights = Array.from(sizes, (_, at) => (at < 2 ? 0 : 1 / (at + 3) ** 0.8))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (const [collection, weight] of weights.entries()) {
    const more = Math.min(left, MAX_TOKENS - 1, Math.floor((tokens * 0.9 * weight) / total))
    if (collection >= 2) sizes[collection] = 1 + more
    if (collection >= 2) left -= more
  }
  // Spreads the remainder of the cut evenly over the next ones.
  for (let collection = 2; left > 0; collection = collection + 1 < collections ? collection + 1 : 2) {
    const size = sizes[collection] ?? 0
    const more = Math.min(left, Math.max(0, Math.min(50, MAX_TOKENS - size)))
    sizes[collection] = size + more
    left -= more
  }
  return sizes
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0
}
