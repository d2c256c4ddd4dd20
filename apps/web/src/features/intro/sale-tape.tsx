import type { Activity } from '@opal/contract/activities'
import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import { moveCardFocus, useRovingFocus } from '@opal/ui/data/window-grid'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { soonWhile } from '../../app/loading/query-client.ts'
import { tokenPath } from '../../app/paths.ts'
import { useSite } from '../../app/site.tsx'
import { Age } from '../../shared/components/age.tsx'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { Price } from '../../shared/components/price.tsx'
import { useLive } from '../../shared/realtime/use-live.ts'
import styles from './intro-band.module.css'
import { SaleTapeSkeleton } from './sale-tape-skeleton.tsx'

/** Sales on the tape. */
const SALES = 12
const TAPE_KEY = ['sale-tape']

/** The latest sales of the whole market in one line, newest first; live ones join them. */
export default function SaleTape() {
  const { api } = useSite()
  const queryClient = useQueryClient()
  const sales = useQuery({
    queryKey: TAPE_KEY,
    queryFn: async ({ signal }) => {
      const { listActivities } = await import('@opal/contract/activities')
      const { data } = await api(listActivities, { query: { type: 'sales', take: SALES } }, { signal })
      return data
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      soonWhile(data?.some(isUndescribed) === true, dataUpdateCount, false),
  })
  useLive({ room: 'activity_room' }, (message) => {
    if (message.kind !== 'activity' || !KINDS_OF_TYPE.sales.includes(message.activity.kind)) return
    const { activity } = message
    queryClient.setQueryData<readonly Activity[]>(TAPE_KEY, (before) =>
      before === undefined || before.some(({ id }) => id === activity.id)
        ? before
        : [activity, ...before].slice(0, SALES),
    )
  })
  if (sales.isPending) return <SaleTapeSkeleton />
  return sales.data === undefined || sales.data.length === 0 ? null : <Tape sales={sales.data} />
}

/** One tab stop; the arrow keys move from sale to sale. */
function Tape({ sales }: { sales: readonly Activity[] }) {
  const tape = useRef<HTMLOListElement>(null)
  useRovingFocus(tape)
  return (
    <ol
      ref={tape}
      className={styles.sales}
      aria-label="Latest sales"
      onKeyDown={(event) => moveCardFocus(event, SALES)}
    >
      {sales.map((sale, index) => (
        <li key={sale.id} className={styles.sale} data-index={index}>
          <ResponsiveImage src={sale.tokenImage} alt={nameOf(sale)} width={24} decorative />
          {sale.collectionId === null || sale.tokenDataId === null ? (
            <span className={styles.name} title={nameOf(sale)}>
              {nameOf(sale)}
            </span>
          ) : (
            <Link
              to={tokenPath(sale.collectionId, sale.tokenDataId)}
              className={styles.name}
              title={nameOf(sale)}
              data-card-link=""
            >
              {nameOf(sale)}
            </Link>
          )}
          <Price octas={sale.price} />
          <Age micros={sale.atMicros} />
        </li>
      ))}
    </ol>
  )
}

/** Returns whether the image of a sold token is not known. */
function isUndescribed({ tokenDataId, tokenImage }: Activity): boolean {
  return tokenDataId !== null && tokenImage === null
}

function nameOf({ tokenName, collectionName }: Activity): string {
  return tokenName ?? collectionName ?? 'Sale'
}
