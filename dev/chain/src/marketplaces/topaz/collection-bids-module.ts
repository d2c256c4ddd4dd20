import { toShortAddress } from '@opal/domain/address'
import type { MoveContext, MoveModule, TokenIdV1 } from '../../modules/move-module.ts'
import { TOKEN_ID_PARAMETERS, textArgument, tokenIdArgument } from '../../modules/token-v1/token-arguments.ts'
import { tokenIdJson } from '../../modules/token-v1/token-data.ts'
import { coinEntry, resource, value } from '../aptos-example/move-function.ts'
import { addressArgument, addressAt, textAt, u64Argument, u64At } from '../aptos-example/move-values.ts'
import { requireApt } from '../aptos-example/objects.ts'
import { BidBook, bidEvent } from './bid-book.ts'
import { emitEvent } from './events-module.ts'
import { deliver } from './inbox-module.ts'
import { type Package, payOut, refusal } from './package.ts'

const MODULE = 'collection_marketplace'
const STRING = '0x1::string::String'

/**
 * Returns `collection_marketplace`: bids on any v1 token of a collection.
 * @source `bid`, `fill`: third-party clients, docs/reference/marketplace-contracts.md#topaz-calls; of `cancel` the name is known, its argument
 *   taken from `bid_any::cancel_bid`
 */
export function collectionBidsModule(own: Package): MoveModule {
  return {
    address: own.contracts.packageAddress,
    name: MODULE,
    genesis: (context) => bidsOf(context, own).create(),
    structs: [
      resource('Bids', BidBook.fields(own, MODULE, 'CollectionBid')),
      value('CollectionBid', [
        ['bid_id', 'u64'],
        ['creator', 'address'],
        ['collection_name', STRING],
        ['price', 'u64'],
        ['amount', 'u64'],
        ['deadline', 'u64'],
        ['buyer', 'address'],
        ['cancelled', 'bool'],
      ]),
    ],
    functions: [
      coinEntry('bid', ['u64', 'u64', 'u64', 'address', STRING], (context, types, args) => {
        requireApt(types)
        const [price, amount, deadline] = [u64Argument(args, 0), u64Argument(args, 1), u64Argument(args, 2)]
        const terms = { price: String(price), amount: String(amount), deadline: String(deadline) }
        const named = { creator: toShortAddress(addressArgument(args, 3)), collection_name: textArgument(args, 4) }
        const placed = bidsOf(context, own).place({ ...terms, ...named, cancelled: false })
        emitEvent(context, own, 'CollectionBidEvent', bidEvent(placed))
      }),
      coinEntry('cancel', ['u64'], (context, types, args) => {
        requireApt(types)
        emitEvent(context, own, 'CancelCollectionBidEvent', bidEvent(bidsOf(context, own).cancel(u64Argument(args, 0))))
      }),
      coinEntry('fill', ['u64', 'u64', ...TOKEN_ID_PARAMETERS], (context, types, args) => {
        requireApt(types)
        if (u64Argument(args, 1) !== 1n) throw refusal(own, MODULE, 'EONE_AT_A_TIME')
        fill(context, own, u64Argument(args, 0), tokenIdArgument(args, 2))
      }),
    ],
  }
}

function fill(context: MoveContext, own: Package, bidId: bigint, token: TokenIdV1): void {
  const bid = bidsOf(context, own).fill(bidId)
  if (addressAt(bid, 'creator') !== token.creator || textAt(bid, 'collection_name') !== token.collection) {
    throw refusal(own, MODULE, 'EWRONG_TOKEN')
  }
  const [seller, buyer] = [context.sender, addressAt(bid, 'buyer')]
  payOut(context, own, { token, seller, price: u64At(bid, 'price') })
  deliver(context, own, buyer, token, context.withdrawToken(seller, token, 1n))
  emitEvent(context, own, 'FillCollectionBidEvent', {
    bid_id: String(bidId),
    buyer: toShortAddress(buyer),
    price: textAt(bid, 'price'),
    seller: toShortAddress(seller),
    token_id: tokenIdJson(token),
  })
}

function bidsOf(context: MoveContext, own: Package): BidBook {
  return new BidBook(context, own, MODULE, 'CollectionBid')
}
