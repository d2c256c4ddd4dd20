import type { PortfolioToken } from '@opal/contract/portfolio'
import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSite } from '../../../app/site.tsx'
import { useSubmittedTrade } from '../confirmation/use-submitted-trade.ts'
import { answerKey, editionOfItem, itemEditionLabel } from '../items/item-rows.ts'
import { TradeItems } from '../items/trade-items.tsx'
import type { TradeState } from '../quote/trade-state.ts'
import { boughtQuery } from './bought-query.ts'
import styles from './buy-outcome.module.css'

export interface BuyOutcomeProps {
  trade: { readonly tradeId: string; readonly answer: TradeAnswer }
  buyer: string
  /** The confirmed transaction may have left some out; else it has bought all of them. */
  isBestEffort?: boolean
  /** Whether the items are shown elsewhere, too: the table is folded while it has nothing to explain. */
  isFolded?: boolean
  /** Shown until the outcome of several items is known, and for a single one. */
  children?: ReactNode
}

/** Shows which of several items were bought, once the transaction is indexed. */
export function BuyOutcome({ trade, buyer, isBestEffort = false, isFolded = false, children = null }: BuyOutcomeProps) {
  const { asked, bought } = usePurchase(trade, buyer, isBestEffort)
  if (asked.length < 2 || bought === null) return children
  const rows = asked.map((item) => ({
    key: answerKey(item),
    tokenDataId: item.tokenDataId,
    edition: itemEditionLabel(asked, item),
    name: item.name ?? '',
    image: item.image,
    place: 'Bought',
    marketplace: item.marketplace,
    price: item.priceOctas,
    reason: bought.has(item) ? null : NOT_HELD,
  }))
  const results = <TradeItems label="Results" rows={rows} />
  // The art above shows each item that was bought; where all were, the table only adds prices and marketplaces.
  if (!isFolded || rows.some(({ reason }) => reason !== null)) return results
  return (
    <details className={styles.fold}>
      <summary>Prices and marketplaces</summary>
      {results}
    </details>
  )
}

/** A creator can take some tokens back at any time, so a token that the buyer does not hold may still have been paid for. */
const NOT_HELD =
  'Not in your wallet: it sold or was delisted first and you weren’t charged, or it has left your wallet since. The transaction shows what you paid.'

/**
 * Returns the items of a submitted purchase that were bought; none before the index has the transaction.
 * @param isBestEffort a confirmed transaction may have left some out.
 */
export function useBoughtItems(state: TradeState, buyer: string, isBestEffort: boolean): readonly TradeItem[] {
  const { asked, bought } = usePurchase(state.step === 'submitted' ? state : null, buyer, isBestEffort)
  return asked.filter((item) => bought?.has(item))
}

/** Returns the items that a transaction asked for, and those among them that were bought; null before the index has it. */
function usePurchase(trade: BuyOutcomeProps['trade'] | null, buyer: string, isBestEffort: boolean) {
  const isDone = useSubmittedTrade(trade?.tradeId ?? null)?.state === 'confirmed'
  const asked = trade?.answer.items.filter((item) => item.reason === null) ?? []
  const held = useBought(isDone && isBestEffort && trade !== null ? trade.tradeId : null, asked, buyer)
  return { asked, bought: isBestEffort ? held : isDone ? new Set(asked) : null }
}

/**
 * Returns the items of a purchase that the buyer holds now, of each edition as many as are held; null while they load.
 * @param tradeId null until the index has the transaction.
 */
function useBought(tradeId: string | null, items: readonly TradeItem[], buyer: string): ReadonlySet<TradeItem> | null {
  const ids = items.flatMap((item) => item.tokenDataId ?? [])
  const { data } = useQuery(boughtQuery(useSite().api, tradeId, ids, buyer))
  return data === undefined ? null : heldItems(items, data)
}

/**
 * Returns the items that the wallet holds. Of several listings of one edition the first ones count: holdings do not say which listing they came
 * from.
 */
function heldItems(items: readonly TradeItem[], held: readonly PortfolioToken[]): ReadonlySet<TradeItem> {
  const left = new Map(held.map((row) => [row, BigInt(row.held)]))
  const taken = items.filter((item) => {
    const row = held.find((one) => isOfEdition(item, one) && (left.get(one) ?? 0n) > 0n)
    if (row !== undefined) left.set(row, (left.get(row) ?? 0n) - 1n)
    return row !== undefined
  })
  return new Set(taken)
}

function isOfEdition(item: TradeItem, held: PortfolioToken): boolean {
  const edition = editionOfItem(item)
  return item.tokenDataId === held.tokenDataId && (edition === undefined || edition === held.propertyVersion)
}
