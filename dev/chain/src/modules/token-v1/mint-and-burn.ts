import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { type MoveContext, MoveExecutionFailure, type TokenIdV1 } from '../move-module.ts'
import { readFlag } from './property-map-v1.ts'
import { tokenAbort } from './token-aborts.ts'
import { type TokenDataKey, tokenDataIdJson, tokenDataOf, tokenIdJson } from './token-data.ts'
import { countBurnt, putTokenData } from './token-datas.ts'
import { assertOptedIn, directDeposit, NO_PROPERTIES, TOKEN_STORE } from './token-store.ts'

const MAX_U64 = (1n << 64n) - 1n

/** Makes more of a token, for its creator. @source 0x3::token::mint_token */
export function mintToken(context: MoveContext, signer: Address, token: TokenDataKey, amount: bigint): void {
  context.depositToken(signer, mint(context, signer, token, amount))
}

/** Makes more of a token, for someone who takes what is sent. @source 0x3::token::mint_token_to */
export function mintTokenTo(
  context: MoveContext,
  signer: Address,
  receiver: Address,
  minted: { readonly token: TokenDataKey; readonly amount: bigint },
): void {
  if (context.getResource(receiver, TOKEN_STORE) === null) throw tokenAbort('not-found', 'ETOKEN_STORE_NOT_PUBLISHED')
  assertOptedIn(context, receiver, 'mint_token_to')
  directDeposit(context, receiver, mint(context, signer, minted.token, minted.amount))
}

function mint(context: MoveContext, signer: Address, token: TokenDataKey, amount: bigint): JsonObject {
  if (signer !== token.creator) throw tokenAbort('permission-denied', 'ENO_MINT_CAPABILITY')
  const data = tokenDataOf(context, token)
  if (data.maximum !== '0') {
    const supply = BigInt(data.supply as string) + amount
    if (supply > MAX_U64) throw new MoveExecutionFailure('0x3::token::mint_token', 37)
    if (supply > BigInt(data.maximum as string))
      throw tokenAbort('invalid-argument', 'EMINT_WOULD_EXCEED_TOKEN_MAXIMUM')
    putTokenData(context, token, { ...data, supply: supply.toString() })
  }
  const minted = amount.toString()
  context.emit('0x3::token::Mint', { amount: minted, creator: toShortAddress(signer), id: tokenDataIdJson(token) })
  return { amount: minted, id: tokenIdJson({ ...token, propertyVersion: 0n }), token_properties: NO_PROPERTIES }
}

/** The properties by which a creator says who may destroy a token. */
const BURNABLE = {
  owner: { property: 'TOKEN_BURNABLE_BY_OWNER', refusal: 'EOWNER_CANNOT_BURN_TOKEN' },
  creator: { property: 'TOKEN_BURNABLE_BY_CREATOR', refusal: 'ECREATOR_CANNOT_BURN_TOKEN' },
} as const

/** Destroys tokens that someone holds, where the creator allowed it. @source 0x3::token::burn, burn_by_creator */
export function burnTokens(
  context: MoveContext,
  by: keyof typeof BURNABLE,
  owner: Address,
  burnt: { readonly token: TokenIdV1; readonly amount: bigint },
): void {
  const { token, amount } = burnt
  if (amount <= 0n) throw tokenAbort('invalid-argument', 'ENO_BURN_TOKEN_WITH_ZERO_AMOUNT')
  const properties = tokenDataOf(context, token).default_properties as JsonObject
  const { property, refusal } = BURNABLE[by]
  if (!readFlag(properties, property)) throw tokenAbort('permission-denied', refusal)
  context.withdrawToken(owner, token, amount)
  const fields = { account: toShortAddress(owner), amount: amount.toString(), id: tokenIdJson(token) }
  context.emit('0x3::token::Burn', fields)
  countBurnt(context, token, amount)
}
