import { parseAddress } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { describe, expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { BLUEMOVE_CONTRACTS, PACKAGE_V1 } from './contracts.ts'
import { BLUEMOVE_PAYLOADS as P } from './payload.ts'

const contracts = BLUEMOVE_CONTRACTS.mainnet as MarketplaceContracts
const schedule = contracts.feeScheduleAddress
const object = { standard: 'v2', tokenDataId: parseAddress('0x71') } as const
const named = {
  standard: 'v1',
  tokenDataId: parseAddress('0xda7a'),
  creatorAddress: parseAddress('0xa1'),
  collectionName: 'Tide Pools',
  tokenName: 'Tide Pool #1',
  propertyVersion: 2n,
} as const
const [creator, collection, name, version] = [named.creatorAddress, 'Tide Pools', 'Tide Pool #1', '2']
const seller = parseAddress('0x5e')
const listing = { listingId: parseAddress('0x11'), token: object, seller, priceOctas: 5n }
const listingV1 = { ...listing, token: named }
const offer = { offerId: parseAddress('0x0f'), buyer: parseAddress('0xb0'), priceOctas: 5n }
const offerV1 = { ...offer, offerId: '42' }
const terms = { priceOctas: 5n, expiresAtSeconds: 1_700_000_000n }

describe('calls of the v1 contract', () => {
  it.each([
    [
      'batch_list_script',
      P.list?.(contracts, { kind: 'list', token: named, priceOctas: 5n }),
      [[creator], [collection], [name], ['5'], [version]],
    ],
    [
      'batch_delist_script',
      P.delist?.(contracts, { kind: 'delist', listing: listingV1 }),
      [[creator], [collection], [name], [version]],
    ],
    [
      'batch_buy_script',
      P.buy?.(contracts, { kind: 'buy', listing: listingV1 }),
      [[creator], [collection], [name], [version]],
    ],
    [
      'change_price_token',
      P['update-price']?.(contracts, { kind: 'update-price', listing: listingV1, priceOctas: 6n }),
      [[creator], [name], [collection], ['6'], [version]],
    ],
    [
      'cancel_offer_token',
      P['cancel-token-offer']?.(contracts, { kind: 'cancel-token-offer', offer: offerV1, token: named }),
      ['42'],
    ],
    [
      'cancel_offer_collection',
      P['cancel-collection-offer']?.(contracts, { kind: 'cancel-collection-offer', offer: offerV1 }),
      ['42'],
    ],
    [
      'accept_offer',
      P['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer: offerV1, token: named }),
      ['42', creator, collection, name, version],
    ],
    [
      'accept_offer_collection',
      P['accept-collection-offer']?.(contracts, { kind: 'accept-collection-offer', offer: offerV1, token: named }),
      ['42', creator, collection, name, version],
    ],
  ])('%s takes its arguments as clients send them', (call, payload, functionArguments) => {
    expect(payload).toEqual({ function: `${PACKAGE_V1}::marketplaceV2::${call}`, typeArguments: [], functionArguments })
  })

  it('take no offer whose number no event has said', () => {
    const kinds = ['accept-token-offer', 'accept-collection-offer', 'cancel-token-offer'] as const
    for (const kind of kinds) {
      const act = () => P[kind]?.(contracts, { kind, offer, token: named } as never)
      expect(act).toThrowError(expect.objectContaining({ code: 'not-offered' }))
    }
  })

  it('do not place offers, for their arguments are unknown', () => {
    const place = () => P['place-token-offer']?.(contracts, { kind: 'place-token-offer', token: named, ...terms })
    expect(place).toThrowError(expect.objectContaining({ code: 'not-offered' }))
  })
})

describe('calls of the family fork', () => {
  const core = ['0x1::object::ObjectCore', APT_COIN_TYPE]
  const listed = [`0xd520d8669b0a3de23119898dcdff3e0a27910db247663646ad18cf16e44c6f5::listing::Listing`, APT_COIN_TYPE]
  it.each([
    [
      'coin_listing::batch_list_token_v2',
      P.list?.(contracts, { kind: 'list', token: object, priceOctas: 5n }),
      [[object.tokenDataId], schedule, ['5']],
      core,
    ],
    [
      'coin_listing::edit_fixed_price',
      P['update-price']?.(contracts, { kind: 'update-price', listing, priceOctas: 6n }),
      [schedule, listing.listingId, '6'],
      [APT_COIN_TYPE],
    ],
    ['coin_listing::purchase', P.buy?.(contracts, { kind: 'buy', listing }), [listing.listingId, '5'], [APT_COIN_TYPE]],
    ['coin_listing::batch_buy_token_v2', P['buy-many']?.(contracts, [listing]), [[listing.listingId], ['5']], listed],
    [
      'coin_listing::end_fixed_price',
      P.delist?.(contracts, { kind: 'delist', listing }),
      [listing.listingId],
      [APT_COIN_TYPE],
    ],
    [
      'token_offer::init_for_tokenv2_entry',
      P['place-token-offer']?.(contracts, { kind: 'place-token-offer', token: object, ...terms }),
      [object.tokenDataId, schedule, '5', '1700000000'],
      [APT_COIN_TYPE],
    ],
    [
      'token_offer::sell_instantly_token_v2',
      P['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer, token: object }),
      [offer.offerId, null],
      [APT_COIN_TYPE],
    ],
  ])(
    '%s takes its arguments as clients send them, time in seconds',
    (call, payload, functionArguments, typeArguments) => {
      expect(payload).toEqual({ function: `${contracts.packageAddress}::${call}`, typeArguments, functionArguments })
    },
  )

  it('delist one at a time', () => {
    expect(P['delist-many']).toBeUndefined()
  })
})
