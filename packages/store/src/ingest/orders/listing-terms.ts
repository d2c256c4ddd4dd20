import type { ListingTerms, PriceFall } from '@opal/domain/prices/listing-terms'
import { nextStepAt, priceAt } from '@opal/domain/prices/listing-terms'
import { earlierOf, MICROS_PER_SECOND, toSeconds } from '@opal/domain/time'
import type { ListingRow, OrderEventRow } from '../../schema/orders.ts'

type TermsColumns = Pick<
  OrderEventRow,
  'end_price_octas' | 'falls_from_seconds' | 'falls_until_seconds' | 'reserved_for' | 'least_octas'
>

/** Returns terms as the log of events has them. */
export function toTermsColumns(terms: ListingTerms | undefined): TermsColumns {
  const { fall = null, reservedFor = null, leastOctas = 0n } = terms ?? {}
  return {
    end_price_octas: fall?.endOctas ?? null,
    falls_from_seconds: fall?.fromSeconds ?? null,
    falls_until_seconds: fall?.untilSeconds ?? null,
    reserved_for: reservedFor,
    least_octas: leastOctas === 0n ? null : leastOctas,
  }
}

/** Returns how the price of a placed listing falls; null for a fixed price. */
export function fallOf(placing: TermsColumns): PriceFall | null {
  const { end_price_octas, falls_from_seconds, falls_until_seconds } = placing
  if (end_price_octas === null || falls_from_seconds === null || falls_until_seconds === null) return null
  return { endOctas: end_price_octas, fromSeconds: falls_from_seconds, untilSeconds: falls_until_seconds }
}

/**
 * Returns the columns of an open listing that its terms determine at a second.
 * @param placing its newest placing; null for none with terms.
 */
export function askedColumns(
  placing: OrderEventRow | null,
  nowSeconds: bigint,
): Partial<Pick<ListingRow, 'price_octas'>> & Pick<ListingRow, 'next_change_seconds'> {
  if (placing === null) return { next_change_seconds: null }
  const { expires_at_seconds } = placing
  const fall = fallOf(placing)
  const isExpired = expires_at_seconds !== null && expires_at_seconds <= nowSeconds
  return {
    // An expired listing stays at its last price.
    price_octas: priceAt(placing.price_octas, fall, isExpired ? expires_at_seconds : nowSeconds),
    next_change_seconds: isExpired ? null : earlierOf(nextStepAt(fall, nowSeconds), expires_at_seconds),
  }
}

/** Returns the terms of a listing as its row has them. */
export function storedTerms(placing: OrderEventRow | null) {
  const { end_price_octas = null, falls_from_seconds = null, falls_until_seconds = null } = placing ?? {}
  const { expires_at_seconds = null, reserved_for = null, least_octas = null } = placing ?? {}
  return {
    start_price_octas: placing !== null && fallOf(placing) !== null ? placing.price_octas : null,
    end_price_octas,
    falls_from_seconds,
    falls_until_seconds,
    expires_at_seconds,
    reserved_for,
    least_octas,
  }
}

/** Returns whether a listing was placed with terms that limit when or by whom it can be bought, or change its price. */
export function hasTerms({ falls_until_seconds, expires_at_seconds, reserved_for }: OrderEventRow): boolean {
  return falls_until_seconds !== null || expires_at_seconds !== null || reserved_for !== null
}

/** A time during which a listing could be bought by anyone at one price. */
export interface AskedSpan {
  readonly from_micros: bigint
  /** Null: it still can. */
  readonly to_micros: bigint | null
  readonly price_octas: bigint
}

/**
 * Returns the times during which a placed listing could be bought by anyone, each at one price, as far as the clock has come.
 * @param to_micros time of the event that ended these terms; null while they hold.
 */
export function askedSpans(placing: OrderEventRow, to_micros: bigint | null, nowMicros: bigint): readonly AskedSpan[] {
  if (placing.reserved_for !== null) return []
  const [fall, expiry] = [fallOf(placing), microsOf(placing.expires_at_seconds)]
  const end = expiry !== null && expiry <= nowMicros ? earlierOf(to_micros, expiry) : to_micros
  const isReached = (micros: bigint) => micros <= nowMicros && (end === null || micros < end)
  const spans: AskedSpan[] = []
  let from = placing.at_micros
  for (let next = nextStepAt(fall, toSeconds(from)); next !== null; next = nextStepAt(fall, next)) {
    const micros = next * MICROS_PER_SECOND
    if (!isReached(micros)) break
    spans.push({
      from_micros: from,
      to_micros: micros,
      price_octas: priceAt(placing.price_octas, fall, toSeconds(from)),
    })
    from = micros
  }
  spans.push({ from_micros: from, to_micros: end, price_octas: priceAt(placing.price_octas, fall, toSeconds(from)) })
  return spans.filter((span) => span.to_micros === null || span.to_micros > span.from_micros)
}

function microsOf(seconds: bigint | null): bigint | null {
  return seconds === null ? null : seconds * MICROS_PER_SECOND
}
