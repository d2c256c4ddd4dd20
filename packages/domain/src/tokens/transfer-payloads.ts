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

/** A v1 token that waits to be claimed, as calls name it. */
interface WaitingToken {
  readonly creatorAddress: string
  readonly collectionName: string
  readonly name: string
  readonly propertyVersion: bigint
}

/** A v1 token that another wallet has sent. */
export interface Claim extends WaitingToken {
  readonly fromAddress: string
}

/** A v1 token that the wallet has sent, and that is not claimed yet. */
export interface SentToken extends WaitingToken {
  readonly toAddress: string
}

/** Claims a v1 token that was offered to the signer. @source 0x3::token_transfers::claim_script */
export function claimPayload(claim: Claim): EntryFunctionPayload {
  return {
    function: '0x3::token_transfers::claim_script',
    typeArguments: [],
    functionArguments: [claim.fromAddress, ...namesOf(claim)],
  }
}

/** Takes back what the signer has sent and nobody has claimed. @source 0x3::token_transfers::cancel_offer_script */
export function takeBackPayload(sent: SentToken): EntryFunctionPayload {
  return {
    function: '0x3::token_transfers::cancel_offer_script',
    typeArguments: [],
    functionArguments: [sent.toAddress, ...namesOf(sent)],
  }
}

function namesOf({ creatorAddress, collectionName, name, propertyVersion }: WaitingToken): readonly string[] {
  return [creatorAddress, collectionName, name, String(propertyVersion)]
}
