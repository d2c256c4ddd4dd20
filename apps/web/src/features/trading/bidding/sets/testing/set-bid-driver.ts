import type { SetToken } from '@opal/contract/token-sets'
import { parseAddress } from '@opal/domain/address'
import { buildTokenSet, leafOf } from '@opal/domain/tokens/token-set'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { createQueryClient } from '../../../../../app/loading/query-client.ts'
import { testingCollection } from '../../../../../testing/testing-collection.ts'
import { testingItem } from '../../../../../testing/testing-item.ts'
import { WITH_POOLS } from '../../../../../testing/testing-marketplaces.ts'
import { openTradeDialog, quoteOf, TOKEN, YOU } from '../../../testing/trade-harness.tsx'

const { collectionId, collectionName } = TOKEN
const SETS = '/data/token-sets'
const POOL_BID = '/api/collection/bid/pool'
export const STRANGER = `0x${'d'.repeat(64)}`
export const IDS = [1, 2, 3].map((at) => `0x${String(at).repeat(64)}`)
export const ROOT = buildTokenSet(IDS.map((id) => leafOf({ standard: 'v2', tokenDataId: parseAddress(id) }))).root
export const FITTING: readonly SetToken[] = IDS.map((tokenDataId) => ({ tokenDataId, names: null }))
export const CONDITION = { attributes: [{ trait_type: 'Fur', value: ['Gold', 'Red'] }], rarityTop: 500 }

const COLLECTION_BID = {
  collectionId,
  offerId: '1',
  remainingTokenAmount: '5',
  isPooled: false,
  marketplace: 'own',
  contractAddress: STRANGER,
  buyer: STRANGER,
  expiresAtSeconds: null,
}

/** Requests to the API. */
interface Bodies {
  readonly announced: unknown[]
  readonly quoted: { readonly setRoot?: string; readonly price?: string; readonly deposit?: string }[]
  readonly searches: string[]
}

/** Parts of the market that differ. */
interface Changes {
  readonly fitting?: () => readonly SetToken[]
  readonly announce?: () => unknown
  readonly floor?: string | null
  /** Prices of all that others have listed, the cheapest first; the floor alone unless they are named. */
  readonly asks?: readonly string[]
  /** Last sale of any item of the collection. */
  readonly lastSale?: string | null
  /** Floor of the whole collection, which is its usual one. */
  readonly collectionFloor?: string | null
  /** Octas in the bidder's pool. */
  readonly pool?: string
  /** Price of a listing of the bidder's own. */
  readonly own?: string
  /** Bids on all that fits, best first, each of one wallet. */
  readonly setBids?: readonly { readonly price: string; readonly buyer: string }[]
  /** Best bid of others on any item of the collection. */
  readonly collectionBid?: string | null
  /** Asks again what fails for now, as the site does; the default asks once. */
  readonly retries?: boolean
}

/** Opens the dialog of a bid on the items that fit. @returns what it asks the API. */
export function openSetBid(changes: Changes = {}) {
  const bodies: Bodies = { announced: [], quoted: [], searches: [] }
  const {
    fitting = () => FITTING,
    announce = () => ({ root: ROOT, size: 3 }),
    floor = '300000000',
    asks = floor === null ? [] : [floor],
    lastSale = null,
    collectionFloor = null,
    pool = '1000000000',
    own,
    setBids = [],
    collectionBid = null,
    retries = false,
  } = changes
  openTradeDialog(
    {
      kind: 'set-bid',
      collection: { collectionId, collectionName, collectionImage: null },
      condition: CONDITION,
    },
    {
      marketplaces: WITH_POOLS,
      ...(retries && { queries: createQueryClient() }),
      answers: {
        [SETS]: (body, url, method) => {
          if (method === 'GET') {
            bodies.searches.push(url.search)
            return { collectionId, tokens: fitting() }
          }
          bodies.announced.push(body)
          return announce()
        },
        [`/data/collection/biddings/set-levels/${collectionId}`]: () => ({
          data: setBids.map(({ price, buyer }) => ({
            id: price,
            price,
            size: '1',
            bidders: 1,
            buyers: [buyer],
            totalPrice: price,
          })),
          hasMore: false,
        }),
        [`/data/collection/biddings/top/${collectionId}`]: (_, url) => {
          // Asked for without the bidder's own.
          expect(url.searchParams.get('walletAddress')).toBe(YOU)
          return collectionBid === null ? null : { ...COLLECTION_BID, price: collectionBid }
        },
        [`/api/collection/${collectionId}/nfts`]: () => ({
          data: [
            ...(own === undefined ? [] : [testingItem(IDS[1] ?? '', { listedPrice: own, owner: ownerOf(YOU) })]),
            ...asks.map((listedPrice, at) => testingItem(`0x${String(at + 4).repeat(64)}`, { listedPrice })),
          ],
          nextCursor: null,
          total: 3,
        }),
        [`/api/collection/${collectionId}`]: () =>
          testingCollection(collectionId, { lastSalePrice: lastSale, floorPrice: collectionFloor }),
        [`/api/collection/${collectionId}/nfts/floor`]: () => {
          return { floorPrice: collectionFloor, usualFloorPrice: collectionFloor, token: null }
        },
        [`/data/user/pool/${'0x'}${'a'.repeat(64)}`]: () => ({ balance: pool, bids: 0, exposure: '0' }),
        [POOL_BID]: (body) => {
          bodies.quoted.push(body as Bodies['quoted'][number])
          return quoteOf()
        },
      },
    },
  )
  return bodies
}

const ownerOf = (walletAddress: string) => ({ walletAddress, aptosName: null, isWalletAddress: true })

/** Finds the field of the price. */
export const price = () => screen.findByLabelText('Bid price per item')
