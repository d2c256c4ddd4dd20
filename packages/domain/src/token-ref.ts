import type { Address } from './address.ts'

/** Names one token on chain, with what payloads need. */
export type TokenRef = TokenRefV1 | TokenRefV2

export interface TokenRefV1 {
  readonly standard: 'v1'
  readonly tokenDataId: Address
  readonly creatorAddress: Address
  readonly collectionName: string
  readonly tokenName: string
  readonly propertyVersion: bigint
}

export interface TokenRefV2 {
  readonly standard: 'v2'
  /** Address of the token object. */
  readonly tokenDataId: Address
}

/** Names one collection on chain. */
export type CollectionRef =
  | {
      readonly standard: 'v1'
      readonly collectionId: Address
      readonly creatorAddress: Address
      readonly collectionName: string
    }
  | { readonly standard: 'v2'; readonly collectionId: Address }
