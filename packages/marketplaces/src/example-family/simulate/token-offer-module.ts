import type { MoveFunction, MoveModule } from '../../move-module.ts'
import { addressArgument, u64Argument } from './arguments.ts'
import type { Family } from './family.ts'
import { coinEntry, resource, view } from './move-function.ts'
import { moveObject, moveOption } from './move-values.ts'
import { requireApt } from './objects.ts'
import { collectionOf } from './token-metadata.ts'
import {
  cancelTokenOffer,
  offeredToken,
  openTokenOffer,
  placeTokenOffer,
  sellToTokenOffer,
} from './token-offer-orders.ts'

/** `W::token_offer`, the calls for v2 tokens. */
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
      ]),
      resource('CoinOffer', [['coins', '0x1::coin::Coin<T0>']], 1),
      resource('TokenOfferTokenV2', [['token', TOKEN]]),
    ],
  }
}

const TOKEN = '0x1::object::Object<0x4::token::Token>'
const COLLECTION = '0x1::object::Object<0x4::collection::Collection>'

function entries(family: Family, offer: string, feeSchedule: string): readonly MoveFunction[] {
  return [
    coinEntry('init_for_tokenv2_entry', [TOKEN, feeSchedule, 'u64', 'u64'], (context, types, args) => {
      const terms = { price: u64Argument(args, 2), expiration: u64Argument(args, 3) }
      const [token, schedule] = [addressArgument(args, 0), addressArgument(args, 1)]
      placeTokenOffer(context, family, requireApt(types), token, schedule, terms)
    }),
    coinEntry('cancel', [offer], (context, types, args) =>
      cancelTokenOffer(context, family, requireApt(types), addressArgument(args, 0)),
    ),
    coinEntry('sell_tokenv2', [offer], (context, types, args) =>
      sellToTokenOffer(context, family, requireApt(types), addressArgument(args, 0)),
    ),
  ]
}

function views(family: Family, offer: string, feeSchedule: string): readonly MoveFunction[] {
  return [
    view('exists_at', [offer], ['bool'], (context, _types, args) => [
      context.getResource(addressArgument(args, 0), family.types.tokenOffer) !== null,
    ]),
    view('expired', [offer], ['bool'], (context, _types, args) => [
      openTokenOffer(context, family, addressArgument(args, 0)).expiration < context.nowSeconds,
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
    view('collectionv2', [offer], [`0x1::option::Option<${COLLECTION}>`], (context, _types, args) => {
      const token = offeredToken(context, family, addressArgument(args, 0))
      return [moveOption(token === null ? null : moveObject(collectionOf(context, token)))]
    }),
  ]
}
