import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'
import type { WantedTypes } from '../skim/skim.ts'

/** Addresses of the Aptos Name Service. */
export interface NameService {
  readonly contract: Address
  /** The first version; null where there was none, or its tables are not known. */
  readonly v1: NameServiceV1 | null
}

/**
 * The first version of the Aptos Name Service, which is known by its tables: anyone can make keys and records of its types, and
 * keep them in others.
 */
export interface NameServiceV1 {
  /** Who created its tokens. */
  readonly creator: Address
  /** The table of names. */
  readonly names: Address
  /** The table of primary names. */
  readonly primaryNames: Address
}

/** @source ts-sdk: ANS contract per network; mainnet 2080538 and 303690531 for the first version's creator and tables */
const NAME_SERVICES: Readonly<Record<NetworkName, NameService>> = {
  mainnet: {
    contract: parseAddress('0x867ed1f6bf916171b1de3ee92849b8978b7d1b9e0a8cc982a3d19d535dfd9c0c'),
    v1: {
      creator: parseAddress('0x305a97874974fdb9a7ba59dc7cab7714c8e8e00004ac887b6e348496e1981838'),
      names: parseAddress('0x21a0fd41330f3a0a38173c7c0e4ac59cd51505f0594f64d3d637c12425c3c155'),
      primaryNames: parseAddress('0x1d5f57aa505a2fa463b7a46341913b65757e3177c46a5e483a29d953627bee62'),
    },
  },
  testnet: {
    contract: parseAddress('0x5f8fd2347449685cf41d4db97926ec3a096eaf381332be4f1318ad4d16a8497c'),
    v1: null,
  },
  local: {
    contract: parseAddress('0x585fc9f0f0c54183b039ffc770ca282ebd87307916c215a3e692f2f8e4305e82'),
    v1: null,
  },
}

/** Returns the name service of a network. */
export function nameServiceOf(network: NetworkName): NameService {
  return NAME_SERVICES[network]
}

/** Types of the name service, as the chain writes them. @source <contract>::domains (first version), ::v2_1_domains */
export interface NameTypes {
  readonly nameRecord: string
  readonly subdomainExt: string
  readonly setReverseLookup: string
  readonly keyV1: string
  readonly recordV1: string
  readonly setReverseLookupV1: string
}

/** Returns the name service's types, of both its versions. */
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

/** Returns the types by which the skimmer recognizes transactions that touch names. */
export function wantedNameTypes(types: NameTypes): Required<WantedTypes> {
  return {
    eventTypes: [types.setReverseLookup, types.setReverseLookupV1],
    resourceTypes: [types.nameRecord],
    tableTypes: [types.keyV1],
  }
}
