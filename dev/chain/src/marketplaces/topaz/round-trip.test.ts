import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { topazAdapter } from '@opal/marketplaces/topaz/adapter'
import { TOPAZ_CONTRACTS } from '@opal/marketplaces/topaz/contracts'
import { describeRoundTrip } from '../testing/describe-round-trip.ts'

/** The contract as it was while the marketplace was open: what it can do is tested whole, what may be done is not. */
const openMarketplace = {
  ...topazAdapter,
  contracts: { ...TOPAZ_CONTRACTS, local: { ...(TOPAZ_CONTRACTS.local as MarketplaceContracts), status: 'active' } },
} as const

describeRoundTrip(openMarketplace, 'v1')
