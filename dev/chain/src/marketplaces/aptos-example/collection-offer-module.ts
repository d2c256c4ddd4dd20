import type { MoveContext, MoveFunction, MoveModule, MoveValue } from '../../modules/move-module.ts'
import { textArgument } from '../../modules/token-v1/token-arguments.ts'
import {
  type CollectionOfferTerms,
  cancelCollectionOffer,
  openCollectionOffer,
  placeCollectionOffer,
  sellToCollectionOffer,
  sellToCollectionOfferV1,
  wantedCollection,
} from './collection-offer-orders.ts'
import { type Family, locationOf } from './family.ts'
import { storedFields } from './fees.ts'
import { coinEntry, resource, view } from './move-function.ts'
import { addressArgument, moveObject, moveOption, u64Argument } from './move-values.ts'
import { requireApt } from './objects.ts'
import { collectionMetadataV1 } from './token-metadata.ts'

/** Returns `W::collection_offer`. */
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
        ...storedFields(family, 'commission'),
      ]),
      resource('CoinOffer', [['coins', '0x1::coin::Coin<T0>']], 1),
      resource('CollectionOfferTokenV1', [
        ['creator_address', 'address'],
        ['collection_name', STRING],
      ]),
      resource('CollectionOfferTokenV2', [['collection', COLLECTION]]),
    ],
  }
}

const STRING = '0x1::string::String'
const TOKEN = '0x1::object::Object<0x4::token::Token>'
const COLLECTION = '0x1::object::Object<0x4::collection::Collection>'

function entries(family: Family, offer: string, feeSchedule: string): readonly MoveFunction[] {
  return [
    coinEntry('init_for_tokenv2_entry', [COLLECTION, feeSchedule, 'u64', 'u64', 'u64'], (context, types, args) => {
      placeCollectionOffer(context, family, requireApt(types), addressArgument(args, 0), termsFrom(args, 1))
    }),
    coinEntry(
      'init_for_tokenv1_entry',
      ['address', STRING, feeSchedule, 'u64', 'u64', 'u64'],
      (context, types, args) => {
        const named = { creator: addressArgument(args, 0), collection: textArgument(args, 1) }
        placeCollectionOffer(context, family, requireApt(types), named, termsFrom(args, 2))
      },
    ),
    coinEntry('cancel', [offer], (context, types, args) =>
      cancelCollectionOffer(context, family, requireApt(types), addressArgument(args, 0)),
    ),
    coinEntry('sell_tokenv2', [offer, TOKEN], (context, types, args) =>
      sellToCollectionOffer(context, family, requireApt(types), addressArgument(args, 0), addressArgument(args, 1)),
    ),
    coinEntry('sell_tokenv1_entry', [offer, STRING, 'u64'], (context, types, args) => {
      const named = { name: textArgument(args, 1), propertyVersion: u64Argument(args, 2) }
      sellToCollectionOfferV1(context, family, requireApt(types), addressArgument(args, 0), named)
    }),
  ]
}

/** Fee schedule, price, amount, expiration. */
function termsFrom(args: readonly MoveValue[], from: number): CollectionOfferTerms {
  const [price, amount, expiration] = [1, 2, 3].map((next) => u64Argument(args, from + next)) as [
    bigint,
    bigint,
    bigint,
  ]
  return { feeSchedule: addressArgument(args, from), price, amount, expiration }
}

function views(family: Family, offer: string, feeSchedule: string): readonly MoveFunction[] {
  const metadata = `${locationOf(family, 'events')}::CollectionMetadata`
  return [
    view('exists_at', [offer], ['bool'], (context, _types, args) => [
      context.getResource(addressArgument(args, 0), family.types.collectionOffer) !== null,
    ]),
    view('expired', [offer], ['bool'], (context, _types, args) => [
      openCollectionOffer(context, family, addressArgument(args, 0)).expiration <= context.nowSeconds,
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
      openCollectionOffer(context, family, addressArgument(args, 0)).amount,
    ]),
    view('collectionv1', [offer], [`0x1::option::Option<${metadata}>`], (context, _types, args) => {
      const collection = wanted(context, family, args)
      const isV1 = collection !== null && typeof collection !== 'string'
      return [moveOption(isV1 ? collectionMetadataV1(collection.creator, collection.collection) : null)]
    }),
    view('collectionv2', [offer], [`0x1::option::Option<${COLLECTION}>`], (context, _types, args) => {
      const collection = wanted(context, family, args)
      return [moveOption(typeof collection === 'string' ? moveObject(collection) : null)]
    }),
  ]
}

function wanted(context: MoveContext, family: Family, args: readonly MoveValue[]) {
  openCollectionOffer(context, family, addressArgument(args, 0))
  return wantedCollection(context, family, addressArgument(args, 0))
}
