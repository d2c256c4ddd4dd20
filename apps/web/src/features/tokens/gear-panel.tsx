import { Button } from '@opal/ui/controls/button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../lib/site.tsx'
import { describeGear } from './gear-detail.ts'
import styles from './gear-panel.module.css'
import { gearQuery } from './gear-query.ts'

export interface GearPanelProps {
  tokenDataId: string
  gearModule: string
}

/** What a game's item can do, as the game tells. */
export default function GearPanel({ tokenDataId, gearModule }: GearPanelProps) {
  const gear = useQuery(gearQuery(useSite().config.nodeUrl, gearModule, tokenDataId))
  if (gear.isPending) return <Skeleton height="112px" />
  if (gear.data === undefined)
    return (
      <div className={styles.failed} role="alert">
        <p>The game does not answer.</p>
        <Button size="sm" onClick={() => void gear.refetch()}>
          Try again
        </Button>
      </div>
    )
  return (
    <dl className={styles.gear}>
      {describeGear(gear.data).map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two effects of an item may have the same target.
        <div key={index} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
