import type { Address } from './address.ts'
import type { TokenStandard } from './token-id.ts'

/** What one transaction did to names of the Aptos Name Service, both versions, read by `chain/names`. */
export interface NameChanges {
  readonly lookups: readonly NameLookupChange[]
  readonly primaryNames: readonly PrimaryNameChange[]
}

/** Row of `current_ans_lookup_v2`: where a name points. */
export interface NameLookupChange {
  readonly domain: string
  /** Empty for a domain itself. */
  readonly subdomain: string
  readonly tokenStandard: TokenStandard
  readonly registeredAddress: Address | null
  readonly expirationSeconds: bigint
  /** `sub.domain.apt` */
  readonly tokenName: string
  readonly isDeleted: boolean
  /** v2 subdomains only: 1 follows the domain. */
  readonly subdomainExpirationPolicy: bigint | null
  /** The token that is the name; null when it cannot be told. */
  readonly tokenDataId: Address | null
}

/** Row of `current_ans_primary_name_v2`: what an account is called. Without a name when the account took it back. */
export interface PrimaryNameChange {
  readonly registeredAddress: Address
  readonly tokenStandard: TokenStandard
  readonly domain: string | null
  readonly subdomain: string | null
  readonly tokenName: string | null
  readonly isDeleted: boolean
}
