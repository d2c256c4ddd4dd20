import { Button } from '@opal/ui/controls/button'
import { Suspense } from 'react'
import { useMarketplaceName } from '../../../app/site.tsx'
import { rankLabel } from '../../../entities/token/rank-label.ts'
import { withoutValue } from '../../../entities/token/trait-choice.ts'
import { traitValueLabel } from '../../../entities/token/trait-value-label.ts'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { FilterChip } from '../../../shared/components/list-controls/filter-chip.tsx'
import { groupedApt } from '../../../shared/format/apt.ts'
import { type ItemsView, withName, withoutFilters } from '../items-view.ts'
import styles from './filter-chips.module.css'
import type { SetBidButtonProps } from './set-bid-button.tsx'

const SetBidButton = lazyPart(() => import('./set-bid-button.tsx'))

export interface FilterChipsProps extends SetBidButtonProps {
  onViewChange(view: ItemsView): void
  /** `condition`: only those that bids on sets have too, traits and ranks. Default: all. */
  only?: 'condition'
}

/** The filters that are on, each with a cross, one button for all, and the bids on what they select. */
export function FilterChips({ onViewChange, only, ...selected }: FilterChipsProps) {
  const { view } = selected
  const nameOf = useMarketplaceName()
  const others = [
    view.listedOnly && { label: 'Listed', without: { ...view, listedOnly: false } },
    view.name !== '' && { label: `“${view.name}”`, without: withName(view, '') },
    (view.minPrice !== null || view.maxPrice !== null) && {
      label: rangeLabel(view),
      without: { ...view, minPrice: null, maxPrice: null },
    },
    view.marketplace !== null && {
      label: nameOf(view.marketplace),
      without: { ...view, marketplace: null },
    },
  ]
  const chips = [
    ...(only === undefined ? others : []),
    (view.minRank !== null || view.maxRank !== null) && {
      label: rankLabel(view),
      without: { ...view, minRank: null, maxRank: null },
    },
    ...view.traits.map((choice) => ({
      label: `${choice.not ? 'Not ' : ''}${choice.type}: ${traitValueLabel(choice.value)}`,
      without: { ...view, traits: withoutValue(view.traits, choice) },
    })),
  ].filter((chip) => chip !== false)
  if (chips.length === 0) return null
  const cleared = only === undefined ? withoutFilters(view) : { ...view, traits: [], minRank: null, maxRank: null }
  return (
    <div className={styles.row}>
      <ul className={styles.chips} aria-label="Active filters">
        {chips.map(({ label, without }) => (
          <li key={label}>
            <FilterChip label={label} onRemove={() => onViewChange(without)} />
          </li>
        ))}
        <li>
          <Button variant="ghost" size="sm" onClick={() => onViewChange(cleared)}>
            Clear all
          </Button>
        </li>
      </ul>
      <Suspense fallback={null}>
        <SetBidButton {...selected} />
      </Suspense>
    </div>
  )
}

/** Names a range as it was typed: a rounded bound would say that the filter passes what it does not. */
function rangeLabel({ minPrice, maxPrice }: ItemsView): string {
  if (minPrice === null) return `up to ${groupedApt(maxPrice ?? 0n)} APT`
  return maxPrice === null
    ? `from ${groupedApt(minPrice)} APT`
    : `${groupedApt(minPrice)} to ${groupedApt(maxPrice)} APT`
}
