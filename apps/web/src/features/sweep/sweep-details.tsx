import { Chart } from '@opal/ui/charts/chart'
import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { X } from 'lucide-react'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { Price } from '../../shared/components/price.tsx'
import { usePriceFormat } from '../../shared/format/chart-labels.ts'
import { formatCounted } from '../../shared/format/number.ts'
import styles from './sweep-details.module.css'
import { type SweepAnswer, sweepableItems } from './sweep-query.ts'

export interface SweepDetailsProps {
  /** Describes the set of which they are the cheapest. */
  place: string
  answer: SweepAnswer | undefined
  count: number
  /** Ids of excluded tokens. */
  excluded: number
  onExclude(tokenDataId: string): void
  onIncludeAll(): void
}

/** The cost curve of a sweep, and its tokens. */
export function SweepDetails(props: SweepDetailsProps) {
  const { answer, count, excluded, onExclude, onIncludeAll, place } = props
  if (answer === undefined) return null
  const items = sweepableItems(answer)
  const isEmpty = answer.curve.length === 0
  return (
    <div className={styles.details}>
      {!isEmpty && (
        <div className={styles.curve}>
          <h3 className={styles.title}>Total cost by number of items</h3>
          <Curve curve={answer.curve} />
        </div>
      )}
      <div className={styles.items}>
        <h3 className={styles.title}>
          {isEmpty ? 'No listings to buy' : `The cheapest${count > 1 ? ` ${count}` : ''} of ${place}`}
          {excluded > 0 && (
            <Button size="sm" onClick={onIncludeAll}>
              Restore {excluded} excluded
            </Button>
          )}
        </h3>
        <ul className={styles.list}>
          {items.slice(0, Math.max(count, 1)).map((item) => (
            <li key={item.tokenDataId} className={styles.item}>
              <span className={styles.art}>
                <ResponsiveImage src={item.image} alt={item.name ?? ''} width={32} decorative />
              </span>
              <span className={styles.name} title={item.name ?? undefined} dir="auto">
                {item.name}
              </span>
              <Price octas={item.priceOctas} />
              <IconButton
                label={`Exclude ${item.name}`}
                size="sm"
                onClick={() => item.tokenDataId !== null && onExclude(item.tokenDataId)}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Converts octas to a float, for positions in a chart only. */
function toDrawn(octas: string): number {
  return Number(BigInt(octas) / 10_000n) / 10_000
}

function Curve({ curve }: { curve: SweepAnswer['curve'] }) {
  const price = usePriceFormat()
  const values = curve.map(({ costOctas }) => toDrawn(costOctas))
  return (
    <Chart
      label="Cost by number of items"
      positions={curve.map(({ count }) => count)}
      panes={[
        {
          name: 'Cost',
          kind: 'line',
          tone: 'main',
          values,
          format: (value) => price(value * 1e8),
          height: 120,
        },
      ]}
      axis="each"
      formatPosition={(count) => (curve.length <= 10 || count % 5 === 0 ? String(count) : '')}
      readout={(at) => {
        const point = curve[at]
        return point === undefined ? [] : [formatCounted(point.count, 'item'), price(point.costOctas)]
      }}
    />
  )
}
