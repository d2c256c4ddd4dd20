import type { Address } from '@opal/domain/address'
import { isJsonObject, type JsonObject } from '@opal/domain/json'
import { applyRate, type Rate } from '@opal/domain/prices/rates'
import type { MoveContext, MoveResource } from '../../modules/move-module.ts'
import { familyAbort } from './aborts.ts'
import { type Family, locationOf } from './family.ts'
import { addressAt, u64At } from './move-values.ts'

/**
 * Returns the receiver of a fee schedule's fees.
 * @throws MoveAbort
 * @source fee_schedule::fee_address
 */
export function feeAddress(context: MoveContext, family: Family, feeSchedule: Address): Address {
  const schedule = context.getResource(feeSchedule, family.types.feeSchedule)
  if (schedule === null) throw familyAbort(family, 'fee_schedule', 'ENO_FEE_SCHEDULE')
  return addressAt(schedule, 'fee_address')
}

/**
 * Returns octas for placing a listing or an offer; in our package one that was raised holds from its second on.
 * @source fee_schedule::listing_fee; contracts/marketplace fee_schedule::listing_fee
 */
export function listingFee(context: MoveContext, family: Family, feeSchedule: Address): bigint {
  const raised = context.getResource(feeSchedule, family.types.raisedListingFee)
  const isDue = raised !== null && context.nowSeconds >= u64At(raised, 'in_force_from')
  const fee = isDue ? raised : context.getResource(feeSchedule, family.types.fixedRateListingFee)
  return fee === null ? 0n : u64At(fee, 'listing_fee')
}

/**
 * Returns octas of a higher placing fee that is announced, and the second from which it holds; zeros for none, and once it holds.
 * @source contracts/marketplace fee_schedule::announced_listing_fee
 */
export function announcedListingFee(
  context: MoveContext,
  { types }: Family,
  feeSchedule: Address,
): readonly [octas: bigint, fromSeconds: bigint] {
  const raised = context.getResource(feeSchedule, types.raisedListingFee)
  if (raised === null) return [0n, 0n]
  const fromSeconds = u64At(raised, 'in_force_from')
  return context.nowSeconds >= fromSeconds ? [0n, 0n] : [u64At(raised, 'listing_fee'), fromSeconds]
}

/** Returns octas for an auction bid. @source fee_schedule::bidding_fee */
export function biddingFee(context: MoveContext, family: Family, feeSchedule: Address): bigint {
  const fee = context.getResource(feeSchedule, family.types.fixedRateBiddingFee)
  return fee === null ? 0n : u64At(fee, 'bidding_fee')
}

/** Returns octas the marketplace takes of a sale. @source fee_schedule::commission */
export function commissionOf(context: MoveContext, family: Family, feeSchedule: Address, price: bigint): bigint {
  const fixed = context.getResource(feeSchedule, family.types.fixedRateCommission)
  if (fixed !== null) return u64At(fixed, 'commission')
  return applyRate(price, commissionRate(context, family, feeSchedule))
}

const NOTHING: Rate = { numerator: 0n, denominator: 1n }

/**
 * Returns the fraction in force: an announced one from its second on.
 * @source contracts/marketplace fee_schedule::rate
 */
export function commissionRate(context: MoveContext, { types }: Family, feeSchedule: Address): Rate {
  const announced = context.getResource(feeSchedule, types.announcedCommission)
  const isDue = announced !== null && context.nowSeconds >= u64At(announced, 'in_force_from')
  const rate = isDue ? announced : context.getResource(feeSchedule, types.percentageRateCommission)
  return rate === null ? NOTHING : rateAt(rate)
}

/** Returns fields that an order of our package has in addition to the family's, for its ABI. */
export function storedFields(family: Family, ...names: readonly ('commission' | 'royalty')[]) {
  return family.isOwn ? names.map((name) => [name, `${locationOf(family, 'fee_schedule')}::Rate`] as const) : []
}

/** Returns the rates that an order of our package stores when it is placed; nothing for the family's. */
export function storedRates(
  context: MoveContext,
  family: Family,
  feeSchedule: Address,
  royalty: Rate | null = null,
): JsonObject {
  if (!family.isOwn) return {}
  const commission = rateJson(commissionRate(context, family, feeSchedule))
  return royalty === null ? { commission } : { commission, royalty: rateJson(royalty) }
}

/** Returns the commission of an order: in our package the lower of today's and that of the day it was placed. */
export function commissionOfOrder(
  context: MoveContext,
  family: Family,
  feeSchedule: Address,
  order: MoveResource,
  price: bigint,
): bigint {
  const now = commissionOf(context, family, feeSchedule, price)
  const then = order.commission
  return isJsonObject(then) ? smaller(now, applyRate(price, rateAt(then))) : now
}

/** The royalty that an order stores bounds the current one. */
export function boundedRoyalty(order: MoveResource, octas: bigint, price: bigint): bigint {
  return isJsonObject(order.royalty) ? smaller(octas, applyRate(price, rateAt(order.royalty))) : octas
}

/** @throws MoveAbort when the marketplace takes no new orders. @source contracts/marketplace fee_schedule::require_open */
export function requireOpen(context: MoveContext, family: Family, feeSchedule: Address): void {
  if (!family.isOwn || context.getResource(feeSchedule, family.types.paused) === null) return
  throw familyAbort(family, 'fee_schedule', 'EPAUSED')
}

function rateAt(resource: MoveResource): Rate {
  const rate = { numerator: u64At(resource, 'numerator'), denominator: u64At(resource, 'denominator') }
  return rate.denominator === 0n ? NOTHING : rate
}

function rateJson({ numerator, denominator }: Rate): JsonObject {
  return { numerator: String(numerator), denominator: String(denominator) }
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}

/**
 * Pays the marketplace's part of a sale. Our own package pays no commission of 0, the live one does.
 * @source contracts/marketplace settlement::pay_marketplace_and_seller
 */
export function payCommission(context: MoveContext, family: Family, feeSchedule: Address, octas: bigint): void {
  if (family.isOwn && octas === 0n) return
  context.depositApt(feeAddress(context, family, feeSchedule), octas)
}

/** Pays the listing fee, which offers owe as well. @source coin_listing::init, token_offer::init_coin_holder */
export function payListingFee(context: MoveContext, family: Family, feeSchedule: Address): void {
  const recipient = feeAddress(context, family, feeSchedule)
  const fee = listingFee(context, family, feeSchedule)
  context.withdrawApt(context.sender, fee)
  context.depositApt(recipient, fee)
}
