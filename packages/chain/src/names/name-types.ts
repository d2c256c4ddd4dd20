import { toShortAddress } from '@opal/domain/address'
import type { WantedTypes } from '../skim.ts'
import type { NameService } from './name-service.ts'

/** Types of the name service, as the chain writes them. @source <contract>::domains (first version), ::v2_1_domains */
export interface NameTypes {
  readonly nameRecord: string
  readonly subdomainExt: string
  readonly setReverseLookup: string
  readonly keyV1: string
  readonly recordV1: string
  readonly setReverseLookupV1: string
}

/** The name service's types, of both its versions. */
export function nameTypesOf({ contract }: NameService): NameTypes {
  const address = toShortAddress(contract)
  return {
    nameRecord: `${address}::v2_1_domains::NameRecord`,
    subdomainExt: `${address}::v2_1_domains::SubdomainExt`,
    setReverseLookup: `${address}::v2_1_domains::SetReverseLookupEvent`,
    keyV1: `${address}::domains::NameRecordKeyV1`,
    recordV1: `${address}::domains::NameRecordV1`,
    setReverseLookupV1: `${address}::domains::SetReverseLookupEventV1`,
  }
}

/** What a transaction must hold to touch names, for the skimmer. */
export function wantedNameTypes(types: NameTypes): Required<WantedTypes> {
  return {
    eventTypes: [types.setReverseLookup, types.setReverseLookupV1],
    resourceTypes: [types.nameRecord],
    tableTypes: [types.keyV1],
  }
}
