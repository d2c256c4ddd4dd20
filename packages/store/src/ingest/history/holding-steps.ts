import type { HoldingStep, LotTrade, TradeBook } from '@opal/domain/portfolio/lots'

/** A wallet and one token (v1: one edition of it). */
export interface WalletToken {
  readonly wallet: string
  readonly token_data_id: string
  readonly property_version: bigint
}

interface FactBase {
  readonly version: bigint
  readonly at_micros: bigint
}

/** How many items lie in one place of the wallet: a store of its own, or a listing that holds them for it. */
export interface PlaceFact extends FactBase {
  /** Null: the token itself, which names its owner (v2). */
  readonly place: string | null
  readonly amount: bigint
}

/** A sale in which the wallet is on one side or both. */
export interface SaleFact extends FactBase {
  readonly event_index: number
  readonly source: string
  readonly seller: string
  readonly buyer: string
  readonly price_octas: bigint
  readonly commission_octas: bigint | null
  readonly royalty_octas: bigint | null
}

/** The token was minted or burnt. */
export interface TurnFact {
  readonly version: bigint
  readonly kind: string
  /** What the wallet paid for each item it minted; null when it did not mint itself. */
  readonly cost_octas: bigint | null
}

/** Everything known of one wallet and one token. */
export interface HoldingFacts {
  readonly wallet: string
  readonly places: readonly PlaceFact[]
  readonly sales: readonly SaleFact[]
  readonly turns: readonly TurnFact[]
}

/** The facts by transaction, in the chain's order, as lots are folded from. */
export function toHoldingSteps({ wallet, places, sales, turns }: HoldingFacts): readonly HoldingStep[] {
  const held = new Map<string | null, bigint>()
  const placesOf = Map.groupBy(places, (fact) => fact.version)
  const salesOf = Map.groupBy(sales, (fact) => fact.version)
  const turnsOf = Map.groupBy(turns, (fact) => fact.version)
  const times = new Map([...places, ...sales].map((fact) => [fact.version, fact.at_micros]))
  return [...times]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([version, atMicros]) => {
      for (const { place, amount } of placesOf.get(version) ?? []) held.set(place, amount)
      const turned = turnsOf.get(version) ?? []
      const mint = turned.find(({ kind }) => kind === 'mint')
      return {
        version,
        atMicros,
        trades: (salesOf.get(version) ?? [])
          .toSorted((a, b) => a.event_index - b.event_index)
          .flatMap((sale) => toTrades(wallet, sale)),
        held: held.size === 0 ? null : [...held.values()].reduce((sum, amount) => sum + amount, 0n),
        mint: mint === undefined ? null : { costOctas: mint.cost_octas },
        isBurnt: turned.some(({ kind }) => kind === 'burn'),
      }
    })
}

function toTrades(wallet: string, sale: SaleFact): readonly LotTrade[] {
  const book = sale.source as TradeBook
  const trades: LotTrade[] = []
  if (sale.seller === wallet) trades.push({ side: 'sold', book, octas: netOf(sale) })
  if (sale.buyer === wallet) trades.push({ side: 'bought', book, octas: sale.price_octas })
  return trades
}

function netOf({ price_octas, commission_octas, royalty_octas }: SaleFact): bigint | null {
  if (commission_octas === null || royalty_octas === null) return null
  return price_octas - commission_octas - royalty_octas
}
