import type { MoveContext, MoveFunction, MoveModule, MoveValue, TokenIdV1 } from '../../modules/move-module.ts'
import {
  TOKEN_ID_PARAMETERS as TOKEN_ID,
  textArgument,
  textListArgument,
  tokenIdArgument,
} from '../../modules/token-v1/token-arguments.ts'
import { familyAbort } from './aborts.ts'
import type { Family } from './family.ts'
import { endListing, placeListing, placeListingV1, purchaseListing, updateListing } from './listing-orders.ts'
import { fixedAt, TERMS_FIELDS } from './listing-terms.ts'
import { coinEntry, resource, view } from './move-function.ts'
import { addressArgument, addressListArgument, u64Argument, u64ListArgument } from './move-values.ts'
import { OBJECT, objectOf, requireApt, requireObject } from './objects.ts'
import { listedPrice } from './open-listing.ts'

/** Returns `W::coin_listing`. */
export function coinListingModule(family: Family): MoveModule {
  return {
    address: family.packageAddress,
    name: 'coin_listing',
    functions: [...single(family), listManyV1(family), ...listingBatches(family, 'object'), priceView(family)],
    structs: [resource('FixedPriceListing', [['price', 'u64'], ...(family.isOwn ? TERMS_FIELDS : [])], 1)],
  }
}

/** Returns `W::marketplace_scripts`: the batches again, taking plain addresses. */
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
      placeListing(context, family, requireApt(types), token, at, fixedAt(u64Argument(args, 2)))
    }),
    coinEntry('init_fixed_price_for_tokenv1', [...TOKEN_ID, schedule, 'u64'], (context, types, args) => {
      const [token, at] = [tokenIdArgument(args, 0), addressArgument(args, 4)]
      placeListingV1(context, family, requireApt(types), token, at, fixedAt(u64Argument(args, 5)))
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

const PRICES = 'vector<u64>'
/** Parameter types of v1 tokens in a batch: creator, collection, the names, one property version for all. */
export const COLLECTION_TOKENS = ['address', '0x1::string::String', 'vector<0x1::string::String>', 'u64'] as const

/** Two modules offer the same batches; they differ in how an item is spelled, which encodes alike. */
function listingBatches(family: Family, spelling: 'object' | 'address'): readonly MoveFunction[] {
  const listings = spelling === 'address' ? 'vector<address>' : `vector<${objectOf(family.types.listing)}>`
  const tokens = spelling === 'address' ? 'vector<address>' : `vector<${OBJECT}>`
  const schedule = objectOf(family.types.feeSchedule)
  const repricing = [PRICES, listings, PRICES]
  return [
    coinEntry('init_fixed_price_many', [tokens, schedule, PRICES], (context, types, args) =>
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
    coinEntry('update_fixed_price_many', [listings, PRICES], (context, types, args) =>
      updateMany(context, family, requireApt(types), args, 0),
    ),
    // These take the old prices before the listings, and never read them.
    coinEntry('list_and_update_fixed_price_many', [tokens, schedule, PRICES, ...repricing], (context, types, args) => {
      const coin = requireApt(types)
      placeMany(context, family, coin, args)
      updateMany(context, family, coin, args, 4)
    }),
    coinEntry(
      'list_and_update_fixed_price_tokenv1_many',
      [...COLLECTION_TOKENS, schedule, PRICES, ...repricing],
      (context, types, args) => {
        const coin = requireApt(types)
        placeManyV1(context, family, coin, args)
        updateMany(context, family, coin, args, 7)
      },
    ),
  ]
}

/** `coin_listing::init_fixed_price_for_tokenv1_many`, which the other module has not. */
function listManyV1(family: Family): MoveFunction {
  const parameters = [...COLLECTION_TOKENS, objectOf(family.types.feeSchedule), PRICES]
  return coinEntry('init_fixed_price_for_tokenv1_many', parameters, (context, types, args) =>
    placeManyV1(context, family, requireApt(types), args),
  )
}

function placeMany(context: MoveContext, family: Family, coin: string, args: readonly MoveValue[]): void {
  const schedule = addressArgument(args, 1)
  eachPriced(family, addressListArgument(args, 0), u64ListArgument(args, 2), (token, price) =>
    placeListing(context, family, coin, token, schedule, fixedAt(price)),
  )
}

function placeManyV1(context: MoveContext, family: Family, coin: string, args: readonly MoveValue[]): void {
  const schedule = addressArgument(args, 4)
  eachPriced(family, tokensOfCollection(args), u64ListArgument(args, 5), (token, price) =>
    placeListingV1(context, family, coin, token, schedule, fixedAt(price)),
  )
}

/** Returns the v1 tokens of a batch: creator, collection, names and property version, its first arguments. */
export function tokensOfCollection(args: readonly MoveValue[]): readonly TokenIdV1[] {
  const [creator, collection, propertyVersion] = [addressArgument(args, 0), textArgument(args, 1), u64Argument(args, 3)]
  return textListArgument(args, 2).map((name) => ({ creator, collection, name, propertyVersion }))
}

/** @throws MoveAbort EREPRICED_TWICE in our package; the family's source takes the last price. */
function updateMany(context: MoveContext, family: Family, coin: string, args: readonly MoveValue[], from: number) {
  const repriced = new Set<string>()
  eachPriced(family, addressListArgument(args, from), u64ListArgument(args, from + 1), (listing, price) => {
    if (family.isOwn && repriced.has(listing)) throw familyAbort(family, 'coin_listing', 'EREPRICED_TWICE')
    repriced.add(listing)
    updateListing(context, family, coin, listing, price)
  })
}

/** @throws MoveAbort EUNEQUAL_LENGTHS, as our package does; the family's source drops surplus items. */
function eachPriced<Item>(
  family: Family,
  items: readonly Item[],
  prices: readonly bigint[],
  visit: (item: Item, price: bigint) => void,
): void {
  if (items.length !== prices.length) throw familyAbort(family, 'coin_listing', 'EUNEQUAL_LENGTHS')
  for (const [position, item] of items.entries()) visit(item, prices[position] as bigint)
}
