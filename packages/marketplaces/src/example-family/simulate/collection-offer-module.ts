import type { MoveFunction, MoveModule } from '../../move-module.ts'
import { addressArgument, u64Argument } from './arguments.ts'
import {
  cancelCollectionOffer,
  openCollectionOffer,
  placeCollectionOffer,
  sellToCollectionOffer,
  wantedCollection,
} from './collection-offer-orders.ts'
import type { Family } from './family.ts'
import { coinEntry, resource, view } from './move-function.ts'
import { moveObject, moveOption } from './move-values.ts'
import { requireApt } from './objects.ts'

/** `W::collection_offer`, the calls for v2 tokens. */
export function collectionOfferModule(family: Family): MoveModule {
  const offer = `0x1::object::Object<${family.types.collectionOffer}>`
  const feeSchedule = `0x1::object::Object<${family.types.feeSchedule}>`
  return {
    address: family.packageAddress,
    name: 'collection_offer',
    functions: [...entries(family, offer, feeSchedule), ...views(family, offer, feeSchedule)],
    structs: [
      resource('CollectionOffer', [
        ['fee_schedule', feeSchedule],
        ['item_price', 'u64'],
        ['remaining', 'u64'],
        ['expiration_time', 'u64'],
        ['delete_ref', '0x1::object::DeleteRef'],
      ]),
      resource('CoinOffer', [['coins', '0x1::coin::Coin<T0>']], 1),
      resource('CollectionOfferTokenV2', [['collection', COLLECTION]]),
    ],
  }
}

const TOKEN = '0x1::object::Object<0x4::token::Token>'
const COLLECTION = '0x1::object::Object<0x4::collection::Collection>'

function entries(family: Family, offer: string, feeSchedule: string): readonly MoveFunction[] {
  return [
    coinEntry('init_for_tokenv2_entry', [COLLECTION, feeSchedule, 'u64', 'u64', 'u64'], (context, types, args) => {
      const [price, amount, expiration] = [u64Argument(args, 2), u64Argument(args, 3), u64Argument(args, 4)]
      const [collection, schedule] = [addressArgument(args, 0), addressArgument(args, 1)]
      placeCollectionOffer(context, family, requireApt(types), collection, schedule, { price, amount, expiration })
    }),
    coinEntry('cancel', [offer], (context, types, args) =>
      cancelCollectionOffer(context, family, requireApt(types), addressArgument(args, 0)),
    ),
    coinEntry('sell_tokenv2', [offer, TOKEN], (context, types, args) =>
      sellToCollectionOffer(context, family, requireApt(types), addressArgument(args, 0), addressArgument(args, 1)),
    ),
  ]
}

function views(family: Family, offer: string, feeSchedule: string): readonly MoveFunction[] {
  return [
    view('exists_at', [offer], ['bool'], (context, _types, args) => [
      context.getResource(addressArgument(args, 0), family.types.collectionOffer) !== null,
    ]),
    view('expired', [offer], ['bool'], (context, _types, args) => [
      openCollectionOffer(context, family, addressArgument(args, 0)).expiration < context.nowSeconds,
    ]),
    view('expiration_time', [offer], ['u64'], (context, _types, args) => [
      openCollectionOffer(context, family, addressArgument(args, 0)).expiration,
    ]),
    view('fee_schedule', [offer], [feeSchedule], (context, _types, args) => [
      moveObject(openCollectionOffer(context, family, addressArgument(args, 0)).feeSchedule),
    ]),
    view('price', [offer], ['u64'], (context, _types, args) => [
      openCollectionOffer(context, family, addressArgument(args, 0)).price,
    ]),
    view('remaining', [offer], ['u64'], (context, _types, args) => [
      openCollectionOffer(context, family, addressArgument(args, 0)).remaining,
    ]),
    view('collectionv2', [offer], [`0x1::option::Option<${COLLECTION}>`], (context, _types, args) => {
      const collection = wantedCollection(context, family, addressArgument(args, 0))
      return [moveOption(collection === null ? null : moveObject(collection))]
    }),
  ]
}
