import type { PortfolioPnl } from '@opal/contract/portfolio/pnl'
import { changePercent } from '@opal/domain/prices/rates'
import { type ReactNode, Suspense, useState } from 'react'
import { ExplainMetricButton } from '../../../entities/collection/explain-metric-button.tsx'
import type { MetricId } from '../../../entities/collection/metrics.ts'
import { Gain } from '../../../shared/components/gain.tsx'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { Mounted } from '../../../shared/components/mounted.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatChange, formatCount } from '../../../shared/format/number.ts'
import type { OwnCostSums } from '../portfolio-query.ts'
import styles from './portfolio-summary.module.css'
import { withOwnCosts } from './with-own-costs.ts'

const OwnCostSum = lazyPart(() => import('./own-cost-sum.tsx'))

/** Metrics of a phone until it asks for all. */
const ESSENTIALS: readonly MetricId[] = ['portfolio.estimate', 'portfolio.realised', 'portfolio.unrealised']

export interface PortfolioSummaryProps {
  wallet: string
  name: string
  /** As the server computes it, from the chain alone. */
  pnl: PortfolioPnl
  /** Phones show value, profit and loss alone. */
  isFolded: boolean
}

/** A wallet's holdings, profit and loss in one line; each metric can be explained. @source docs/product/portfolio-and-pnl.md#summary */
export function PortfolioSummary({ wallet, name, pnl: onChain, isFolded }: PortfolioSummaryProps) {
  const [own, setOwn] = useState<OwnCostSums | null>(null)
  const pnl = withOwnCosts(onChain, own)
  const metric = (id: MetricId, label: string, value: ReactNode, note?: string) => (
    <Metric
      note={note}
      isEssential={ESSENTIALS.includes(id)}
      label={
        <ExplainMetricButton metric={id} subject={{ wallet, name }} name={label}>
          {label}
        </ExplainMetricButton>
      }
    >
      {value}
    </Metric>
  )
  return (
    <>
      <Mounted>
        <Suspense fallback={null}>
          <OwnCostSum wallet={wallet} onSum={setOwn} />
        </Suspense>
      </Mounted>
      <dl className={styles.metrics} data-folded={isFolded || undefined} aria-label="Summary">
        {metric('portfolio.items', 'Items', formatCount(pnl.totalCount))}
        {metric('portfolio.listed', 'Listed', formatCount(pnl.listedCount))}
        {metric('portfolio.estimate', 'Est. value', <LivePrice octas={pnl.estimatedPrice} />)}
        {metric(
          'portfolio.realised',
          'Realized P&L',
          <Gain octas={pnl.realizedPNL} />,
          notes('after fees', unknownNote(pnl.soldUnknownCount)),
        )}
        {metric(
          'portfolio.unrealised',
          'Unrealized P&L',
          <Gain octas={pnl.unrealizedPNL} />,
          notes(returnNote(pnl), 'before fees', ownNote(own), unknownNote(pnl.unknownCostCount)),
        )}
        <Metric label="Total return" note="unrealized before fees">
          <Gain octas={totalReturn(pnl)} />
        </Metric>
        {metric(
          'portfolio.cost',
          'Cost basis',
          <Price octas={pnl.costPrice} />,
          notes(ownNote(own), unknownNote(pnl.unknownCostCount)),
        )}
      </dl>
    </>
  )
}

function ownNote(own: OwnCostSums | null): string | undefined {
  return own === null ? undefined : `${formatCount(String(own.items))} with a cost you set`
}

/** Returns realised and unrealised gain together, in octas. @source docs/product/portfolio-and-pnl.md#total-return */
export function totalReturn({
  realizedPNL,
  unrealizedPNL,
}: Pick<PortfolioPnl, 'realizedPNL' | 'unrealizedPNL'>): bigint {
  return BigInt(realizedPNL) + BigInt(unrealizedPNL)
}

/** Returns the unrealised gain in percent of its cost; undefined without a cost. */
export function returnNote({
  unrealizedPNL,
  costPrice,
}: Pick<PortfolioPnl, 'unrealizedPNL' | 'costPrice'>): string | undefined {
  const cost = BigInt(costPrice)
  if (cost === 0n) return undefined
  return formatChange(changePercent(cost + BigInt(unrealizedPNL), cost))
}

function notes(...parts: readonly (string | undefined)[]): string | undefined {
  return parts.filter((part) => part !== undefined).join(', ') || undefined
}

function unknownNote(count: string): string | undefined {
  return count === '0' ? undefined : `excludes ${formatCount(count)} without cost`
}

interface MetricProps {
  label: ReactNode
  /** Shown where the summary is folded. */
  isEssential?: boolean
  note?: string | undefined
  children: ReactNode
}

function Metric({ label, isEssential = false, note, children }: MetricProps) {
  return (
    <div className={styles.metric} data-essential={isEssential || undefined}>
      <dt className={styles.name}>{label}</dt>
      <dd className={styles.value}>
        {children}
        {note !== undefined && (
          <span className={styles.note} title={note}>
            {note}
          </span>
        )}
      </dd>
    </div>
  )
}
