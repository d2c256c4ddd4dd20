import type { MarketplaceInfo } from '@opal/contract/network'

const MARKETPLACE_ID = /^[a-z][a-z0-9-]{0,31}$/

/**
 * Reports whether an address names a marketplace that there is: the API refuses others.
 * @param marketplaces those of the site; while none are known, because the API is away, every id of the right shape passes.
 */
export function isMarketplaceChoice(id: string, marketplaces: readonly Pick<MarketplaceInfo, 'id'>[]): boolean {
  return MARKETPLACE_ID.test(id) && (marketplaces.length === 0 || marketplaces.some((one) => one.id === id))
}
