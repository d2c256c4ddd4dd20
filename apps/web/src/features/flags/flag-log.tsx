import type { Flag } from '@opal/contract/collections/flags'
import { Button } from '@opal/ui/controls/button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { WalletName } from '../../entities/wallet/wallet-name.tsx'
import { Age } from '../../shared/components/age.tsx'
import styles from './flag-log.module.css'
import { FlagStatus } from './flag-status.tsx'

export interface FlagLogProps {
  flags: readonly Flag[]
  state: 'waiting' | 'failed' | 'there'
  onRetry(): void
  /** The flags before them; null when there are no more. */
  older: OlderFlags | null
}

/** Flags that are not loaded yet. */
export interface OlderFlags {
  readonly isLoading: boolean
  /** Whether they could not be loaded when they were asked for last. */
  readonly isFailed: boolean
  load(): void
}

/** The public log of a collection's flags and decisions. */
export function FlagLog({ flags, state, onRetry, older }: FlagLogProps) {
  return (
    <section>
      <h3 className={styles.title}>Public log</h3>
      {state === 'waiting' && <Skeleton height="44px" />}
      {state === 'failed' && (
        <p role="alert" className={styles.quiet}>
          Couldn’t load the log.{' '}
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
      {state === 'there' && flags.length === 0 && <p className={styles.quiet}>No flags yet.</p>}
      <ul>
        {flags.map((flag) => (
          <li key={flag.id} className={styles.flag}>
            <p className={styles.line}>
              <FlagStatus status={flag.status} />
              <span className={styles.reason}>{flag.reason}</span>
              <span className={styles.who}>
                <WalletName
                  wallet={{ walletAddress: flag.walletAddress, aptosName: flag.aptosName, isWalletAddress: true }}
                />
                <Age micros={flag.askedAt} />
              </span>
            </p>
            {flag.decision !== null && <p className={styles.decision}>{flag.decision}</p>}
          </li>
        ))}
      </ul>
      {older?.isFailed && (
        <p role="alert" className={styles.quiet}>
          Couldn’t load older flags.
        </p>
      )}
      {older !== null && (
        <Button size="sm" wide busy={older.isLoading} onClick={older.load}>
          {older.isFailed ? 'Try again' : 'Older flags'}
        </Button>
      )}
    </section>
  )
}
