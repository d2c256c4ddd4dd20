import { parseAddress } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import type { TokenRefV1, TokenRefV2 } from '@opal/domain/tokens/token-id'
import { describe, expect, it } from 'vitest'
import { OPAL_CONTRACTS } from './contracts.ts'
import { OPAL_PAYLOADS } from './payload.ts'

const W = '0x584b50b999c78ade62f8359c91b5165ff390338d45f8e55969a04e65d76258c9'
const WFS = '0x71f7c94805c33d32a7f9560c95f02e9d3b5bc49884a883916f03abe6da11ac08'
const contracts = OPAL_CONTRACTS.mainnet as NonNullable<typeof OPAL_CONTRACTS.mainnet>
const object: TokenRefV2 = { standard: 'v2', tokenDataId: parseAddress('0x71') }
const named: TokenRefV1 = {
  standard: 'v1',
  tokenDataId: parseAddress('0x99'),
  creatorAddress: parseAddress('0xa1'),
  collectionName: 'Tide Pools',
  tokenName: 'Tide Pool #1',
  propertyVersion: 0n,
}
const listing = { listingId: parseAddress('0x11'), token: object, seller: parseAddress('0x5e'), priceOctas: 5n }
const offer = { offerId: parseAddress('0x0f'), buyer: parseAddress('0xb0'), priceOctas: 7n }
const collection = { standard: 'v2', collectionId: parseAddress('0xc01') } as const
const terms = { priceOctas: 7n, expiresAtSeconds: 1_740_700_800n }

type Case = readonly [string, ReturnType<NonNullable<(typeof OPAL_PAYLOADS)['buy']>> | undefined, readonly unknown[]]

const CASES: readonly Case[] = [
  [
    'coin_listing::init_fixed_price',
    OPAL_PAYLOADS.list?.(contracts, { kind: 'list', token: object, priceOctas: 5n }),
    [object.tokenDataId, WFS, '5'],
  ],
  [
    'coin_listing::init_fixed_price_for_tokenv1',
    OPAL_PAYLOADS.list?.(contracts, { kind: 'list', token: named, priceOctas: 5n }),
    [named.creatorAddress, 'Tide Pools', 'Tide Pool #1', '0', WFS, '5'],
  ],
  [
    'marketplace_scripts::init_fixed_price_many',
    OPAL_PAYLOADS['list-many']?.(contracts, [{ token: object, priceOctas: 5n }]),
    [[object.tokenDataId], WFS, ['5']],
  ],
  [
    'coin_listing::init_fixed_price_for_tokenv1_many',
    OPAL_PAYLOADS['list-many']?.(contracts, [
      { token: named, priceOctas: 5n },
      { token: { ...named, tokenName: 'Tide Pool #2' }, priceOctas: 6n },
    ]),
    [named.creatorAddress, 'Tide Pools', ['Tide Pool #1', 'Tide Pool #2'], '0', WFS, ['5', '6']],
  ],
  [
    'marketplace_scripts::list_and_update_fixed_price_many',
    OPAL_PAYLOADS['list-and-update']?.(contracts, [{ token: object, priceOctas: 5n }], [{ listing, priceOctas: 6n }]),
    [[object.tokenDataId], WFS, ['5'], ['5'], [listing.listingId], ['6']],
  ],
  [
    'marketplace_scripts::list_and_update_fixed_price_tokenv1_many',
    OPAL_PAYLOADS['list-and-update']?.(contracts, [{ token: named, priceOctas: 7n }], [{ listing, priceOctas: 6n }]),
    [named.creatorAddress, 'Tide Pools', ['Tide Pool #1'], '0', WFS, ['7'], ['5'], [listing.listingId], ['6']],
  ],
  [
    'coin_listing::update_fixed_price',
    OPAL_PAYLOADS['update-price']?.(contracts, { kind: 'update-price', listing, priceOctas: 6n }),
    [listing.listingId, '6'],
  ],
  [
    'marketplace_scripts::update_fixed_price_many',
    OPAL_PAYLOADS['update-price-many']?.(contracts, [{ listing, priceOctas: 6n }]),
    [[listing.listingId], ['6']],
  ],
  [
    'coin_listing::end_fixed_price',
    OPAL_PAYLOADS.delist?.(contracts, { kind: 'delist', listing }),
    [listing.listingId],
  ],
  [
    'marketplace_scripts::end_fixed_price_many',
    OPAL_PAYLOADS['delist-many']?.(contracts, [listing]),
    [[listing.listingId]],
  ],
  ['coin_listing::purchase', OPAL_PAYLOADS.buy?.(contracts, { kind: 'buy', listing }), [listing.listingId]],
  ['marketplace_scripts::purchase_many', OPAL_PAYLOADS['buy-many']?.(contracts, [listing]), [[listing.listingId]]],
  [
    'token_offer::init_for_tokenv2_entry',
    OPAL_PAYLOADS['place-token-offer']?.(contracts, { kind: 'place-token-offer', token: object, ...terms }),
    [object.tokenDataId, WFS, '7', '1740700800'],
  ],
  [
    'token_offer::init_for_tokenv1_entry',
    OPAL_PAYLOADS['place-token-offer']?.(contracts, { kind: 'place-token-offer', token: named, ...terms }),
    [named.creatorAddress, 'Tide Pools', 'Tide Pool #1', '0', WFS, '7', '1740700800'],
  ],
  [
    'collection_offer::init_for_tokenv2_entry',
    OPAL_PAYLOADS['place-collection-offer']?.(contracts, {
      kind: 'place-collection-offer',
      collection,
      amount: 4n,
      ...terms,
    }),
    [collection.collectionId, WFS, '7', '4', '1740700800'],
  ],
  [
    'token_offer::cancel',
    OPAL_PAYLOADS['cancel-token-offer']?.(contracts, { kind: 'cancel-token-offer', offer, token: object }),
    [offer.offerId],
  ],
  [
    'collection_offer::cancel',
    OPAL_PAYLOADS['cancel-collection-offer']?.(contracts, { kind: 'cancel-collection-offer', offer }),
    [offer.offerId],
  ],
  [
    'token_offer::sell_tokenv2',
    OPAL_PAYLOADS['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer, token: object }),
    [offer.offerId],
  ],
  [
    'token_offer::sell_tokenv1_entry',
    OPAL_PAYLOADS['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer, token: named }),
    [offer.offerId, 'Tide Pool #1', '0'],
  ],
  [
    'collection_offer::sell_tokenv2',
    OPAL_PAYLOADS['accept-collection-offer']?.(contracts, { kind: 'accept-collection-offer', offer, token: object }),
    [offer.offerId, object.tokenDataId],
  ],
]

describe('payloads of the native marketplace', () => {
  it.each(CASES)('%s takes its arguments in the order of the contract', (name, payload, args) => {
    expect(payload).toEqual({ function: `${W}::${name}`, typeArguments: [APT_COIN_TYPE], functionArguments: args })
  })

  it('refuses to list tokens of two v1 collections in one call, for there is none', () => {
    const other = { ...named, collectionName: 'Rock Pools' }
    expect(() =>
      OPAL_PAYLOADS['list-many']?.(
        contracts,
        [named, other].map((token) => ({ token, priceOctas: 5n })),
      ),
    ).toThrowError(expect.objectContaining({ code: 'not-offered' }))
  })
})
