import { buys, type GuardScript, object, STRING, sells, TOKEN } from '../guards/guard-script.ts'
import { GUARD_BYTECODE } from './guard-bytecode.generated.ts'

/** The scripts hold these addresses in their bytecode. */
const OPAL = '0x584b50b999c78ade62f8359c91b5165ff390338d45f8e55969a04e65d76258c9'

/** @source contracts/scripts/sources/opal.move */
export const OPAL_GUARD_SCRIPTS: readonly GuardScript[] = [
  buys('opal_buy', GUARD_BYTECODE.opal_buy, `${OPAL}::coin_listing::purchase`, [object(`${OPAL}::listing::Listing`)]),
  buys('opal_buy_many', GUARD_BYTECODE.opal_buy_many, `${OPAL}::coin_listing::purchase_many`, [
    `vector<${object(`${OPAL}::listing::Listing`)}>`,
  ]),
  sells('opal_sell_to_token_offer', GUARD_BYTECODE.opal_sell_to_token_offer, `${OPAL}::token_offer::sell_tokenv2`, [
    object(`${OPAL}::token_offer::TokenOffer`),
  ]),
  sells(
    'opal_sell_to_token_offer_v1',
    GUARD_BYTECODE.opal_sell_to_token_offer_v1,
    `${OPAL}::token_offer::sell_tokenv1_entry`,
    [object(`${OPAL}::token_offer::TokenOffer`), STRING, 'u64'],
  ),
  sells(
    'opal_sell_to_collection_offer',
    GUARD_BYTECODE.opal_sell_to_collection_offer,
    `${OPAL}::collection_offer::sell_tokenv2`,
    [object(`${OPAL}::collection_offer::CollectionOffer`), TOKEN],
  ),
  sells(
    'opal_sell_to_collection_offer_v1',
    GUARD_BYTECODE.opal_sell_to_collection_offer_v1,
    `${OPAL}::collection_offer::sell_tokenv1_entry`,
    [object(`${OPAL}::collection_offer::CollectionOffer`), STRING, 'u64'],
  ),
]
