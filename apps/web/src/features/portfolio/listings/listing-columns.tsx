import type { PortfolioToken } from '@opal/contract/portfolio'
import type { Listing } from '@opal/contract/shapes/orders'
import { Badge } from '@opal/ui/data/badge'
import type { Column } from '@opal/ui/data/data-table'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useMarketplaceName } from '../../../app/site.tsx'
import { BriefTerms, termsLabels, type WalletNames } from '../../../entities/order/listing-terms.tsx'
import { Age } from '../../../shared/components/age.tsx'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { usePriceFormat } from '../../../shared/format/chart-labels.ts'
import { formatChange } from '../../../shared/format/number.ts'
import lotStyles from '../lots/lot-columns.module.css'
import { actionColumn } from '../rows/action-column.tsx'
import { Cost } from '../rows/cost.tsx'
import { ItemName } from '../rows/item-name.tsx'
import { ListingTermsCell } from '../rows/listing-terms-cell.tsx'
import { OwnCost } from '../rows/own-cost.tsx'
import { tickColumn } from '../rows/tick-column.tsx'
import type { Selection } from '../rows/use-selection.ts'
import type { FloorDistance } from './floor-distance.ts'
import { ListingActions } from './listing-actions.tsx'

/** One open listing of a wallet, and what it sells. */
export interface OwnListing {
  readonly token: PortfolioToken
  readonly listing: PortfolioToken['ownListings'][number]
}

/** Returns a key of a listing that is unique in its wallet. */
export function listingKeyOf({ listing }: OwnListing): string {
  return `${listing.marketplace} ${listing.listingId}`
}

/** Labels of the reasons why a listing cannot be bought. */
const STATES = {
  'seller-lost-token': { tone: 'negative', label: 'Item moved' },
  'token-frozen': { tone: 'warning', label: 'Item frozen' },
  'marketplace-closed': { tone: 'warning', label: 'Marketplace closed' },
  expired: { tone: 'neutral', label: 'Expired' },
  reserved: { tone: 'neutral', label: 'Reserved' },
  ended: { tone: 'neutral', label: 'Ended' },
} as const

export interface ListingColumnsOptions {
  /** One of the listings has terms. */
  readonly withTerms: boolean
  /** Names of the wallets that listings are reserved for. */
  readonly names: WalletNames
  /** Phones have the distance to the floor below the price. */
  readonly isPhone: boolean
  /** Narrow windows have a menu in place of the buttons. */
  readonly hasMenus: boolean
  /** The connected wallet, where the portfolio is its own: a cost that the chain does not record is the one that its user has set. */
  readonly ownWallet: string | null
}

/**
 * Returns the columns of a wallet's listings.
 * @param selection null in another wallet's portfolio: nothing can be selected or traded.
 * @param distanceOf returns the distance of a listing from the floor; null without a floor, undefined while it is fetched.
 */
