import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { type MoveContext, MoveExecutionFailure, type TokenIdV1 } from '../move-module.ts'
import { tokenAbort } from './token-aborts.ts'
import { TOKEN_ID, tableHandle, tokenIdJson } from './token-data.ts'

export const TOKEN = '0x3::token::Token'
export const TOKEN_STORE = '0x3::token::TokenStore'
/** Properties of a token whose property version is 0: its token data has them. */
export const NO_PROPERTIES: JsonObject = { map: { data: [] } }

const MAX_U64 = (1n << 64n) - 1n

type Context = Pick<
  MoveContext,
  | 'getResource'
  | 'putResource'
  | 'emit'
  | 'newEventHandle'
  | 'newTable'
  | 'tableItem'
  | 'putTableItem'
  | 'removeTableItem'
>

/** Gives an account a token store; one that has it keeps it. @source 0x3::token::initialize_token_store */
export function initializeTokenStore(context: Context, owner: Address): void {
  if (context.getResource(owner, TOKEN_STORE) !== null) return
  const tokens = { handle: toShortAddress(context.newTable()) }
  context.putResource(owner, TOKEN_STORE, {
    deposit_events: context.newEventHandle(owner),
    withdraw_events: context.newEventHandle(owner),
    burn_events: context.newEventHandle(owner),
    mutate_token_property_events: context.newEventHandle(owner),
    direct_transfer: false,
    tokens,
  })
}

/** @source 0x3::token::balance_of */
export function tokenBalance(
  context: Pick<Context, 'getResource' | 'tableItem'>,
  owner: Address,
  token: TokenIdV1,
): bigint {
  const store = context.getResource(owner, TOKEN_STORE)
  if (store === null) return 0n
  const held = context.tableItem(tableHandle(store, 'tokens'), TOKEN_ID, TOKEN, tokenIdJson(token))
  return held === null ? 0n : tokenAmount(held as JsonObject)
}

/** Returns the amount of a `0x3::token::Token`. */
function tokenAmount(token: JsonObject): bigint {
  return BigInt(token.amount as string)
}

/** @throws MoveAbort EWITHDRAW_ZERO, EINSUFFICIENT_BALANCE @source 0x3::token::withdraw_with_event_internal */
export function withdrawToken(context: Context, owner: Address, token: TokenIdV1, amount: bigint): JsonObject {
  if (amount <= 0n) throw tokenAbort('invalid-argument', 'EWITHDRAW_ZERO')
  const balance = tokenBalance(context, owner, token)
  if (balance < amount) throw tokenAbort('invalid-argument', 'EINSUFFICIENT_BALANCE')
  const id = tokenIdJson(token)
  const tokens = tableHandle(context.getResource(owner, TOKEN_STORE) as JsonObject, 'tokens')
  const held = context.tableItem(tokens, TOKEN_ID, TOKEN, id) as JsonObject
  context.emit('0x3::token::TokenWithdraw', { account: toShortAddress(owner), amount: amount.toString(), id })
  if (balance === amount) {
    context.removeTableItem(tokens, TOKEN_ID, TOKEN, id)
    return held
  }
  context.putTableItem(tokens, TOKEN_ID, TOKEN, id, { ...held, amount: (balance - amount).toString() })
  return { amount: amount.toString(), id, token_properties: NO_PROPERTIES }
}

/** @source 0x3::token::deposit_token */
export function depositToken(context: Context, to: Address, token: JsonObject): void {
  initializeTokenStore(context, to)
  directDeposit(context, to, token)
}

/** @throws MoveAbort EUSER_NOT_OPT_IN_DIRECT_TRANSFER @source 0x3::token::direct_deposit_with_opt_in */
export function directDepositToken(context: Context, to: Address, token: JsonObject): void {
  assertOptedIn(context, to, 'direct_deposit_with_opt_in')
  directDeposit(context, to, token)
}

/**
 * @param functionName the function of `0x3::token` that asks.
 * @throws MoveExecutionFailure without a store. @throws MoveAbort when its owner did not opt in.
 */
export function assertOptedIn(context: Pick<Context, 'getResource'>, owner: Address, functionName: string): void {
  const store = context.getResource(owner, TOKEN_STORE)
  if (store === null) throw new MoveExecutionFailure(`0x3::token::${functionName}`, 1)
  if (store.direct_transfer !== true) throw tokenAbort('permission-denied', 'EUSER_NOT_OPT_IN_DIRECT_TRANSFER')
}

/** Puts tokens into a store that is known to be there. @source 0x3::token::direct_deposit */
export function directDeposit(context: Context, to: Address, token: JsonObject): void {
  if (tokenAmount(token) <= 0n) throw tokenAbort('invalid-argument', 'ETOKEN_CANNOT_HAVE_ZERO_AMOUNT')
  const tokens = tableHandle(context.getResource(to, TOKEN_STORE) as JsonObject, 'tokens')
  const { id, amount } = token as { id: JsonObject; amount: string }
  context.emit('0x3::token::TokenDeposit', { account: toShortAddress(to), amount, id })
  const held = context.tableItem(tokens, TOKEN_ID, TOKEN, id)
  context.putTableItem(tokens, TOKEN_ID, TOKEN, id, held === null ? token : mergeTokens(held as JsonObject, token))
}

/**
 * Returns two tokens of one id as one.
 * @throws MoveExecutionFailure for more than 64 bits hold.
 * @source 0x3::token::merge
 */
export function mergeTokens(into: JsonObject, token: JsonObject): JsonObject {
  const amount = tokenAmount(into) + tokenAmount(token)
  if (amount > MAX_U64) throw new MoveExecutionFailure('0x3::token::merge', 18)
  return { ...into, amount: amount.toString() }
}
