import type { Address } from '@opal/domain/address'
import { applyRate } from '@opal/domain/rates'
import type { MoveContext } from '../../move-module.ts'
import { familyAbort } from './aborts.ts'
import type { Family } from './family.ts'
import { addressAt, u64At } from './move-values.ts'

/** Who receives a fee schedule's fees. @throws MoveAbort @source fee_schedule::fee_address */
export function feeAddress(context: MoveContext, family: Family, feeSchedule: Address): Address {
  const schedule = context.getResource(feeSchedule, family.types.feeSchedule)
  if (schedule === null) throw familyAbort(family, 'fee_schedule', 'ENO_FEE_SCHEDULE')
  return addressAt(schedule, 'fee_address')
}

/** Octas for placing a listing or an offer. @source fee_schedule::listing_fee */
export function listingFee(context: MoveContext, family: Family, feeSchedule: Address): bigint {
  const fee = context.getResource(feeSchedule, family.types.fixedRateListingFee)
  return fee === null ? 0n : u64At(fee, 'listing_fee')
}

/** Octas for an auction bid. @source fee_schedule::bidding_fee */
export function biddingFee(context: MoveContext, family: Family, feeSchedule: Address): bigint {
  const fee = context.getResource(feeSchedule, family.types.fixedRateBiddingFee)
  return fee === null ? 0n : u64At(fee, 'bidding_fee')
}

/** Octas the marketplace takes of a sale. @source fee_schedule::commission */
export function commissionOf(context: MoveContext, family: Family, feeSchedule: Address, price: bigint): bigint {
  const fixed = context.getResource(feeSchedule, family.types.fixedRateCommission)
  if (fixed !== null) return u64At(fixed, 'commission')
  const rate = context.getResource(feeSchedule, family.types.percentageRateCommission)
  if (rate === null) return 0n
  return applyRate(price, { numerator: u64At(rate, 'numerator'), denominator: u64At(rate, 'denominator') })
}

/** Pays the listing fee, which offers owe as well. @source coin_listing::init, token_offer::init_coin_holder */
export function payListingFee(context: MoveContext, family: Family, feeSchedule: Address): void {
  const recipient = feeAddress(context, family, feeSchedule)
  const fee = listingFee(context, family, feeSchedule)
  context.withdrawApt(context.sender, fee)
  context.depositApt(recipient, fee)
}
