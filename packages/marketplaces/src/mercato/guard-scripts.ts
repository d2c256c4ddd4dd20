import { buys, type GuardScript, object, sells, TOKEN, TOKEN_ID, TOKEN_ID_COLUMNS } from '../guards/guard-script.ts'
import { GUARD_BYTECODE } from './guard-bytecode.generated.ts'

/** The scripts hold these addresses in their bytecode. */
const MERCATO = '0xe11c12ec495f3989c35e1c6a0af414451223305b579291fc8f3d9d0575a23c26'

/** @source contracts/scripts/sources/mercato.move */
export const MERCATO_GUARD_SCRIPTS: readonly GuardScript[] = [
  buys(
    'mercato_buy',
    GUARD_BYTECODE.mercato_buy,
    `${MERCATO}::listings_v2::buy_token`,
    [object(`${MERCATO}::listings_v2::Listing`)],
    [],
  ),
  buys(
    'mercato_buy_many',
    GUARD_BYTECODE.mercato_buy_many,
    `${MERCATO}::listings_v2::buy_tokens`,
    [`vector<${object(`${MERCATO}::listings_v2::Listing`)}>`],
    [],
  ),
  buys('mercato_buy_v1', GUARD_BYTECODE.mercato_buy_v1, `${MERCATO}::listings::buy_token`, TOKEN_ID, []),
  buys(
    'mercato_buy_many_v1',
    GUARD_BYTECODE.mercato_buy_many_v1,
    `${MERCATO}::listings::buy_tokens`,
    TOKEN_ID_COLUMNS,
    [],
  ),
  sells(
    'mercato_sell_to_token_bid',
    GUARD_BYTECODE.mercato_sell_to_token_bid,
    `${MERCATO}::biddings_v2::accept_token_bid`,
    [object(`${MERCATO}::biddings_v2::TokenBid`)],
    [],
  ),
  sells(
    'mercato_sell_to_token_bid_v1',
    GUARD_BYTECODE.mercato_sell_to_token_bid_v1,
    `${MERCATO}::biddings::accept_token_bid`,
    ['u128', ...TOKEN_ID],
    [],
  ),
  sells(
    'mercato_sell_to_collection_bid',
    GUARD_BYTECODE.mercato_sell_to_collection_bid,
    `${MERCATO}::biddings_v2::accept_collection_bid`,
    [object(`${MERCATO}::biddings_v2::CollectionBid`), TOKEN],
    [],
  ),
  sells(
    'mercato_sell_to_collection_bid_v1',
    GUARD_BYTECODE.mercato_sell_to_collection_bid_v1,
    `${MERCATO}::biddings::accept_collection_bid`,
    ['u128', ...TOKEN_ID],
    [],
  ),
]
