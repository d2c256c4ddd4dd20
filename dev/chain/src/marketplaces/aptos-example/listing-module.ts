import { toShortAddress } from '@opal/domain/address'
import type { MoveContext, MoveFunction, MoveModule, MoveValue } from '../../modules/move-module.ts'
import { type Family, locationOf } from './family.ts'
import { storedFields } from './fees.ts'
import { resource, view } from './move-function.ts'
import { addressArgument, moveObject, u64Argument } from './move-values.ts'
import { OBJECT } from './objects.ts'
import { openListing } from './open-listing.ts'
import { metadataOf, royaltyCharge } from './sold-token.ts'
import { tokenIn } from './token-v1-escrow.ts'

/** Returns `W::listing`: what can be asked of an open listing. */
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
        ...storedFields(family, 'commission', 'royalty'),
      ]),
      resource('TokenV1Container', [
        ['token', '0x3::token::Token'],
        ['delete_ref', '0x1::object::DeleteRef'],
        ['transfer_ref', '0x1::object::TransferRef'],
      ]),
    ],
  }
}

function views(family: Family): readonly MoveFunction[] {
  const listing = `0x1::object::Object<${family.types.listing}>`
  const feeSchedule = `0x1::object::Object<${family.types.feeSchedule}>`
  const metadata = `${locationOf(family, 'events')}::TokenMetadata`
  return [
    view('seller', [listing], ['address'], (context, _types, args) => [
      toShortAddress(openListing(context, family, addressArgument(args, 0)).seller),
    ]),
    view('listed_object', [listing], [OBJECT], (context, _types, args) => [
      moveObject(openListing(context, family, addressArgument(args, 0)).object),
    ]),
    view('fee_schedule', [listing], [feeSchedule], (context, _types, args) => [
      moveObject(openListing(context, family, addressArgument(args, 0)).feeSchedule),
    ]),
    view('compute_royalty', [listing, 'u64'], ['address', 'u64'], (context, _types, args) => {
      const royalty = royaltyCharge(context, listedToken(context, family, args), u64Argument(args, 1))
      return royalty === null ? ['0x0', '0'] : [toShortAddress(royalty.payee), royalty.octas]
    }),
    view('token_metadata', [listing], [metadata], (context, _types, args) => [
      metadataOf(context, listedToken(context, family, args)),
    ]),
  ]
}

function listedToken(context: MoveContext, family: Family, args: readonly MoveValue[]) {
  return tokenIn(context, family, openListing(context, family, addressArgument(args, 0)).object)
}
