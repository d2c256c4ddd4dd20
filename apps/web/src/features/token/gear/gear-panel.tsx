import type { Attribute } from '@opal/contract/tokens'
import { Button } from '@opal/ui/controls/button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { STALE } from '../../../app/loading/query-client.ts'
import { useSite } from '../../../app/site.tsx'
import { describeGear, type GearDetail, isGearDetail } from './gear-detail.ts'
import styles from './gear-panel.module.css'

export interface GearPanelProps {
  tokenDataId: string
  gearModule: string
  /** Shown next to it: what they say already is left out. */
  attributes: readonly Pick<Attribute, 'trait_type' | 'value'>[]
}

/** Panel with the details of a game's item. */
export default function GearPanel({ tokenDataId, gearModule, attributes }: GearPanelProps) {
  const gear = useQuery(gearQuery(useSite().config.nodeUrl, gearModule, tokenDataId))
  if (gear.isPending) return <Skeleton height="112px" />
  if (gear.data === undefined)
    return (
      <div className={styles.failed} role="alert">
        <p>The game isn’t responding.</p>
        <Button size="sm" onClick={() => void gear.refetch()}>
          Try again
        </Button>
      </div>
    )
  return (
    <dl className={styles.gear}>
      {describeGear(gear.data, attributes).map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two effects of an item may have the same target.
        <div key={index} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Timeout of the node. */
const TIMEOUT_MS = 15_000

/**
 * Returns the query of an item's details, by the game's view function.
 * @param nodeUrl node address with /v1.
 * @source docs/product/tokens-and-filters.md#gear
 */
function gearQuery(nodeUrl: string, gearModule: string, tokenDataId: string) {
  return {
    queryKey: ['gear', gearModule, tokenDataId] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<GearDetail> => {
      const body = { function: `${gearModule}::gear_detail`, type_arguments: [], arguments: [tokenDataId] }
      const answer = await fetch(`${nodeUrl}/view`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      const [detail] = answer.ok ? ((await answer.json()) as readonly unknown[]) : []
      if (!isGearDetail(detail)) throw new TypeError('The game doesn’t know this item.')
      return detail
    },
    staleTime: STALE.metrics,
  }
}
