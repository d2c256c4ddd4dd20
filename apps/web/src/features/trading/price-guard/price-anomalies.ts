import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import { isCredibleTraitFloor } from '@opal/domain/portfolio/exit-choice'
import { formatApt, formatAptExact } from '../../../shared/format/apt.ts'

/** Reference prices in octas. */
export interface PriceReferences {
  readonly floor: bigint | null
  /** The usual floor of the collection, never below its current floor. @source docs/product/collections.md#usual-floor */
  readonly usualFloor: bigint | null
  readonly traitFloor: bigint | null
  /** Of the token. */
  readonly lastSale: bigint | null
  /** Of any token of its collection: counts where the token itself was never sold. */
  readonly collectionSale: bigint | null
}

/** References by the listings of others. */
export interface OthersReferences extends PriceReferences {
  /**
   * The trait floor to start a price from, and to pay by: of those traits that at least three tokens of others are listed with. Null
   * without one.
   * @source docs/product/portfolio-and-pnl.md#exit
   */
  readonly startingTraitFloor: bigint | null
}

/** The name of a reference in sentences. The last sale of the collection replaces that of a token which was never sold. */
type ReferenceName =
  | 'the floor'
  | 'the usual floor'
  | 'the trait floor'
  | 'the last sale'
  | 'the collection’s last sale'
  | 'the top bid'

/** A price that is far from a reference. */
export interface PriceAnomaly {
  readonly direction: 'below' | 'above'
  /** The reference from which it differs. */
  readonly reference: ReferenceName
  readonly referenceOctas: bigint
}

/** A listing at this many times every reference is probably a typing error, such as 100 for 0.1. */
const FAR_ABOVE = 20n

/** A price may be below a trait floor that one or two hopeful listings make, but not at this fraction of it. */
const FAR_BELOW_TRAITS = 5n

/**
 * Returns the anomaly of a listing price: at most half of a floor, such as 0.75 typed for 75, or at least twenty times every
 * reference. A trait floor that fewer than three listings make counts from a fifth of it on; the last sale only where nothing
 * comparable is listed.
 */
export function listingAnomaly(octas: bigint, references: OthersReferences): PriceAnomaly | null {
  const { traitFloor, startingTraitFloor } = references
  const solid = anomaliesFrom('below', { ...leastReference(references), 'the trait floor': startingTraitFloor })
  const hopeful = anomaliesFrom('below', { 'the trait floor': traitFloor })
  if (solid.length + hopeful.length === 0) solid.push(...anomaliesFrom('below', saleReference(references)))
  const isBelow = (part: bigint) => (one: PriceAnomaly) => octas * part <= one.referenceOctas
  const tooLow = highest([...solid.filter(isBelow(2n)), ...hopeful.filter(isBelow(FAR_BELOW_TRAITS))])
  if (tooLow !== null) return tooLow
  const most = highest([...solid, ...hopeful, ...anomaliesFrom('above', floorReference(references))])
  return most !== null && octas >= most.referenceOctas * FAR_ABOVE ? { ...most, direction: 'above' } : null
}

/** Returns the anomaly of a listing below the top bid: its buyer could sell it into that bid immediately. */
export function listingUnderBid(octas: bigint, topBid: bigint | null): PriceAnomaly | null {
  if (topBid === null || octas >= topBid) return null
  return { direction: 'below', reference: 'the top bid', referenceOctas: topBid }
}

/** Returns the anomaly of a price at which a listing may be bought: far from the market, or below the top bid. */
export function askedAnomaly(
  octas: bigint,
  references: OthersReferences & { readonly topBid: bigint | null },
): PriceAnomaly | null {
  return listingAnomaly(octas, references) ?? listingUnderBid(octas, references.topBid)
}

/** A purchase or an offer at this many times every reference must be confirmed. */
const FAR_TO_PAY = 5n

