import type { BidItem } from '@opal/contract/bids'
import { Button } from '@opal/ui/controls/button'
import { Badge } from '@opal/ui/data/badge'
import type { Column } from '@opal/ui/data/data-table'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { openTrade } from '../../../app/commands.ts'
import { useMarketplace, useSite } from '../../../app/site.tsx'
import { canCancelBidOn } from '../../../entities/order/marketplace-abilities.ts'
import { MarketplaceIcon } from '../../../entities/order/marketplace-icon.tsx'
import { bidKey, pendingBids } from '../../../entities/order/pending-bids.ts'
import { WalletName } from '../../../entities/wallet/wallet-name.tsx'
import { Age } from '../../../shared/components/age.tsx'
import { Gain } from '../../../shared/components/gain.tsx'
import { Price, type PriceProps } from '../../../shared/components/price.tsx'
import { formatApt } from '../../../shared/format/apt.ts'
import { tokenNumber, truncateName } from '../../../shared/format/name.ts'
import { formatCount } from '../../../shared/format/number.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { actionColumn } from '../rows/action-column.tsx'
import { Cost } from '../rows/cost.tsx'
import { tickColumn } from '../rows/tick-column.tsx'
import { bidSetLabel, bidSubject, toTradeBid } from '../rows/to-trade-bid.ts'
import type { Selection } from '../rows/use-selection.ts'
import { AcceptBidButton } from './accept-bid-button.tsx'
import { distanceFromFloor, expiryLabel, OUTCOME_LABELS } from './bid-labels.ts'
import { BidName } from './bid-name.tsx'
import styles from './bids-tab.module.css'
import { useProposedItem } from './proposed-item.ts'
import { setFloorQuery } from './set-queries.ts'

export interface BidColumnsOptions {
  readonly wallet: string
  readonly type: 'made' | 'received'
  /** The portfolio is the connected wallet's: it can act. */
  readonly isOwn: boolean
  /** Null where no bids can be selected. */
  readonly selection: Selection<BidItem> | null
  /** Milliseconds; null until hydration. */
  readonly now: number | null
  /** Returns what the wanted item cost its holder; null where it is unknown, undefined while it loads. */
  readonly costOf: (bid: BidItem) => bigint | null | undefined
}

/** Returns a key of a bid that is unique in a wallet's bids. */
export function bidRowKey(bid: BidItem): string {
  return `${bidKey(bid)} ${bid.tokenDataId ?? ''}`
}

/** Returns the columns of a list of bids. */
export function bidColumns(options: BidColumnsOptions): readonly Column<BidItem>[] {
  const { type, isOwn, selection, now } = options
  return [
    ...(selection === null ? [] : [tickColumn(selection, bidRowKey, (bid) => `the ${labelOf(bid)}`)]),
    {
      id: 'item',
      header: 'Item',
      name: 'Item',
      priority: 1,
      cell: (bid) => <BidName bid={bid} isOwn={isOwn && type === 'made'} now={now} />,
    },
    {
      id: 'price',
      header: 'Bid',
      name: 'Bid price',
      align: 'end',
      width: '96px',
      priority: type === 'made' ? 1 : 2,
      leads: type === 'made',
      sortable: type === 'received',
      cell: (bid) => <Each octas={bid.bidPrice} total={bid.total} on="narrow" />,
    },
    ...(type === 'received' ? outcomeColumns(options) : []),
    {
      id: 'floor',
      header: 'Floor',
      name: 'Floor',
      align: 'end',
      width: '172px',
      priority: 2,
      cell: (bid) => (bid.setRoot === null ? <Floor bid={bid} floorPrice={bid.floorPrice} /> : <SetFloor bid={bid} />),
    },
    {
      id: 'size',
      header: 'Size',
      name: 'Items wanted',
      align: 'end',
      width: '64px',
      priority: 3,
      cell: (bid) => formatCount(Number(bid.total)),
    },
    ...(type === 'received' ? [BIDDER] : []),
    {
      id: 'marketplace',
      header: 'Market',
      name: 'Marketplace',
      align: 'center',
      width: '72px',
      priority: 3,
      cell: (bid) => <MarketplaceIcon marketplace={bid.marketplace} />,
    },
    {
      id: 'date',
      header: 'Placed',
      name: 'Placed',
      sortable: type === 'received',
      align: 'end',
      width: '72px',
      cell: (bid) => <Age micros={bid.date} />,
    },
    {
      id: 'expires',
      header: 'Expires',
      name: 'Expires',
      align: 'end',
      width: '80px',
      priority: 2,
      cell: (bid) => <Expiry bid={bid} now={now} />,
    },
    ...(isOwn
      ? [
          actionColumn(
            1,
            (bid: BidItem) => (type === 'made' ? <CancelBidButton bid={bid} /> : <AcceptBidButton bid={bid} />),
            '92px',
          ),
        ]
      : []),
  ]
}

