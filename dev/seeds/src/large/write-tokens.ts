import type { Address } from '@opal/domain/address'
import { formatMicros } from '@opal/domain/time'
import { rankByRarity } from '@opal/domain/tokens/rarity'
import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import { createRandom, type Random } from '../random.ts'
import type { PastState } from './past-state.ts'
import type { PastWriter } from './past-writer.ts'
import { writeListing, writeLot } from './trades.ts'
import { borrowedImage, folderOf } from './write-collections.ts'

/** Values of each of the eight traits that the first two collections have. */
const RICH = [5, 8, 12, 20, 30, 40, 60, 100]
const RICH_NAMES = ['Mood', 'Hat', 'Eyes', 'Fur', 'Shirt', 'Backdrop', 'Charm', 'Motto']
const PLAIN = [3, 5, 7, 9]
const PLAIN_NAMES = ['Colour', 'Shape', 'Material', 'Origin']

/** Returns a token's traits; common values come first, rare ones last. */
function syntheticTraits(random: Random, isRich: boolean): readonly TokenTrait[] {
  const counts = isRich ? RICH : PLAIN
  const names = isRich ? RICH_NAMES : PLAIN_NAMES
  return counts.flatMap((count, at) => {
    const name = names[at] ?? ''
    // A few lack one: that is rare, too.
    if (!isRich && random.chance(0.05)) return []
    return [{ trait_type: name, value: `${name} ${Math.floor(count * random.next() ** 2) + 1}` }]
  })
}

const FETCHED = '2026-01-01 00:00:00+00'
/** Collections that get the parts of their tokens' scores, too: they would be half of all bytes. */
const EXPLAINED = 20
/** Larger collections are not ranked. @source store, write/refresh-rarity */
const MAX_RANKED = 50_000

/** Tokens between two pauses: what the connections have not taken yet is held in memory. */
const TOKENS_BETWEEN_PAUSES = 10_000

/**
 * Writes a collection's tokens as they stand: who holds them, for how much they are listed, their traits, how rare they are.
 * Yields now and then, so that the caller can wait for connections that are behind.
 */
export function* writeTokensOf(state: PastState, writer: PastWriter, collection: number): Generator<void> {
  const { market, sinks } = writer
  const random = createRandom(`${market.seed}/traits/${collection}`)
  const first = market.firstToken[collection] ?? 0
  const size = market.sizes[collection] ?? 0
  const isRanked = size <= MAX_RANKED
  const ranked: { readonly tokenDataId: Address; readonly traits: readonly TokenTrait[] }[] = []
  const folder = folderOf(market.seed, collection)
  const noun = (market.names[collection] ?? '').split(' ')[1] ?? 'Item'
  for (let at = 0; at < size; at += 1) {
    const token = first + at
    const traits = syntheticTraits(random, collection < 2)
    if (isRanked) ranked.push({ tokenDataId: market.tokens.of(token), traits })
    const uri = `${folder}/${at + 1}.json`
    writeToken(state, writer, token, { noun, number: at + 1, uri })
    const attributes = JSON.stringify(traits)
    sinks.metadata.write([uri, 'ready', borrowedImage(collection, at), null, attributes, 1, FETCHED, null])
    if (at % TOKENS_BETWEEN_PAUSES === TOKENS_BETWEEN_PAUSES - 1) yield
  }
  const id = market.collections.of(collection)
  for (const { tokenDataId, rank, score, breakdown } of rankByRarity(ranked)) {
    sinks.rarity.write([tokenDataId, id, rank, score, collection < EXPLAINED ? JSON.stringify(breakdown) : '[]'])
  }
}

function writeToken(
  state: PastState,
  writer: PastWriter,
  token: number,
  { noun, number, uri }: { readonly noun: string; readonly number: number; readonly uri: string },
): void {
  const { market, sinks } = writer
  const id = market.tokens.of(token)
  const collectionId = market.collections.of(state.collectionOf(token))
  const owner = market.wallets.of(state.owner[token] ?? 0)
  const minted = [state.mintVersion[token] ?? 0, formatMicros(BigInt(state.mintAt[token] ?? 0))]
  const held = [state.acquiredVersion[token] ?? 0, formatMicros(BigInt(state.acquiredAt[token] ?? 0))]
  sinks.tokens.write([
    id,
    collectionId,
    `${noun} #${number}`,
    '',
    uri,
    '{}',
    null,
    null,
    null,
    'v2',
    false,
    0,
    false,
    ...minted,
  ])
  sinks.ownerships.write([id, 0, owner, id, 1, 'v2', null, null, false, false, false, ...held])
  // The last column is what `market.name_key` makes of its name.
  sinks.holders.write([id, 0, owner, collectionId, 1, `${noun} #${String(number).padStart(10, '0')}`])
  writeLot(state, writer, token)
  if ((state.listPrice[token] ?? 0) > 0) writeListing(state, writer, token, 'open')
}
