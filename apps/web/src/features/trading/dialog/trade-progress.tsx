import { Button } from '@opal/ui/controls/button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { transactionUrl } from '../../../app/paths.ts'
import { useSite } from '../../../app/site.tsx'
import { isSettled } from '../confirmation/pending-trades.ts'
import { useSubmittedTrade } from '../confirmation/use-submitted-trade.ts'
import type { TradeNote, TradeState } from '../quote/trade-state.ts'
import { tradeStateLabel } from './trade-labels.ts'
import styles from './trade-progress.module.css'

const DECLINED = 'You declined in your wallet. Nothing was sent and nothing was moved.'
const DECLINED_REST = 'You declined in your wallet. Confirmed transactions stand; nothing else was sent.'

export interface TradeProgressProps {
  state: TradeState
  /** Transactions before this one are confirmed. */
  isBegun: boolean
  /** Id of the note that says why there is no quote. */
  troubleId: string
  onRetry(): void
  /** The itemised money, where there is some. */
  children: ReactNode
}

/** The progress of a trade: the quote while the user decides, then the state of wallet and chain. */
export function TradeProgress({ state, isBegun, troubleId, onRetry, children }: TradeProgressProps) {
  switch (state.step) {
    case 'quoting':
      return (
        <div role="status" aria-label="Getting your quote">
          <Skeleton height="220px" />
        </div>
      )
    case 'unavailable':
      return (
        <Note
          id={troubleId}
          tone="negative"
          action={
            <Button size="sm" onClick={onRetry}>
              Refresh quote
            </Button>
          }
        >
          {state.sentence}
        </Note>
      )
    case 'failed':
      return <Note tone="negative">{state.sentence}</Note>
    case 'submitted':
      return <Submitted tradeId={state.tradeId} />
    case 'ready':
      return (
        <>
          {state.note !== null && <TradeNoteLine note={state.note} isBegun={isBegun} />}
          {children}
        </>
      )
    case 'checking':
    case 'asking-wallet':
      return children
  }
}

function TradeNoteLine({ note, isBegun }: { note: TradeNote; isBegun: boolean }) {
  if (note.kind === 'rejected') return <Note tone="neutral">{isBegun ? DECLINED_REST : DECLINED}</Note>
  return <Note tone="warning">{note.what ?? 'Something changed.'} Review the details before you confirm.</Note>
}

function Submitted({ tradeId }: { tradeId: string }) {
  const { config } = useSite()
  const trade = useSubmittedTrade(tradeId)
  if (trade === null) return null
  const { state, hash } = trade
  const tone = state === 'confirmed' ? 'positive' : isSettled(trade) ? 'negative' : 'neutral'
  return (
    <Note
      tone={tone}
      waiting={state === 'submitted' || state === 'indexing'}
      action={
        hash !== null && (
          <a className={styles.hash} href={transactionUrl(config, hash)} target="_blank" rel="noreferrer" title={hash}>
            {hash.slice(0, 10)}…{hash.slice(-6)}
          </a>
        )
      }
    >
      {tradeStateLabel(trade)}
    </Note>
  )
}

interface NoteProps {
  id?: string
  tone: 'neutral' | 'positive' | 'negative' | 'warning'
  waiting?: boolean
  action?: ReactNode
  children: ReactNode
}

function Note({ id, tone, waiting = false, action, children }: NoteProps) {
  const Icon = waiting
    ? Clock
    : { neutral: Info, positive: CircleCheck, negative: CircleAlert, warning: CircleAlert }[tone]
  return (
    <div id={id} className={styles.note} data-tone={tone} role={tone === 'negative' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <p className={styles.words}>{children}</p>
      {action}
    </div>
  )
}
