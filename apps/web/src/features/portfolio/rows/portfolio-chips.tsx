import { useMarketplaceName } from '../../../app/site.tsx'
import { useCollectionName } from '../../../entities/collection/use-collection-name.ts'
import { FilterChip } from '../../../shared/components/list-controls/filter-chip.tsx'
import type { PortfolioTab, PortfolioView } from '../portfolio-view.ts'
import styles from './portfolio-chips.module.css'

/** Returns whether a tab shows its filters among its controls. */
export function hasOwnChips(tab: PortfolioTab): boolean {
  return tab === 'items' || tab === 'hidden'
}

export interface PortfolioChipsProps {
  view: PortfolioView
  onViewChange(view: PortfolioView): void
}

/**
 * The filters that act on the open tab without a control of their own there, each with a cross. Next to the items they are in the line
 * of their controls: choosing a collection there moves no card.
 */
export function PortfolioChips({ view, onViewChange }: PortfolioChipsProps) {
  const { collection, marketplaces, tab } = view
  const hasMarketplaceChip = marketplaces.length > 0 && tab === 'listings'
  if (collection === null && !hasMarketplaceChip) return null
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {collection !== null && (
        <li>
          <CollectionChip id={collection} onRemove={() => onViewChange({ ...view, collection: null })} />
        </li>
      )}
      {hasMarketplaceChip &&
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
