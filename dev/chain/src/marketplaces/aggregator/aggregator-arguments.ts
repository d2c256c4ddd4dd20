import type { Address } from '@opal/domain/address'
import { MoveAbort, type MoveValue } from '../../modules/move-module.ts'
import { listOf } from '../aptos-example/move-values.ts'
import type { RoutedOrder } from './routes.ts'

/** One line of the parallel lists that the aggregator's calls take. */
export interface OrderLine extends RoutedOrder {
  readonly marketplace: string
}

/** A call's lists of one length. The chain has decoded them by their declared types. */
export interface OrderLists {
  readonly ids: MoveValue | undefined
  readonly marketplaces: MoveValue | undefined
  readonly names: MoveValue | undefined
  readonly versions: MoveValue | undefined
}

/** Names the collection of v1 tokens in a call. */
export interface SoleCollection {
  readonly creator: Address
  readonly collection: string
}

/**
 * Returns the orders of a call, one for each line of its lists.
 * @param others further lists that have to be as long.
 * @throws MoveAbort EUNEQUAL_LENGTHS
 */
export function readLines(
  prefix: string,
  lists: OrderLists,
  others: readonly (MoveValue | undefined)[],
  { creator, collection }: SoleCollection,
): readonly OrderLine[] {
  const ids = listOf(lists.ids)
  const [marketplaces, names, versions] = [lists.marketplaces, lists.names, lists.versions].map(listOf)
  const lengths = [marketplaces, names, versions, ...others.map(listOf)].map((list) => list?.length)
  if (lengths.some((length) => length !== ids.length)) throw aggregatorAbort(prefix, 'EUNEQUAL_LENGTHS')
  return ids.map((id, at) => ({
    id: id as Address,
    marketplace: String(marketplaces?.[at]),
    creator,
    collection,
    tokenName: String(names?.[at]),
    propertyVersion: BigInt(String(versions?.[at])),
  }))
}

/** Modules and codes, with the categories of `std::error` in their upper halves. @source contracts/aggregator/sources */
const REASONS = {
  EUNKNOWN_MARKETPLACE: ['routes', 0x60001n, 'No marketplace has this name.'],
  EUNEQUAL_LENGTHS: ['order_lists', 0x10002n, 'The lists are not of the same length.'],
  EQUANTITY_NOT_ONE: ['order_lists', 0x10003n, 'Each order is for one token.'],
  EPRICE_ROSE: ['aggregator', 0x30004n, 'The order costs more than the buyer agreed to.'],
  EUNSUPPORTED: ['routes', 0x10005n, 'The marketplace can not do that by this call.'],
  EPROCEEDS_FELL: ['aggregator', 0x30006n, 'A sale brings less than the seller agreed to.'],
} as const satisfies Record<string, readonly [string, bigint, string]>

/**
 * Returns the abort that the aggregator raises for one of its error constants.
 * @param prefix its package's short address.
 */
export function aggregatorAbort(prefix: string, reason: keyof typeof REASONS): MoveAbort {
  const [module, code, text] = REASONS[reason]
  return new MoveAbort(`${prefix}::${module}`, code, reason, text)
}
