import { type GuardScript, sells, TOKEN_ID } from '../guards/guard-script.ts'
import { GUARD_BYTECODE } from './guard-bytecode.generated.ts'

/** The scripts hold these addresses in their bytecode. */
const TOPAZ = '0x2c7bccf7b31baf770fdbcc768d9e9cb3d87805e255355df5db32ac9a669010a2'

/** @source contracts/scripts/sources/topaz.move */
export const TOPAZ_GUARD_SCRIPTS: readonly GuardScript[] = [
  sells('topaz_sell_to_token_bid_v1', GUARD_BYTECODE.topaz_sell_to_token_bid_v1, `${TOPAZ}::bid_any::sell`, [
    'u64',
    'u64',
    ...TOKEN_ID,
  ]),
  sells(
    'topaz_sell_to_collection_bid_v1',
    GUARD_BYTECODE.topaz_sell_to_collection_bid_v1,
    `${TOPAZ}::collection_marketplace::fill`,
    ['u64', 'u64', ...TOKEN_ID],
  ),
]
