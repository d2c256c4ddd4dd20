import { toShortAddress } from '@opal/domain/address'
import type { MoveContext, MoveFunction, MoveModule } from '../../modules/move-module.ts'
import type { Family } from './family.ts'
import {
  createFeeSchedule,
  feeScheduleInitializers,
  feeScheduleMutators,
  mutationEventType,
} from './fee-schedule-mutators.ts'
import { announcedListingFee, biddingFee, commissionOf, feeAddress, listingFee } from './fees.ts'
import { resource, value, view } from './move-function.ts'
import { addressArgument, u64Argument } from './move-values.ts'
import { requireObject } from './objects.ts'

/** Returns `W::fee_schedule`. Its genesis puts the marketplace's own schedule where its payloads expect it. */
export function feeScheduleModule(family: Family): MoveModule {
  const type = family.types.feeSchedule
  const object = `0x1::object::Object<${type}>`
  return {
    address: family.packageAddress,
    name: 'fee_schedule',
    functions: [...feeScheduleInitializers(family), ...feeScheduleMutators(family, object), ...views(family, object)],
    structs: [
      resource('FeeSchedule', [
        ['fee_address', 'address'],
        ['extend_ref', '0x1::object::ExtendRef'],
        ['mutation_events', `0x1::event::EventHandle<${mutationEventType(family)}>`],
      ]),
      resource('FixedRateBiddingFee', [['bidding_fee', 'u64']]),
      resource('FixedRateListingFee', [['listing_fee', 'u64']]),
      resource('FixedRateCommission', [['commission', 'u64']]),
      resource('PercentageRateCommission', [
        ['denominator', 'u64'],
        ['numerator', 'u64'],
      ]),
      ...(family.isOwn ? ownStructs() : []),
      value('MutationEvent', [['updated_resource', '0x1::string::String']]),
    ],
    genesis: (context) => createFeeSchedule(context, family),
  }
}

function views(family: Family, object: string): readonly MoveFunction[] {
  const schedule = (context: MoveContext, args: Parameters<MoveFunction['run']>[2]) => {
    const address = addressArgument(args, 0)
    requireObject(context, address, family.types.feeSchedule)
    return address
  }
  return [
    view('fee_address', [object], ['address'], (context, _types, args) => [
      toShortAddress(feeAddress(context, family, schedule(context, args))),
    ]),
    view('listing_fee', [object, 'u64'], ['u64'], (context, _types, args) => [
      listingFee(context, family, schedule(context, args)),
    ]),
    view('bidding_fee', [object, 'u64'], ['u64'], (context, _types, args) => [
      biddingFee(context, family, schedule(context, args)),
    ]),
    ...(family.isOwn
      ? [
          view('announced_listing_fee', [object], ['u64', 'u64'], (context, _types, args) => [
            ...announcedListingFee(context, family, schedule(context, args)),
          ]),
        ]
      : []),
    view('commission', [object, 'u64'], ['u64'], (context, _types, args) => [
      commissionOf(context, family, schedule(context, args), u64Argument(args, 1)),
    ]),
  ]
}

/**
 * Returns the structs that our package adds to the family's: rates stored on orders, announced fees, the pause, the proposed
 * owner, the event of a change.
 */
function ownStructs() {
  const rate = [
    ['denominator', 'u64'],
    ['numerator', 'u64'],
  ] as const
  return [
    value('Rate', rate),
    resource('AnnouncedCommission', [...rate, ['in_force_from', 'u64']]),
    resource('RaisedListingFee', [
      ['listing_fee', 'u64'],
      ['in_force_from', 'u64'],
    ]),
    resource('Paused', [['dummy_field', 'bool']]),
    resource('ProposedOwner', [['owner', 'address']]),
    value('FeeScheduleChanged', [
      ['marketplace', 'address'],
      ['owner', 'address'],
      ['fee_address', 'address'],
      ['is_paused', 'bool'],
      ['listing_fee', 'u64'],
      ['commission_numerator', 'u64'],
      ['commission_denominator', 'u64'],
      ['announced_numerator', 'u64'],
      ['announced_denominator', 'u64'],
      ['in_force_from', 'u64'],
      ['raised_listing_fee', 'u64'],
      ['raised_from', 'u64'],
      ['proposed_owner', 'address'],
    ]),
  ]
}
