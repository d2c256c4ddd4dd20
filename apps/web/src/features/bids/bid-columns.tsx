import { Badge } from '@opal/ui/data/badge'
import type { Column } from '@opal/ui/data/data-table'
import { Price } from '../../shared/components/price.tsx'
import { formatCount } from '../../shared/format/number.ts'
import styles from './bid-ladder.module.css'
import type { BidRung } from './bid-rungs.ts'

/** Number of tokens that the viewer bids on, by price in octas. */
export type OwnBids = Readonly<Record<string, number>>

/** Returns the columns of the bid ladder. @param own the viewer's bids, which are marked. */
export function bidColumns(own: OwnBids): readonly Column<BidRung>[] {
  return [priceColumn(own), ...SIZE_COLUMNS, depthColumn(own)]
}

function priceColumn(own: OwnBids): Column<BidRung> {
  return {
    id: 'price',
    header: 'Price',
    name: 'Price',
    priority: 1,
    cell: (rung) => (
      <span className={styles.price}>
        <Price octas={rung.price} />
        {own[rung.price] !== undefined && (
          <Badge tone="accent" title={`You bid for ${own[rung.price]} of ${rung.size} here`}>
            You · {own[rung.price]}
          </Badge>
        )}
      </span>
    ),
  }
}

const SIZE_COLUMNS: readonly Column<BidRung>[] = [
  {
    id: 'size',
    header: 'Size',
    name: 'Size',
    definition: 'Tokens wanted at this price.',
    align: 'end',
    width: '72px',
    priority: 1,
    cell: (rung) => formatCount(Number(rung.size)),
  },
  {
    id: 'bidders',
    header: 'Bidders',
    name: 'Bidders',
    definition: 'Wallets that bid at this price.',
    align: 'end',
    width: '96px',
    priority: 2,
    cell: (rung) => formatCount(rung.bidders),
  },
  {
    id: 'total',
    header: 'Total',
    name: 'Total',
    definition: 'Price times size.',
    align: 'end',
    width: '128px',
    priority: 2,
    cell: (rung) => <Price octas={rung.totalPrice} />,
  },
  {
    id: 'depthPrice',
    header: 'Sum',
    name: 'Sum',
    definition: 'What is offered at this price or more, all together.',
    align: 'end',
    width: '128px',
    priority: 3,
    cell: (rung) => <Price octas={rung.depthPrice} />,
  },
]

function depthColumn(own: OwnBids): Column<BidRung> {
  return {
    id: 'depth',
    header: 'Depth',
    name: 'Depth',
    definition: 'Tokens wanted at this price or more.',
    align: 'end',
    width: '34%',
    priority: 1,
    cell: (rung) => (
      <span className={styles.depth}>
        <span className={styles.track} aria-hidden="true">
          <span
            className={styles.bar}
            data-own={own[rung.price] !== undefined || undefined}
            style={{ inlineSize: `${(rung.share * 100).toFixed(2)}%` }}
          />
        </span>
        <span className={styles.sum}>{formatCount(rung.depth)}</span>
      </span>
    ),
  }
}
