import type { Address } from '@opal/domain/address'
import { aptOrderTypes } from './foreign-orders.ts'
import { collectionOfferType, tokenOfferType } from './offer-resources.ts'

/** Resources of a package that decoding its events needs: until when offers stand, what is left, and in which coin. */
export function familyResourceTypes(packageAddress: Address): readonly string[] {
  return [tokenOfferType(packageAddress), collectionOfferType(packageAddress), ...aptOrderTypes(packageAddress)]
}
