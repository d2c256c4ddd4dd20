import { useMarketplaceName } from '../../../app/site.tsx'
import { useCollectionName } from '../../../entities/collection/use-collection-name.ts'
import { FilterChip } from '../../../shared/components/list-controls/filter-chip.tsx'
import styles from './portfolio-chips.module.css'
import type { PortfolioChipsProps } from './portfolio-chips.tsx'

/** The collection that filters the open tab, and the marketplaces of its listings, each with a cross. */
export default function ChosenFilters({ view, onViewChange }: PortfolioChipsProps) {
  const { collection, marketplaces, tab } = view
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {collection !== null && (
        <li>
          <CollectionChip id={collection} onRemove={() => onViewChange({ ...view, collection: null })} />
        </li>
      )}
      {tab === 'listings' &&
        marketplaces.map((id) => (
          <li key={id}>
            <MarketplaceChip
              id={id}
              onRemove={() => onViewChange({ ...view, marketplaces: marketplaces.filter((one) => one !== id) })}
            />
          </li>
        ))}
    </ul>
  )
}

function CollectionChip({ id, onRemove }: { id: string; onRemove(): void }) {
  return <FilterChip label={`Collection: ${useCollectionName(id)}`} onRemove={onRemove} />
}

function MarketplaceChip({ id, onRemove }: { id: string; onRemove(): void }) {
  return <FilterChip label={`Listed on ${useMarketplaceName()(id)}`} onRemove={onRemove} />
}
