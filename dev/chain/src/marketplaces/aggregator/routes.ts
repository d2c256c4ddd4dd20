import { type Address, toShortAddress } from '@opal/domain/address'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { MoveAbort, type MoveContext, type MoveValue } from '../../modules/move-module.ts'

/** An order as an argument of the aggregator module: an id, and the names of a v1 token. */
export interface RoutedOrder {
  /** Listing or offer object; for v1 listings that are no objects the seller, or 0x0 where nothing reads one. */
  readonly id: Address
  readonly creator: Address
  readonly collection: string
  readonly tokenName: string
  readonly propertyVersion: bigint
}

/** Input of a route: the transaction it is part of, and the marketplace's contracts. */
export interface RouteEnvironment {
  readonly context: MoveContext
  readonly contracts: MarketplaceContracts
  /** Move type of the coin that the call names. */
  readonly coin: string
  /** Short address of the aggregator's package, which refusals of a route carry. */
  readonly aggregator: string
}

/**
 * Calls of the aggregator module to a marketplace inside a transaction on the localnet: the counterpart of the
 * marketplace's module in `contracts/aggregator/sources/adapters`, function by function. All throw MoveAbort.
 */
export interface AggregatorRoutes {
  /** Set when the marketplace takes APT, whatever coin the call names. */
  readonly isPaidInApt: boolean
  buy(environment: RouteEnvironment, order: RoutedOrder, priceOctas: bigint): void
  delist(environment: RouteEnvironment, order: RoutedOrder): void
  /**
   * Returns the price of a listing in octas, as far as another module can see it; `agreed` where only its existence is visible.
   * @returns null when no such listing can be seen.
   */
  askedOctas(environment: RouteEnvironment, id: Address, agreed: bigint): bigint | null
  /** Sells one token into a collection offer. Absent where the call cannot name the marketplace's offers. */
  readonly sell?: (environment: RouteEnvironment, order: RoutedOrder, token: Address, feeSchedule: Address) => void
  /**
   * Puts a token up for sale: a v2 token by its object, a v1 token by its names. Our own marketplace only.
   * @param proceedsOctas what a sale has to bring; undefined for the call that does not take it.
   */
  readonly list?: (
    environment: RouteEnvironment,
    order: RoutedOrder,
    token: Address | null,
    feeSchedule: Address,
    priceOctas: bigint,
    proceedsOctas: bigint | undefined,
  ) => void
}

/**
 * Holds a purchase or a delisting whose id is no listing to naming a v1 token instead.
 * @throws MoveAbort when it names none: a listing that is gone is not to stand for another token.
 */
export function requireName({ aggregator }: RouteEnvironment, order: RoutedOrder, module: string, code: bigint): void {
  if (order.tokenName !== '') return
  const text = 'There is no such listing, and no v1 token is named instead.'
  throw new MoveAbort(`${aggregator}::${module}`, 0x60000n | code, 'ENO_SUCH_LISTING', text)
}

/** Returns whether an object holds a resource of this type. @source 0x1::object::object_exists */
export function holds(context: MoveContext, object: Address, type: string): boolean {
  return context.objectExists(object) && context.getResource(object, type) !== null
}

/** A v1 token as the calls of marketplaces take it: creator, collection, name, property version. */
export function namesOf({ creator, collection, tokenName, propertyVersion }: RoutedOrder) {
  return [creator, collection, tokenName, propertyVersion] as const
}

/** Calls a function of the marketplace's package, as `module::function`, in the coin that the aggregator's call names. */
export function callMarketplace(
  { context, contracts, coin }: RouteEnvironment,
  moduleAndFunction: string,
  args: readonly MoveValue[],
): void {
  context.call(`${toShortAddress(contracts.packageAddress)}::${moduleAndFunction}`, [coin], args)
}