/**
 * Returns the anomaly of a purchase price: at least five times the floor, the trait floor and the token's last sale. Ignores a floor that
 * equals the price, because it is this listing, a trait floor that fewer than three listings make, because two may be the seller's, or of
 * twenty times the floor, because all such items may be, and a last sale of at least twenty times the floors: two wallets can arrange one at
 * any price. Where nothing else is known, the current floor counts, or the last sale of the collection: the bought listing may be the only
 * lasting one.
 */
export function purchaseAnomaly(octas: bigint, references: OthersReferences): PriceAnomaly | null {
  const { lastSale, collectionSale } = references
  const ofTraits = boundedTraitFloor(references)
  const floors = anomaliesFrom('above', { ...floorReference(references), 'the trait floor': ofTraits })
  const others = floors.filter(({ referenceOctas }) => referenceOctas !== octas)
  const dearest = highest(others)
  const isPlausible = lastSale === null || dearest === null || lastSale < dearest.referenceOctas * FAR_ABOVE
  const known = [...others, ...anomaliesFrom('above', { 'the last sale': isPlausible ? lastSale : null })]
  if (known.length > 0) return ifFar(octas, highest(known))
  const last = anomaliesFrom('above', { 'the floor': references.floor, 'the collection’s last sale': collectionSale })
  return highest(last.filter((one) => ifFar(octas, one) !== null))
}

/**
 * Returns whether a usual floor bounds offers: anyone can ask any price for the only item for sale, so one at twenty times the last sale and the top
 * bid or more does not. Without a last sale it does: a low bid says nothing of what an item is worth.
 */
export function boundsOffers(floor: bigint | null, lastSale: bigint | null, topBid: bigint | null): boolean {
  const [bound, sale] = [usableReference(floor), usableReference(lastSale)]
  if (bound === null || sale === null) return bound !== null
  const bid = credibleBid(topBid, sale)
  const most = bid !== null && bid > sale ? bid : sale
  return bound < most * FAR_ABOVE
}

/**
 * Returns a top bid as a reference; null at twenty times the last sale or more. Its bidder can take it back at any time, and risks nothing by
 * one on an item of their own.
 */
function credibleBid(topBid: bigint | null, lastSale: bigint | null): bigint | null {
  const sale = usableReference(lastSale)
  return topBid !== null && sale !== null && topBid >= sale * FAR_ABOVE ? null : topBid
}

/**
 * Returns the anomaly of an offer where no floor bounds it: at least five times the last sale and the top bid. Ignores a top bid of at least
 * twenty times the last sale.
 * @param lastSale of the token, else of its collection.
 */
export function offerAnomaly(octas: bigint, lastSale: bigint | null, topBid: bigint | null): PriceAnomaly | null {
  const references = { 'the last sale': lastSale, 'the top bid': credibleBid(topBid, lastSale) }
  return ifFar(octas, highest(anomaliesFrom('above', references)))
}

/**
 * Returns the anomaly of a bid to accept: at most half of the floor, or at most a fifth of the trait floor. The last sale counts
 * only where nothing comparable is listed.
 */
export function saleAnomaly(octas: bigint, references: PriceReferences): PriceAnomaly | null {
  const { traitFloor } = references
  const isCheap = traitFloor !== null && octas * FAR_BELOW_TRAITS <= traitFloor
  const known = anomaliesFrom('below', {
    ...leastReference(references),
    'the trait floor': isCheap ? traitFloor : null,
  })
  if (known.length === 0 && usableReference(traitFloor) === null)
    known.push(...anomaliesFrom('below', saleReference(references)))
  return highest(known.filter(({ referenceOctas }) => octas * 2n <= referenceOctas))
}

type References = Readonly<Partial<Record<ReferenceName, bigint | null>>>

/** Returns a price as a reference; null below the minimum price: a listing at one octa costs its seller only gas. */
export function usableReference(octas: bigint | null): bigint | null {
  return octas !== null && octas >= MIN_PRICE_OCTAS ? octas : null
}

