import { Button } from '@opal/ui/controls/button'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { hasPools } from '../../../entities/order/marketplace-abilities.ts'
import type { TradeCollection } from '../../../entities/order/trade-request.ts'
import { conditionLabels, conditionOf } from '../../../entities/token/token-condition.ts'
import { formatCount } from '../../../shared/format/number.ts'
import type { ItemsView } from '../items-view.ts'
import { viewFilter } from '../view-filter.ts'
import styles from './filter-chips.module.css'

export interface SetBidButtonProps {
  collection: TradeCollection
  view: ItemsView
  /** All that match; null while unknown. */
  total: number | null
}

/** Bids on every token that fits the filter by traits and ranks, where our own marketplace takes such bids. Only in Pro. */
export default function SetBidButton({ collection, view, total }: SetBidButtonProps) {
  const { marketplaces, preferences } = useSite()
  const { condition, isWhole } = conditionOf(viewFilter(view))
  const size = isWhole ? total : null
  const isOffered = hasPools(marketplaces.find(({ isNative }) => isNative))
  if (!isOffered || preferences.mode !== 'pro' || size === 0 || conditionLabels(condition).length === 0) return null
  const { collectionId, collectionName, collectionImage } = collection
  const chosen = { collectionId, collectionName, collectionImage }
  return (
    <div className={styles.bids}>
      <Button size="sm" onClick={() => openTrade({ kind: 'set-bid', collection: chosen, condition })}>
        {buttonLabel(size)}
      </Button>
      {isWhole && (
        <Button size="sm" variant="ghost" onClick={() => openTrade({ kind: 'order', collection: chosen, condition })}>
          Buy or bid within a budget
        </Button>
      )}
    </div>
  )
}

/** @param size tokens that fit; null where it is unknown, or further filters select among them. */
function buttonLabel(size: number | null): string {
  if (size === null) return 'Bid on items with these traits'
  return size === 1 ? 'Bid on this item' : `Bid on these ${formatCount(size)} items`
}
