import type { MarketplaceContracts } from '../adapter.ts'

import { describeRoundTrip } from '../testing/describe-round-trip.ts'
import { topazAdapter } from './adapter.ts'
import { TOPAZ_CONTRACTS } from './contracts.ts'

/** The contract as it was while the venue was open: what it can do is tested whole, what may be done is not. */
const openVenue = {
  ...topazAdapter,
  contracts: { ...TOPAZ_CONTRACTS, local: { ...(TOPAZ_CONTRACTS.local as MarketplaceContracts), status: 'active' } },
} as const

describeRoundTrip(openVenue, 'v1')
