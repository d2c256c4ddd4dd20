import type { CollectionDetail } from '@opal/contract/collections'
import { useSite } from '../../app/site.tsx'
import OrderBook from '../../features/bids/order-book.tsx'
import { FilterChips } from '../../features/token-grid/filters/filter-chips.tsx'
import { applyItemsView, parseItemsView } from '../../features/token-grid/items-view.ts'
import { viewFilter } from '../../features/token-grid/view-filter.ts'
import { CollectionBidButton } from '../../features/trading/bidding/collection-bid-button.tsx'
import { useAddressView } from '../../shared/hooks/use-address-view.ts'
import styles from './collection-book.module.css'

/** A collection's book, with the bids on the items that the filters of the items tab select, which are shown and can be removed. */
export default function CollectionBook({ collection }: { collection: CollectionDetail }) {
  const { marketplaces } = useSite()
  const [view, changeView] = useAddressView({
    parse: (search) => parseItemsView(search, marketplaces),
    apply: applyItemsView,
  })
  return (
    <>
      <div className={styles.chips}>
        <FilterChips collection={collection} view={view} total={null} onViewChange={changeView} only="condition" />
      </div>
      <OrderBook
        collection={collection}
        filter={viewFilter(view)}
        action={<CollectionBidButton collection={collection} />}
      />
    </>
  )
}
