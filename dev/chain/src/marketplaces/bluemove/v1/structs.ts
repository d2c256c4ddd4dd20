import type { MoveStruct } from '../../../modules/move-module.ts'
import { TOKEN_ID } from '../../../modules/token-v1/token-data.ts'
import { resource, value } from '../../aptos-example/move-function.ts'
import { PREFIX } from './market.ts'

type Field = readonly [name: string, type: string]

const STRING = '0x1::string::String'
const TOKEN = '0x3::token::Token'
const token: Field = ['id', TOKEN_ID]
const offeredToken: Field = ['token_id', TOKEN_ID]
const coins: Field = ['coins', '0x1::coin::Coin<0x1::aptos_coin::AptosCoin>']
const overAt: Field = ['over_at', 'u64']

/** Fields of one item of a collection offer, in events and in the table. */
const collectionItem: readonly Field[] = [
  ['offerer', 'address'],
  ['creator_address', 'address'],
  ['collection_name', STRING],
  ['amount_per_item', 'u64'],
  ['quantity_offer_items', 'u64'],
  ['can_claim_tokens', `0x1::simple_map::SimpleMap<${TOKEN_ID}, address>`],
]
const offer: readonly Field[] = [['offer_id', 'u64'], ['offerer', 'address'], offeredToken, ['amount', 'u64']]
const times: readonly Field[] = [
  ['start_time', 'u64'],
  ['duration', 'u64'],
]
const collectionOffer: readonly Field[] = [
  ['offer_id', 'u64'],
  ['offer_collection_item', `${PREFIX}::offer_lib::OfferCollectionInfo`],
]

/**
 * Returns the module's events and table rows. Names are those of other people's decoders; the order of the fields is ours, as no
 * bytecode of it is available.
 */
export function marketStructs(tables: readonly Field[], handles: readonly Field[]): readonly MoveStruct[] {
  return [
    resource('Market', [...tables, ...handles, ['next_offer_id', 'u64']]),
    resource('ListedItem', [
      ['price', 'u64'],
      ['seller', 'address'],
      ['locked_token', `0x1::option::Option<${TOKEN}>`],
    ]),
    value('ListEvent', [
      token,
      ['amount', 'u64'],
      ['seller_address', 'address'],
      ['royalty_payee', 'address'],
      ['royalty_numerator', 'u64'],
      ['royalty_denominator', 'u64'],
    ]),
    value('ChangePriceEvent', [token, ['amount', 'u64'], ['seller_address', 'address']]),
    value('DelistEvent', [token, ['seller_address', 'address']]),
    value('BuyEvent', [token, ['buyer_address', 'address']]),
  ]
}

/** Offers' events and table rows, which another module than the market's declares. */
export const OFFER_STRUCTS: readonly MoveStruct[] = [
  value('Offerer', [
    ['offer_address', 'address'],
    ['amount', 'u64'],
  ]),
  resource('OfferItem', [
    ['offerer', `${PREFIX}::offer_lib::Offerer`],
    ['token_id', `0x1::option::Option<${TOKEN_ID}>`],
    coins,
    ['locked_token', `0x1::option::Option<${TOKEN}>`],
    ['accept_address', 'address'],
    overAt,
  ]),
  resource('OfferCollectionItem', [...collectionItem, coins, ['locked_tokens', `vector<${TOKEN}>`], overAt]),
  value('OfferCollectionInfo', collectionItem),
  value('OfferEvent', [...offer, ...times]),
  value('CancelOfferEvent', offer),
  value('AcceptOfferEvent', [...offer, ['owner_token', 'address']]),
  value('ClaimTokenOffer', offer),
  value('OfferCollectionEvent', [...collectionOffer, ...times]),
  value('CancelOfferCollectionEvent', [...collectionOffer, ['quantity_cancel_items', 'u64']]),
  value('AcceptOfferCollectionEvent', [...collectionOffer, offeredToken]),
  value('ClaimTokenOfferCollectionEvent', [...collectionOffer, offeredToken]),
]
