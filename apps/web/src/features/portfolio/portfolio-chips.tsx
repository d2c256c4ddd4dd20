import { getCollection } from '@opal/contract/collections'
import { useQuery } from '@tanstack/react-query'
import { FilterChip } from '../../lib/filter-chip.tsx'
import { formatAddress } from '../../lib/format/name.ts'
import { useMarketplace, useSite } from '../../lib/site.tsx'
import styles from './portfolio-panel.module.css'
import type { PortfolioView } from './portfolio-view.ts'

export interface PortfolioChipsProps {
  view: PortfolioView
  onViewChange(view: PortfolioView): void
}

/** The filters that act on the open tab without a control of their own there, each with a cross. */
export function PortfolioChips({ view, onViewChange }: PortfolioChipsProps) {
  const { collection, venues, tab } = view
  const hasVenueChip = venues.length > 0 && tab === 'listings'
  if (collection === null && !hasVenueChip) return null
  return (
    <ul className={styles.chips} aria-label="Filters that are on">
      {collection !== null && (
        <li>
          <CollectionChip id={collection} onRemove={() => onViewChange({ ...view, collection: null })} />
        </li>
      )}
      {hasVenueChip &&
        venues.map((id) => (
          <li key={id}>
            <VenueChip id={id} onRemove={() => onViewChange({ ...view, venues: venues.filter((one) => one !== id) })} />
          </li>
        ))}
    </ul>
  )
}

function CollectionChip({ id, onRemove }: { id: string; onRemove(): void }) {
  const { api } = useSite()
  const { data } = useQuery({
    queryKey: ['collection', id],
    queryFn: () => api(getCollection, { params: { id } }),
  })
  return <FilterChip words={`Collection: ${data?.collectionName ?? formatAddress(id)}`} onRemove={onRemove} />
}

function VenueChip({ id, onRemove }: { id: string; onRemove(): void }) {
  return <FilterChip words={`Listed on ${useMarketplace(id)?.displayName ?? id}`} onRemove={onRemove} />
}
