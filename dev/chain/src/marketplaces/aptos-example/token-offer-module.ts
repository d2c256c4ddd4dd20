import type { MoveFunction, MoveModule, MoveValue } from '../../modules/move-module.ts'
import {
  TOKEN_ID_PARAMETERS as TOKEN_ID,
  textArgument,
  tokenIdArgument,
} from '../../modules/token-v1/token-arguments.ts'
import { type Family, locationOf } from './family.ts'
import { storedFields } from './fees.ts'
import { coinEntry, resource, view } from './move-function.ts'
import { addressArgument, moveObject, moveOption, u64Argument } from './move-values.ts'
import { requireApt } from './objects.ts'
import { collectionMetadataV1, collectionOf } from './token-metadata.ts'
import {
  cancelTokenOffer,
  offeredToken,
  openTokenOffer,
  placeTokenOffer,
  placeTokenOfferV1,
  sellToTokenOffer,
  sellToTokenOfferV1,
  type TokenOfferTerms,
} from './token-offer-orders.ts'

/** Returns `W::token_offer`. */
export function tokenOfferModule(family: Family): MoveModule {
  const offer = `0x1::object::Object<${family.types.tokenOffer}>`
  const feeSchedule = `0x1::object::Object<${family.types.feeSchedule}>`
  return {
    address: family.packageAddress,
    name: 'token_offer',
    functions: [...entries(family, offer, feeSchedule), ...views(family, offer, feeSchedule)],
    structs: [
      resource('TokenOffer', [
        ['fee_schedule', feeSchedule],
        ['item_price', 'u64'],
        ['expiration_time', 'u64'],
        ['delete_ref', '0x1::object::DeleteRef'],
        ...storedFields(family, 'commission'),
      ]),
      resource('CoinOffer', [['coins', '0x1::coin::Coin<T0>']], 1),
      resource('TokenOfferTokenV1', [
        ['creator_address', 'address'],
        ['collection_name', STRING],
        ['token_name', STRING],
        ['property_version', 'u64'],
      ]),
      resource('TokenOfferTokenV2', [['token', TOKEN]]),
    ],
  }
}

const STRING = '0x1::string::String'
const TOKEN = '0x1::object::Object<0x4::token::Token>'
const COLLECTION = '0x1::object::Object<0x4::collection::Collection>'

function entries(family: Family, offer: string, feeSchedule: string): readonly MoveFunction[] {
  return [
    coinEntry('init_for_tokenv2_entry', [TOKEN, feeSchedule, 'u64', 'u64'], (context, types, args) => {
      placeTokenOffer(context, family, requireApt(types), addressArgument(args, 0), termsFrom(args, 1))
    }),
    coinEntry('init_for_tokenv1_entry', [...TOKEN_ID, feeSchedule, 'u64', 'u64'], (context, types, args) => {
      placeTokenOfferV1(context, family, requireApt(types), tokenIdArgument(args, 0), termsFrom(args, 4))
    }),
    coinEntry('cancel', [offer], (context, types, args) =>
      cancelTokenOffer(context, family, requireApt(types), addressArgument(args, 0)),
    ),
    coinEntry('sell_tokenv2', [offer], (context, types, args) =>
      sellToTokenOffer(context, family, requireApt(types), addressArgument(args, 0)),
    ),
    coinEntry('sell_tokenv1_entry', [offer, STRING, 'u64'], (context, types, args) => {
      const named = { name: textArgument(args, 1), propertyVersion: u64Argument(args, 2) }
      sellToTokenOfferV1(context, family, requireApt(types), addressArgument(args, 0), named)
    }),
  ]
}

/** Fee schedule, price, expiration. */
function termsFrom(args: readonly MoveValue[], from: number): TokenOfferTerms {
  const [price, expiration] = [u64Argument(args, from + 1), u64Argument(args, from + 2)]
  return { feeSchedule: addressArgument(args, from), price, expiration }
}

function views(family: Family, offer: string, feeSchedule: string): readonly MoveFunction[] {
  const metadata = `${locationOf(family, 'events')}::CollectionMetadata`
  return [
    view('exists_at', [offer], ['bool'], (context, _types, args) => [
      context.getResource(addressArgument(args, 0), family.types.tokenOffer) !== null,
    ]),
    view('expired', [offer], ['bool'], (context, _types, args) => [
      openTokenOffer(context, family, addressArgument(args, 0)).expiration <= context.nowSeconds,
    ]),
    view('expiration_time', [offer], ['u64'], (context, _types, args) => [
      openTokenOffer(context, family, addressArgument(args, 0)).expiration,
    ]),
    view('fee_schedule', [offer], [feeSchedule], (context, _types, args) => [
      moveObject(openTokenOffer(context, family, addressArgument(args, 0)).feeSchedule),
    ]),
    view('price', [offer], ['u64'], (context, _types, args) => [
      openTokenOffer(context, family, addressArgument(args, 0)).price,
    ]),
    view('collectionv1', [offer], [`0x1::option::Option<${metadata}>`], (context, _types, args) => {
      openTokenOffer(context, family, addressArgument(args, 0))
      const token = offeredToken(context, family, addressArgument(args, 0))
      const isV1 = token !== null && typeof token !== 'string'
      return [moveOption(isV1 ? collectionMetadataV1(token.creator, token.collection) : null)]
    }),
    view('collectionv2', [offer], [`0x1::option::Option<${COLLECTION}>`], (context, _types, args) => {
      const token = offeredToken(context, family, addressArgument(args, 0))
      return [moveOption(typeof token === 'string' ? moveObject(collectionOf(context, token)) : null)]
    }),
  ]
}
