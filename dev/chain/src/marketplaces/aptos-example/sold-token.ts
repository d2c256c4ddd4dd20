import type { Address } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { applyRate, type Rate } from '@opal/domain/prices/rates'
import type { MoveContext, TokenIdV1 } from '../../modules/move-module.ts'
import { type Royalty, royaltyOf, tokenMetadata, tokenMetadataV1 } from './token-metadata.ts'

/** The token of an order: a v2 token, which is an object, or a v1 token, which has names. */
export type SoldToken = Address | TokenIdV1

/** Returns the token's metadata as events carry it. */
export function metadataOf(context: MoveContext, token: SoldToken): JsonObject {
  return typeof token === 'string' ? tokenMetadata(context, token) : tokenMetadataV1(token)
}

/**
 * Returns the current royalty of a token; none where it has no receiver.
 * @throws MoveAbort for what is no token
 */
export function royaltyRate(context: MoveContext, token: SoldToken): Rate {
  const royalty = typeof token === 'string' ? royaltyOf(context, token) : context.tokenRoyalty(token)
  return royalty ?? { numerator: 0n, denominator: 1n }
}

/** The royalty of a sale and its payee; null for a v2 token without a royalty. */
export interface RoyaltyCharge {
  readonly payee: Address
  readonly octas: bigint
}

/**
 * Returns the royalty of a sale, rounded down: never more than the price, and nothing where its denominator is 0,
 * which v1 tokens may have.
 * @throws MoveAbort for a v1 token that was not published.
 * @source listing::royalty_of_tokenv1, royalty_of_tokenv2
 */
export function royaltyCharge(context: MoveContext, token: SoldToken, priceOctas: bigint): RoyaltyCharge | null {
  const royalty: Royalty | null = typeof token === 'string' ? royaltyOf(context, token) : context.tokenRoyalty(token)
  if (royalty === null) return null
  if (royalty.denominator === 0n) return { payee: royalty.payee, octas: 0n }
  const octas = applyRate(priceOctas, royalty)
  return { payee: royalty.payee, octas: octas > priceOctas ? priceOctas : octas }
}
