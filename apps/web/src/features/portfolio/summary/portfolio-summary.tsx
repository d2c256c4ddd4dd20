import type { PortfolioPnl } from '@opal/contract/portfolio'
import type { ReactNode } from 'react'
import { ExplainMetricButton } from '../../../entities/collection/explain-metric-button.tsx'
import type { MetricId } from '../../../entities/collection/metrics.ts'
import { Flash } from '../../../shared/components/flash.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatCount } from '../../../shared/format/number.ts'
import { Gain } from '../rows/gain.tsx'
import styles from './portfolio-summary.module.css'

/** What a wallet holds and gained, in one line; each figure can show its working. @source docs/product/portfolio-and-pnl.md#summary */
export function PortfolioSummary({ wallet, name, pnl }: { wallet: string; name: string; pnl: PortfolioPnl }) {
  const figure = (id: MetricId, label: string, value: ReactNode, note?: string) => (
    <Figure
      name={label}
      note={note}
      working={<ExplainMetricButton metric={id} subject={{ wallet, name }} name={label} />}
    >
      {value}
    </Figure>
  )
  return (
    <dl className={styles.figures} aria-label="Summary">
      {figure('portfolio.items', 'Items', formatCount(pnl.totalCount))}
      {figure('portfolio.listed', 'Listed', formatCount(pnl.listedCount))}
      {figure(
        'portfolio.estimate',
        'Estimate',
        <Flash octas={pnl.estimatedPrice}>
          <Price octas={pnl.estimatedPrice} />
        </Flash>,
      )}
      {figure('portfolio.cost', 'Cost', <Price octas={pnl.costPrice} />, unknownNote(pnl.unknownCostCount))}
      {figure('portfolio.realised', 'Realised', <Gain octas={pnl.realizedPNL} />, unknownNote(pnl.soldUnknownCount))}
      {figure(
        'portfolio.unrealised',
        'Unrealised',
        <Gain octas={pnl.unrealizedPNL} />,
        unknownNote(pnl.unknownCostCount),
      )}
    </dl>
  )
}

function unknownNote(count: number): string | undefined {
  return count === 0 ? undefined : `${formatCount(count)} of unknown cost left out`
}

interface FigureProps {
  name: string
  note?: string | undefined
  working: ReactNode
  children: ReactNode
}

function Figure({ name, note, working, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt className={styles.name}>
        {name}
        {working}
      </dt>
      <dd className={styles.value}>
        {children}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  )
}
