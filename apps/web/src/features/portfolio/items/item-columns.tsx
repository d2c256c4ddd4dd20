import type { PortfolioToken } from '@opal/contract/portfolio'
import { Button } from '@opal/ui/controls/button'
import type { Column } from '@opal/ui/data/data-table'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { isForSaleTo } from '../../../entities/order/listed-token.ts'
import { LISTING_STATES } from '../../../entities/order/listing-states.ts'
import { canBuyOn, canDelistOn, canListOn } from '../../../entities/order/marketplace-abilities.ts'
import { MarketplaceIcon } from '../../../entities/order/marketplace-icon.tsx'
import { editionKey } from '../../../entities/token/edition.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { RarityBadge } from '../../../entities/token/rarity-badge.tsx'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { Age } from '../../../shared/components/age.tsx'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { useStore } from '../../../shared/hooks/store.ts'
import { actionColumn } from '../rows/action-column.tsx'
import { Cost } from '../rows/cost.tsx'
import { ItemName } from '../rows/item-name.tsx'
import { OwnCost } from '../rows/own-cost.tsx'
import { tickColumn } from '../rows/tick-column.tsx'
import { ownListingOf, toTradeToken } from '../rows/to-trade-token.ts'
import type { Selection } from '../rows/use-selection.ts'
import styles from './items.module.css'

/** @source docs/product/site.md#eager-images */
const EAGER_ROWS = 20

/** Columns of the inventory that can be hidden, and their names. */
export const HIDEABLE_COLUMNS = [
  ['rarity', 'Rarity'],
  ['value', 'Est. value'],
  ['topBid', 'Top bid'],
  ['exit', 'Best exit'],
  ['last_sale', 'Last sale'],
  ['cost', 'Cost'],
  ['acquired', 'Held for'],
] as const
/** Ids of {@link HIDEABLE_COLUMNS}. */
export const HIDEABLE_IDS = HIDEABLE_COLUMNS.map(([id]) => id)

/** Returns the priority of a column that can be hidden. */
export function priorityOf(id: (typeof HIDEABLE_IDS)[number]): Column<PortfolioToken>['priority'] {
  return FACTS.find((column) => column.id === id)?.priority
}

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
      : FACTS.map((column) => (column.id === 'cost' ? ownCostColumn(column, ownWallet) : column))),
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
      'The higher of the collection’s floor and its top bid, before fees. The floor counts for at most 5 times the last sale or top bid, and only after a sale.',
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

/** Shows the wallet's own price with the marketplace of its listing, or why not everyone can buy it. */
export function ListPrice({ token }: { token: PortfolioToken }) {
  const listing = ownListingOf(token)
  return (
    <span className={styles.listPrice}>
      {listing !== null &&
        (listing.validity === 'valid' ? (
          <MarketplaceIcon marketplace={listing.marketplace} />
        ) : (
          <span className={styles.state}>{LISTING_STATES[listing.validity]}</span>
        ))}
      <LivePrice octas={listing?.price ?? null} />
    </span>
  )
}

/** Shows the viewer's action for an item of a portfolio; nothing without one. */
export function ItemAction({ token, isOwn }: { token: PortfolioToken; isOwn: boolean }) {
  const { marketplaces } = useSite()
  const viewer = useOwnAddress()
  const isPending = useStore(pendingTokens).has(token.tokenDataId)
  const listing = ownListingOf(token)
  const marketplace = marketplaces.find(({ id }) => id === listing?.marketplace)
  const action = isOwn
    ? listing === null
      ? marketplaces.some(canListOn) && ({ kind: 'list', label: 'List' } as const)
      : canDelistOn(marketplace) && ({ kind: 'delist', label: 'Delist' } as const)
    : listing !== null &&
      isForSaleTo(listing, viewer) &&
      listing.seller !== viewer &&
      canBuyOn(marketplace) &&
      ({ kind: 'buy', label: 'Buy' } as const)
  if (action === false) return null
  return (
    <Button
      size="sm"
      busy={isPending}
      data-own-action={isOwn ? '' : undefined}
      aria-label={`${action.label} ${token.name}`}
      onClick={() => openTrade({ kind: action.kind, tokens: [toTradeToken(token, listing)] })}
    >
      {action.label}
    </Button>
  )
}
