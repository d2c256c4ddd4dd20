import { parseAddress } from '@opal/domain/address'
import { describe, expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { MERCATO_CONTRACTS } from './contracts.ts'
import { MERCATO_PAYLOADS as P } from './payload.ts'

const contracts = MERCATO_CONTRACTS.mainnet as MarketplaceContracts
const object = { standard: 'v2', tokenDataId: parseAddress('0x71') } as const
const named = {
  standard: 'v1',
  tokenDataId: parseAddress('0xda7a'),
  creatorAddress: parseAddress('0xa1'),
  collectionName: 'Tide Pools',
  tokenName: 'Tide Pool #1',
  propertyVersion: 2n,
} as const
const names = [named.creatorAddress, 'Tide Pools', 'Tide Pool #1', '2']
const seller = parseAddress('0x5e')
const listing = { listingId: parseAddress('0x11'), token: object, seller, priceOctas: 5n }
const listingV1 = { listingId: parseAddress('0x12'), token: named, seller, priceOctas: 5n }
const bid = { offerId: parseAddress('0xb1d'), buyer: parseAddress('0xb0'), priceOctas: 5n }
const bidV1 = { ...bid, offerId: '42' }
const c2 = { standard: 'v2', collectionId: parseAddress('0xc01') } as const
const c1 = { ...named, collectionId: parseAddress('0xc02') } as const
const terms = { priceOctas: 5n, expiresAtSeconds: 9n }

describe('payloads of mercato', () => {
  it.each([
    [
      'listings_v2::list_token',
      P.list?.(contracts, { kind: 'list', token: object, priceOctas: 5n }),
      [object.tokenDataId, '5'],
    ],
    ['listings::list_token', P.list?.(contracts, { kind: 'list', token: named, priceOctas: 5n }), [...names, '5']],
    [
      'listings_v2::list_tokens',
      P['list-many']?.(contracts, [{ token: object, priceOctas: 5n }]),
      [[object.tokenDataId], ['5']],
    ],
    [
      'markets_v2::list_tokens_v2',
      P['list-many']?.(contracts, [{ token: named, priceOctas: 5n }]),
      [['1'], [''], ...names.map((name) => [name]), ['5'], ['0'], ['0x0'], ['0x0']],
    ],
    [
      'listings_v2::relist_token',
      P['update-price']?.(contracts, { kind: 'update-price', listing, priceOctas: 6n }),
      [listing.listingId, '6'],
    ],
    [
      'markets_v2::list_tokens_v2',
      P['update-price']?.(contracts, { kind: 'update-price', listing: listingV1, priceOctas: 6n }),
      [['1'], ['TradePort'], ...names.map((name) => [name]), ['6'], ['0'], ['0x0'], ['0x0']],
    ],
    ['listings_v2::unlist_token', P.delist?.(contracts, { kind: 'delist', listing }), [listing.listingId]],
    ['listings::unlist_token', P.delist?.(contracts, { kind: 'delist', listing: listingV1 }), names],
    ['listings_v2::buy_token', P.buy?.(contracts, { kind: 'buy', listing }), [listing.listingId]],
    ['listings::buy_token', P.buy?.(contracts, { kind: 'buy', listing: listingV1 }), names],
    [
      'listings_v2::buy_tokens',
      P['buy-many']?.(contracts, [listing, listing]),
      [[listing.listingId, listing.listingId]],
    ],
    ['listings::buy_tokens', P['buy-many']?.(contracts, [listingV1]), names.map((name) => [name])],
    [
      'biddings_v2::token_bid',
      P['place-token-offer']?.(contracts, { kind: 'place-token-offer', token: object, ...terms }),
      [object.tokenDataId, '5'],
    ],
    [
      'biddings::token_bid',
      P['place-token-offer']?.(contracts, { kind: 'place-token-offer', token: named, ...terms }),
      [...names, '5'],
    ],
    [
      'biddings_v2::collection_bids',
      P['place-collection-offer']?.(contracts, {
        kind: 'place-collection-offer',
        collection: c2,
        amount: 3n,
        ...terms,
      }),
      [c2.collectionId, '5', '3'],
    ],
    [
      'biddings::collection_bid',
      P['place-collection-offer']?.(contracts, {
        kind: 'place-collection-offer',
        collection: c1,
        amount: 3n,
        ...terms,
      }),
      [named.creatorAddress, 'Tide Pools', '5', '3'],
    ],
    [
      'biddings_v2::cancel_token_bid',
      P['cancel-token-offer']?.(contracts, { kind: 'cancel-token-offer', offer: bid, token: object }),
      [bid.offerId],
    ],
    [
      'biddings::cancel_token_bid',
      P['cancel-token-offer']?.(contracts, { kind: 'cancel-token-offer', offer: bidV1, token: named }),
      ['42'],
    ],
    [
      'biddings_v2::cancel_collection_bid',
      P['cancel-collection-offer']?.(contracts, { kind: 'cancel-collection-offer', offer: bid }),
      [bid.offerId],
    ],
    [
      'biddings::cancel_collection_bid',
      P['cancel-collection-offer']?.(contracts, { kind: 'cancel-collection-offer', offer: bidV1 }),
      ['42'],
    ],
    [
      'biddings_v2::accept_token_bid',
      P['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer: bid, token: object }),
      [bid.offerId],
    ],
    [
      'biddings::accept_token_bid',
      P['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer: bidV1, token: named }),
      ['42', ...names],
    ],
    [
      'biddings_v2::accept_collection_bid',
      P['accept-collection-offer']?.(contracts, { kind: 'accept-collection-offer', offer: bid, token: object }),
      [bid.offerId, object.tokenDataId],
    ],
    [
      'biddings::accept_collection_bid',
      P['accept-collection-offer']?.(contracts, { kind: 'accept-collection-offer', offer: bidV1, token: named }),
      ['42', ...names],
    ],
  ])('%s takes its arguments as recorded or as we read them', (name, payload, args) => {
    expect(payload).toEqual({
      function: `${contracts.packageAddress}::${name}`,
      typeArguments: [],
      functionArguments: args,
    })
  })

  it('refuses a batch of both standards, and delists one at a time', () => {
    const buy = () => P['buy-many']?.(contracts, [listing, listingV1])
    expect(buy).toThrowError(expect.objectContaining({ code: 'not-offered' }))
    expect(P['delist-many']).toBeUndefined()
  })

  it('changes many prices, and lists in addition, for v1 tokens only', () => {
    const both = P['list-and-update']?.(
      contracts,
      [{ token: { ...named, tokenName: 'Tide Pool #2' }, priceOctas: 7n }],
      [{ listing: listingV1, priceOctas: 6n }],
    )
    expect(both?.functionArguments.slice(0, 7)).toEqual([
      ['1', '1'],
      ['', 'TradePort'],
      [named.creatorAddress, named.creatorAddress],
      ['Tide Pools', 'Tide Pools'],
      ['Tide Pool #2', 'Tide Pool #1'],
      ['2', '2'],
      ['7', '6'],
    ])
    const v2 = () => P['update-price-many']?.(contracts, [{ listing, priceOctas: 6n }])
    expect(v2).toThrowError(expect.objectContaining({ code: 'not-offered' }))
  })
})
