import { type Address, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { type ListingTerms, NO_TERMS, priceAt } from '@opal/domain/prices/listing-terms'
import type { MoveContext, MoveResource } from '../../modules/move-module.ts'
import { familyAbort } from './aborts.ts'
import type { Family } from './family.ts'
import { addressAt, u64At } from './move-values.ts'

/** The price that a listing is placed at, and its terms, which only our own package has. */
export interface Asking {
  readonly priceOctas: bigint
  readonly terms: ListingTerms
}

/** Fields of our package's terms, which its events have as well. The family's listings have a price alone. */
export const TERMS_FIELDS = [
  ['reserved_for', 'address'],
  ['expiration_time', 'u64'],
  ['end_price', 'u64'],
  ['falls_from', 'u64'],
  ['falls_until', 'u64'],
  ['least_proceeds', 'u64'],
] as const

/** Returns what a listing at a fixed price asks for. */
export function fixedAt(priceOctas: bigint): Asking {
  return { priceOctas, terms: NO_TERMS }
}

const ANY_BUYER = ZERO_ADDRESS

/** Returns terms as a listing stores them and as its event states them; nothing for the family's. */
export function termsJson(family: Family, { priceOctas, terms }: Asking): JsonObject {
  if (!family.isOwn) return {}
  const { fall, expiresAtSeconds, reservedFor, leastOctas } = terms
  return {
    reserved_for: toShortAddress(reservedFor ?? ANY_BUYER),
    expiration_time: String(expiresAtSeconds ?? 0n),
    end_price: String(fall?.endOctas ?? priceOctas),
    falls_from: String(fall?.fromSeconds ?? 0n),
    falls_until: String(fall?.untilSeconds ?? 0n),
    least_proceeds: String(leastOctas),
  }
}

/** Reads what a listing asks for from its resource. */
export function askingOf(family: Family, resource: MoveResource): Asking {
  const priceOctas = u64At(resource, 'price')
  if (!family.isOwn) return { priceOctas, terms: NO_TERMS }
  return toAsking({
    price: priceOctas,
    endPrice: u64At(resource, 'end_price'),
    fallsFrom: u64At(resource, 'falls_from'),
    fallsUntil: u64At(resource, 'falls_until'),
    expiration: u64At(resource, 'expiration_time'),
    reservedFor: addressAt(resource, 'reserved_for'),
    least: u64At(resource, 'least_proceeds'),
  })
}

/** Terms as calls name them: zeros for none. */
interface NamedTerms {
  readonly price: bigint
  readonly endPrice: bigint
  readonly fallsFrom: bigint
  readonly fallsUntil: bigint
  readonly expiration: bigint
  readonly reservedFor: Address
  readonly least: bigint
}

/** @throws MoveAbort EINCORRECT_TERMS @source contracts/marketplace listing_terms::create */
export function createTerms(context: MoveContext, family: Family, named: NamedTerms): Asking {
  const { price, endPrice, fallsFrom, fallsUntil, expiration } = named
  const now = context.nowSeconds
  const isFixed = endPrice === price && fallsFrom === 0n && fallsUntil === 0n
  const isFalling = endPrice < price && fallsFrom < fallsUntil && now < fallsUntil
  if (endPrice === 0n || !(isFixed || isFalling) || (expiration !== 0n && now >= expiration)) {
    throw familyAbort(family, 'listing_terms', 'EINCORRECT_TERMS')
  }
  return toAsking(named)
}

function toAsking(named: NamedTerms): Asking {
  const { price, endPrice, fallsFrom, fallsUntil, expiration, reservedFor, least } = named
  const fall = { endOctas: endPrice, fromSeconds: fallsFrom, untilSeconds: fallsUntil }
  return {
    priceOctas: price,
    terms: {
      fall: fallsUntil === 0n ? null : fall,
      expiresAtSeconds: expiration === 0n ? null : expiration,
      reservedFor: reservedFor === ANY_BUYER ? null : reservedFor,
      leastOctas: least,
    },
  }
}

/** Returns the price now. @source contracts/marketplace listing_terms::price */
export function priceNow(context: MoveContext, { priceOctas, terms }: Asking): bigint {
  return priceAt(priceOctas, terms.fall, context.nowSeconds)
}

/** @source contracts/marketplace listing_terms::can_buy */
export function canBuy(context: MoveContext, { terms }: Asking, buyer: Address): boolean {
  return !isExpired(context, terms) && (terms.reservedFor === null || terms.reservedFor === buyer)
}

/** @throws MoveAbort @source contracts/marketplace listing_terms::require_buyer */
export function requireBuyer(context: MoveContext, family: Family, asking: Asking): void {
  requireInTime(context, family, asking)
  if (!canBuy(context, asking, context.sender)) throw familyAbort(family, 'listing_terms', 'ERESERVED')
}

/** @throws MoveAbort EEXPIRED @source contracts/marketplace listing_terms::require_in_time */
export function requireInTime(context: MoveContext, family: Family, { terms }: Asking): void {
  if (isExpired(context, terms)) throw familyAbort(family, 'listing_terms', 'EEXPIRED')
}

function isExpired({ nowSeconds }: MoveContext, { expiresAtSeconds }: ListingTerms): boolean {
  return expiresAtSeconds !== null && nowSeconds >= expiresAtSeconds
}
