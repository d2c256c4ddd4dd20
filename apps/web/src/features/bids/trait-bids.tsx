import type { SetBid } from '@opal/contract/bids/top-bids'
import type { CollectionDetail } from '@opal/contract/collections'
import type { TokenConditionInput } from '@opal/contract/tokens/token-filter'
import { Button } from '@opal/ui/controls/button'
import { Badge } from '@opal/ui/data/badge'
import { type Column, DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { openTrade } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { hasPools } from '../../entities/order/marketplace-abilities.ts'
import { conditionLabels, setLabel } from '../../entities/token/token-condition.ts'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { LoadError } from '../../shared/components/load-error.tsx'
import { Price } from '../../shared/components/price.tsx'
import { usePriceFormat } from '../../shared/format/chart-labels.ts'
import { formatCount } from '../../shared/format/number.ts'
import { bidRungs } from './bid-rungs.ts'
import { setBidsQuery, setLevelsQuery } from './bids-query.ts'
import { bidLevelColumns, sizeColumn, WANTED } from './level-columns.tsx'
import styles from './order-book.module.css'

export interface TraitBidsProps {
  collection: Pick<CollectionDetail, 'collectionId' | 'collectionName' | 'collectionImage'>
  /** Traits and ranks that the items are filtered by; without any, all bids on sets are listed. */
  condition: TokenConditionInput
}

/** Bids on sets of a collection's tokens: all of them, or the ladder of those that every token that fits a filter can be sold into. */
export function TraitBids(props: TraitBidsProps) {
  return conditionLabels(props.condition).length === 0 ? <AllSetBids {...props} /> : <Ladder {...props} />
}

function AllSetBids({ collection }: TraitBidsProps) {
  const { api, marketplaces } = useSite()
  const viewer = useOwnAddress()
  const bids = useQuery(setBidsQuery(api, collection.collectionId))
  const canBid = hasPools(marketplaces.find(({ isNative }) => isNative))
  const columns = useMemo(() => setBidColumns({ collection, viewer, canBid }), [collection, viewer, canBid])
  if (bids.isLoadingError)
    return <LoadError title="Couldn’t load trait bids" error={bids.error} onRetry={() => void bids.refetch()} />
  if (bids.data === undefined || bids.data.length === 0) return null
  return (
    <section className={styles.side} aria-label="Trait bids">
      <h2 className={styles.title}>Trait bids</h2>
      <DataTable label="Trait bids" columns={columns} rows={bids.data} rowKey={keyOf} rowHeight={44} empty={null} />
    </section>
  )
}

function keyOf({ marketplace, offerId }: SetBid): string {
  return `${marketplace} ${offerId}`
}

function Ladder({ collection, condition }: TraitBidsProps) {
  const { api, marketplaces } = useSite()
  const canBid = hasPools(marketplaces.find(({ isNative }) => isNative))
  const ladder = useQuery(setLevelsQuery(api, collection.collectionId, condition))
  const rungs = useMemo(() => bidRungs(ladder.data?.data ?? []), [ladder.data])
  const price = usePriceFormat()
  const bid = (price?: string) =>
    openTrade({ kind: 'set-bid', collection, condition, ...(price !== undefined && { price }) })
  const labels = conditionLabels(condition).join(', ')
  const viewer = useOwnAddress()
  const own = Object.fromEntries(
    rungs.flatMap(({ price, buyers }) => (viewer !== null && buyers.includes(viewer) ? [[price, null]] : [])),
  )
  return (
    <section className={styles.side} aria-label="Trait bids">
      <h2 className={styles.title}>Trait bids on {labels}</h2>
      {ladder.isLoadingError ? (
        <LoadError title="Couldn’t load trait bids" error={ladder.error} onRetry={() => void ladder.refetch()} />
      ) : (
        <DataTable
          label="Trait bids by price"
          columns={bidLevelColumns({
            own,
            sellableAt: () => 0,
            price,
            onChoose: canBid ? (rung) => bid(rung.price) : null,
          })}
          rows={rungs}
          rowKey={({ id }) => id}
          pending={ladder.isPending ? 3 : 0}
          rowHeight={44}
          empty={
            <EmptyState
              title="No trait bids"
              reason="No one has bid on all of these items yet."
              action={
                canBid && (
                  <Button size="sm" onClick={() => bid()}>
                    Bid on these items
                  </Button>
                )
              }
            />
          }
        />
      )}
      {ladder.data?.hasMore === true && <p className={styles.more}>Showing the best {rungs.length} prices.</p>}
    </section>
  )
}

interface SetBidColumnsOptions {
  readonly collection: TraitBidsProps['collection']
  readonly viewer: string | null
  readonly canBid: boolean
}

function setBidColumns({ collection, viewer, canBid }: SetBidColumnsOptions): readonly Column<SetBid>[] {
  return [
    {
      id: 'for',
      header: 'For items with',
      name: 'Traits',
      priority: 1,
      cell: (bid) => (
        <span className={styles.wanted} title={setLabel(bid)}>
          <span className={styles.label} dir="auto">
            {setLabel(bid)}
          </span>
          {bid.buyer === viewer && <Badge>You</Badge>}
        </span>
      ),
    },
    {
      id: 'fits',
      header: 'Items',
      name: 'Matching items',
      definition: 'Items that can be sold into the bid.',
      align: 'end',
      width: '72px',
      priority: 2,
      cell: ({ size }) => formatCount(size),
    },
    {
      id: 'price',
      header: 'Price',
      name: 'Price',
      align: 'end',
      width: '96px',
      priority: 1,
      cell: ({ price }) => <Price octas={price} />,
    },
    sizeColumn(WANTED, ({ remainingTokenAmount }) => Number(remainingTokenAmount)),
    {
      id: 'bid',
      header: '',
      name: 'Bid',
      align: 'end',
      width: '80px',
      priority: 1,
      cell: (bid) =>
        canBid && bid.condition !== null && bid.buyer !== viewer ? (
          <BidButton collection={collection} bid={bid} condition={bid.condition} />
        ) : null,
    },
  ]
}

interface BidButtonProps {
  collection: TraitBidsProps['collection']
  bid: SetBid
  condition: TokenConditionInput
}

function BidButton({ collection, bid, condition }: BidButtonProps) {
  const { price } = bid
  const write = usePriceFormat()
  return (
    <Button
      size="sm"
      aria-label={`Match the bid of ${write(price)} on ${setLabel(bid)}`}
      onClick={() => openTrade({ kind: 'set-bid', collection, condition, price })}
    >
      Match
    </Button>
  )
}
