import { hash } from 'node:crypto'
import { formatMicros } from '@opal/domain/time'
import { cidOf } from '../art/cid.ts'
import { DEMO_COLLECTIONS } from '../art/demo-collections.ts'
import { writeCollectionOffer, writeTokenOffer } from './bids.ts'
import type { PastState } from './past-state.ts'
import type { PastWriter } from './past-writer.ts'
import { feesOf, octasOf } from './prices.ts'

/** A time long ago: nothing waits to be fetched. */
const FETCHED = '2026-01-01 00:00:00+00'

/** The images of the demo market serve here, too: each collection borrows one's style. */
export function borrowedImage(collection: number, file: string | number): string {
  const demo = DEMO_COLLECTIONS[collection % DEMO_COLLECTIONS.length]
  if (demo === undefined) return ''
  const name = typeof file === 'string' ? file : 1 + (file % demo.supply)
  return `ipfs://${cidOf(demo.slug)}/${name}.svg`
}

/** Returns the folder of a made-up collection's own metadata. */
export function folderOf(seed: string, collection: number): string {
  return `ipfs://${cidOf(`${seed}/${collection}`)}`
}

/** Collections with their current stats and open bids. */
export function writeCollection(state: PastState, writer: PastWriter, collection: number): void {
  const { market, sinks } = writer
  const id = market.collections.of(collection)
  const first = market.firstToken[collection] ?? 0
  const supply = market.sizes[collection] ?? 0
  const creator = market.wallets.of(market.creators[collection] ?? 0)
  const version = state.mintVersion[first] ?? 0
  const uri = `${folderOf(market.seed, collection)}/collection.json`
  const name = market.names[collection] ?? ''
  const made = [true, true, null, 'v2', null, version, formatMicros(BigInt(state.mintAt[first] ?? 0))]
  sinks.collections.write([id, creator, name, `All there is to know of ${name}.`, uri, supply, null, supply, ...made])
  sinks.royalties.write([id, creator, 5, 100, version])
  const image = borrowedImage(collection, 'collection')
  sinks.metadata.write([uri, 'ready', image, null, null, 1, FETCHED, null])
  writeStats(state, writer, collection)
  for (const offer of state.offers.get(collection) ?? []) writeCollectionOffer(writer, collection, offer, 'open')
}

function writeStats(state: PastState, { market, sinks, endMicros }: PastWriter, collection: number): void {
  const live = (state.offers.get(collection) ?? []).filter(
    ({ expiresAtSeconds }) => expiresAtSeconds === null || expiresAtSeconds > endMicros / 1e6,
  )
  const topBid = live.reduce((most, { price }) => Math.max(most, price), 0)
  const bestSale = state.bestSale[collection] ?? 0
  const orNone = (milli: number) => (milli === 0 ? null : octasOf(milli))
  sinks.stats.write([
    market.collections.of(collection),
    orNone(state.floorOf(collection)),
    orNone(topBid),
    state.listed[collection] ?? 0,
    state.owners[collection] ?? 0,
    market.sizes[collection] ?? 0,
    octasOf(state.volume[collection] ?? 0),
    state.sales[collection] ?? 0,
    orNone(state.lastSale[collection] ?? 0),
    bestSale === 0 ? null : feesOf(bestSale).seller,
    lastMintMicros(state, collection),
    state.hasSeveralMinters[collection] === 1,
    state.lastVersion[collection] ?? 0,
  ])
}

/** Tokens of a collection are minted in their order. */
function lastMintMicros(state: PastState, collection: number): number | null {
  const minted = state.minted[collection] ?? 0
  if (minted === 0) return null
  return state.mintAt[(state.market.firstToken[collection] ?? 0) + minted - 1] ?? null
}

/** Writes offers on single tokens. */
export function writeTokenOffers(state: PastState, writer: PastWriter): void {
  for (const [token, offer] of state.tokenOffers) writeTokenOffer(state, writer, token, offer, 'open')
}

/** Sizes and colours of all images that are borrowed. */
export function writeImages({ sinks }: PastWriter): void {
  for (const [at, { supply }] of DEMO_COLLECTIONS.entries()) {
    const numbers = Array.from({ length: supply }, (_, number) => borrowedImage(at, number))
    for (const src of [borrowedImage(at, 'collection'), ...numbers]) {
      const colour = `#${hash('sha256', src, 'hex').slice(0, 6)}`
      sinks.images.write([src, 'ready', 640, 640, colour, 1, FETCHED, null])
    }
  }
}
