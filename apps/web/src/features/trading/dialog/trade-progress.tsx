import { Button } from '@opal/ui/controls/button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { transactionUrl } from '../../../app/paths.ts'
import { useSite } from '../../../app/site.tsx'
import { SLOW_AFTER_MS, useLasting } from '../../../shared/hooks/use-lasting.ts'
import { isSettled } from '../confirmation/pending-trades.ts'
import { useSubmittedTrade } from '../confirmation/use-submitted-trade.ts'
import { type MoneyFlow, SPLIT_HEIGHTS } from '../money/money-split-list.tsx'
import type { TradeNote, TradeState } from '../quote/trade-state.ts'
import { FailureDetails } from './failure-details.tsx'
import { tradeStateLabel } from './trade-labels.ts'
import styles from './trade-progress.module.css'

const DECLINED = 'You declined in your wallet. Nothing was sent and nothing was moved.'
const DECLINED_REST = 'You declined in your wallet. Confirmed transactions stand; nothing else was sent.'

export interface TradeProgressProps {
  state: TradeState
  flow: MoneyFlow
  /** Hashes of the confirmed transactions before this one, where it takes several. */
  earlierHashes: readonly (string | null)[]
  /** Id of the note that says why there is no quote. */
  unavailableId: string
  onRetry(): void
  /** The itemised money, where there is some. */
  children: ReactNode
}

/** The progress of a trade: the quote while the user decides, then the state of wallet and chain. */
export function TradeProgress({ state, flow, earlierHashes, unavailableId, onRetry, children }: TradeProgressProps) {
  switch (state.step) {
    case 'quoting':
      return <Quoting flow={flow} />
    case 'unavailable':
      return (
        <Note
          id={unavailableId}
          tone="negative"
          action={
            state.isOfChoice !== true && (
              <Button size="sm" onClick={onRetry}>
                Refresh quote
              </Button>
            )
          }
        >
          {state.sentence}
        </Note>
      )
    case 'failed':
      return <Note tone="negative">{state.sentence}</Note>
    case 'submitted':
      return <Submitted tradeId={state.tradeId} earlierHashes={earlierHashes} />
    case 'ready':
    case 'checking':
    case 'asking-wallet':
      return (
        <>
          {/* It is there before its note: only a change within an element is read out. */}
          <div className={styles.notes} role="status">
            {state.step === 'ready' && state.note !== null && (
              <TradeNoteLine note={state.note} isBegun={earlierHashes.length > 0} />
            )}
          </div>
          {state.answer.warning !== undefined && <Note tone="warning">{state.answer.warning.sentence}</Note>}
          {children}
        </>
      )
  }
}

/** Says that a quote takes longer than usual, without moving anything. */
function Quoting({ flow }: { flow: MoneyFlow }) {
  const isSlow = useLasting(SLOW_AFTER_MS)
  return (
    <div className={styles.quoting} role="status" aria-label="Getting your quote">
      <Skeleton height={`${SPLIT_HEIGHTS[flow]}px`} />
      {isSlow && <p>Getting your quote takes longer than usual. Nothing was moved.</p>}
    </div>
  )
}

function TradeNoteLine({ note, isBegun }: { note: TradeNote; isBegun: boolean }) {
  if (note.kind === 'rejected')
    return (
      <Note quiet tone="neutral">
        {isBegun ? DECLINED_REST : DECLINED}
      </Note>
    )
  return (
    <Note quiet tone="warning">
      {note.what ?? 'Something changed.'} Review the details before you confirm.
    </Note>
  )
}

function Submitted({ tradeId, earlierHashes }: { tradeId: string } & Pick<TradeProgressProps, 'earlierHashes'>) {
  const trade = useSubmittedTrade(tradeId)
  if (trade === null) return null
  const { state, hash } = trade
  const tone = state === 'confirmed' ? 'positive' : isSettled(trade) ? 'negative' : 'neutral'
  return (
    <Note
      tone={tone}
      waiting={state === 'submitted' || state === 'indexing'}
      action={
        earlierHashes.length > 0 ? (
          <span className={styles.hashes}>
            Transactions
            {[...earlierHashes, hash].map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: transactions are numbered, and their order stays.
              <TransactionLink key={at} hash={one} label={`Transaction ${at + 1}`}>
                {at + 1}
              </TransactionLink>
            ))}
          </span>
        ) : (
          hash !== null && (
            <TransactionLink hash={hash}>
              {hash.slice(0, 10)}…{hash.slice(-6)}
            </TransactionLink>
          )
        )
      }
    >
      {tradeStateLabel(trade)}
      <FailureDetails vmStatus={trade.vmStatus} />
    </Note>
  )
}

interface TransactionLinkProps {
  hash: string | null
  /** Its name, where its text is too short to be one. */
  label?: string
  children: ReactNode
}

/** A link to a transaction in the explorer; its text alone while the hash is unknown. */
function TransactionLink({ hash, label, children }: TransactionLinkProps) {
  const { config } = useSite()
  if (hash === null) return <span>{children}</span>
  return (
    <a
      className={styles.hash}
      href={transactionUrl(config, hash)}
      target="_blank"
      rel="noreferrer"
      title={hash}
      aria-label={label}
    >
      {children}
    </a>
  )
}

interface NoteProps {
  id?: string
  tone: 'neutral' | 'positive' | 'negative' | 'warning'
  waiting?: boolean
  /** Leaves the announcement to the live region around it. */
  quiet?: boolean
  action?: ReactNode
  children: ReactNode
}

function Note({ id, tone, waiting = false, quiet = false, action, children }: NoteProps) {
  const Icon = waiting
    ? Clock
    : { neutral: Info, positive: CircleCheck, negative: CircleAlert, warning: CircleAlert }[tone]
  return (
    <div
      id={id}
      className={styles.note}
      data-tone={tone}
      role={quiet ? undefined : tone === 'negative' ? 'alert' : 'status'}
    >
      <Icon aria-hidden="true" />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  )
}
