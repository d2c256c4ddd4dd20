import { RarityMark } from '../../../entities/token/rarity-badge.tsx'
import { formatCount } from '../../../shared/format/number.ts'
import { type ItemsView, parseRank } from '../items-view.ts'
import groupStyles from './filter-group.module.css'
import styles from './item-filters.module.css'
import { RangeFilter } from './range-filter.tsx'

/** @source docs/product/display.md#rarity-tiers */
const TOP_RANKS = [100, 1000, 2000] as const

export interface RarityFilterProps {
  view: ItemsView
  /** Tokens in the collection; tiers that would hold all of them are left out. */
  supply: number
  onViewChange(view: ItemsView): void
}

/** Ranks by rarity: a tier with one press, or any range. */
export function RarityFilter({ view, supply, onViewChange }: RarityFilterProps) {
  const { minRank, maxRank } = view
  return (
    <div className={groupStyles.group}>
      <RangeFilter
        title="Rarity rank"
        noun="rank"
        min={minRank}
        max={maxRank}
        parse={parseRank}
        write={String}
        advice={() => 'Enter a rank, 1 or higher'}
        onApply={(min, max) => onViewChange({ ...view, minRank: min, maxRank: max })}
      />
      <div className={styles.presets}>
        {TOP_RANKS.filter((rank) => rank < supply).map((rank) => {
          const on = minRank === null && maxRank === rank
          return (
            <button
              key={rank}
              type="button"
              className={styles.preset}
              aria-pressed={on}
              onClick={() => onViewChange({ ...view, ...toggleTopRank(view, rank) })}
            >
              <RarityMark rank={rank} /> Top {formatCount(rank)}
            </button>
          )
        })}
      </div>
    </div>
  )
}

/** @source docs/product/tokens-and-filters.md#rarity-filter */
export function toggleTopRank(
  { minRank, maxRank }: Pick<ItemsView, 'minRank' | 'maxRank'>,
  rank: number,
): Pick<ItemsView, 'minRank' | 'maxRank'> {
  return { minRank: null, maxRank: minRank === null && maxRank === rank ? null : rank }
}