/** Returns the last sale of a token; where it was never sold, that of its collection. */
function saleReference({ lastSale, collectionSale }: Pick<PriceReferences, 'lastSale' | 'collectionSale'>): References {
  return usableReference(lastSale) === null
    ? { 'the collection’s last sale': collectionSale }
    : { 'the last sale': lastSale }
}

/**
 * Returns the trait floor that a purchase is compared with; null where it is far above anything else for sale, by the floors of the collection.
 * A last sale does not support a trait floor, as the seller may have arranged it.
 */
function boundedTraitFloor({ startingTraitFloor, usualFloor, floor }: OthersReferences): bigint | null {
  const known = usableReference(usualFloor) ?? usableReference(floor)
  return startingTraitFloor !== null && isCredibleTraitFloor(startingTraitFloor, known) ? startingTraitFloor : null
}

/** Returns the usual floor; without one the current floor, which a listing of a few minutes may set. */
function floorReference({ floor, usualFloor }: PriceReferences): References {
  if (usableReference(usualFloor) === null) return { 'the floor': floor }
  return { [usualFloor === floor ? 'the floor' : 'the usual floor']: usualFloor }
}

/**
 * Returns what a low price is compared with: the usual floor. Where no listing lasts, the current floor and the last sale, of which
 * the higher counts: a low one of either may have been made to be compared with.
 */
function leastReference(references: PriceReferences): References {
  const { floor, usualFloor } = references
  const isFleeting = usableReference(floor) !== null && usableReference(usualFloor) === null
  return { ...floorReference(references), ...(isFleeting && saleReference(references)) }
}

/** Returns an anomaly for each known reference. */
function anomaliesFrom(direction: PriceAnomaly['direction'], references: References): PriceAnomaly[] {
  return (Object.entries(references) as [ReferenceName, bigint | null][]).flatMap(([reference, value]) => {
    const referenceOctas = usableReference(value)
    return referenceOctas === null ? [] : [{ direction, reference, referenceOctas }]
  })
}

function ifFar(octas: bigint, most: PriceAnomaly | null): PriceAnomaly | null {
  return most !== null && octas >= most.referenceOctas * FAR_TO_PAY ? most : null
}

function highest(anomalies: readonly PriceAnomaly[]): PriceAnomaly | null {
  return anomalies.reduce<PriceAnomaly | null>(
    (best, anomaly) => (best === null || anomaly.referenceOctas > best.referenceOctas ? anomaly : best),
    null,
  )
}

/** The action with an unusual price. */
export type AnomalyKind = 'listing' | 'purchase' | 'sale' | 'offer'

/** Returns what an unusual price may lose, octas: what it differs from its reference by. A listing far above all of them loses nothing. */
export function lossOf(kind: AnomalyKind, octas: bigint, { direction, referenceOctas }: PriceAnomaly): bigint {
  if (direction === 'below') return referenceOctas - octas
  return kind === 'listing' ? 0n : octas - referenceOctas
}

/** Returns the sentence of an anomaly. @param octas the unusual price. */
export function anomalySentence(kind: AnomalyKind, name: string, octas: bigint, anomaly: PriceAnomaly): string {
  const price = formatAptExact(octas)
  const reference = `${anomaly.reference} (${formatApt(anomaly.referenceOctas)} APT)`
  switch (kind) {
    case 'listing':
      if (anomaly.reference === 'the top bid')
        return `${name} at ${price} is below ${reference}. Sell into that bid instead.`
      return anomaly.direction === 'below'
        ? `${name} at ${price} is at most half of ${reference}.`
        : `${name} at ${price} is at least 20 times ${reference}.`
    case 'purchase':
      return `${name} costs ${price}, at least 5 times ${reference}.`
    case 'sale':
      return `${name} would sell for ${price}, at most ${anomaly.reference === 'the trait floor' ? 'a fifth' : 'half'} of ${reference}.`
    case 'offer':
      return `You’re bidding ${price} for ${name}, at least 5 times ${reference}.`
  }
}
