import type { Address } from '@opal/domain/address'
import type { MoveValue } from '../../modules/move-module.ts'
import { aggregatorAbort } from './aggregator-aborts.ts'
import type { RoutedOrder } from './routes.ts'

/** One line of the parallel lists that the aggregator's calls take. */
export interface OrderLine extends RoutedOrder {
  readonly venue: string
}

/** A call's lists of one length. The chain has decoded them by their declared types. */
export interface OrderLists {
  readonly ids: MoveValue | undefined
  readonly venues: MoveValue | undefined
  readonly names: MoveValue | undefined
  readonly versions: MoveValue | undefined
}

/** What names the collection of v1 tokens in a call. */
export interface SoleCollection {
  readonly creator: Address
  readonly collection: string
}

/**
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
  const [venues, names, versions] = [lists.venues, lists.names, lists.versions].map(listOf)
  const lengths = [venues, names, versions, ...others.map(listOf)].map((list) => list?.length)
  if (lengths.some((length) => length !== ids.length)) throw aggregatorAbort(prefix, 'EUNEQUAL_LENGTHS')
  return ids.map((id, at) => ({
    id: id as Address,
    venue: String(venues?.[at]),
    creator,
    collection,
    tokenName: String(names?.[at]),
    propertyVersion: BigInt(String(versions?.[at])),
  }))
}

/** A vector argument. */
export function listOf(value: MoveValue | undefined): readonly MoveValue[] {
  if (!Array.isArray(value)) throw new TypeError('Expected a vector argument.')
  return value as readonly MoveValue[]
}
