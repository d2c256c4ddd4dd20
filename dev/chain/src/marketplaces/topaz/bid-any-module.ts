import { toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveModule, TokenIdV1 } from '../../modules/move-module.ts'
import { TOKEN_ID_PARAMETERS, tokenIdArgument } from '../../modules/token-v1/token-arguments.ts'
import { TOKEN_ID, tokenIdJson, tokenIdOf } from '../../modules/token-v1/token-data.ts'
import { coinEntry, resource, value } from '../aptos-example/move-function.ts'
import { addressAt, u64Argument, u64At } from '../aptos-example/move-values.ts'
import { requireApt } from '../aptos-example/objects.ts'
import { BidBook, bidEvent } from './bid-book.ts'
import { emitEvent } from './events-module.ts'
import { deliver } from './inbox-module.ts'
import { type Package, payOut, refusal } from './package.ts'

const MODULE = 'bid_any'

/**
 * Returns `bid_any`: bids on single v1 tokens.
 * @NOTE Only the names of `bid` and `sell` are known; their arguments are taken from `collection_marketplace`.
 */
export function bidAnyModule(own: Package): MoveModule {
  return {
    address: own.contracts.packageAddress,
    name: MODULE,
    genesis: (context) => bidsOf(context, own).create(),
    structs: [
      resource('Bids', BidBook.fields(own, MODULE, 'Bid')),
      value('Bid', [
        ['bid_id', 'u64'],
        ['token_id', TOKEN_ID],
        ['price', 'u64'],
        ['amount', 'u64'],
        ['deadline', 'u64'],
        ['buyer', 'address'],
        ['cancelled', 'bool'],
      ]),
    ],
    functions: [
      coinEntry('bid', ['u64', 'u64', 'u64', ...TOKEN_ID_PARAMETERS], (context, types, args) => {
        requireApt(types)
        const [price, amount, deadline] = [u64Argument(args, 0), u64Argument(args, 1), u64Argument(args, 2)]
        if (amount !== 1n) throw refusal(own, MODULE, 'EONE_AT_A_TIME')
        const terms = { price: String(price), amount: '1', deadline: String(deadline) }
        const token_id = tokenIdJson(tokenIdArgument(args, 3))
        const placed = bidsOf(context, own).place({ ...terms, token_id, cancelled: false })
        emitEvent(context, own, 'BidEvent', bidEvent(placed))
      }),
      coinEntry('cancel_bid', ['u64'], (context, types, args) => {
        requireApt(types)
        emitEvent(context, own, 'CancelBidEvent', bidEvent(bidsOf(context, own).cancel(u64Argument(args, 0))))
      }),
      coinEntry('sell', ['u64', 'u64', ...TOKEN_ID_PARAMETERS], (context, types, args) => {
        requireApt(types)
        if (u64Argument(args, 1) !== 1n) throw refusal(own, MODULE, 'EONE_AT_A_TIME')
        sell(context, own, u64Argument(args, 0), tokenIdArgument(args, 2))
      }),
    ],
  }
}

function sell(context: MoveContext, own: Package, bidId: bigint, token: TokenIdV1): void {
  const bid = bidsOf(context, own).fill(bidId)
  if (JSON.stringify(tokenIdJson(tokenIdOf(bid.token_id as JsonObject))) !== JSON.stringify(tokenIdJson(token))) {
    throw refusal(own, MODULE, 'EWRONG_TOKEN')
  }
  const seller = context.sender
  payOut(context, own, { token, seller, price: u64At(bid, 'price') })
  deliver(context, own, addressAt(bid, 'buyer'), token, context.withdrawToken(seller, token, 1n))
  emitEvent(context, own, 'SellEvent', { ...bidEvent(bid), seller: toShortAddress(seller) })
}

function bidsOf(context: MoveContext, own: Package): BidBook {
  return new BidBook(context, own, MODULE, 'Bid')
}
