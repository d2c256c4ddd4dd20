import { Skeleton } from '@opal/ui/feedback/skeleton'
import { Dialog } from '@opal/ui/overlays/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { LoadError } from '../../shared/components/load-error.tsx'
import { useLive } from '../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../shared/realtime/use-paced-refetch.ts'
import { Congratulation } from './congratulation.tsx'
import styles from './loyalty-dialog.module.css'
import { LoyaltyGauge } from './loyalty-gauge.tsx'
import { loyaltyQuery } from './order-health-query.ts'
import { RelistForm } from './relist-form.tsx'
import { elsewhereRows } from './relist-rows.ts'

export interface LoyaltyDialogProps {
  wallet: string
  onClose(): void
}

/** Dialog with a wallet's loyalty, and a form to move its listings to the native marketplace. @source docs/product/rewards.md#loyalty-radar */
export default function LoyaltyDialog({ wallet, onClose }: LoyaltyDialogProps) {
  const { api, marketplaces } = useSite()
  const queryClient = useQueryClient()
  const native = marketplaces.find(({ isNative }) => isNative)?.id ?? ''
  const others = marketplaces.filter(({ isNative, status }) => !isNative && status !== 'absent').map(({ id }) => id)
  const query = loyaltyQuery(api, wallet, others)
  const { data, isLoadingError, error, refetch } = useQuery({ ...query, refetchOnMount: 'always' })
  const refetchLive = usePacedRefetch(() => refetchQueries(queryClient, { queryKey: query.queryKey }))
  // Another page, or another device, may edit a listing meanwhile: its price is the new one until another is typed.
  useLive({ room: 'activity_room' }, (message) => {
    if (message.kind === 'activity' && message.activity.from === wallet) refetchLive()
  })
  const rows = data === undefined ? [] : elsewhereRows(data.elsewhere, native)
  const onMoved = async () => {
    await refetch()
    await queryClient.invalidateQueries({ queryKey: ['rewards'] })
  }
  return (
    <Dialog open onOpenChange={onClose} title="Maximize your season 1 reward" width={640}>
      {isLoadingError ? (
        <LoadError title="Couldn’t load your loyalty" error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton height="320px" />
      ) : (
        <div className={styles.body}>
          <LoyaltyGauge loyalty={data.points} />
          {data.points === 100 && <Congratulation />}
          {rows.length === 0 ? (
            <p className={styles.none}>No Nfts</p>
          ) : (
            <RelistForm wallet={wallet} rows={rows} onMoved={() => void onMoved()} />
          )}
        </div>
      )}
    </Dialog>
  )
}
