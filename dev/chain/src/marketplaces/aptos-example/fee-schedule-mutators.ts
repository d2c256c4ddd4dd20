import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { Rate } from '@opal/domain/prices/rates'
import { newObjectCore, OBJECT_CORE } from '../../ledger/state/objects.ts'
import type { MoveContext, MoveFunction, MoveResource } from '../../modules/move-module.ts'
import { familyAbort } from './aborts.ts'
import { createEventHandles } from './events-module.ts'
import { type Family, locationOf } from './family.ts'
import { commissionRate, feeAddress, listingFee } from './fees.ts'
import { entry } from './move-function.ts'
import { addressArgument, addressAt, moveRef, u64Argument } from './move-values.ts'
import { isOwner, requireObject, updateResource } from './objects.ts'

/** Type of our package's event, which states the whole schedule. @source contracts/marketplace fee_schedule::FeeScheduleChanged */
function changedEventType(family: Family): string {
  return `${locationOf(family, 'fee_schedule')}::FeeScheduleChanged`
}

/** Returns the type of the family's event of a change. */
export function mutationEventType(family: Family): string {
  return `${locationOf(family, 'fee_schedule')}::MutationEvent`
}

const NOTICE_SECONDS = 604_800n
const MAX_LISTING_FEE = 100_000_000n

/** Changes that a schedule's owner can make. Our own package takes no fixed commission, and no orders while it is paused. */
export function feeScheduleMutators(family: Family, object: string): readonly MoveFunction[] {
  const { types } = family
  return [
    ...(family.isOwn ? ownMutators(family, object) : fixedRateMutators(family, object)),
    entry('set_fee_address', [object, 'address'], (context, _types, args) => {
      requireFeeAddress(family, addressArgument(args, 1))
      const schedule = requireOwnSchedule(context, family, addressArgument(args, 0))
      updateResource(context, schedule, types.feeSchedule, { fee_address: toShortAddress(addressArgument(args, 1)) })
      emitMutation(context, family, schedule, 'fee_address')
    }),
    entry('set_fixed_rate_listing_fee', [object, 'u64'], (context, _types, args) => {
      if (family.isOwn && u64Argument(args, 1) > MAX_LISTING_FEE) {
        throw familyAbort(family, 'fee_schedule', 'EEXCEEDS_MAXIMUM')
      }
      const schedule = requireOwnSchedule(context, family, addressArgument(args, 0))
      if (family.isOwn) raiseOrLower(context, family, schedule, u64Argument(args, 1))
      else context.putResource(schedule, types.fixedRateListingFee, { listing_fee: String(u64Argument(args, 1)) })
      emitMutation(context, family, schedule, types.fixedRateListingFee)
    }),
    entry('set_percentage_rate_commission', [object, 'u64', 'u64'], (context, _types, args) => {
      const [denominator, numerator] = [u64Argument(args, 1), u64Argument(args, 2)]
      requireRate(family, { numerator, denominator })
      const schedule = requireOwnSchedule(context, family, addressArgument(args, 0))
      if (family.isOwn) {
        announceOrLower(context, family, schedule, { numerator, denominator })
        emitMutation(context, family, schedule, types.fixedRateListingFee)
        return
      }
      removeCommission(context, family, schedule)
      const rate = { denominator: String(denominator), numerator: String(numerator) }
      context.putResource(schedule, types.percentageRateCommission, rate)
      emitMutation(context, family, schedule, types.fixedRateListingFee)
    }),
  ]
}

/** Returns the functions that the family has and our package lacks. */
function fixedRateMutators(family: Family, object: string): readonly MoveFunction[] {
  const { types } = family
  return [
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
  ]
}

/**
 * Returns the functions that our package has and the family lacks.
 * @source contracts/marketplace fee_schedule::set_paused, propose_owner, accept_owner
 */
function ownMutators(family: Family, object: string): readonly MoveFunction[] {
  const { types } = family
  return [
    entry('set_paused', [object, 'bool'], (context, _types, args) => {
      const schedule = requireOwnSchedule(context, family, addressArgument(args, 0))
      const isPaused = context.getResource(schedule, types.paused) !== null
      if (args[1] === true) context.putResource(schedule, types.paused, { dummy_field: false })
      else if (isPaused) context.removeResource(schedule, types.paused)
      emitMutation(context, family, schedule, types.paused)
    }),
    entry('propose_owner', [object, 'address'], (context, _types, args) => {
      const schedule = requireOwnSchedule(context, family, addressArgument(args, 0))
      context.putResource(schedule, types.proposedOwner, { owner: toShortAddress(addressArgument(args, 1)) })
      emitMutation(context, family, schedule, types.proposedOwner)
    }),
    entry('accept_owner', [object], (context, _types, args) => {
      const schedule = addressArgument(args, 0)
      requireObject(context, schedule, types.feeSchedule)
      const proposed = context.getResource(schedule, types.proposedOwner)
      if (proposed === null || addressAt(proposed, 'owner') !== context.sender) {
        throw familyAbort(family, 'fee_schedule', 'ENOT_PROPOSED')
      }
      context.removeResource(schedule, types.proposedOwner)
      context.transferObjectWithRef(schedule, context.sender)
      emitMutation(context, family, schedule, types.feeSchedule)
    }),
  ]
}

/**
 * A lower placing fee takes effect immediately, a higher one a week from now.
 * @source contracts/marketplace fee_schedule::set_fixed_rate_listing_fee
 */
