import type { TradeAnswer } from '@opal/contract/shapes/trade'
import type { ReactNode } from 'react'
import { formatBps } from '../../lib/format/number.ts'
import { Price } from '../../lib/price.tsx'
import { useMarketplace } from '../../lib/site.tsx'
import type { TradeRequest } from '../../lib/trade-request.ts'
import styles from './money-split-list.module.css'

export interface MoneySplitListProps {
  kind: TradeRequest['kind']
  answer: TradeAnswer
}

/** Where every octa goes, as the API's simulation says. Always in APT: that is what is signed. */
export function MoneySplitList({ kind, answer }: MoneySplitListProps) {
  const { split, items } = answer
  const item = items[0]
  const venue = useMarketplace(item?.marketplace ?? null)
  const fee = `${venue?.displayName ?? 'Marketplace'} fee`
  return (
    <dl className={styles.list}>
      {kind !== 'delist' && (
        <>
          <Row name={kind === 'buy' ? 'Price' : 'List price'} octas={split.priceOctas} strong />
          <Row
            name="To the seller"
            octas={split.sellerOctas}
            part
            hint={kind === 'list' ? 'You receive this when it sells' : undefined}
          />
          <Row
            name={`${fee} ${rate(item?.commissionBps)}`}
            octas={split.commissionOctas}
            part
            hint="Included in the price"
          />
          <Row
            name={`Royalty ${rate(item?.royaltyBps)}`}
            octas={split.royaltyOctas}
            part
            hint="Included in the price"
          />
        </>
      )}
      <Row name="Gas" octas={split.gasOctas} hint="As simulated; the chain charges what it uses" />
      {split.storageRefundOctas !== '0' && (
        <Row name="Storage refund" octas={split.storageRefundOctas} hint="Given back by the chain" />
      )}
      <Row name={kind === 'buy' ? 'Total' : 'You pay now'} octas={split.totalOctas} strong line />
      <Row
        name="Balance after"
        octas={split.balanceAfterOctas}
        hint={split.balanceOctas === null ? 'Your balance could not be read' : undefined}
      />
    </dl>
  )
}

interface RowProps {
  name: ReactNode
  octas: string | null
  /** Part of the row above. */
  part?: boolean
  strong?: boolean
  line?: boolean
  hint?: string | undefined
}

function Row({ name, octas, part, strong, line, hint }: RowProps) {
  return (
    <div
      className={styles.row}
      data-part={part || undefined}
      data-strong={strong || undefined}
      data-line={line || undefined}
    >
      <dt>
        {name}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </dt>
      <dd>
        <Price octas={octas} exact />
      </dd>
    </div>
  )
}

function rate(bps: number | null | undefined): string {
  return bps === null || bps === undefined ? '' : formatBps(bps)
}
