import type { TradeAnswer } from '@opal/contract/trading/trade'
import { useStore } from '../../lib/store.ts'
import { trades } from './pending-trades.ts'
import { TradeItems } from './trade-items.tsx'
import { useBought } from './use-bought.ts'

export interface BuyOutcomeProps {
  trade: { readonly tradeId: string; readonly answer: TradeAnswer }
  buyer: string
}

/** What became of each of several items, read back once the index has the transaction. */
export function BuyOutcome({ trade, buyer }: BuyOutcomeProps) {
  const { tradeId, answer } = trade
  const isDone = useStore(trades).find(({ id }) => id === tradeId)?.state === 'confirmed'
  const asked = answer.items.filter((item) => item.reason === null)
  const bought = useBought(isDone ? tradeId : null, asked, buyer)
  if (asked.length < 2 || bought === null) return null
  const rows = asked.map((item, at) => ({
    key: item.tokenDataId ?? String(at),
    name: item.name ?? '',
    image: item.image,
    place: 'Bought',
    marketplace: item.marketplace,
    price: item.priceOctas,
    reason: bought.has(item.tokenDataId ?? '') ? null : 'Not bought: it was sold or delisted meanwhile. Not paid.',
  }))
  return <TradeItems label="What became of each item" rows={rows} />
}
