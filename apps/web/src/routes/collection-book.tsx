import type { CollectionDetail } from '@opal/contract/collections'
import OrderBook from '../features/bids/order-book.tsx'
import { parseItemsView } from '../features/token-grid/items-view.ts'
import { viewFilter } from '../features/token-grid/view-filter.ts'
import { CollectionBidButton } from '../features/trading/bidding/collection-bid-button.tsx'

/** A collection's book, with the bids on the items that the filters of the items tab select. */
export default function CollectionBook({
  collection,
  search,
}: {
  collection: CollectionDetail
  search: URLSearchParams
}) {
  return (
    <OrderBook
      collection={collection}
      filter={viewFilter(parseItemsView(search))}
      action={<CollectionBidButton collection={collection} />}
    />
  )
}
