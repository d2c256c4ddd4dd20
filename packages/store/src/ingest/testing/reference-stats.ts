import type { Address } from '@opal/domain/address'
import type { ReferenceHistory, ReferenceMoment } from './reference-history.ts'

const HOUR = 3_600_000_000n

/** State at the end of one hour. */
export interface ReferenceHour {
  readonly start: bigint
  readonly floor: bigint | null
  readonly listed: number
  readonly owners: number
}

/** Gains of a wallet. */
export interface ReferenceProfit {
  readonly cost: bigint
  readonly unknown: number
  readonly realised: bigint
  readonly held: number
}

/** Computes every hour that was over by the market's last moment, from its recorded past. */
export function referenceHours(market: ReferenceHistory): readonly ReferenceHour[] {
  return hoursOf(market).map(({ start, moment }) => ({
    start,
    floor: floorOf(moment),
    listed: moment.listings.length,
    owners: new Set(moment.holders.values()).size,
  }))
}

/**
 * Computes points in millionths, not rounded, by wallet and rule.
 * @param earningVolume octas for which the collection has to have been sold for its orders to earn.
 */
export function referencePoints(market: ReferenceHistory, earningVolume: bigint): ReadonlyMap<string, number> {
  const points = new Map<string, number>()
  const earn = (wallet: Address, rule: string, amount: number) => {
    const key = `${wallet} ${rule}`
    if (amount > 0) points.set(key, (points.get(key) ?? 0) + amount)
  }
  const honest = market.sales.filter(({ buyer, seller }) => buyer !== seller)
  for (const { buyer, price, isNative } of honest) if (isNative) earn(buyer, 'buying', Number(price))
  if (honest.reduce((sum, { price }) => sum + price, 0n) < earningVolume) return points
  for (const { start, moment } of hoursOf(market)) {
    const floor = Number(floorOf(moment) ?? 0n)
    if (floor < 100_000) continue
    const ends = market.past.slice(1).map(({ micros }) => micros)
    for (const [at, { micros, listings, bids }] of market.past.entries()) {
      const shareUntil = (end: bigint) =>
        Number(least(end, ends[at], start + HOUR) - most(micros, start)) / Number(HOUR)
      const share = shareUntil(start + HOUR)
      for (const { seller, price, isNative } of share > 0 ? listings : [])
        if (isNative) earn(seller, 'listing', share * 10e6 * Math.max(0, 1 - (Number(price) / floor - 1) / 0.25))
      for (const bid of share > 0 ? bids : []) {
        const until = bid.expiresAtSeconds === null ? share : shareUntil(bid.expiresAtSeconds * 1_000_000n)
        const nearness = 10e6 * Math.max(0, 1 - (1 - Number(bid.price) / floor) / 0.25)
        const size = Math.log2(1 + Math.min(100, Number(bid.remaining)))
        if (bid.isNative) earn(bid.buyer, 'bidding', until * nearness * size)
      }
    }
  }
  return points
}

function least(...values: readonly (bigint | undefined)[]): bigint {
  return values.reduce<bigint>((low, value) => (value !== undefined && value < low ? value : low), values[0] ?? 0n)
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** Computes a wallet's profit by walking through the mint, sales and gifts of every token, which has one item only. */
export function referenceProfit(market: ReferenceHistory, wallet: Address): ReferenceProfit {
  let [cost, unknown, realised, held] = [0n, 0, 0n, 0]
  const tokens = new Set(market.past.flatMap(({ holders }) => [...holders.keys()]))
  for (const token of tokens) {
    let paid: bigint | null = null
    let holder: Address | undefined
    const mint = market.mints.get(token)
    for (const moment of market.past) {
      const sale = market.sales.find((each) => each.version === moment.version && each.token === token)
      if (sale?.seller === wallet && paid !== null && sale.net !== null) realised += sale.net - paid
      const next = moment.holders.get(token)
      if (sale !== undefined) paid = sale.price
      else if (next !== holder) paid = mint?.version === moment.version ? mint.price : null
      holder = next
    }
    if (holder !== wallet) continue
    held += 1
    if (paid === null) unknown += 1
    else cost += paid
  }
  return { cost, unknown, realised, held }
}

/** Returns the most that a seller has received for an item; null where none was sold. One wallet on both sides receives nothing. */
export function referenceBestProceeds({ sales }: Pick<ReferenceHistory, 'sales'>): bigint | null {
  return sales
    .filter(({ buyer, seller }) => buyer !== seller)
    .map(({ net, price }) => net ?? price)
    .reduce<bigint | null>((best, proceeds) => (best === null || proceeds > best ? proceeds : best), null)
}

/** Returns each hour with the last moment before its end. */
function hoursOf(market: ReferenceHistory): readonly { readonly start: bigint; readonly moment: ReferenceMoment }[] {
  const [first, last] = [market.past.at(0), market.past.at(-1)]
  if (first === undefined || last === undefined) return []
  const hours: { start: bigint; moment: ReferenceMoment }[] = []
  const begin = first.micros - (first.micros % HOUR)
  for (let start = begin; start + HOUR <= last.micros; start += HOUR) {
    const moment = market.past.findLast((each) => each.micros < start + HOUR)
    if (moment !== undefined) hours.push({ start, moment })
  }
  return hours
}

function floorOf({ listings }: ReferenceMoment): bigint | null {
  return listings.reduce<bigint | null>((low, { price }) => (low === null || price < low ? price : low), null)
}
