import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { abortsOf } from '../aborts.ts'
import { entry, event, struct, TOKENS } from '../define.ts'
import { MoveAbort, type MoveContext, type MoveModule, type MoveValue, type TokenIdV1 } from '../move-module.ts'
import { TOKEN_ID_PARAMETERS, tokenIdArgument } from './token-arguments.ts'
import { tableHandle, tokenIdJson } from './token-data.ts'
import { assertNames } from './token-datas.ts'
import { mergeTokens, TOKEN } from './token-store.ts'

const MODULE = '0x3::token_transfers'
const PENDING_CLAIMS = `${MODULE}::PendingClaims`
const OFFER_ID = `${MODULE}::TokenOfferId`
const abort = abortsOf(MODULE)

const OFFER_FIELDS = { to_address: 'address', token_id: '0x3::token::TokenId', amount: 'u64' }
const handle = (name: string) => `0x1::event::EventHandle<${MODULE}::${name}>`

/** Tokens that are given away and wait for whom they are for. @source 0x3::token_transfers */
export const tokenTransfers: MoveModule = {
  address: TOKENS,
  name: 'token_transfers',
  structs: [
    struct('PendingClaims', {
      pending_claims: `0x1::table::Table<${OFFER_ID}, ${TOKEN}>`,
      offer_events: handle('TokenOfferEvent'),
      cancel_offer_events: handle('TokenCancelOfferEvent'),
      claim_events: handle('TokenClaimEvent'),
    }),
    struct('TokenOfferId', { to_addr: 'address', token_id: '0x3::token::TokenId' }, ['copy', 'drop', 'store']),
    event('Offer', { account: 'address', ...OFFER_FIELDS }),
    event('Claim', { account: 'address', ...OFFER_FIELDS }),
    event('CancelOffer', { account: 'address', ...OFFER_FIELDS }),
    event('TokenOfferEvent', OFFER_FIELDS),
    event('TokenClaimEvent', OFFER_FIELDS),
    event('TokenCancelOfferEvent', OFFER_FIELDS),
  ],
  functions: [
    entry('offer_script', ['signer', 'address', ...TOKEN_ID_PARAMETERS, 'u64'], (context, _types, args) => {
      offerToken(context, { ...offerOf(args, context.sender), amount: args[5] as bigint })
    }),
    entry('claim_script', ['signer', 'address', ...TOKEN_ID_PARAMETERS], (context, _types, args) => {
      const { other, token } = readOther(args)
      claimToken(context, { from: other, to: context.sender, token })
    }),
    entry('cancel_offer_script', ['signer', 'address', ...TOKEN_ID_PARAMETERS], (context, _types, args) => {
      cancelTokenOffer(context, offerOf(args, context.sender))
    }),
  ],
}

/** One pending gift: at most one of a token from one account to another. */
export interface TokenOffer {
  readonly from: Address
  readonly to: Address
  readonly token: TokenIdV1
}

/** Takes tokens out of the giver's store, to wait; more of the same join them. @source 0x3::token_transfers::offer */
function offerToken(context: MoveContext, offer: TokenOffer & { readonly amount: bigint }): void {
  if (context.getResource(offer.from, PENDING_CLAIMS) === null) initialize(context, offer.from)
  const claims = claimsOf(context, offer.from)
  const token = context.withdrawToken(offer.from, offer.token, offer.amount)
  const waiting = context.tableItem(claims, OFFER_ID, TOKEN, keyOf(offer))
  const all = waiting === null ? token : mergeTokens(waiting as JsonObject, token)
  context.putTableItem(claims, OFFER_ID, TOKEN, keyOf(offer), all)
  announce(context, 'Offer', offer, offer.amount.toString())
}

/** @source 0x3::token_transfers::claim */
function claimToken(context: MoveContext, offer: TokenOffer): void {
  if (context.getResource(offer.from, PENDING_CLAIMS) === null) throw noOffers()
  const token = context.tableItem(claimsOf(context, offer.from), OFFER_ID, TOKEN, keyOf(offer))
  if (token === null) throw abort('not-found', 1n, 'ETOKEN_OFFER_NOT_EXIST', "Token offer doesn't exist")
  takeOut(context, offer)
  context.depositToken(offer.to, token as JsonObject)
  announce(context, 'Claim', offer, (token as JsonObject).amount as string)
}

/** @source 0x3::token_transfers::cancel_offer */
function cancelTokenOffer(context: MoveContext, offer: TokenOffer): void {
  if (context.getResource(offer.from, PENDING_CLAIMS) === null) throw noOffers()
  const token = context.tableItem(claimsOf(context, offer.from), OFFER_ID, TOKEN, keyOf(offer))
  if (token === null) throw noTableItem()
  takeOut(context, offer)
  context.depositToken(offer.from, token as JsonObject)
  announce(context, 'CancelOffer', offer, (token as JsonObject).amount as string)
}

/** Returns the other side of an offer, and what it is about: the arguments that all scripts begin with. */
function readOther(args: readonly MoveValue[]): { other: Address; token: TokenIdV1 } {
  const token = tokenIdArgument(args, 1)
  assertNames(token)
  return { other: args[0] as Address, token }
}

function offerOf(args: readonly MoveValue[], from: Address): TokenOffer {
  const { other, token } = readOther(args)
  return { from, to: other, token }
}

function initialize(context: MoveContext, account: Address): void {
  context.putResource(account, PENDING_CLAIMS, {
    pending_claims: { handle: toShortAddress(context.newTable()) },
    offer_events: context.newEventHandle(account),
    cancel_offer_events: context.newEventHandle(account),
    claim_events: context.newEventHandle(account),
  })
}

function claimsOf(context: MoveContext, account: Address): Address {
  return tableHandle(context.getResource(account, PENDING_CLAIMS) as JsonObject, 'pending_claims')
}

function takeOut(context: MoveContext, offer: TokenOffer): void {
  context.removeTableItem(claimsOf(context, offer.from), OFFER_ID, TOKEN, keyOf(offer))
}

function keyOf({ to, token }: TokenOffer): JsonObject {
  return { to_addr: toShortAddress(to), token_id: tokenIdJson(token) }
}

function announce(context: MoveContext, name: 'Offer' | 'Claim' | 'CancelOffer', offer: TokenOffer, amount: string) {
  const token_id = tokenIdJson(offer.token)
  const data = { account: toShortAddress(offer.from), amount, to_address: toShortAddress(offer.to), token_id }
  context.emit(`${MODULE}::${name}`, data)
}

/** Returns the framework aborts with the bare reason, without a category, for accounts that never offered anything. */
function noOffers(): MoveAbort {
  return new MoveAbort(MODULE, 1n, 'ETOKEN_OFFER_NOT_EXIST', "Token offer doesn't exist")
}

/** Returns the abort of a table without the item. @source aptos-table-natives NOT_FOUND */
function noTableItem(): MoveAbort {
  return new MoveAbort('0x1::table', 0x6507n, '')
}
