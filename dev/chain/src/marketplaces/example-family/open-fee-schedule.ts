import { type Address, toShortAddress } from '@opal/domain/address'
import type { Rate } from '@opal/domain/rates'
import { newObjectCore, OBJECT_CORE } from '../../ledger/state/objects.ts'
import type { MoveContext, MoveFunction } from '../../modules/move-module.ts'
import { familyAbort } from './aborts.ts'
import { addressArgument, u64Argument } from './arguments.ts'
import { createEventHandles } from './events-module.ts'
import type { Family } from './family.ts'
import { entry } from './move-function.ts'
import { moveRef } from './move-values.ts'

/** The venue's own schedule, at its well-known address; part of genesis. */
export function createFeeSchedule(context: MoveContext, family: Family): void {
  const { feeScheduleAddress: address, packageAddress, commission, types } = family
  context.putResource(address, OBJECT_CORE, newObjectCore(address, packageAddress, true))
  putSchedule(context, family, address, packageAddress)
  putFees(context, types, address, { bidding: 0n, listing: 0n, commission })
}

/** @source fee_schedule::empty_init */
function putSchedule(context: MoveContext, family: Family, schedule: Address, feeRecipient: Address): void {
  context.putResource(schedule, family.types.feeSchedule, {
    extend_ref: moveRef(schedule),
    fee_address: toShortAddress(feeRecipient),
    mutation_events: context.newObjectEventHandle(schedule),
  })
  createEventHandles(context, family, schedule)
}

interface Fees {
  readonly bidding: bigint
  readonly listing: bigint
  readonly commission: Rate
}

/** @source fee_schedule::init */
function putFees(context: MoveContext, types: Family['types'], schedule: Address, fees: Fees): void {
  context.putResource(schedule, types.fixedRateBiddingFee, { bidding_fee: String(fees.bidding) })
  context.putResource(schedule, types.fixedRateListingFee, { listing_fee: String(fees.listing) })
  context.putResource(schedule, types.percentageRateCommission, {
    denominator: String(fees.commission.denominator),
    numerator: String(fees.commission.numerator),
  })
}

/** Anybody may open a schedule of their own; listings and offers can name it. */
export function feeScheduleInitializers(family: Family): readonly MoveFunction[] {
  return [
    entry('init_entry', ['address', 'u64', 'u64', 'u64', 'u64'], (context, _types, args) => {
      const commission = { denominator: u64Argument(args, 3), numerator: u64Argument(args, 4) }
      requireRate(family, commission)
      const schedule = context.createObject(context.sender)
      putSchedule(context, family, schedule, addressArgument(args, 0))
      putFees(context, family.types, schedule, {
        bidding: u64Argument(args, 1),
        listing: u64Argument(args, 2),
        commission,
      })
    }),
    entry('empty', ['address'], (context, _types, args) =>
      putSchedule(context, family, context.createObject(context.sender), addressArgument(args, 0)),
    ),
  ]
}

/** @throws MoveAbort for a rate above one, in our own package above 5 %, and for a denominator of zero. */
export function requireRate(family: Family, { numerator, denominator }: Rate): void {
  const over = family.isOwn ? 20n : 1n
  if (numerator * over > denominator) throw familyAbort(family, 'fee_schedule', 'EEXCEEDS_MAXIMUM')
  if (denominator === 0n) throw familyAbort(family, 'fee_schedule', 'EDENOMINATOR_IS_ZERO')
}
