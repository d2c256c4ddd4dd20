import { type Address, toShortAddress } from '@opal/domain/address'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { BLUEMOVE_ID, PACKAGE_V1 } from '@opal/marketplaces/bluemove/contracts'
import { MoveAbort, type MoveContext, type MoveFunction, type MoveModule } from '../../modules/move-module.ts'
import {
  type AggregatorRoutes,
  holds,
  type RoutedOrder,
  type RouteEnvironment,
  requireName,
} from '../aggregator/routes.ts'
import { type Family, familyOf, locationOf } from '../aptos-example/family.ts'
import { endListing, placeListing, purchaseListing, updateListing } from '../aptos-example/listing-orders.ts'
import { fixedAt } from '../aptos-example/listing-terms.ts'
import { coinEntry } from '../aptos-example/move-function.ts'
import {
  addressArgument,
  addressListArgument,
  eachPair,
  u64Argument,
  u64ListArgument,
} from '../aptos-example/move-values.ts'
import { requireApt } from '../aptos-example/objects.ts'
import { listedPrice } from '../aptos-example/open-listing.ts'
import { simulateFamily } from '../aptos-example/simulate-family.ts'
import { sellToTokenOffer } from '../aptos-example/token-offer-orders.ts'
import type { MarketplaceSimulator } from '../marketplace-simulator.ts'
import { inferredBid } from './v1/inferred-bid.ts'
import { modulesV1 } from './v1/modules.ts'

/**
 * v2 listings are objects, v1 listings go by their token. How the marketplace takes a v2 token back from sale is not known, nor
 * can the aggregator's call name its bids for v1 tokens. @source contracts/aggregator/sources/adapters/bluemove_adapter.move
 */
const BLUEMOVE_ROUTES: AggregatorRoutes = {
  isPaidInApt: false,
  buy: (environment, order, priceOctas) => {
    const { context, contracts, coin } = environment
    if (!isListing(environment, order.id)) {
      requireName(environment, order, 'bluemove_adapter', 2n)
      return callV1(environment, 'batch_buy_script', order)
    }
    context.call(`${toShortAddress(contracts.packageAddress)}::coin_listing::purchase`, [coin], [order.id, priceOctas])
  },
  delist: (environment, order) => {
    if (isListing(environment, order.id)) throw canNotDelist(environment)
    requireName(environment, order, 'bluemove_adapter', 2n)
    callV1(environment, 'batch_delist_script', order)
  },
  askedOctas: (environment, id, agreed) => (isListing(environment, id) ? agreed : null),
}

function isListing({ context, contracts }: RouteEnvironment, id: Address): boolean {
  return holds(context, id, `${toShortAddress(contracts.packageAddress)}::listing::Listing`)
}

function callV1(
  { context }: RouteEnvironment,
  name: string,
  { creator, collection, tokenName, propertyVersion }: RoutedOrder,
): void {
  const columns = [[creator], [collection], [tokenName], [propertyVersion]]
  context.call(`${toShortAddress(PACKAGE_V1)}::marketplaceV2::${name}`, [], columns)
}

function canNotDelist({ aggregator }: RouteEnvironment): MoveAbort {
  const text = 'How the marketplace takes a v2 token back from sale is not known.'
  return new MoveAbort(`${aggregator}::bluemove_adapter`, 0x10001n, 'ECAN_NOT_DELIST', text)
}

/** {@link simulateBluemove} */
export const bluemoveSimulator: MarketplaceSimulator = {
  id: BLUEMOVE_ID,
  simulate: simulateBluemove,
  routes: BLUEMOVE_ROUTES,
  inferredBid,
}

/** Returns both contracts: that for v1 tokens, and that of the family for v2 tokens. */
function simulateBluemove(contracts: MarketplaceContracts): readonly MoveModule[] {
  return [...modulesV2(contracts), ...modulesV1(contracts)]
}

/** Returns the family's modules with this fork's calls in place of those it changed. */
function modulesV2(contracts: MarketplaceContracts): readonly MoveModule[] {
  const family = familyOf(contracts)
  const changed: Readonly<Record<string, readonly MoveFunction[]>> = {
    coin_listing: listingCalls(family),
    token_offer: [instantSale(family)],
  }
  return simulateFamily(contracts)
    .filter(({ name }) => name !== 'marketplace_scripts')
    .map((module) => {
      const own = changed[module.name]
      const known = module.functions.filter(({ name }) => !name.includes('tokenv1'))
      if (own === undefined) return { ...module, functions: known }
      const unchanged = known.filter((each) => each.isView || UNCHANGED.has(each.name))
      return { ...module, functions: [...own, ...unchanged] }
    })
}

/** Calls of the family that the fork has unchanged, as far as we know. */
const UNCHANGED: ReadonlySet<string> = new Set(['init_for_tokenv2_entry', 'cancel'])
const OBJECT = '0x1::object::Object<T0>'

function listingCalls(family: Family): readonly MoveFunction[] {
  const listing = `0x1::object::Object<${family.types.listing}>`
  const schedule = `0x1::object::Object<${family.types.feeSchedule}>`
  return [
    twoTypes('batch_list_token_v2', [`vector<${OBJECT}>`, schedule, 'vector<u64>'], (context, types, args) =>
      eachPair(addressListArgument(args, 0), u64ListArgument(args, 2), (token, price) =>
        placeListing(context, family, requireApt(types.slice(1)), token, addressArgument(args, 1), fixedAt(price)),
      ),
    ),
    coinEntry('edit_fixed_price', [schedule, listing, 'u64'], (context, types, args) =>
      updateListing(context, family, requireApt(types), addressArgument(args, 1), u64Argument(args, 2)),
    ),
    coinEntry('purchase', [listing, 'u64'], (context, types, args) =>
      buy(context, family, requireApt(types), addressArgument(args, 0), u64Argument(args, 1)),
    ),
    twoTypes('batch_buy_token_v2', [`vector<${OBJECT}>`, 'vector<u64>'], (context, types, args) =>
      eachPair(addressListArgument(args, 0), u64ListArgument(args, 1), (each, price) =>
        buy(context, family, requireApt(types.slice(1)), each, price),
      ),
    ),
    coinEntry('end_fixed_price', [listing], (context, types, args) =>
      endListing(context, family, requireApt(types), addressArgument(args, 0)),
    ),
  ]
}

/** The price is taken to be what the buyer agrees to. The code of the refusal is ours: the source is not published. */
function buy(context: MoveContext, family: Family, coin: string, listing: Address, price: bigint): void {
  const asked = listedPrice(context, family, coin, listing)
  if (asked !== null && asked !== price) {
    const text = 'The price is not the one that the listing asks.'
    throw new MoveAbort(locationOf(family, 'coin_listing'), 0x10007n, 'EPRICE_MISMATCH', text)
  }
  purchaseListing(context, family, coin, listing)
}

function instantSale(family: Family): MoveFunction {
  const offer = `0x1::object::Object<${family.types.tokenOffer}>`
  const listing = `0x1::option::Option<0x1::object::Object<${family.types.listing}>>`
  return coinEntry('sell_instantly_token_v2', [offer, listing], (context, types, args) => {
    const coin = requireApt(types)
    if (args[1] !== null) endListing(context, family, coin, addressArgument(args, 1))
    sellToTokenOffer(context, family, coin, addressArgument(args, 0))
  })
}

function twoTypes(name: string, parameters: readonly string[], run: MoveFunction['run']): MoveFunction {
  return { ...coinEntry(name, parameters, run), typeParameters: [['key'], []] }
}
