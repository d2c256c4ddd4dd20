import { toShortAddress } from '@opal/domain/address'
import { applyRate } from '@opal/domain/rates'
import type { MoveFunction, MoveModule } from '../../move-module.ts'
import { addressArgument, u64Argument } from './arguments.ts'
import { type Family, locationOf } from './family.ts'
import { openListing } from './listing-orders.ts'
import { resource, view } from './move-function.ts'
import { moveObject } from './move-values.ts'
import { royaltyOf, tokenMetadata } from './token-metadata.ts'

/** `W::listing`: what can be asked of an open listing. */
export function listingModule(family: Family): MoveModule {
  return {
    address: family.packageAddress,
    name: 'listing',
    functions: views(family),
    structs: [
      resource('Listing', [
        ['object', OBJECT],
        ['seller', 'address'],
        ['fee_schedule', `0x1::object::Object<${family.types.feeSchedule}>`],
        ['delete_ref', '0x1::object::DeleteRef'],
        ['extend_ref', '0x1::object::ExtendRef'],
      ]),
    ],
  }
}

const OBJECT = '0x1::object::Object<0x1::object::ObjectCore>'

function views(family: Family): readonly MoveFunction[] {
  const listing = `0x1::object::Object<${family.types.listing}>`
  const feeSchedule = `0x1::object::Object<${family.types.feeSchedule}>`
  const metadata = `${locationOf(family, 'events')}::TokenMetadata`
  return [
    view('seller', [listing], ['address'], (context, _types, args) => [
      toShortAddress(openListing(context, family, addressArgument(args, 0)).seller),
    ]),
    view('listed_object', [listing], [OBJECT], (context, _types, args) => [
      moveObject(openListing(context, family, addressArgument(args, 0)).token),
    ]),
    view('fee_schedule', [listing], [feeSchedule], (context, _types, args) => [
      moveObject(openListing(context, family, addressArgument(args, 0)).feeSchedule),
    ]),
    view('compute_royalty', [listing, 'u64'], ['address', 'u64'], (context, _types, args) => {
      const royalty = royaltyOf(context, openListing(context, family, addressArgument(args, 0)).token)
      if (royalty === null) return ['0x0', '0']
      return [toShortAddress(royalty.payee), applyRate(u64Argument(args, 1), royalty)]
    }),
    view('token_metadata', [listing], [metadata], (context, _types, args) => [
      tokenMetadata(context, openListing(context, family, addressArgument(args, 0)).token),
    ]),
  ]
}
