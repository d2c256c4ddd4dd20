import type { Address } from '@opal/domain/address'

/** A sale: `net` is what the seller was paid; null where the marketplace does not state it. */
export interface ReferenceSale {
  readonly version: bigint
  readonly micros: bigint
  readonly token: Address
  readonly seller: Address
  readonly buyer: Address
  readonly price: bigint
  readonly net: bigint | null
  readonly isNative: boolean
}

export interface ReferenceListing {
  readonly id: string
  readonly seller: Address
  readonly price: bigint
  readonly isNative: boolean
}

export interface ReferenceBid {
  readonly id: string
  readonly buyer: Address
  readonly price: bigint
  /** Null: never. */
  readonly expiresAtSeconds: bigint | null
  readonly remaining: bigint
  readonly isNative: boolean
}

/** The whole market of one collection after one version. */
export interface ReferenceMoment {
  readonly version: bigint
  readonly micros: bigint
  /** By token, with the product's rule: a listed token belongs to its seller. */
  readonly holders: ReadonlyMap<Address, Address>
  readonly listings: readonly ReferenceListing[]
  /** Those with something remaining, expired or not. */
  readonly bids: readonly ReferenceBid[]
}

/** Price that a minter paid for a token, where the mint had one. */
export interface ReferenceMint {
  readonly version: bigint
  readonly price: bigint
}

/** Events of one collection, oldest first. */
export interface ReferenceHistory {
  /** Priced mints by token. */
  readonly mints: ReadonlyMap<Address, ReferenceMint>
  readonly past: readonly ReferenceMoment[]
  readonly sales: readonly ReferenceSale[]
}
