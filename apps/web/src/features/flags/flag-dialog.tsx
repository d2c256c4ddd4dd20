import type { Flag } from '@opal/contract/collections/flags'
import { Dialog } from '@opal/ui/overlays/dialog'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { useEndlessList } from '../../shared/lists/endless-list.ts'
import styles from './flag-dialog.module.css'
import { FlagForm } from './flag-form.tsx'
import { FlagLog } from './flag-log.tsx'
import { FlagStatus } from './flag-status.tsx'
import { flagsQuery } from './flags-query.ts'

export interface FlagDialogProps {
  collectionId: string
  name: string
  onClose(): void
}

/** Dialog to flag a collection; shows the state of the viewer's own flag, and the public log. */
export default function FlagDialog({ collectionId, name, onClose }: FlagDialogProps) {
  const log = useInfiniteQuery(flagsQuery(useSite().api, collectionId))
  const { address } = useStore(walletSession)
  const { rows: flags } = useEndlessList(log, idOf)
  const mine = flags.find(({ walletAddress }) => walletAddress === address) ?? null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Flag this collection"
      description={`The operator of this site reviews every flag of ${name}, and the decision is public.`}
      width={520}
    >
      <div className={styles.body}>
        {mine !== null && <OwnFlag flag={mine} />}
        <FlagForm collectionId={collectionId} replaces={mine?.status === 'open'} onSent={() => void log.refetch()} />
        <FlagLog
          flags={flags}
          state={log.isPending ? 'waiting' : log.data === undefined ? 'failed' : 'there'}
          onRetry={() => void log.refetch()}
          older={
            log.hasNextPage
              ? {
                  isLoading: log.isFetchingNextPage,
                  isFailed: log.isFetchNextPageError,
                  load: () => void log.fetchNextPage(),
                }
              : null
          }
        />
      </div>
    </Dialog>
  )
}

function OwnFlag({ flag }: { flag: Flag }) {
  return (
    <p className={styles.own} role="status">
      <FlagStatus status={flag.status} />
      <span>
        Your flag: {flag.reason}. {flag.status === 'open' ? 'Awaiting review.' : (flag.decision ?? 'Reviewed.')}
      </span>
    </p>
  )
}

function idOf(flag: { readonly id: string }): string {
  return flag.id
}
