import type { BidLevel } from '@opal/contract/bids'
import type { CollectionDetail } from '@opal/contract/collections'
import type { TokenFilterInput } from '@opal/contract/tokens/token-filter'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { openTrade } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { canBidOn } from '../../entities/order/marketplace-abilities.ts'
import { conditionLabels, conditionOf } from '../../entities/token/token-condition.ts'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { lazyDialog } from '../../shared/components/lazy/lazy-dialog.tsx'
import { LoadError } from '../../shared/components/load-error.tsx'
import { usePriceFormat } from '../../shared/format/chart-labels.ts'
import { type SiteAction, useSiteActions } from '../../shared/hooks/site-actions.ts'
import { type EndlessList, useEndlessList } from '../../shared/lists/endless-list.ts'
import { type AskLevel, askLevels } from './ask-levels.ts'
import { type BidRung, bidRungs, rungNow } from './bid-rungs.ts'
import { asksQuery, bidsQuery, ownBidsQuery, setBidsQuery } from './bids-query.ts'
import { BookSummary } from './book-summary.tsx'
import { countSellable, type Exit, useExit } from './exit.ts'
import type { Asks as AskPages } from './fetch-bids.ts'
import { askLevelColumns, bidLevelColumns } from './level-columns.tsx'
import styles from './order-book.module.css'
import { SellIntoBids } from './sell-into-bids.tsx'
import { ShortTable } from './short-table.tsx'
import { TraitBids } from './trait-bids.tsx'
import { useChangedLevels, useLiveBids } from './use-live-bids.ts'

const LevelDialog = lazyDialog(
  () => import('./level-dialog.tsx'),
  ({ onClose }) => onClose(),
)

/** Rows that the title and the head of a table are as high as. */
const HEAD_ROWS = 3

export interface OrderBookProps {
  collection: Pick<
    CollectionDetail,
    'collectionId' | 'collectionName' | 'collectionImage' | 'floorPrice' | 'royaltyBps'
  >
  /** Filters of the collection's items. */
  filter: TokenFilterInput
  /** Button of the empty state. */
  action: ReactNode
}

/** The book of a collection: live collection offers at the left, listings at the right, each by price with its depth. */
export default function OrderBook({ collection, filter, action }: OrderBookProps) {
  const { collectionId, collectionName: name, floorPrice } = collection
  const { api } = useSite()
  const viewer = useOwnAddress()
  const ladder = useInfiniteQuery(bidsQuery(api, collectionId))
  useLiveBids(collectionId)
  const endless = useEndlessList(ladder, idOf)
  const levels = ladder.data === undefined ? undefined : endless.rows
  const rungs = useMemo(() => bidRungs(levels ?? []), [levels])
  const asks = useQuery(asksQuery(api, collectionId))
  const askRows = useMemo(() => askLevels(asks.data?.rows ?? [], viewer), [asks.data, viewer])
  const selling = useExit(collection)
  useBidAction(collection)
  const { condition } = conditionOf(filter)
  // What the filters ask for comes first; all trait bids are further information, next to the listings, which may be many.
  const isFiltered = conditionLabels(condition).length > 0
  const sets = useQuery({ ...setBidsQuery(api, collectionId), enabled: !isFiltered }).data
  const setRows = isFiltered || sets === undefined || sets.length === 0 ? 0 : sets.length + HEAD_ROWS
  const traitBids = <TraitBids collection={collection} condition={condition} />
  return (
    <div className={styles.book}>
      {!ladder.isLoadingError && (
        <BookSummary
          subject={{ collectionId, name }}
          rungs={levels === undefined ? null : rungs}
          more={ladder.hasNextPage}
          floorPrice={floorPrice}
        />
      )}
      {viewer !== null && <SellIntoBids {...selling} />}
      {isFiltered && traitBids}
      <div className={styles.sides}>
        <div className={styles.column}>
          {ladder.isLoadingError ? (
            <LoadError title="Couldn’t load bids" error={ladder.error} onRetry={ladder.refetch} />
          ) : (
            <Bids
              collection={collection}
              viewer={viewer}
              levels={levels}
              rungs={rungs}
              action={action}
              exit={selling.exit}
              beside={askRows.length}
              list={{ ...endless, hasMore: ladder.hasNextPage }}
            />
          )}
          {!isFiltered && traitBids}
        </div>
        <Asks collection={collection} asks={asks} levels={askRows} beside={rungs.length + setRows} />
      </div>
    </div>
  )
}

