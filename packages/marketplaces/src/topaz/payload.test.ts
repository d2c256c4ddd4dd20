import { parseAddress } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { describe, expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { isOffered } from '../build-payload.ts'
import { topazAdapter } from './adapter.ts'
import { TOPAZ_CONTRACTS } from './contracts.ts'
import { NO_V2_TOKEN_BIDS, TOPAZ_PAYLOADS } from './payload.ts'

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
const names = [token.creatorAddress, 'Tide Pools', 'Tide Pool #1', '2']

describe('payloads of topaz', () => {
  it.each([
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

  it('says that there are no bids on v2 tokens', () => {
    const accept = () =>
      TOPAZ_PAYLOADS['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer, token: object })
    expect(accept).toThrowError(NO_V2_TOKEN_BIDS)
  })

  it('lets people out on every network, and nobody in, whatever its status were set to', () => {
    for (const deployed of [TOPAZ_CONTRACTS.local, TOPAZ_CONTRACTS.mainnet]) {
      expect(deployed?.status).toBe('cancel-only')
    }
    for (const status of ['active', 'cancel-only'] as const) {
      const marketplace = { adapter: topazAdapter, contracts: { ...contracts, status } }
      expect(isOffered(marketplace, 'buy')).toBe(false)
      expect(isOffered(marketplace, 'list')).toBe(false)
      expect(isOffered(marketplace, 'delist')).toBe(true)
    }
  })
})
