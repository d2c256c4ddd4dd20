import { toShortAddress } from '@opal/domain/address'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { ANY_BUYER, OPAL_ID } from '@opal/marketplaces/opal/contracts'
import { MoveAbort, type MoveModule } from '../../modules/move-module.ts'
import { type AggregatorRoutes, callMarketplace, holds, namesOf, type RouteEnvironment } from '../aggregator/routes.ts'
import { familyOf } from '../aptos-example/family.ts'
import { addressAt } from '../aptos-example/move-values.ts'
import { requireObject } from '../aptos-example/objects.ts'
import { priceFor } from '../aptos-example/open-listing.ts'
import { simulateFamily } from '../aptos-example/simulate-family.ts'
import type { MarketplaceSimulator } from '../marketplace-simulator.ts'
import { bidPoolModule } from './bid-pool.ts'
import { withOwnCalls } from './own-calls.ts'
import { poolOfferModule } from './pool-offer-module.ts'
import { tokenSetModule } from './token-sets.ts'

/** Our own marketplace, v1 and v2. @source contracts/aggregator/sources/adapters/opal_adapter.move */
const OPAL_ROUTES: AggregatorRoutes = {
  isPaidInApt: false,
  buy: (environment, { id }) => callMarketplace(environment, 'coin_listing::purchase', [id]),
  delist: (environment, { id }) => callMarketplace(environment, 'coin_listing::end_fixed_price', [id]),
  askedOctas: ({ context, contracts, coin }, id) => {
    const prefix = `${toShortAddress(contracts.packageAddress)}`
    if (!holds(context, id, `${prefix}::listing::Listing`)) return null
    return priceFor(context, familyOf(contracts), coin, id, context.sender)
  },
  sell: (environment, order, token, feeSchedule) => {
    const { context, contracts } = environment
    const prefix = `${toShortAddress(contracts.packageAddress)}::collection_offer`
    const offer = requireObject(context, order.id, `${prefix}::CollectionOffer`)
    if (addressAt(offer, 'fee_schedule.inner') !== feeSchedule) throw otherFeeSchedule(environment)
    const wantsV2 = context.getResource(order.id, `${prefix}::CollectionOfferTokenV2`) !== null
    if (wantsV2) callMarketplace(environment, 'collection_offer::sell_tokenv2', [order.id, token])
    else {
      const named = [order.id, order.tokenName, order.propertyVersion] as const
      callMarketplace(environment, 'collection_offer::sell_tokenv1_entry', named)
    }
  },
  list: (environment, order, token, feeSchedule, priceOctas, proceedsOctas) => {
    const v1 = token === null ? '_for_tokenv1' : ''
    if (proceedsOctas === undefined) {
      const named = token === null ? namesOf(order) : [token]
      callMarketplace(environment, `coin_listing::init_fixed_price${v1}`, [...named, feeSchedule, priceOctas])
      return
    }
    const { creator, collection, tokenName, propertyVersion } = order
    const named = token === null ? [creator, collection, [tokenName], propertyVersion] : [[token]]
    const terms = [[priceOctas], [priceOctas], 0n, 0n, 0n, ANY_BUYER, [0n], [proceedsOctas]]
    callMarketplace(environment, `coin_listing::init_with_terms${v1}_many_for_at_least`, [
      ...named,
      feeSchedule,
      ...terms,
    ])
  },
}

/**
 * Returns the abort of a sale into an offer under another fee schedule than the caller named, which might take everything.
 */
function otherFeeSchedule({ aggregator }: RouteEnvironment): MoveAbort {
  const text = 'The offer is of another fee schedule than the seller expects.'
  return new MoveAbort(`${aggregator}::opal_adapter`, 0x10001n, 'EOTHER_FEE_SCHEDULE', text)
}

/** {@link simulateOpal} */
export const opalSimulator: MarketplaceSimulator = { id: OPAL_ID, simulate: simulateOpal, routes: OPAL_ROUTES }

/** Returns the native marketplace's modules as the localnet runs them. */
function simulateOpal(contracts: MarketplaceContracts): readonly MoveModule[] {
  const modules = simulateFamily(contracts)
  if (contracts.hasGuardedCalls !== true) return modules
  const family = familyOf(contracts)
  return [...withOwnCalls(contracts, modules), tokenSetModule(family), bidPoolModule(family), poolOfferModule(family)]
}