/** Offers a bid on the collection among the commands of the page, where some marketplace takes it. */
function useBidAction(collection: OrderBookProps['collection']): void {
  const { marketplaces } = useSite()
  const action: SiteAction = {
    id: 'bids.collection',
    title: 'Collection bid',
    group: 'This page',
    keywords: 'offer',
    run: () => openTrade({ kind: 'collection-bid', collection }),
  }
  useSiteActions(marketplaces.some((marketplace) => canBidOn(marketplace, 'collection')) ? [action] : [])
}

interface BidsProps extends Pick<OrderBookProps, 'collection' | 'action'> {
  viewer: string | null
  /** Undefined until they are loaded. */
  levels: readonly BidLevel[] | undefined
  rungs: readonly BidRung[]
  exit: Exit | null
  /** Number of levels of listings, which are next to them. */
  beside: number
  list: Omit<EndlessList<BidLevel>, 'rows'> & { readonly hasMore: boolean }
}

/** The bids by price. A row sells into it and those above what the viewer holds, or else places a bid at its price. */
function Bids({ collection, viewer, levels, rungs, exit, beside, list, action }: BidsProps) {
  const own = useQuery(ownBidsQuery(useSite().api, collection.collectionId, viewer)).data ?? {}
  const changed = useChangedLevels(levels)
  const price = usePriceFormat()
  const [pressed, setPressed] = useState<BidRung | null>(null)
  const chosen = pressed === null ? null : rungNow(rungs, pressed)
  const bidAt = (price: string) => openTrade({ kind: 'collection-bid', collection, price })
  const sellableAt = ({ price }: BidRung) => (exit === null ? 0 : countSellable(exit, BigInt(price)))
  return (
    <section className={styles.side} aria-label="Bids">
      <h2 className={styles.title}>Bids</h2>
      <ShortTable
        label="Bids by price"
        columns={bidLevelColumns({
          own,
          sellableAt,
          price,
          onChoose: (rung) => (sellableAt(rung) === 0 ? bidAt(rung.price) : setPressed(rung)),
        })}
        {...list}
        beside={beside}
        rows={rungs}
        rowKey={(rung) => rung.id}
        isHighlighted={(rung) => changed.has(rung.id)}
        empty={<EmptyState title="No bids" reason="Be the first to bid on this collection." action={action} />}
        rowHeight={44}
      />
      {chosen !== null && exit !== null && (
        <Suspense fallback={null}>
          <LevelDialog
            rung={chosen}
            own={own}
            exit={exit}
            onBid={() => bidAt(chosen.price)}
            onClose={() => setPressed(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface AsksProps extends Pick<OrderBookProps, 'collection'> {
  asks: UseQueryResult<AskPages>
  levels: readonly AskLevel[]
  /** Number of rows of the bids, which are next to them. */
  beside: number
}

function Asks({ collection, asks, levels, beside }: AsksProps) {
  const price = usePriceFormat()
  const sweep = ({ price: maxPrice, swept, sweptPrice }: AskLevel) =>
    openTrade({
      kind: 'sweep',
      collection,
      criteria: { filter: {}, count: swept, maxPrice, excludedTokens: [], excludedMarketplaces: [] },
      shownOctas: String(sweptPrice),
    })
  return (
    <section className={styles.side} aria-label="Listings">
      <h2 className={styles.title}>Listings</h2>
      {asks.isLoadingError ? (
        <LoadError title="Couldn’t load listings" error={asks.error} onRetry={() => void asks.refetch()} />
      ) : (
        <ShortTable
          label="Listings by price"
          columns={askLevelColumns(sweep, price)}
          rows={levels}
          beside={beside}
          hasMore={asks.data?.more ?? false}
          rowKey={({ id }) => id}
          pending={asks.isPending ? 12 : 0}
          empty={<EmptyState title="Nothing for sale" reason="No items in this collection are listed right now." />}
          rowHeight={44}
        />
      )}
      {asks.data?.more === true && (
        <p className={styles.more}>Showing the cheapest {asks.data.rows.length} listings.</p>
      )}
    </section>
  )
}

function idOf(level: BidLevel): string {
  return level.id
}
