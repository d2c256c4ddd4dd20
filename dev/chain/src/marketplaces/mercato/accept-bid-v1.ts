import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, TokenIdV1 } from '../../modules/move-module.ts'
import { tokenIdJson } from '../../modules/token-v1/token-data.ts'
import { TOKEN_STORE } from '../../modules/token-v1/token-store.ts'
import { BIDS_V1, type BidV1, bidEventOf, bidsOf, openBid } from './bids-v1.ts'
import { emitEvent, type Package, refusal, sharesOf } from './package.ts'

/** Sells the caller's token into a bid on that token. */
export function acceptTokenBidV1(context: MoveContext, own: Package, nonce: bigint, token: TokenIdV1): void {
  const bid = openBid(context, own, 'token', nonce)
  if (JSON.stringify(tokenIdJson(bid.token)) !== JSON.stringify(tokenIdJson(token))) {
    throw refusal(own, 'biddings', 3n, 'EWRONG_TOKEN', 'The bid is for another token.')
  }
  bidsOf(context, own).remove('token', nonce)
  settle(context, own, nonce, bid, token)
}

/** Sells one of the caller's tokens into a bid on its collection; the bid goes on for what it still wants. */
export function acceptCollectionBidV1(context: MoveContext, own: Package, nonce: bigint, token: TokenIdV1): void {
  const bid = openBid(context, own, 'collection', nonce)
  const { creator, name } = bid.collection
  if (creator !== token.creator || name !== token.collection) {
    throw refusal(own, 'biddings', 4n, 'EWRONG_COLLECTION', 'The token is not of the collection that is bid on.')
  }
  if (bid.amount > 1n) bidsOf(context, own).put(nonce, { ...bid, amount: bid.amount - 1n })
  else bidsOf(context, own).remove('collection', nonce)
  settle(context, own, nonce, bid, token)
}

/** Takes a token that was bought while its buyer's store was closed to others. */
export function claimV1(context: MoveContext, own: Package, token: TokenIdV1): void {
  const held = bidsOf(context, own).takeClaim(context.sender, token)
  if (held === null) throw refusal(own, 'biddings', 6n, 'ENO_CLAIM', 'No such token waits for the caller.')
  context.depositToken(context.sender, held)
}

/** Pays in the order of the v2 module, then hands over the token. */
function settle(context: MoveContext, own: Package, nonce: bigint, bid: BidV1, token: TokenIdV1): void {
  const seller = context.sender
  const shares = sharesOf(own, { seller, price: bid.price }, context.tokenRoyalty(token))
  for (const { to, octas } of shares) context.depositApt(to, octas)
  deliver(context, own, bid.buyer, token, context.withdrawToken(seller, token, 1n))
  const { amount: _wanted, collection_id: _collection, ...data } = bidEventOf(nonce, bid)
  emitEvent(context, own, BIDS_V1, `accept_${bid.kind}_bid_events`, {
    ...data,
    bid_seller: toShortAddress(seller),
    token_id: tokenIdJson(token),
  })
}

/**
 * A v1 token can be put into the store of an account that allows it; otherwise it waits to be claimed.
 * @source `biddings::claim_token`, a third-party client: it is offered for tokens won by a bid
 */
function deliver(context: MoveContext, own: Package, to: Address, token: TokenIdV1, held: JsonObject): void {
  if (context.getResource(to, TOKEN_STORE)?.direct_transfer === true) context.directDepositToken(to, held)
  else bidsOf(context, own).putClaim(to, token, held)
}
