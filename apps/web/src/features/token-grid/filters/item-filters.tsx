import { Select } from '@opal/ui/controls/select'
import { Switch } from '@opal/ui/controls/switch'
import { useChosen } from '@opal/ui/controls/use-chosen'
import { useSite } from '../../../app/site.tsx'
import type { TradeCollection } from '../../../entities/order/trade-request.ts'
import { plainApt } from '../../../shared/format/apt.ts'
import { type ItemsView, parsePriceBound, priceBoundAdvice } from '../items-view.ts'
import groupStyles from './filter-group.module.css'
import styles from './item-filters.module.css'
import { NumberJump } from './number-jump.tsx'
import { RangeFilter } from './range-filter.tsx'
import { RarityFilter } from './rarity-filter.tsx'
import { TraitFilters } from './trait-filters.tsx'

export interface ItemFiltersProps {
  collection: TradeCollection
  supply: number
  view: ItemsView
  /** @param shown the view that the filters showed before, which may be newer than `view`. */
  onViewChange(view: ItemsView, shown?: ItemsView): void
}

/** The filters of a collection's items: a panel on the left, a sheet on phones. What is pressed is marked before the items come. */
export function ItemFilters({ collection, supply, ...given }: ItemFiltersProps) {
  const [view, onViewChange] = useChosen(given.view, given.onViewChange)
  const props = { collection, supply, view, onViewChange }
  return (
    <div className={styles.filters}>
      <Switch
        label="Listed only"
        checked={view.listedOnly}
        onCheckedChange={(listedOnly) => onViewChange({ ...view, listedOnly })}
      />
      <RangeFilter
        title="Price in APT"
        noun="price"
        min={view.minPrice}
        max={view.maxPrice}
        parse={parsePriceBound}
        write={(octas) => plainApt(octas)}
        advice={priceBoundAdvice}
        onApply={(minPrice, maxPrice) => onViewChange({ ...view, minPrice, maxPrice })}
      />
      <RarityFilter view={view} supply={supply} onViewChange={onViewChange} />
      <MarketplaceFilter {...props} />
      <TraitFilters {...props} />
      <NumberJump collectionId={collection.collectionId} />
    </div>
  )
}

function MarketplaceFilter({ view, onViewChange }: ItemFiltersProps) {
  const marketplaces = useSite().marketplaces.filter(({ status }) => status !== 'absent')
  if (marketplaces.length < 2) return null
  return (
    <div className={groupStyles.group}>
      <h2 className={groupStyles.title}>Marketplace</h2>
      <Select
        label="Marketplace"
        value={view.marketplace ?? ''}
        onValueChange={(id) => onViewChange({ ...view, marketplace: id === '' ? null : id })}
        options={[
          { value: '', label: 'All' },
          ...marketplaces.map(({ id, displayName }) => ({ value: id, label: displayName })),
        ]}
      />
    </div>
  )
}
