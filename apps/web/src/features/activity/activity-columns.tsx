import type { Activity } from '@opal/contract/activities'
import type { ActivityKind } from '@opal/domain/live/activity-kinds'
import { Badge, type BadgeProps } from '@opal/ui/data/badge'
import type { Column } from '@opal/ui/data/data-table'
import { ExternalLink } from 'lucide-react'
import { Fragment } from 'react'
import { collectionPath, tokenPath, transactionUrl } from '../../app/paths.ts'
import { useMarketplaceName, useSite } from '../../app/site.tsx'
import { ItemLine } from '../../entities/token/item-line.tsx'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { WalletName } from '../../entities/wallet/wallet-name.tsx'
import { Age } from '../../shared/components/age.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatDate } from '../../shared/format/time.ts'
import { useNow } from '../../shared/hooks/use-now.ts'
import styles from './activity-columns.module.css'
import { activitySides, activityTitle, isSetBid } from './activity-view.ts'

const EAGER_ROWS = 20

const TONES: Partial<Record<ActivityKind, NonNullable<BadgeProps['tone']>>> = {
  sale: 'positive',
  'accept-token-bid': 'positive',
  'accept-collection-bid': 'positive',
  'accept-set-bid': 'positive',
  list: 'accent',
  reprice: 'accent',
  'token-bid': 'warning',
  'collection-bid': 'warning',
  'set-bid': 'warning',
}

export interface ActivityColumnsOptions {
  /** False for the list of one token. */
  readonly withItem: boolean
  /** False for the list of one collection. */
  readonly withCollection: boolean
  /** The wallet whose page lists the rows: they are worded from its point of view; where absent, from the viewer's. */
  readonly wallet?: string | undefined
}

/** Returns the columns of an activity list. */
export function activityColumns(options: ActivityColumnsOptions): readonly Column<Activity>[] {
  const { wallet } = options
  // A token's dialog has less room: its wallets have no identicons.
  const walletWidth = options.withItem ? '160px' : '108px'
  const bare = !options.withItem
  return [
    {
      id: 'kind',
      header: 'Event',
      name: 'Event',
      priority: options.withItem ? 2 : 1,
      ...(options.withItem && { width: '172px' }),
      cell: (row) =>
        options.withItem ? (
          <KindCell row={row} wallet={wallet} />
        ) : (
          <>
            <KindCell row={row} wallet={wallet} />
            <Sides row={row} wallet={wallet} ofToken />
          </>
        ),
    },
    ...(options.withItem ? [itemColumn(options)] : []),
    {
      id: 'price',
      header: 'Price',
      name: 'Price',
      align: 'end',
      width: options.withItem ? '104px' : '96px',
      priority: 1,
      leads: true,
      cell: (row) => <Price octas={row.price} />,
    },
    {
      id: 'seller',
      header: 'Seller',
      name: 'Seller',
      align: 'end',
      width: walletWidth,
      priority: options.withItem ? 3 : 2,
      cell: (row) => <WalletName wallet={row.seller} bare={bare} />,
    },
    {
      id: 'buyer',
      header: 'Buyer',
      name: 'Buyer',
      align: 'end',
      width: walletWidth,
      priority: options.withItem ? 3 : 2,
      cell: (row) => <WalletName wallet={row.buyer} bare={bare} />,
    },
    ...(options.withItem ? [MARKETPLACE] : []),
    {
      id: 'time',
      header: 'Time',
      name: 'Time',
      align: 'end',
      width: 'var(--time-width)',
      priority: options.withItem ? 2 : 1,
      cell: (row) => <TimeCell row={row} />,
    },
  ]
}

function itemColumn(options: ActivityColumnsOptions): Column<Activity> {
  return {
    id: 'item',
    header: 'Item',
    name: 'Item',
    maxWidth: '300px',
    priority: 1,
    cell: (row, index) => <ItemCell row={row} eager={index < EAGER_ROWS} {...options} />,
  }
}

const MARKETPLACE: Column<Activity> = {
  id: 'marketplace',
  header: 'Market',
  name: 'Marketplace',
  align: 'end',
  width: '96px',
  priority: 3,
  cell: (row) => <MarketplaceCell id={row.marketplace} />,
}

interface RowProps extends Pick<ActivityColumnsOptions, 'wallet'> {
  row: Activity
}

function KindCell({ row, wallet }: RowProps) {
  const viewer = useOwnAddress()
  return <Badge tone={TONES[row.kind] ?? 'neutral'}>{activityTitle(row, wallet ?? viewer)}</Badge>
}

interface SidesProps extends RowProps {
  /** The columns of seller and buyer are missing on phones only. */
  ofToken?: boolean
}

/** Names who took part, where there is no room for the columns of seller and buyer. */
function Sides({ row, wallet, ofToken = false }: SidesProps) {
  const sides = activitySides(row, wallet ?? null)
  if (sides.length === 0) return null
  return (
    <span className={styles.sides} data-phone={ofToken || undefined}>
      {sides.map((side) => (
        <Fragment key={side.word}>
          {side.word !== null && <span>{side.word}</span>}
          <WalletName wallet={side.wallet} bare />
        </Fragment>
      ))}
    </span>
  )
}

interface ItemCellProps extends RowProps {
  eager: boolean
  withCollection: boolean
}

function ItemCell({ row, wallet, eager, withCollection }: ItemCellProps) {
  const name = row.tokenName ?? row.collectionName ?? '-'
  const to =
    row.collectionId !== null && row.tokenDataId !== null
      ? tokenPath(row.collectionId, row.tokenDataId)
      : collectionPath(row.collectionSlug ?? row.collectionId ?? '')
  return (
    <ItemLine
      name={name}
      image={{ src: row.tokenImage }}
      to={to}
      spread
      eager={eager}
      below={
        <>
          <span className={styles.phoneKind}>
            <KindCell row={row} wallet={wallet} /> <Age micros={row.atMicros} />
          </span>
          <span className={styles.wideOnly}>
            {row.tokenDataId === null ? bidOf(row) : withCollection && row.collectionName}
          </span>
          <Sides row={row} wallet={wallet} />
        </>
      }
    />
  )
}

/** Says what a bid is for that is not for one token. */
function bidOf(row: Activity): string {
  return isSetBid(row) ? 'Trait bid' : 'Collection bid'
}

function MarketplaceCell({ id }: { id: string | null }) {
  const nameOf = useMarketplaceName()
  return <span className={styles.quiet}>{id === null ? '-' : nameOf(id)}</span>
}

function TimeCell({ row }: { row: Activity }) {
  const { config } = useSite()
  // The server does not know the local time zone: the page shows the day in UTC until it is hydrated.
  const zone = useNow(60_000) === null ? 'UTC' : undefined
  const date = <span className={styles.date}>{formatDate(row.atMicros, zone)}</span>
  return (
    <span className={styles.when}>
      <span className={styles.time}>
        <Age micros={row.atMicros} />
        {row.transactionHash !== null && (
          <a
            href={transactionUrl(config, row.transactionHash)}
            target="_blank"
            rel="noreferrer"
            aria-label="View transaction"
            title="View transaction"
          >
            <ExternalLink aria-hidden="true" />
          </a>
        )}
      </span>
      {date}
    </span>
  )
}
