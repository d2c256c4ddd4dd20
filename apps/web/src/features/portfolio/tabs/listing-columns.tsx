import type { PortfolioToken } from '@opal/contract/portfolio'
import { Badge } from '@opal/ui/data/badge'
import type { Column } from '@opal/ui/data/data-table'
import { openTrade } from '../../../app/commands.ts'
import { useMarketplace } from '../../../app/site.tsx'
import { canDelistOn } from '../../../entities/order/marketplace-abilities.ts'
import { OwnerButton } from '../../../entities/wallet/owner-button.tsx'
import { Age } from '../../../shared/components/age.tsx'
import { Flash } from '../../../shared/components/flash.tsx'
import { Price } from '../../../shared/components/price.tsx'
import styles from '../items/items.module.css'
import { ItemName } from '../rows/item-name.tsx'
import { toTradeToken } from '../rows/to-trade-token.ts'

/** One open listing of a wallet, and what it sells. */
export interface OwnListing {
  readonly token: PortfolioToken
  readonly listing: PortfolioToken['ownListings'][number]
}

const STATES = {
  valid: { tone: 'positive', label: 'For sale' },
  'seller-lost-token': { tone: 'negative', label: 'Token moved' },
  'venue-closed': { tone: 'warning', label: 'Marketplace closed' },
  ended: { tone: 'neutral', label: 'Ended' },
} as const

const ACTION_COLUMN: Column<OwnListing> = {
  id: 'action',
  header: '',
  name: 'Action',
  align: 'end',
  width: '88px',
  priority: 1,
  cell: (row) => (
    <span className={styles.above}>
      <DelistButton row={row} />
    </span>
  ),
}

/** Columns of a wallet's listings. @param isOwn the portfolio is the connected wallet's: it can act. */
export function listingColumns(isOwn: boolean): readonly Column<OwnListing>[] {
  return [
    { id: 'item', header: 'Item', name: 'Item', priority: 1, cell: ({ token }) => <ItemName token={token} /> },
    {
      id: 'market',
      header: 'Market',
      name: 'Marketplace',
      width: '128px',
      priority: 2,
      cell: ({ listing }) => <MarketplaceName id={listing.marketplace} />,
    },
    {
      id: 'state',
      header: 'State',
      name: 'State',
      width: '152px',
      priority: 3,
      cell: ({ listing }) => <Badge tone={STATES[listing.validity].tone}>{STATES[listing.validity].label}</Badge>,
    },
    {
      id: 'price',
      header: 'List Price',
      name: 'List Price',
      align: 'end',
      width: '120px',
      priority: 1,
      cell: ({ listing }) => (
        <Flash octas={listing.price}>
          <Price octas={listing.price} />
        </Flash>
      ),
    },
    {
      id: 'topBid',
      header: 'Top Bid',
      name: 'Top Bid',
      align: 'end',
      width: '112px',
      priority: 3,
      cell: ({ token }) => <Price octas={token.topBid?.price ?? null} />,
    },
    {
      id: 'age',
      header: 'Listed',
      name: 'Listed',
      align: 'end',
      width: '80px',
      priority: 2,
      cell: ({ listing }) => <Age micros={listing.placedAtMicros} />,
    },
    ...(isOwn ? [ACTION_COLUMN] : []),
  ]
}

function MarketplaceName({ id }: { id: string }) {
  return useMarketplace(id)?.displayName ?? id
}

function DelistButton({ row: { token, listing } }: { row: OwnListing }) {
  const marketplace = useMarketplace(listing.marketplace)
  if (!canDelistOn(marketplace)) return null
  return (
    <OwnerButton
      size="sm"
      aria-label={`Delist ${token.name}`}
      onClick={() => openTrade({ kind: 'delist', tokens: [toTradeToken(token, listing)] })}
    >
      Delist
    </OwnerButton>
  )
}
