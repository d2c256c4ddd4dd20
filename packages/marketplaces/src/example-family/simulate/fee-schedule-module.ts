import { type Address, toShortAddress } from '@opal/domain/address'
import type { Rate } from '@opal/domain/rates'
import type { MoveContext, MoveFunction, MoveModule } from '../../move-module.ts'
import { familyAbort } from './aborts.ts'
import { addressArgument, u64Argument } from './arguments.ts'
import { createEventHandles } from './events-module.ts'
import type { Family } from './family.ts'
import { biddingFee, commissionOf, feeAddress, listingFee } from './fees.ts'
import { entry, resource, view } from './move-function.ts'
import { moveRef } from './move-values.ts'
import { isOwner, OBJECT_CORE_TYPE, requireObject, updateResource } from './objects.ts'

/** First creation number of an object's event handles. @source 0x1::object::INIT_GUID_CREATION_NUM */
const FIRST_OBJECT_GUID = 1_125_899_906_842_624n

/** `W::fee_schedule`. Its genesis puts the venue's own schedule where its payloads expect it. */
export function feeScheduleModule(family: Family): MoveModule {
  const type = family.types.feeSchedule
  const object = `0x1::object::Object<${type}>`
  return {
    address: family.packageAddress,
    name: 'fee_schedule',
    functions: [...initializers(family), ...mutators(family, object), ...views(family, object)],
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
      { ...resource('MutationEvent', [['updated_resource', '0x1::string::String']]), abilities: ['drop', 'store'] },
    ],
    genesis: (context) => createFeeSchedule(context, family),
  }
}

/** The venue's own schedule, at its well-known address. */
function createFeeSchedule(context: MoveContext, family: Family): void {
  const { feeScheduleAddress: address, packageAddress, commission, types } = family
  context.putResource(address, OBJECT_CORE_TYPE, objectCore(address, packageAddress))
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
function initializers(family: Family): readonly MoveFunction[] {
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

function requireRate(family: Family, { numerator, denominator }: Rate): void {
  if (numerator > denominator) throw familyAbort(family, 'fee_schedule', 'EEXCEEDS_MAXIMUM')
  if (denominator === 0n) throw familyAbort(family, 'fee_schedule', 'EDENOMINATOR_IS_ZERO')
}

function objectCore(address: Address, owner: Address) {
  return {
    allow_ungated_transfer: true,
    guid_creation_num: String(FIRST_OBJECT_GUID + 1n),
    owner: toShortAddress(owner),
    transfer_events: {
      counter: '0',
      guid: { id: { addr: toShortAddress(address), creation_num: String(FIRST_OBJECT_GUID) } },
    },
  }
}

function mutators(family: Family, object: string): readonly MoveFunction[] {
  const { types } = family
  return [
    entry('set_fee_address', [object, 'address'], (context, _types, args) => {
      const schedule = requireOwnSchedule(context, family, addressArgument(args, 0))
      updateResource(context, schedule, types.feeSchedule, { fee_address: toShortAddress(addressArgument(args, 1)) })
      emitMutation(context, family, schedule, 'fee_address')
    }),
    entry('set_fixed_rate_listing_fee', [object, 'u64'], (context, _types, args) => {
      const schedule = requireOwnSchedule(context, family, addressArgument(args, 0))
      context.putResource(schedule, types.fixedRateListingFee, { listing_fee: String(u64Argument(args, 1)) })
      emitMutation(context, family, schedule, types.fixedRateListingFee)
    }),
    entry('set_fixed_rate_bidding_fee', [object, 'u64'], (context, _types, args) => {
      const schedule = requireOwnSchedule(context, family, addressArgument(args, 0))
      context.putResource(schedule, types.fixedRateBiddingFee, { bidding_fee: String(u64Argument(args, 1)) })
      emitMutation(context, family, schedule, types.fixedRateListingFee)
    }),
    entry('set_fixed_rate_commission', [object, 'u64'], (context, _types, args) => {
      const schedule = requireOwnSchedule(context, family, addressArgument(args, 0))
      removeCommission(context, family, schedule)
      context.putResource(schedule, types.fixedRateCommission, { commission: String(u64Argument(args, 1)) })
      emitMutation(context, family, schedule, types.fixedRateListingFee)
    }),
    entry('set_percentage_rate_commission', [object, 'u64', 'u64'], (context, _types, args) => {
      const [denominator, numerator] = [u64Argument(args, 1), u64Argument(args, 2)]
      requireRate(family, { numerator, denominator })
      const schedule = requireOwnSchedule(context, family, addressArgument(args, 0))
      removeCommission(context, family, schedule)
      const rate = { denominator: String(denominator), numerator: String(numerator) }
      context.putResource(schedule, types.percentageRateCommission, rate)
      emitMutation(context, family, schedule, types.fixedRateListingFee)
    }),
  ]
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
    view('commission', [object, 'u64'], ['u64'], (context, _types, args) => [
      commissionOf(context, family, schedule(context, args), u64Argument(args, 1)),
    ]),
  ]
}

function requireOwnSchedule(context: MoveContext, family: Family, schedule: Address): Address {
  requireObject(context, schedule, family.types.feeSchedule)
  if (!isOwner(context, schedule, context.sender)) throw familyAbort(family, 'fee_schedule', 'ENOT_OWNER')
  return schedule
}

function removeCommission(context: MoveContext, family: Family, schedule: Address): void {
  for (const type of [family.types.fixedRateCommission, family.types.percentageRateCommission]) {
    if (context.getResource(schedule, type) !== null) context.removeResource(schedule, type)
  }
}

/** The source names the listing fee's type for nearly every change; kept, since watchers see it so. */
function emitMutation(context: MoveContext, family: Family, schedule: Address, updated: string): void {
  const data = { updated_resource: updated }
  context.emitOnHandle(schedule, family.types.feeSchedule, 'mutation_events', mutationEventType(family), data)
}

function mutationEventType(family: Family): string {
  return `${family.types.feeSchedule.split('::').slice(0, 2).join('::')}::MutationEvent`
}
