import type { MoveContext, MoveFunction, MoveModule, MoveValue } from '../../move-module.ts'
import { familyAbort } from './aborts.ts'
import { addressArgument, addressListArgument, u64Argument, u64ListArgument } from './arguments.ts'
import { eachPair } from './each-pair.ts'
import type { Family } from './family.ts'
import { endListing, listedPrice, placeListing, purchaseListing, updateListing } from './listing-orders.ts'
import { coinEntry, resource, view } from './move-function.ts'
import { requireApt, requireObject } from './objects.ts'

/** `W::coin_listing`, the calls for v2 tokens. */
export function coinListingModule(family: Family): MoveModule {
  return {
    address: family.packageAddress,
    name: 'coin_listing',
    functions: [...single(family), ...listingBatches(family, 'object'), priceView(family)],
    structs: [resource('FixedPriceListing', [['price', 'u64']], 1)],
  }
}

/** `W::marketplace_scripts`: the batches again, taking plain addresses. */
export function marketplaceScriptsModule(family: Family): MoveModule {
  return {
    address: family.packageAddress,
    name: 'marketplace_scripts',
    functions: listingBatches(family, 'address'),
    structs: [],
  }
}

function single(family: Family): readonly MoveFunction[] {
  const listing = objectOf(family.types.listing)
  return [
    coinEntry('init_fixed_price', [OBJECT, objectOf(family.types.feeSchedule), 'u64'], (context, types, args) => {
      const [token, schedule] = [addressArgument(args, 0), addressArgument(args, 1)]
      placeListing(context, family, requireApt(types), token, schedule, u64Argument(args, 2))
    }),
    coinEntry('purchase', [listing], (context, types, args) =>
      purchaseListing(context, family, requireApt(types), addressArgument(args, 0)),
    ),
    coinEntry('end_fixed_price', [listing], (context, types, args) =>
      endListing(context, family, requireApt(types), addressArgument(args, 0)),
    ),
    coinEntry('update_fixed_price', [listing, 'u64'], (context, types, args) =>
      updateListing(context, family, requireApt(types), addressArgument(args, 0), u64Argument(args, 1)),
    ),
  ]
}

/** Both modules offer the same batches; they differ in how an item is spelled, which encodes alike. */
function listingBatches(family: Family, spelling: 'object' | 'address'): readonly MoveFunction[] {
  const listings = spelling === 'address' ? 'vector<address>' : `vector<${objectOf(family.types.listing)}>`
  const tokens = spelling === 'address' ? 'vector<address>' : `vector<${OBJECT}>`
  const schedule = objectOf(family.types.feeSchedule)
  const prices = 'vector<u64>'
  return [
    coinEntry('init_fixed_price_many', [tokens, schedule, prices], (context, types, args) =>
      placeMany(context, family, requireApt(types), args),
    ),
    coinEntry('purchase_many', [listings], (context, types, args) => {
      const coin = requireApt(types)
      for (const listing of addressListArgument(args, 0)) purchaseListing(context, family, coin, listing)
    }),
    coinEntry('end_fixed_price_many', [listings], (context, types, args) => {
      const coin = requireApt(types)
      for (const listing of addressListArgument(args, 0)) endListing(context, family, coin, listing)
    }),
    coinEntry('update_fixed_price_many', [listings, prices], (context, types, args) =>
      updateMany(context, family, requireApt(types), args, 0),
    ),
    coinEntry(
      'list_and_update_fixed_price_many',
      [tokens, schedule, prices, prices, listings, prices],
      (context, types, args) => {
        const coin = requireApt(types)
        placeMany(context, family, coin, args)
        // The fourth argument, the old prices, is taken and never read by the contract.
        updateMany(context, family, coin, args, 4)
      },
    ),
  ]
}

function placeMany(context: MoveContext, family: Family, coin: string, args: readonly MoveValue[]): void {
  const schedule = addressArgument(args, 1)
  eachPair(addressListArgument(args, 0), u64ListArgument(args, 2), (token, price) =>
    placeListing(context, family, coin, token, schedule, price),
  )
}

function updateMany(context: MoveContext, family: Family, coin: string, args: readonly MoveValue[], from: number) {
  eachPair(addressListArgument(args, from), u64ListArgument(args, from + 1), (listing, price) =>
    updateListing(context, family, coin, listing, price),
  )
}

function priceView(family: Family): MoveFunction {
  const returns = ['0x1::option::Option<u64>']
  return view(
    'price',
    [objectOf(family.types.listing)],
    returns,
    (context, types, args) => {
      const listing = addressArgument(args, 0)
      requireObject(context, listing, family.types.listing)
      const price = listedPrice(context, family, types[0] ?? '', listing)
      if (price === null) throw familyAbort(family, 'coin_listing', 'ENO_LISTING')
      return [{ vec: [String(price)] }]
    },
    [[]],
  )
}

const OBJECT = '0x1::object::Object<0x1::object::ObjectCore>'

function objectOf(type: string): string {
  return `0x1::object::Object<${type}>`
}
