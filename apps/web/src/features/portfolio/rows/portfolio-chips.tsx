import { Suspense } from 'react'
import { withoutReload } from '../../../app/failures/reload-on-missing-chunk.ts'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { useOnMount } from '../../../shared/hooks/use-on-mount.ts'
import type { PortfolioTab, PortfolioView } from '../portfolio-view.ts'
// The server renders the chips too, whose code is loaded later: their styles come with the page.
import '../../../shared/components/list-controls/filter-chip.module.css'
import './portfolio-chips.module.css'

// Preloaded, so that the chips are there when a first filter is chosen.
const loadChips = () => import('./chosen-filters.tsx')
const ChosenFilters = lazyPart(loadChips)

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
  useOnMount(() => void loadChips().catch(withoutReload))
  if (collection === null && (marketplaces.length === 0 || tab !== 'listings')) return null
  return (
    <Suspense fallback={null}>
      <ChosenFilters view={view} onViewChange={onViewChange} />
    </Suspense>
  )
}
