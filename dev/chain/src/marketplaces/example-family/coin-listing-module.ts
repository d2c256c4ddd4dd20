import type { MoveFunction, MoveModule } from '../../modules/move-module.ts'
import { TOKEN_ID_PARAMETERS as TOKEN_ID, tokenIdArgument } from '../../modules/token-v1/token-arguments.ts'
import { familyAbort } from './aborts.ts'
import { addressArgument, u64Argument } from './arguments.ts'
import type { Family } from './family.ts'
import { listingBatches, listManyV1 } from './listing-batches.ts'
import {
  endListing,
  listedPrice,
  placeListing,
  placeListingV1,
  purchaseListing,
  updateListing,
} from './listing-orders.ts'
import { coinEntry, resource, view } from './move-function.ts'
import { OBJECT, objectOf, requireApt, requireObject } from './objects.ts'

/** `W::coin_listing`. */
export function coinListingModule(family: Family): MoveModule {
  return {
    address: family.packageAddress,
    name: 'coin_listing',
    functions: [...single(family), listManyV1(family), ...listingBatches(family, 'object'), priceView(family)],
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
  const [listing, schedule] = [objectOf(family.types.listing), objectOf(family.types.feeSchedule)]
  return [
    coinEntry('init_fixed_price', [OBJECT, schedule, 'u64'], (context, types, args) => {
      const [token, at] = [addressArgument(args, 0), addressArgument(args, 1)]
      placeListing(context, family, requireApt(types), token, at, u64Argument(args, 2))
    }),
    coinEntry('init_fixed_price_for_tokenv1', [...TOKEN_ID, schedule, 'u64'], (context, types, args) => {
      const [token, at] = [tokenIdArgument(args, 0), addressArgument(args, 4)]
      placeListingV1(context, family, requireApt(types), token, at, u64Argument(args, 5))
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
