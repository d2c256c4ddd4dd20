import type { ApiClient } from '@opal/contract/client'
import type { EndpointOutput } from '@opal/contract/http/endpoint'
import type { getRarityBreakdown } from '@opal/contract/tokens/rarity'
import { Button } from '@opal/ui/controls/button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { STALE } from '../../app/loading/query-client.ts'
import { useSite } from '../../app/site.tsx'
import { RarityMark } from '../../entities/token/rarity-badge.tsx'
import { traitValueLabel } from '../../entities/token/trait-value-label.ts'
import { formatCount } from '../../shared/format/number.ts'
import styles from './rarity-breakdown.module.css'

/** The last rank of each tier, and its ranks in words. @source docs/product/display.md#rarity-tiers */
const TIER_LABELS = [
  [100, '1 to 100'],
  [1000, '101 to 1,000'],
  [2000, '1,001 to 2,000'],
  [2001, 'Above 2,000'],
] as const

/** Shows the rarity score of a token by trait, highest first. */
export default function RarityBreakdown({ tokenDataId }: { tokenDataId: string }) {
  const rarity = useQuery(rarityQuery(useSite().api, tokenDataId))
  if (rarity.isPending) return <Skeleton height="160px" />
  if (rarity.data === undefined)
    return (
      <div className={styles.note} role="alert">
        <p>Couldn’t load rarity.</p>
        <Button size="sm" onClick={() => void rarity.refetch()}>
          Try again
        </Button>
      </div>
    )
  const { rank, score, ranked, sharing, traits } = rarity.data
  if (rank === null || score === null) return <p className={styles.note}>This collection isn’t ranked yet.</p>
  return (
    <>
      <p className={styles.note}>
        Rank {formatCount(rank)} of {formatCount(ranked)}
        {sharing > 1 && `, shared by ${formatCount(sharing)}`}. Score {score.toFixed(3)}: 1 is the average item. A rare
        value adds more, and so does lacking a common one.
      </p>
      <ul className={styles.legend} aria-label="Rank colors">
        {TIER_LABELS.map(([rank, label]) => (
          <li key={rank}>
            <RarityMark rank={rank} /> {label}
          </li>
        ))}
      </ul>
      <TraitShares traits={traits} />
    </>
  )
}

type RarityTraits = EndpointOutput<typeof getRarityBreakdown>['traits']

/** The share of each trait in the score. */
function TraitShares({ traits }: { traits: RarityTraits }) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Rarity, trait by trait</caption>
      <thead>
        <tr>
          <th scope="col">Trait</th>
          <th scope="col" data-align="end">
            Items
          </th>
          <th scope="col" data-align="end" title="How surprising the value is: one bit more means half as many items">
            Bits
          </th>
          <th scope="col" data-align="end" title="Share of the item’s score">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {traits.map((trait) => (
          <tr key={trait.trait_type}>
            <th scope="row" title={`${trait.trait_type}: ${valueLabel(trait.value)}`}>
              <span className={styles.type}>{trait.trait_type}</span> {valueLabel(trait.value)}
            </th>
            <td title={`${trait.percent}%`}>{formatCount(trait.count)}</td>
            <td>{trait.bits.toFixed(2)}</td>
            <td>
              <span
                className={styles.share}
                style={{ '--share': `${trait.sharePercent ?? 0}%` } as React.CSSProperties}
              >
                {trait.sharePercent === null ? '-' : `${Math.round(trait.sharePercent)}%`}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns the label of a trait's value, also of a trait that the token lacks. */
function valueLabel(value: string | null): string {
  return value === null ? 'none' : traitValueLabel(value)
}

/** Returns the query of a token's rarity score by trait. */
function rarityQuery(api: ApiClient, tokenDataId: string) {
  return {
    queryKey: ['rarity', tokenDataId] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { getRarityBreakdown } = await import('@opal/contract/tokens/rarity')
      return api(getRarityBreakdown, { params: { id: tokenDataId } }, { signal })
    },
    staleTime: STALE.metrics,
  }
}
