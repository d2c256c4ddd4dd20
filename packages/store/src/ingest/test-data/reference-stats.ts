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

/** Computes points in millionths, rounded down for each hour and order, by wallet and rule. */
export function referencePoints(market: ReferenceHistory): ReadonlyMap<string, number> {
  const points = new Map<string, number>()
  const earn = (wallet: Address, rule: string, amount: number) => {
    const key = `${wallet} ${rule}`
    if (amount > 0) points.set(key, (points.get(key) ?? 0) + Math.floor(amount + 1e-6))
  }
  for (const { buyer, seller, price, isNative } of market.sales)
    if (isNative && buyer !== seller) earn(buyer, 'buying', Number(price))
  for (const { start, moment } of hoursOf(market)) {
    const floor = Number(floorOf(moment) ?? 0n)
    if (floor === 0) continue
    for (const { seller, price, isNative } of moment.listings)
      if (isNative) earn(seller, 'listing', 10e6 * Math.max(0, 1 - (Number(price) / floor - 1) / 0.25))
    for (const bid of moment.bids) {
      const nearness = Math.floor(10e6 * Math.max(0, 1 - (1 - Number(bid.price) / floor) / 0.25) + 1e-6)
      const size = Math.round(Math.log2(1 + Number(bid.remaining)) * 1e6) / 1e6
      const isLive = bid.expiresAtSeconds === null || bid.expiresAtSeconds * 1_000_000n >= start + HOUR
      if (bid.isNative && isLive) earn(bid.buyer, 'bidding', nearness * size)
    }
  }
  return points
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
