import type { Address } from '@opal/domain/address'
import type { DemoCollection } from '../art/demo-collection.ts'
import { collectionAddress } from './mint-collection.ts'

/** What the demo's operator says of its collections: which it vouches for, and which it puts on the landing page. */
export interface OperatorChoice {
  readonly featured: readonly Address[]
  readonly verified: readonly Address[]
}

const FEATURED = 6
/** Every fourth collection is new to the operator, so that pages show both kinds. */
const UNKNOWN_EACH = 4

/** The liveliest are featured; they and most others are verified. */
export function operatorChoice(collections: readonly DemoCollection[]): OperatorChoice {
  const byInterest = [...collections].sort((left, right) => right.market.interest - left.market.interest)
  const featured = byInterest.slice(0, FEATURED).map(collectionAddress)
  const known = collections.filter((_, at) => at % UNKNOWN_EACH !== UNKNOWN_EACH - 1).map(collectionAddress)
  return { featured, verified: [...new Set([...featured, ...known])] }
}
