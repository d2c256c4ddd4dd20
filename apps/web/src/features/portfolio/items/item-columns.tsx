import type { PortfolioToken } from '@opal/contract/portfolio'
import type { Column } from '@opal/ui/data/data-table'
import { editionKey } from '../../../entities/token/edition.ts'
import { RarityBadge } from '../../../entities/token/rarity-badge.tsx'
import { Age } from '../../../shared/components/age.tsx'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { actionColumn } from '../rows/action-column.tsx'
import { Cost } from '../rows/cost.tsx'
import { ItemName } from '../rows/item-name.tsx'
import { OwnCost } from '../rows/own-cost.tsx'
import { tickColumn } from '../rows/tick-column.tsx'
import type { Selection } from '../rows/use-selection.ts'
import { ItemAction, ListPrice } from './item-cells.tsx'
import styles from './items.module.css'
import { SellButton } from './sell-button.tsx'

/** @source docs/product/site.md#eager-images */
const EAGER_ROWS = 20

/** Columns of the inventory that can be hidden, in their order. */
export const HIDEABLE_COLUMNS = ['rarity', 'value', 'topBid', 'exit', 'last_sale', 'cost', 'acquired'] as const

/**
 * Returns the columns of the inventory.
 * @param selection null in another wallet's portfolio: nothing can be selected.
 * @param ownWallet the connected wallet, where the portfolio is its own.
 */
export function itemColumns(
  selection: Selection<PortfolioToken> | null,
  ownWallet: string | null = null,
): readonly Column<PortfolioToken>[] {
  return [
    ...(selection === null ? [] : [tickColumn(selection, editionKey, ({ name }) => name)]),
    ...(ownWallet === null
      ? FACTS
      : FACTS.map((column) => {
          if (column.id === 'exit') return sellColumn(column)
          return column.id === 'cost' ? ownCostColumn(column, ownWallet) : column
        })),
    actionColumn(2, (token) => <ItemAction token={token} isOwn={selection !== null} />),
  ]
}

/** Returns the cost column of the wallet's own items: unknown costs can be set. */
function ownCostColumn(column: Column<PortfolioToken>, wallet: string): Column<PortfolioToken> {
  return {
    ...column,
    cell: (token) => (
      <span className={styles.above}>
        <OwnCost wallet={wallet} token={token} />
      </span>
    ),
  }
}

/** Returns the column of the best exits of the wallet's own items: what an item brings is the button that sells it. */
function sellColumn(column: Column<PortfolioToken>): Column<PortfolioToken> {
  return {
    ...column,
    width: 'var(--sell-width)',
    cell: (token) => (
      <span className={styles.above}>
        <SellButton token={token} otherwise={column.cell(token, 0)} />
      </span>
    ),
  }
}

/** Columns that every viewer sees. */
const FACTS: readonly Column<PortfolioToken>[] = [
  {
    id: 'name',
    header: 'Item',
    name: 'Item',
    maxWidth: '340px',
    priority: 1,
    sortable: true,
    cell: (token, index) => (
      <ItemName
        token={token}
        eager={index < EAGER_ROWS}
        {...(token.estimatedPrice !== null && { narrowBefore: <Estimate token={token} /> })}
      />
    ),
  },
  {
    id: 'rarity',
    header: 'Rarity',
    name: 'Rarity',
    align: 'end',
    width: '88px',
    sortable: true,
    cell: (token) =>
      token.rarity === null ? '-' : <RarityBadge rank={token.rarity} supply={token.collectionSupply} />,
  },
  {
    id: 'value',
    header: 'Est. value',
    name: 'Estimated value',
    align: 'end',
    width: '104px',
    priority: 3,
    sortable: true,
    definition:
      'The higher of the collection’s floor and its top bid, before fees. The bid counts for at most what a seller has received for an item, the floor for at most 5 times the last sale or that bid, and neither before the first sale.',
    cell: (token) => <Price octas={token.estimatedPrice} />,
  },
  {
    id: 'listed_price',
    header: 'List price',
    name: 'List price',
    align: 'end',
    width: '128px',
    priority: 1,
    sortable: true,
    leads: true,
    cell: (token) => <ListPrice token={token} />,
  },
  {
    id: 'topBid',
    header: 'Top bid',
    name: 'Top bid',
    align: 'end',
    width: '104px',
    priority: 4,
    definition: 'The highest bid on this item or its collection.',
    cell: (token) => <LivePrice octas={token.topBid?.price ?? null} />,
  },
  {
    id: 'exit',
    header: 'Best exit',
    name: 'Best exit now, net',
    align: 'end',
    width: '104px',
    priority: 3,
    definition: 'What you would receive now from the best bid, after fees.',
    cell: (token) => <Price octas={token.bestExit?.netOctas ?? null} rounding="down" />,
  },
  {
    id: 'last_sale',
    header: 'Last sale',
    name: 'Last sale',
    align: 'end',
    width: '104px',
    priority: 5,
    sortable: true,
    cell: (token) => <Price octas={token.lastSalePrice} />,
  },
  {
    id: 'cost',
    header: 'Cost',
    name: 'Cost',
    align: 'end',
    width: '104px',
    priority: 2,
    definition: 'What was paid for it. Unknown after a transfer; excluded from cost and P&L.',
    cell: (token) => <Cost octas={token.costPrice} />,
  },
  {
    id: 'acquired',
    header: 'Held for',
    name: 'Held for',
    align: 'end',
    width: '84px',
    priority: 5,
    sortable: true,
    cell: (token) => (token.acquiredAtMicros === null ? '-' : <Age micros={token.acquiredAtMicros} />),
  },
]

/** The estimated value, where its column has no room. */
function Estimate({ token }: { token: PortfolioToken }) {
  return (
    <>
      Est. <Price octas={token.estimatedPrice} />
    </>
  )
}
