import type { Address } from '@opal/domain/address'
import { OBJECT_CORE } from '../../ledger/state/objects.ts'
import type { MoveContext, MoveFunction, MoveValue } from '../../modules/move-module.ts'
import { familyAbort } from '../aptos-example/aborts.ts'
import { COLLECTION_TOKENS, tokensOfCollection } from '../aptos-example/coin-listing-module.ts'
import type { Family } from '../aptos-example/family.ts'
import { placeListing, placeListingV1, updateTerms } from '../aptos-example/listing-orders.ts'
import { type Asking, createTerms, termsJson } from '../aptos-example/listing-terms.ts'
import { coinEntry, view } from '../aptos-example/move-function.ts'
import {
  addressArgument,
  addressListArgument,
  moveOption,
  u64Argument,
  u64ListArgument,
} from '../aptos-example/move-values.ts'
import { OBJECT, objectOf, requireApt, requireObject } from '../aptos-example/objects.ts'
import { listedAsking, priceFor } from '../aptos-example/open-listing.ts'

/** Prices, end prices, from when and until when they fall, expiration, the only buyer, and the least proceeds. */
const TERMS = ['vector<u64>', 'vector<u64>', 'u64', 'u64', 'u64', 'address', 'vector<u64>'] as const

/** Returns the functions of `W::coin_listing` for listings on terms. @source contracts/marketplace coin_listing */
export function termsCalls(family: Family): readonly MoveFunction[] {
  const [listing, schedule] = [objectOf(family.types.listing), objectOf(family.types.feeSchedule)]
  return [
    ...[false, true].flatMap((checksProceeds) => listingCalls(family, schedule, checksProceeds)),
    coinEntry('update_terms_many', [`vector<${listing}>`, ...TERMS], (context, types, args) => {
      const listings = objectsArgument(context, args, family.types.listing)
      askingOfEach(context, family, listings.length, args, 1).forEach((asking, at) => {
        const one = itemAt(listings, at)
        if (listings.indexOf(one) !== at) throw familyAbort(family, 'coin_listing', 'EREPRICED_TWICE')
        updateTerms(context, family, requireApt(types), one, asking)
      })
    }),
    ...views(family, listing),
  ]
}

/** @param checksProceeds whether they are the calls that also take what the seller agreed to receive. @source contracts/marketplace coin_listing */
function listingCalls(family: Family, schedule: string, checksProceeds: boolean): readonly MoveFunction[] {
  const [suffix, more] = checksProceeds ? (['_for_at_least', ['vector<u64>']] as const) : (['', []] as const)
  return [
    coinEntry(
      `init_with_terms_many${suffix}`,
      [`vector<${OBJECT}>`, schedule, ...TERMS, ...more],
      (context, types, args) => {
        const tokens = objectsArgument(context, args, OBJECT_CORE)
        const proceeds = proceedsOfEach(family, tokens.length, args, 9)
        askingOfEach(context, family, tokens.length, args, 2).forEach((asking, at) => {
          const under = addressArgument(args, 1)
          placeListing(context, family, requireApt(types), itemAt(tokens, at), under, asking, proceeds[at])
        })
      },
    ),
    coinEntry(
      `init_with_terms_for_tokenv1_many${suffix}`,
      [...COLLECTION_TOKENS, schedule, ...TERMS, ...more],
      (context, types, args) => {
        const tokens = tokensOfCollection(args)
        const proceeds = proceedsOfEach(family, tokens.length, args, 12)
        askingOfEach(context, family, tokens.length, args, 5).forEach((asking, at) => {
          const under = addressArgument(args, 4)
          placeListingV1(context, family, requireApt(types), itemAt(tokens, at), under, asking, proceeds[at])
        })
      },
    ),
  ]
}

/** Reads what the seller agreed to receive for each; 0 for a call that does not take it. @throws MoveAbort */
function proceedsOfEach(family: Family, items: number, args: readonly MoveValue[], at: number): readonly bigint[] {
  if (at >= args.length) return []
  const proceeds = u64ListArgument(args, at)
  if (proceeds.length !== items) throw familyAbort(family, 'coin_listing', 'EUNEQUAL_LENGTHS')
  return proceeds
}

function views(family: Family, listing: string): readonly MoveFunction[] {
  return [
    view(
      'price_for',
      [listing, 'address'],
      ['0x1::option::Option<u64>'],
      (context, types, args) => {
        const at = addressArgument(args, 0)
        requireObject(context, at, family.types.listing)
        const price = priceFor(context, family, types[0] ?? '', at, addressArgument(args, 1))
        return [moveOption(price === null ? null : String(price))]
      },
      [[]],
    ),
    view(
      'terms',
      [listing],
      ['u64', 'u64', 'u64', 'u64', 'u64', 'address', 'u64'],
      (context, types, args) => {
        const asking = listedAsking(context, family, types[0] ?? '', addressArgument(args, 0))
        if (asking === null) throw familyAbort(family, 'coin_listing', 'ENO_LISTING')
        const { end_price, falls_from, falls_until, expiration_time, reserved_for, least_proceeds } = termsJson(
          family,
          asking,
        )
        return [
          asking.priceOctas,
          end_price,
          falls_from,
          falls_until,
          expiration_time,
          reserved_for,
          least_proceeds,
        ].map(String)
      },
      [[]],
    ),
  ]
}

/** @throws MoveAbort where a list is longer or shorter than the items, or terms cannot be. @source contracts/marketplace coin_listing::terms_of_each */
function askingOfEach(
  context: MoveContext,
  family: Family,
  items: number,
  args: readonly MoveValue[],
  from: number,
): readonly Asking[] {
  const [prices, endPrices, leasts] = [from, from + 1, from + 6].map((position) => u64ListArgument(args, position))
  if ([prices, endPrices, leasts].some((list) => list?.length !== items)) {
    throw familyAbort(family, 'coin_listing', 'EUNEQUAL_LENGTHS')
  }
  return (prices ?? []).map((price, at) =>
    createTerms(context, family, {
      price,
      endPrice: itemAt(endPrices ?? [], at),
      fallsFrom: u64Argument(args, from + 2),
      fallsUntil: u64Argument(args, from + 3),
      expiration: u64Argument(args, from + 4),
      reservedFor: addressArgument(args, from + 5),
      least: itemAt(leasts ?? [], at),
    }),
  )
}

/** Reads the objects that a batch names first. The chain checks that they are there before the call runs. @throws MoveAbort */
function objectsArgument(context: MoveContext, args: readonly MoveValue[], type: string): readonly Address[] {
  const objects = addressListArgument(args, 0)
  for (const object of objects) requireObject(context, object, type)
  return objects
}

/** Returns one of as many items as were counted. */
function itemAt<Item>(items: readonly Item[], at: number): Item {
  return items[at] as Item
}
