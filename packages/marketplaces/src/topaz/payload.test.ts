import { parseAddress } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { describe, expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { isOffered } from '../payload/build-payload.ts'
import { topazAdapter } from './adapter.ts'
import { TOPAZ_CONTRACTS } from './contracts.ts'
import { TOPAZ_PAYLOADS } from './payload.ts'

const contracts = TOPAZ_CONTRACTS.mainnet as MarketplaceContracts
const token = {
  standard: 'v1',
  tokenDataId: parseAddress('0xda7a'),
  creatorAddress: parseAddress('0xa1'),
  collectionName: 'Tide Pools',
  tokenName: 'Tide Pool #1',
  propertyVersion: 2n,
} as const
const object = { standard: 'v2', tokenDataId: parseAddress('0x71') } as const
const offer = { offerId: '77', buyer: parseAddress('0xb0'), priceOctas: 5n }
const listing = { listingId: '9', token, seller: parseAddress('0x5e'), priceOctas: 5n }
const terms = { priceOctas: 5n, expiresAtSeconds: 1_700_000_000n }
const names = [token.creatorAddress, 'Tide Pools', 'Tide Pool #1', '2']

describe('payloads of topaz', () => {
  it.each([
    [
      'marketplace_v2::list',
      TOPAZ_PAYLOADS.list?.(contracts, { kind: 'list', token, priceOctas: 5n }),
      ['5', '1', ...names],
    ],
    [
      'marketplace_v2::buy',
      TOPAZ_PAYLOADS.buy?.(contracts, { kind: 'buy', listing }),
      [listing.seller, '5', '1', ...names],
    ],
    [
      'marketplace_v2::buy_many',
      TOPAZ_PAYLOADS['buy-many']?.(contracts, [listing]),
      [[listing.seller], ['5'], ['1'], ...names.map((name) => [name])],
    ],
    [
      'bid_any::bid',
      TOPAZ_PAYLOADS['place-token-offer']?.(contracts, { kind: 'place-token-offer', token, ...terms }),
      ['5', '1', '1700000000000000', ...names],
    ],
    [
      'collection_marketplace::bid',
      TOPAZ_PAYLOADS['place-collection-offer']?.(contracts, {
        kind: 'place-collection-offer',
        collection: { ...token, collectionId: parseAddress('0xc01') },
        amount: 3n,
        ...terms,
      }),
      ['5', '3', '1700000000000000', token.creatorAddress, 'Tide Pools'],
    ],
    ['marketplace_v2::delist', TOPAZ_PAYLOADS.delist?.(contracts, { kind: 'delist', listing }), ['1', ...names]],
    [
      'bid_any::cancel_bid',
      TOPAZ_PAYLOADS['cancel-token-offer']?.(contracts, { kind: 'cancel-token-offer', offer, token }),
      ['77'],
    ],
    [
      'collection_marketplace::cancel',
      TOPAZ_PAYLOADS['cancel-collection-offer']?.(contracts, { kind: 'cancel-collection-offer', offer }),
      ['77'],
    ],
    [
      'bid_any::sell',
      TOPAZ_PAYLOADS['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer, token }),
      ['77', '1', ...names],
    ],
    [
      'collection_marketplace::fill',
      TOPAZ_PAYLOADS['accept-collection-offer']?.(contracts, { kind: 'accept-collection-offer', offer, token }),
      ['77', '1', ...names],
    ],
  ])('%s takes its arguments in the order that clients send them', (name, payload, args) => {
    expect(payload).toEqual({
      function: `${contracts.packageAddress}::${name}`,
      typeArguments: [APT_COIN_TYPE],
      functionArguments: args,
    })
  })

  // @feature accept.v2-refused
  it('says that there are no bids on v2 tokens', () => {
    const accept = () =>
      TOPAZ_PAYLOADS['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer, token: object })
    expect(accept).toThrowError('Topaz has no tokens bids for V2')
    const place = () =>
      TOPAZ_PAYLOADS['place-token-offer']?.(contracts, { kind: 'place-token-offer', token: object, ...terms })
    expect(place).toThrowError('Topaz has no tokens bids for V2')
  })

  it('offers exit-only actions on every network, and no others', () => {
    for (const deployed of [TOPAZ_CONTRACTS.local, TOPAZ_CONTRACTS.mainnet]) {
      const marketplace = { adapter: topazAdapter, contracts: deployed as MarketplaceContracts }
      expect(marketplace.contracts.status).toBe('cancel-only')
      for (const way of ['list', 'buy', 'place-token-offer', 'place-collection-offer'] as const) {
        expect(isOffered(marketplace, way), way).toBe(false)
      }
      for (const way of ['delist', 'accept-token-offer', 'cancel-collection-offer'] as const) {
        expect(isOffered(marketplace, way), way).toBe(true)
      }
    }
  })

  it('offers neither price changes nor batches', () => {
    const missing = ['update-price', 'update-price-many', 'list-many', 'delist-many'] as const
    for (const kind of missing) expect(TOPAZ_PAYLOADS[kind], kind).toBeUndefined()
  })
})
