import { Badge } from '@opal/ui/data/badge'
import type { Column } from '@opal/ui/data/data-table'
import { Price } from '../../shared/components/price.tsx'
import { formatCount } from '../../shared/format/number.ts'
import type { AskLevel } from './ask-levels.ts'
import type { BidRung } from './bid-rungs.ts'
import styles from './order-book.module.css'

/** How many tokens the viewer bids on, by price in octas; null where only that they bid is known. */
export type OwnBids = Readonly<Record<string, number | null>>

/** Writes octas in the reader's currency. */
type WritePrice = (octas: string) => string

export interface BidLevelColumnsOptions {
  /** The viewer's bids, which are marked. */
  readonly own: OwnBids
  /** Returns how many of the viewer's items could be sold into the levels down to this one. */
  readonly sellableAt: (rung: BidRung) => number
  readonly price: WritePrice
  /** Null where there is nothing to do. */
  readonly onChoose: ((rung: BidRung) => void) | null
}

/** Definition of the size of a bid. */
export const WANTED = 'Items wanted at this price.'

/** Returns the columns of the bids. */
export function bidLevelColumns({
  own,
  sellableAt,
  price,
  onChoose,
}: BidLevelColumnsOptions): readonly Column<BidRung>[] {
  return [
    {
      id: 'price',
      header: 'Price',
      name: 'Price',
      maxWidth: '200px',
      priority: 1,
      cell: (rung) => (
        <LevelPrice
          octas={rung.price}
          label={labelOfRung(rung, sellableAt(rung), price)}
          onClick={onChoose === null ? null : () => onChoose(rung)}
          badge={<OwnBadge own={own[rung.price]} size={rung.size} />}
        />
      ),
    },
    sizeColumn(WANTED, (rung) => Number(rung.size)),
    {
      id: 'bidders',
      header: 'Bidders',
      name: 'Bidders',
      definition: 'Wallets bidding at this price.',
      align: 'end',
      width: '72px',
      cell: (rung) => formatCount(rung.bidders),
    },
    totalColumn((rung) => rung.totalPrice),
    sumColumn('Cumulative', 'Total of all bids at this price or higher.'),
    depthColumn('bid', 'Items wanted at this price or higher.', (rung) => own[rung.price] !== undefined),
  ]
}

function OwnBadge({ own, size }: { own: number | null | undefined; size: string }) {
  if (own === undefined) return null
  if (own === null) return <Badge title="You bid here">You</Badge>
  return <Badge title={`You bid for ${formatCount(own)} of ${formatCount(size)} here`}>You · {formatCount(own)}</Badge>
}

/** Says what a click on a level of bids does, and how deep the level is. */
function labelOfRung({ price, size, depth }: BidRung, sellable: number, write: WritePrice): string {
  const sale = sellable === 0 ? '' : `, or sell ${formatCount(sellable)} at this price or higher`
  return `Match the bid at ${write(price)}${sale}: ${formatCount(size)} wanted, ${formatCount(depth)} at this price or higher`
}

/** Returns the columns of the listings by price. @param onSweep buys up to a level's price. */
export function askLevelColumns(onSweep: (level: AskLevel) => void, price: WritePrice): readonly Column<AskLevel>[] {
  return [
    {
      id: 'price',
      header: 'Price',
      name: 'Price',
      maxWidth: '200px',
      priority: 1,
      cell: (level) => (
        <LevelPrice
          octas={level.price}
          label={labelOfAsk(level, price)}
          onClick={level.swept === 0 ? null : () => onSweep(level)}
          badge={
            level.own > 0 && <Badge title={`${level.own} of ${level.size} here are yours`}>You · {level.own}</Badge>
          }
        />
      ),
    },
    sizeColumn('Items for sale at this price.', (level) => level.size),
    totalColumn(({ price, size }) => BigInt(price) * BigInt(size)),
    sumColumn('Cumulative', 'Cost of everything at this price or less.'),
    depthColumn('ask', 'Items for sale at this price or less.', (level) => level.own > 0),
  ]
}

/** Says what a click on a level of listings does, and how deep the level is. */
function labelOfAsk({ price, size, swept, depth }: AskLevel, write: WritePrice): string {
  const what = swept === 1 ? 'Buy 1' : `Sweep ${swept}`
  return `${what} up to ${write(price)}: ${size} for sale, ${depth} at this price or lower`
}

/** Returns the column of how many items are wanted, or for sale, at a row's price. */
export function sizeColumn<Row>(definition: string, size: (row: Row) => number): Column<Row> {
  return {
    id: 'size',
    header: 'Size',
    name: 'Size',
    definition,
    align: 'end',
    width: '60px',
    priority: 1,
    cell: (row) => formatCount(size(row)),
  }
}

function totalColumn<Row>(total: (row: Row) => string | bigint): Column<Row> {
  return {
    id: 'total',
    header: 'Total',
    name: 'Total',
    definition: 'Price times size.',
    align: 'end',
    width: '96px',
    cell: (row) => <Price octas={total(row)} />,
  }
}

/** The sum of a level and of the better ones. */
function sumColumn<Row extends { readonly depthPrice: bigint }>(header: string, definition: string): Column<Row> {
  return {
    id: 'sum',
    header,
    name: header,
    definition,
    align: 'end',
    width: '104px',
    priority: 2,
    cell: (row) => <Price octas={row.depthPrice} />,
  }
}

function depthColumn<Row extends { readonly depth: number; readonly share: number }>(
  side: 'bid' | 'ask',
  definition: string,
  isOwn: (row: Row) => boolean,
): Column<Row> {
  return {
    id: 'depth',
    header: 'Depth',
    name: 'Depth',
    definition,
    align: 'end',
    width: 'max(22cqw, 112px)',
    priority: 1,
    cell: (row) => (
      <span className={styles.depth}>
        <span className={styles.track} aria-hidden="true">
          <span
            className={styles.bar}
            data-side={side}
            data-own={isOwn(row) || undefined}
            style={{ inlineSize: `${(row.share * 100).toFixed(2)}%` }}
          />
        </span>
        <span className={styles.sum}>{formatCount(row.depth)}</span>
      </span>
    ),
  }
}

interface LevelPriceProps {
  octas: string
  /** Describes what a click on the level does. */
  label: string
  /** Null where there is nothing to do. */
  onClick: (() => void) | null
  badge: React.ReactNode
}

/** The price of a level: a button that reaches over its whole row. */
function LevelPrice({ octas, label, onClick, badge }: LevelPriceProps) {
  return (
    <span className={styles.price}>
      {onClick === null ? (
        <Price octas={octas} />
      ) : (
        <button
          type="button"
          className={styles.level}
          data-row-link=""
          data-row-cover=""
          aria-label={label}
          title={label}
          onClick={onClick}
        >
          <Price octas={octas} />
        </button>
      )}
      {badge}
    </span>
  )
}
