import type { MarketplaceInfo } from '@opal/contract/network'

const ABILITIES = [
  'buy',
  'list',
  'list-on-terms',
  'delist',
  'update-price',
  'update-terms',
  'place-token-offer',
  'place-collection-offer',
  'accept-token-offer',
  'accept-collection-offer',
  'cancel-token-offer',
  'cancel-collection-offer',
]

/** One native marketplace that offers everything. */
export const MARKETPLACES: readonly MarketplaceInfo[] = [
  {
    id: 'own',
    displayName: 'Own Market',
    isNative: true,
    status: 'active',
    abilities: ABILITIES,
    bidsExpire: true,
    feeBps: 150,
    commissionBps: 150,
    packageAddress: null,
  },
]

/** The same, where bids can be paid from a pool. */
export const WITH_POOLS: readonly MarketplaceInfo[] = MARKETPLACES.map((one) => ({
  ...one,
  abilities: [...one.abilities, 'place-pool-offer', 'deposit-into-pool', 'withdraw-from-pool'],
}))
