import type { Attribute, TokenDetail } from '@opal/contract/shapes/token'
import { readCollections } from '@opal/store/read/read-collections'
import { readRoyalties } from '@opal/store/read/read-royalties'
import { readCollectionOffers, readOpenListings, readTokenOffers } from '@opal/store/read/read-token-orders'
import { readTokens, type TokenRow } from '@opal/store/read/read-tokens'
import type { ApiContext } from '../context.ts'
import { presentAttributes } from '../present/present-attributes.ts'
import { presentCollectionOffer, presentListing, presentTokenOffer } from '../present/present-orders.ts'
import { presentRoyalty } from '../present/present-royalty.ts'
import { presentToken } from '../present/present-token.ts'
import { toTextOrNull } from '../present/text.ts'
import { figureOf } from '../traits/value-figures.ts'
import { loadPeople } from './load-people.ts'

export type LoadTokenDetailContext = Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces' | 'traits'>

/** A token with everything its own page shows; null when there is none of this id. */
export async function loadTokenDetail(context: LoadTokenDetailContext, id: string): Promise<TokenDetail | null> {
  const nowMicros = context.nowMicros()
  const [row] = await readTokens(context.store, [id], nowMicros)
  if (row === undefined) return null
  const [collection] = await readCollections(context.store, [row.collectionId], { nowMicros, wallet: null })
  const [people, orders, royalty, attributes] = await Promise.all([
    loadPeople(context, [row.holder]),
    loadOrders(context, row, nowMicros),
    loadRoyalty(context, row),
    loadAttributes(context, row),
  ])
  return {
    ...presentToken(row, people),
    ...orders,
    ...royalty,
    description: row.description,
    attributes,
    collectionFloorPrice: toTextOrNull(collection?.floorOctas ?? null),
    collectionSupply: Number(collection?.supply ?? 0n),
    programId: row.tokenStandard === 'v2' ? row.tokenDataId : TOKEN_V1_PROGRAM,
    isBurned: row.isDeleted,
  }
}

/** Tokens of the older standard live in tables of this package. */
const TOKEN_V1_PROGRAM = `0x${'3'.padStart(64, '0')}`

async function loadOrders({ store }: LoadTokenDetailContext, row: TokenRow, nowMicros: bigint) {
  const [listings, tokenOffers, collectionOffers] = await Promise.all([
    readOpenListings(store, [row.tokenDataId]),
    readTokenOffers(store, row.tokenDataId, nowMicros),
    readCollectionOffers(store, row.collectionId, nowMicros),
  ])
  return {
    listings: listings.map(presentListing),
    tokenOffers: tokenOffers.map((offer) => presentTokenOffer(offer, row.tokenDataId)),
    collectionOffers: collectionOffers.map((offer) => presentCollectionOffer(offer, row.collectionId)),
  }
}

async function loadRoyalty({ store }: LoadTokenDetailContext, row: TokenRow) {
  const royalties = await readRoyalties(store, [row.tokenDataId, row.collectionId])
  const royalty = royalties.get(row.tokenDataId) ?? royalties.get(row.collectionId)
  return royalty === undefined ? { royaltyBps: 0, royaltyPayee: null } : presentRoyalty(royalty)
}

async function loadAttributes({ traits }: LoadTokenDetailContext, row: TokenRow): Promise<Attribute[]> {
  const plain = presentAttributes(row.attributes, row.properties)
  const table = plain.length === 0 ? null : await traits.columnsOf(row.collectionId)
  if (table === null) return plain.map((attribute) => ({ ...attribute, count: null, floorPrice: null }))
  const listed = await traits.listedOf(row.collectionId, table)
  return plain.map(({ trait_type, value }) => {
    const { count, floorOctas } = figureOf(table, listed, { traitType: trait_type, value })
    return { trait_type, value, count, floorPrice: toTextOrNull(floorOctas) }
  })
}
