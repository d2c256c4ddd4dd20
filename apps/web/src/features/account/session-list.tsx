import { Button } from '@opal/ui/controls/button'
import { showToast } from '@opal/ui/feedback/show-toast'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '../../app/site.tsx'
import { pageSession, signOutAction } from '../../entities/session/page-session.ts'
import { LoadError } from '../../shared/components/load-error.tsx'
import { failureSentence } from '../../shared/format/failure-sentence.ts'
import { formatDate, formatMinute } from '../../shared/format/time.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
import styles from './account-eraser.module.css'

/** Lists the sessions of the signed-in wallet, with a button that ends them all. Renders nothing for visitors. */
export function SessionList() {
  const { wallet } = useStore(pageSession)
  return wallet === null ? null : <Sessions key={wallet} wallet={wallet} />
}

function Sessions({ wallet }: { wallet: string }) {
  const { api } = useSite()
  const [busy, setBusy] = useState(false)
  const { data, isPending, isLoadingError, error, refetch } = useQuery({
    queryKey: ['sessions', wallet],
    queryFn: async () => {
      const { listSessions } = await import('@opal/contract/session')
      return api(throwing(listSessions), {})
    },
  })
  const end = async () => {
    setBusy(true)
    try {
      const { signOutEverywhere } = await import('@opal/contract/session')
      await api(signOutEverywhere, {})
      await signOutAction.get()?.()
      await showToast('Signed out everywhere')
    } catch (cause) {
      await showToast(`You’re still signed in. ${failureSentence(cause)}`, 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.box} aria-labelledby="sessions-title">
      <h2 id="sessions-title">Active sessions</h2>
      {isLoadingError && <LoadError title="Couldn’t load your sessions" error={error} onRetry={refetch} />}
      <ul>
        {data?.data.map(({ openedAt, expiresAt, isCurrent }) => (
          <li key={`${openedAt} ${expiresAt}`}>
            Signed in {formatMinute(openedAt)} · expires {formatDate(expiresAt)}
            {isCurrent && ' (this browser)'}
          </li>
        ))}
        {isPending && (
          <li aria-hidden="true">
            <Skeleton width="240px" />
          </li>
        )}
      </ul>
      <Button busy={busy} onClick={() => void end()}>
        Sign out everywhere
      </Button>
    </section>
  )
}