export function listingColumns(
  selection: Selection<OwnListing> | null,
  distanceOf: (row: OwnListing) => FloorDistance | null | undefined,
  { withTerms, names, isPhone, hasMenus, ownWallet }: ListingColumnsOptions,
): readonly Column<OwnListing>[] {
  return [
    ...(selection === null ? [] : [tickColumn(selection, listingKeyOf, ({ token }) => token.name)]),
    {
      id: 'name',
      header: 'Item',
      name: 'Item',
      priority: 1,
      sortable: true,
      cell: ({ token, listing: { terms } }) => (
        <ItemName
          token={token}
          wraps
          {...(hasTerms(terms) && { narrowBefore: <BriefTerms terms={terms} viewer={null} names={names} /> })}
        />
      ),
    },
    ...(withTerms ? [termsColumn(names)] : []),
    MARKETPLACE,
    {
      id: 'listed_price',
      sortable: true,
      header: 'List price',
      name: 'List price',
      align: 'end',
      width: isPhone ? '128px' : '104px',
      priority: 1,
      leads: true,
      cell: (row) => (
        <>
          <LivePrice octas={row.listing.price} />
          {/* Phones have no column for the distance. */}
          {(distanceOf(row) !== null || row.listing.validity !== 'valid') && (
            <span className={lotStyles.below}>
              <Distance row={row} distance={distanceOf(row)} names={names} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'floor_distance',
      sortable: true,
      header: 'Distance to floor',
      name: 'Distance to floor',
      align: 'end',
      width: '172px',
      priority: 2,
      definition:
        'How far the price is from the floor of its collection. Undercut: since it has this price, another seller has listed for less.',
      cell: (row) => <Distance row={row} distance={distanceOf(row)} names={names} />,
    },
    costColumn(ownWallet),
    {
      id: 'topBid',
      header: 'Top bid',
      name: 'Top bid',
      align: 'end',
      width: '112px',
      // At 1024 px the name has no room next to both.
      priority: withTerms ? 4 : 3,
      cell: ({ token }) => <Price octas={token.topBid?.price ?? null} />,
    },
    {
      id: 'listed_at',
      sortable: true,
      header: 'Listed for',
      name: 'Listed for',
      align: 'end',
      width: '92px',
      // Up to 1024 px the name needs its room, next to the terms up to 1360 px.
      ...(!withTerms && { priority: 3 as const }),
      cell: ({ listing }) => <Age micros={listing.placedAtMicros} />,
    },
    ...(selection === null ? [] : [actionsColumn(hasMenus)]),
  ]
}

const MARKETPLACE: Column<OwnListing> = {
  id: 'market',
  header: 'Market',
  name: 'Marketplace',
  width: '104px',
  priority: 2,
  cell: ({ listing }) => <MarketplaceName id={listing.marketplace} />,
}

/** @param wallet null in another wallet's portfolio. */
function costColumn(wallet: string | null): Column<OwnListing> {
  return {
    id: 'cost',
    header: 'Cost',
    name: 'Cost',
    align: 'end',
    width: '104px',
    priority: 4,
    cell: ({ token }) =>
      wallet === null ? <Cost octas={token.costPrice} /> : <OwnCost wallet={wallet} token={token} />,
  }
}

function actionsColumn(hasMenus: boolean): Column<OwnListing> {
  return actionColumn(1, (row) => <ListingActions row={row} inMenu={hasMenus} />, hasMenus ? '64px' : '112px')
}

/** Narrower windows have the terms below the name. */
function termsColumn(names: WalletNames): Column<OwnListing> {
  return {
    id: 'terms',
    header: 'Terms',
    name: 'Terms',
    width: '200px',
    priority: 3,
    cell: ({ listing: { terms } }) => <ListingTermsCell terms={terms} viewer={null} names={names} />,
  }
}

/** Returns whether a listing has terms that its row says. */
export function hasTerms(terms: Listing['terms']): boolean {
  return termsLabels(terms, null).length > 0
}

interface DistanceProps {
  row: OwnListing
  distance: FloorDistance | null | undefined
  names: WalletNames
}

/** Shows the distance of a listing from the floor, or why it cannot be bought. */
function Distance({ row: { listing }, distance, names }: DistanceProps) {
  const price = usePriceFormat()
  const hasExpired = listing.validity === 'expired'
  const terms = termsLabels(listing.terms, null, { hasExpired, names, price }).join(' · ')
  if (listing.validity !== 'valid')
    return (
      <Badge tone={STATES[listing.validity].tone} {...(terms !== '' && { title: terms })}>
        {STATES[listing.validity].label}
      </Badge>
    )
  if (distance === undefined) return <Skeleton width="64px" />
  if (distance === null) return '-'
  if (distance.place === 'floor') return <Badge tone="positive">Floor</Badge>
  return (
    <span className={lotStyles.distance}>
      {distance.place === 'undercut' && (
        <Badge tone="warning" title="Another seller has listed for less since">
          Undercut
        </Badge>
      )}
      <span>
        {formatChange(distance.bps / 100)}
        {/* Hidden in the column, whose header says so. */}
        <span className={lotStyles.unit}> vs floor</span>
      </span>
    </span>
  )
}

function MarketplaceName({ id }: { id: string }) {
  return useMarketplaceName()(id)
}
