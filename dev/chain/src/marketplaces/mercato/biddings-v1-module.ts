import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { OWN_NAME } from '@opal/marketplaces/mercato/contracts'
import type { MoveContext, MoveFunction, MoveModule, TokenIdV1 } from '../../modules/move-module.ts'
import { TOKEN_ID_PARAMETERS, textArgument, tokenIdArgument } from '../../modules/token-v1/token-arguments.ts'
import { TOKEN_ID, tokenIdJson } from '../../modules/token-v1/token-data.ts'
import { TOKEN_STORE } from '../../modules/token-v1/token-store.ts'
import { entry, resource, value } from '../aptos-example/move-function.ts'
import { addressArgument, u64Argument } from '../aptos-example/move-values.ts'
import { BIDS_V1, type BidV1, bidEventOf, bidsOf, type CollectionBidV1, openBid, type TokenBidV1 } from './bids-v1.ts'
import { unlistV1 } from './listings-v1-module.ts'
import { createStore, emitEvent, handleFields, type Package, refusal, sharesOf } from './package.ts'

const STRING = '0x1::string::String'

/**
 * Returns `biddings`: bids on v1 tokens, counted by a nonce.
 * @NOTE No transaction of it is recorded: calls and events are those of other people's code,
 *   docs/reference/marketplace-contracts.md#mercato-v1-events, docs/reference/marketplace-contracts.md#mercato-calls. Names and
 *   shapes of what it stores are ours.
 */
export function biddingsV1Module(own: Package): MoveModule {
  return {
    address: own.contracts.packageAddress,
    name: 'biddings',
    genesis: (context) => {
      const table = () => ({ handle: toShortAddress(context.newTable()) })
      const tables = { token_bids: table(), collection_bids: table(), claims: table() }
      createStore(context, own, BIDS_V1, { nonce: '0', ...tables })
    },
    functions: [...placing(own), ...ending(own)],
    structs: structs(own),
  }
}

function placing(own: Package): readonly MoveFunction[] {
  return [
    entry('token_bid', [...TOKEN_ID_PARAMETERS, 'u64'], (context, _types, args) =>
      place(context, own, { kind: 'token', token: tokenIdArgument(args, 0), price: u64Argument(args, 4), amount: 1n }),
    ),
    entry('collection_bid', ['address', STRING, 'u64', 'u64'], (context, _types, args) =>
      place(context, own, {
        kind: 'collection',
        collection: { creator: addressArgument(args, 0), name: textArgument(args, 1) },
        price: u64Argument(args, 2),
        amount: u64Argument(args, 3),
      }),
    ),
  ]
}

function ending(own: Package): readonly MoveFunction[] {
  return [
    entry('cancel_token_bid', ['u128'], (context, _types, args) => cancel(context, own, 'token', u64Argument(args, 0))),
    entry('cancel_collection_bid', ['u128'], (context, _types, args) =>
      cancel(context, own, 'collection', u64Argument(args, 0)),
    ),
    entry('accept_token_bid', ['u128', ...TOKEN_ID_PARAMETERS], (context, _types, args) =>
      acceptTokenBidV1(context, own, u64Argument(args, 0), tokenIdArgument(args, 1)),
    ),
    entry('accept_collection_bid', ['u128', ...TOKEN_ID_PARAMETERS], (context, _types, args) =>
      acceptCollectionBidV1(context, own, u64Argument(args, 0), tokenIdArgument(args, 1)),
    ),
    // The listing's price and number are passed for other marketplaces; ours needs neither.
    entry(
      'unlist_and_accept_collection_bid_v2',
      ['u128', STRING, ...TOKEN_ID_PARAMETERS, 'u64', 'u128'],
      (context, _types, args) => {
        if (textArgument(args, 1) !== OWN_NAME) throw unknownMarket(own)
        const token = tokenIdArgument(args, 2)
        unlistV1(context, own, token)
        acceptCollectionBidV1(context, own, u64Argument(args, 0), token)
      },
    ),
    entry('claim_token', TOKEN_ID_PARAMETERS, (context, _types, args) =>
      claimV1(context, own, tokenIdArgument(args, 0)),
    ),
  ]
}

