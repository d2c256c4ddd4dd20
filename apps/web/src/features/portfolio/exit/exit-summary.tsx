import type { ExitItem } from '@opal/contract/portfolio/exit'
import { changePercent } from '@opal/domain/prices/rates'
import type { ReactNode } from 'react'
import { Gain } from '../../../shared/components/gain.tsx'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatChange, formatCount, formatCounted } from '../../../shared/format/number.ts'
import { useNarrow } from '../../../shared/hooks/use-narrow.ts'
import summary from '../summary/portfolio-summary.module.css'
import { sumListings, sumSales } from './exit-choices.ts'

export interface ExitSummaryProps {
  items: readonly ExitItem[]
  /** Those that are chosen to be sold, and to be listed. */
  sold: readonly ExitItem[]
  listed: readonly ExitItem[]
  costOf(item: ExitItem): bigint | null
}

/** Totals of an exit: all that can be sold now against floor and cost, and what the choices bring. */
export function ExitSummary({ items, sold, listed, costOf }: ExitSummaryProps) {
  const all = sumSales(items, costOf)
  const chosen = sumSales(sold, costOf)
  const isNarrow = useNarrow()
  const ofFloor = all.floorOctas === 0n ? null : changePercent(all.flooredNetOctas, all.floorOctas)
  return (
    // In narrow windows it is one line that scrolls: focusable, so that the keyboard can scroll it.
    <dl className={summary.metrics} aria-label="Exit" tabIndex={isNarrow ? 0 : undefined}>
      <Metric label="Exit value" note={`after fees, ${partOf(all.items, items.length)}`}>
        <LivePrice octas={all.netOctas} rounding="down" />
      </Metric>
      <Metric
        label="Floor value"
        definition="What the items that have a bid now are worth at the floors of their collections."
        note={
          ofFloor === null
            ? undefined
            : `before fees, ${partOf(all.flooredItems, items.length)}, ${formatChange(ofFloor)} on exit`
        }
      >
        <Price octas={all.floorOctas} />
      </Metric>
      <Metric label="P&L on exit" note={unknownNote(all.unknownCosts)}>
        <Gain octas={all.gainOctas} />
      </Metric>
      <Metric label="Planned sales" note={`after fees, ${countOf(chosen.items)}`}>
        <Price octas={chosen.netOctas} rounding="down" />
      </Metric>
      <Metric label="Planned listings" note={`after fees, ${countOf(listed.length)}`}>
        <Price octas={sumListings(listed)} />
      </Metric>
    </dl>
  )
}

interface MetricProps {
  label: string
  definition?: string
  note?: string | undefined
  children: ReactNode
}

function Metric({ label, definition, note, children }: MetricProps) {
  return (
    <div className={summary.metric}>
      <dt className={summary.name} title={definition}>
        {label}
      </dt>
      <dd className={summary.value}>
        {children}
        {note !== undefined && (
          <span className={summary.note} title={note}>
            {note}
          </span>
        )}
      </dd>
    </div>
  )
}

function countOf(items: number): string {
  return formatCounted(items, 'item')
}

/** @example partOf(45, 60) // '45 of 60 items' */
function partOf(items: number, all: number): string {
  return `${formatCount(items)} of ${countOf(all)}`
}

function unknownNote(count: number): string | undefined {
  return count === 0 ? undefined : `excludes ${formatCount(count)} without cost`
}
