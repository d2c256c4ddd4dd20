import type { Address } from '../address.ts'
import type { EntryFunctionPayload } from '../payload.ts'
import type { TokenRef } from './token-id.ts'

/**
 * Returns the call that transfers a token. A v2 token moves immediately. A v1 token waits until the receiver claims it, since
 * wallets accept v1 tokens from others only after opting in.
 * @source 0x1::object::transfer, 0x3::token_transfers::offer_script
 */
export function transferPayload(token: TokenRef, to: Address): EntryFunctionPayload {
  if (token.standard === 'v2') {
    return {
      function: '0x1::object::transfer',
      typeArguments: ['0x4::token::Token'],
      functionArguments: [token.tokenDataId, to],
    }
  }
  const { creatorAddress, collectionName, tokenName, propertyVersion } = token
  return {
    function: '0x3::token_transfers::offer_script',
    typeArguments: [],
    functionArguments: [to, creatorAddress, collectionName, tokenName, String(propertyVersion), '1'],
  }
}

/** A v1 token that waits to be claimed. */
export interface Claim {
  readonly fromAddress: string
  readonly creatorAddress: string
  readonly collectionName: string
  readonly name: string
  readonly propertyVersion: bigint
}

/** Claims a v1 token that was offered to the signer. @source 0x3::token_transfers::claim_script */
export function claimPayload(claim: Claim): EntryFunctionPayload {
  return {
    function: '0x3::token_transfers::claim_script',
    typeArguments: [],
    functionArguments: [
      claim.fromAddress,
      claim.creatorAddress,
      claim.collectionName,
      claim.name,
      String(claim.propertyVersion),
    ],
  }
}
