import { APT_COIN_TYPE } from '@opal/domain/payload'
import { buys, type GuardScript, object, sells, TOKEN, TOKEN_ID, TOKEN_ID_COLUMNS } from '../guards/guard-script.ts'
import { GUARD_BYTECODE } from './guard-bytecode.generated.ts'

/** The scripts hold these addresses in their bytecode. */
const BLUEMOVE_V1 = '0xd1fd99c1944b84d1670a2536417e997864ad12303d19eac725891691b04d614e'
const BLUEMOVE_V2 = '0xd520d8669b0a3de23119898dcdff3e0a27910db247663646ad18cf16e44c6f5'

/** @source contracts/scripts/sources/bluemove.move */
export const BLUEMOVE_GUARD_SCRIPTS: readonly GuardScript[] = [
  buys('bluemove_buy', GUARD_BYTECODE.bluemove_buy, `${BLUEMOVE_V2}::coin_listing::purchase`, [
    object(`${BLUEMOVE_V2}::listing::Listing`),
    'u64',
  ]),
  buys(
    'bluemove_buy_many',
    GUARD_BYTECODE.bluemove_buy_many,
    `${BLUEMOVE_V2}::coin_listing::batch_buy_token_v2`,
    [`vector<${object(`${BLUEMOVE_V2}::listing::Listing`)}>`, 'vector<u64>'],
    [`${BLUEMOVE_V2}::listing::Listing`, APT_COIN_TYPE],
  ),
  buys(
    'bluemove_buy_many_v1',
    GUARD_BYTECODE.bluemove_buy_many_v1,
    `${BLUEMOVE_V1}::marketplaceV2::batch_buy_script`,
    TOKEN_ID_COLUMNS,
    [],
  ),
  sells(
    'bluemove_sell_to_token_offer',
    GUARD_BYTECODE.bluemove_sell_to_token_offer,
    `${BLUEMOVE_V2}::token_offer::sell_instantly_token_v2`,
    [
      object(`${BLUEMOVE_V2}::token_offer::TokenOffer`),
      `0x1::option::Option<${object(`${BLUEMOVE_V2}::listing::Listing`)}>`,
    ],
  ),
  sells(
    'bluemove_sell_to_token_offer_v1',
    GUARD_BYTECODE.bluemove_sell_to_token_offer_v1,
    `${BLUEMOVE_V1}::marketplaceV2::accept_offer`,
    ['u64', ...TOKEN_ID],
    [],
  ),
  sells(
    'bluemove_sell_to_collection_offer',
    GUARD_BYTECODE.bluemove_sell_to_collection_offer,
    `${BLUEMOVE_V2}::collection_offer::sell_tokenv2`,
    [object(`${BLUEMOVE_V2}::collection_offer::CollectionOffer`), TOKEN],
  ),
  sells(
    'bluemove_sell_to_collection_offer_v1',
    GUARD_BYTECODE.bluemove_sell_to_collection_offer_v1,
    `${BLUEMOVE_V1}::marketplaceV2::accept_offer_collection`,
    ['u64', ...TOKEN_ID],
    [],
  ),
]