function unknownMarket(own: Package) {
  return refusal(own, 'biddings', 5n, 'EUNKNOWN_MARKET', 'The listing is on a marketplace that is not known here.')
}

/** Takes the money for all items at once. */
function place(
  context: MoveContext,
  own: Package,
  terms: Omit<TokenBidV1, 'buyer'> | Omit<CollectionBidV1, 'buyer'>,
): void {
  const bids = bidsOf(context, own)
  const bid = { ...terms, buyer: context.sender } as TokenBidV1 | CollectionBidV1
  context.withdrawApt(context.sender, bid.price * bid.amount)
  const nonce = bids.takeNonce()
  bids.put(nonce, bid)
  emitEvent(context, own, BIDS_V1, `insert_${bid.kind}_bid_events`, bidEventOf(nonce, bid))
}

/** Gives back what the bid still holds. */
function cancel(context: MoveContext, own: Package, kind: 'token' | 'collection', nonce: bigint): void {
  const bid = openBid(context, own, kind, nonce)
  if (bid.buyer !== context.sender) {
    throw refusal(own, 'biddings', 1n, 'ENOT_BUYER', 'The caller did not place the bid.')
  }
  bidsOf(context, own).remove(kind, nonce)
  context.depositApt(bid.buyer, bid.price * bid.amount)
  emitEvent(context, own, BIDS_V1, `delete_${kind}_bid_events`, bidEventOf(nonce, bid))
}

function structs(own: Package) {
  const bid = [
    ['bid_buyer', 'address'],
    ['nonce', 'u128'],
    ['price', 'u64'],
    ['timestamp', 'u64'],
  ] as const
  const token = ['token_id', TOKEN_ID] as const
  const collectionId = `${own.prefix}::biddings::CollectionId`
  const collection = [['collection_id', collectionId] as const, ['amount', 'u64'] as const]
  const seller = ['bid_seller', 'address'] as const
  const coins = ['coins', '0x1::coin::Coin<0x1::aptos_coin::AptosCoin>'] as const
  return [
    value('CollectionId', [
      ['collection_creator', 'address'],
      ['collection_name', STRING],
    ]),
    value('TokenBid', [['bid_buyer', 'address'], ['price', 'u64'], token, coins]),
    value('CollectionBid', [['bid_buyer', 'address'], ['price', 'u64'], ...collection, coins]),
    value('ClaimId', [['owner', 'address'], token]),
    resource('BidStore', [['nonce', 'u128'], ...tableFields(own), ...handleFields(own, BIDS_V1)]),
    value('InsertTokenBidEvent', [...bid, token]),
    value('DeleteTokenBidEvent', [...bid, token]),
    value('AcceptTokenBidEvent', [...bid, seller, token]),
    value('InsertCollectionBidEvent', [...bid, ...collection]),
    value('DeleteCollectionBidEvent', [...bid, ...collection]),
    value('AcceptCollectionBidEvent', [...bid, seller, token]),
  ]
}

function tableFields({ prefix }: Package): readonly (readonly [string, string])[] {
  const table = (key: string, item: string) => `0x1::table::Table<${key}, ${item}>`
  return [
    ['token_bids', table('u128', `${prefix}::biddings::TokenBid`)],
    ['collection_bids', table('u128', `${prefix}::biddings::CollectionBid`)],
    ['claims', table(`${prefix}::biddings::ClaimId`, '0x3::token::Token')],
  ]
}

/** Sells the caller's token into a bid on that token. */
function acceptTokenBidV1(context: MoveContext, own: Package, nonce: bigint, token: TokenIdV1): void {
  const bid = openBid(context, own, 'token', nonce)
  if (JSON.stringify(tokenIdJson(bid.token)) !== JSON.stringify(tokenIdJson(token))) {
    throw refusal(own, 'biddings', 3n, 'EWRONG_TOKEN', 'The bid is for another token.')
  }
  bidsOf(context, own).remove('token', nonce)
  settle(context, own, nonce, bid, token)
}

/** Sells one of the caller's tokens into a bid on its collection; the bid remains open for the tokens it still wants. */
function acceptCollectionBidV1(context: MoveContext, own: Package, nonce: bigint, token: TokenIdV1): void {
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
function claimV1(context: MoveContext, own: Package, token: TokenIdV1): void {
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