/** Returns the columns of what a sale into the bid brings the holder, and of the gain over what the item cost. */
function outcomeColumns({ wallet, isOwn, costOf }: BidColumnsOptions): readonly Column<BidItem>[] {
  const labels = isOwn ? OUTCOME_LABELS.own : OUTCOME_LABELS.others
  return [
    {
      id: 'net',
      header: labels.net,
      name: 'After fees',
      align: 'end',
      width: '96px',
      priority: 1,
      leads: true,
      sortable: true,
      definition: labels.ofNet,
      cell: (bid) => <Each octas={bid.netOctas} rounding="down" total={bid.total} on="phone" />,
    },
    {
      id: 'cost',
      header: 'Cost',
      name: 'Cost',
      align: 'end',
      width: 'var(--cost-width)',
      definition: labels.ofCost,
      cell: (bid) => {
        if (bid.tokenDataId === null) return <ProposedCost wallet={wallet} bid={bid} />
        const cost = costOf(bid)
        return cost === undefined ? <Skeleton width="48px" /> : <Cost octas={cost} />
      },
    },
    {
      id: 'gain',
      header: 'P&L',
      name: 'Profit or loss',
      align: 'end',
      width: '112px',
      definition: labels.ofGain,
      cell: (bid) =>
        bid.tokenDataId === null ? (
          <ProposedGain wallet={wallet} bid={bid} />
        ) : (
          <SaleGain netOctas={bid.netOctas} costOctas={costOf(bid)} />
        ),
    },
  ]
}

interface ProposedProps {
  wallet: string
  bid: BidItem
}

/** The cost of the item that the sale proposes, and which one that is. */
function ProposedCost({ wallet, bid }: ProposedProps) {
  const item = useProposedItem(wallet, bid)
  if (item === undefined) return <Skeleton width="48px" />
  if (item === null) return '-'
  return (
    <span className={styles.noted}>
      <Cost octas={item.costOctas} />
      <span className={styles.number} title={item.name}>
        {truncateName(tokenNumber(item.name), 'cell')}
      </span>
    </span>
  )
}

function ProposedGain({ wallet, bid }: ProposedProps) {
  const item = useProposedItem(wallet, bid)
  return <SaleGain netOctas={bid.netOctas} costOctas={item === null ? null : item?.costOctas} />
}

/** @param costOctas null where it is unknown, undefined while it loads. */
function SaleGain({ netOctas, costOctas }: { netOctas: string | null; costOctas: bigint | null | undefined }) {
  if (costOctas === undefined) return <Skeleton width="64px" />
  return costOctas === null || netOctas === null ? '-' : <Gain octas={BigInt(netOctas) - costOctas} />
}

const BIDDER: Column<BidItem> = {
  id: 'buyer',
  header: 'Bidder',
  name: 'Bidder',
  align: 'end',
  width: '148px',
  cell: (bid) => <WalletName wallet={{ walletAddress: bid.buyer, aptosName: bid.buyerName, isWalletAddress: true }} />,
}

interface EachProps extends Pick<PriceProps, 'octas' | 'rounding'> {
  total: string
  /** The windows without another place for the size. */
  on: 'phone' | 'narrow'
}

/** The amount per item, and for how many where the column of sizes is hidden. */
function Each({ total, on, ...price }: EachProps) {
  return (
    <span className={styles.each}>
      <Price {...price} />
      {total !== '1' && <span className={on === 'phone' ? styles.phone : styles.narrow}> × {formatCount(total)}</span>}
    </span>
  )
}

function Floor({ bid, floorPrice }: { bid: BidItem; floorPrice: string | null }) {
  return (
    <span className={styles.noted}>
      <span>
        {bid.setRoot !== null && floorPrice !== null && (
          <span className={styles.faint} title="Trait floor">
            Trait{' '}
          </span>
        )}
        <Price octas={floorPrice} />
      </span>
      <span className={styles.faint}>{distanceFromFloor(bid, floorPrice)}</span>
    </span>
  )
}

/** The floor of the items that a bid on a set is for; none for a set without a condition. */
function SetFloor({ bid }: { bid: BidItem }) {
  const { api } = useSite()
  const floor = useQuery(setFloorQuery(api, bid))
  return <Floor bid={bid} floorPrice={floor.data ?? null} />
}

function Expiry({ bid, now }: { bid: BidItem; now: number | null }) {
  const label = expiryLabel(bid, now)
  return label === 'Expired' ? <Badge tone="warning">Expired</Badge> : label
}

/** Names a bid by its price and what it is for. */
function labelOf(bid: BidItem): string {
  const subject = [bidSubject(bid), bidSetLabel(bid)].filter(Boolean).join(', ')
  return `bid of ${formatApt(bid.bidPrice)} APT for ${subject}`
}

function CancelBidButton({ bid }: { bid: BidItem }) {
  const marketplace = useMarketplace(bid.marketplace)
  const isPending = useStore(pendingBids).has(bidKey(bid))
  if (!canCancelBidOn(marketplace, bid.tokenBid ? 'token' : 'collection')) return null
  return (
    <Button
      size="sm"
      busy={isPending}
      aria-label={`Cancel the ${labelOf(bid)}`}
      onClick={() => openTrade({ kind: 'cancel-bid', bids: [toTradeBid(bid)] })}
    >
      Cancel
    </Button>
  )
}