function raiseOrLower(context: MoveContext, family: Family, schedule: Address, wanted: bigint): void {
  const { types } = family
  const present = listingFee(context, family, schedule)
  const isHigher = wanted > present
  context.putResource(schedule, types.fixedRateListingFee, { listing_fee: String(isHigher ? present : wanted) })
  if (isHigher) {
    const from = String(context.nowSeconds + NOTICE_SECONDS)
    context.putResource(schedule, types.raisedListingFee, { listing_fee: String(wanted), in_force_from: from })
  } else if (context.getResource(schedule, types.raisedListingFee) !== null) {
    context.removeResource(schedule, types.raisedListingFee)
  }
}

/**
 * A lower rate takes effect immediately, a higher one a week from now: until then the present one does.
 * @source contracts/marketplace fee_schedule::set_percentage_rate_commission
 */
function announceOrLower(context: MoveContext, family: Family, schedule: Address, wanted: Rate): void {
  const { types } = family
  const present = commissionRate(context, family, schedule)
  const isHigher = wanted.numerator * present.denominator > present.numerator * wanted.denominator
  const json = ({ numerator, denominator }: Rate) => ({
    numerator: String(numerator),
    denominator: String(denominator),
  })
  removeCommission(context, family, schedule)
  context.putResource(schedule, types.percentageRateCommission, json(isHigher ? present : wanted))
  if (context.getResource(schedule, types.announcedCommission) !== null) {
    context.removeResource(schedule, types.announcedCommission)
  }
  if (!isHigher) return
  const announced = { ...json(wanted), in_force_from: String(context.nowSeconds + NOTICE_SECONDS) }
  context.putResource(schedule, types.announcedCommission, announced)
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

/**
 * Emits the event of a change: our package states the whole schedule, the family only the type of what changed. The family's source names the
 * listing fee's type for nearly every change; retained, since indexers see it.
 */
function emitMutation(context: MoveContext, family: Family, schedule: Address, updated: string): void {
  if (family.isOwn) {
    context.emit(changedEventType(family), feeScheduleChanged(context, family, schedule))
    return
  }
  const data = { updated_resource: updated }
  context.emitOnHandle(schedule, family.types.feeSchedule, 'mutation_events', mutationEventType(family), data)
}

/** Zeros stand for what is not announced. @source contracts/marketplace fee_schedule::announce */
function feeScheduleChanged(context: MoveContext, family: Family, schedule: Address): JsonObject {
  const { types } = family
  const commission = context.getResource(schedule, types.percentageRateCommission)
  const announced = context.getResource(schedule, types.announcedCommission)
  const listing = context.getResource(schedule, types.fixedRateListingFee)
  const raised = context.getResource(schedule, types.raisedListingFee)
  const proposed = context.getResource(schedule, types.proposedOwner)
  const field = (resource: MoveResource | null, name: string, otherwise = '0') => resource?.[name] ?? otherwise
  return {
    marketplace: toShortAddress(schedule),
    owner: toShortAddress(context.ownerOf(schedule)),
    fee_address: toShortAddress(feeAddress(context, family, schedule)),
    is_paused: context.getResource(schedule, types.paused) !== null,
    listing_fee: field(listing, 'listing_fee'),
    commission_numerator: field(commission, 'numerator'),
    commission_denominator: field(commission, 'denominator', '1'),
    announced_numerator: field(announced, 'numerator'),
    announced_denominator: field(announced, 'denominator'),
    in_force_from: field(announced, 'in_force_from'),
    raised_listing_fee: field(raised, 'listing_fee'),
    raised_from: field(raised, 'in_force_from'),
    proposed_owner: field(proposed, 'owner', '0x0'),
  }
}

/** Creates the marketplace's own schedule, at its well-known address; part of genesis. */
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

/** Anyone may open a schedule of their own; listings and offers can name it. */
export function feeScheduleInitializers(family: Family): readonly MoveFunction[] {
  return [
    entry('init_entry', ['address', 'u64', 'u64', 'u64', 'u64'], (context, _types, args) => {
      requireFeeAddress(family, addressArgument(args, 0))
      const commission = { denominator: u64Argument(args, 3), numerator: u64Argument(args, 4) }
      requireRate(family, commission)
      const schedule = context.createObject(context.sender)
      putSchedule(context, family, schedule, addressArgument(args, 0))
      putFees(context, family.types, schedule, {
        bidding: u64Argument(args, 1),
        listing: u64Argument(args, 2),
        commission,
      })
      if (family.isOwn) emitMutation(context, family, schedule, family.types.feeSchedule)
    }),
    entry('empty', ['address'], (context, _types, args) => {
      requireFeeAddress(family, addressArgument(args, 0))
      const schedule = context.createObject(context.sender)
      putSchedule(context, family, schedule, addressArgument(args, 0))
      if (family.isOwn) emitMutation(context, family, schedule, family.types.feeSchedule)
    }),
  ]
}

const LAST_RESERVED_ADDRESS = 10n

/** @throws MoveAbort for an address of the chain itself. @source contracts/marketplace fee_schedule::require_fee_address */
function requireFeeAddress(family: Family, address: Address): void {
  if (family.isOwn && BigInt(address) <= LAST_RESERVED_ADDRESS) {
    throw familyAbort(family, 'fee_schedule', 'ERESERVED_ADDRESS')
  }
}

/** @throws MoveAbort for a rate above one, in our own package above 5 %, and for a denominator of zero. */
function requireRate(family: Family, { numerator, denominator }: Rate): void {
  const over = family.isOwn ? 20n : 1n
  if (numerator * over > denominator) throw familyAbort(family, 'fee_schedule', 'EEXCEEDS_MAXIMUM')
  if (denominator === 0n) throw familyAbort(family, 'fee_schedule', 'EDENOMINATOR_IS_ZERO')
}
