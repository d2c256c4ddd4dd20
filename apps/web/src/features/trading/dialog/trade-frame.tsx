import { Button } from '@opal/ui/controls/button'
import { showToast } from '@opal/ui/feedback/show-toast'
import { Dialog } from '@opal/ui/overlays/dialog'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { walletActions, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { TotalPrice } from '../../../shared/components/total-price.tsx'
import { useStore } from '../../../shared/hooks/store.ts'
import { useShownByDialog } from '../confirmation/dialog-trades.ts'
import { useSubmittedTrade } from '../confirmation/use-submitted-trade.ts'
import type { PriceGuard } from '../price-guard/price-guard.tsx'
import { isEditable, type TradeState } from '../quote/trade-state.ts'
import type { UseTrade } from '../quote/use-trade.ts'
import type { TradeSteps } from '../quote/use-trade-steps.ts'
import styles from './trade-frame.module.css'
import type { TradeLabels } from './trade-labels.ts'
import { TradeProgress } from './trade-progress.tsx'

export interface TradeFrameProps {
  labels: TradeLabels
  /** Px. @source docs/product/trading.md#buy-dialog, docs/product/bids.md#bid-dialog */
  width: number
  trade: UseTrade
  /** The traded items. */
  what: ReactNode
  /** The form; shown until the wallet has been asked. */
  form?: ReactNode
  /** Missing input for a quote; null when the form is complete. */
  blank?: string | null
  /** Pressing the button says this in a toast and does nothing else. */
  refusal?: string | null
  /** Prices are still being compared with the market. */
  isLooking?: boolean
  /** Asks to confirm unusual prices. */
  guard?: PriceGuard
  /** The itemised money. */
  split: ReactNode
  /** The amount above the button: a long form or table has the itemised money below the fold. */
  sum?: TradeSum
  /** The transactions, where it may take several. */
  steps?: Pick<TradeSteps, 'at' | 'of' | 'isCertain' | 'earlierHashes' | 'isRunning'>
  /** Title and link of a confirmed trade, where the dialog stays open. Without them the title is the message of success. */
  done?: TradeEnd | undefined
  /** Whether it shows outcomes after the confirmation. Default: those of several items. */
  staysOpen?: boolean
  onClose(): void
}

/** The end of a confirmed trade. */
export interface TradeEnd {
  readonly title: string
  /** The amount in place of the one that was confirmed; null for none. Default: the same. */
  readonly sum?: TradeSum | null
  /** Where to go next. */
  readonly next: { readonly label: string; readonly to: string }
}

/** The amount that decides about a trade. */
export interface TradeSum {
  readonly label: string
  /** Undefined while there is no quote. */
  readonly octas: string | undefined
}

/**
 * The layout of every trading dialog: items, itemised amounts, one button, then progress. Can be closed while the trade is pending,
 * and closes when it is confirmed; for several items it stays open and shows their outcomes in place of a toast. Everything that the
 * button depends on is in the footer, which does not scroll.
 * @source docs/product/trading.md#dialogs-close
 */
export function TradeFrame(props: TradeFrameProps) {
  const { labels, width, trade, what, form, blank = null, split, onClose } = props
  const { state } = trade
  const troubleId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const isRunning = props.steps?.isRunning === true
  const submitted = state.step === 'submitted' ? state : null
  const sent = useSubmittedTrade(submitted?.tradeId ?? null)
  const staysOpen = isRunning || (props.staysOpen ?? (submitted !== null && submitted.answer.items.length > 1))
  useShownByDialog(staysOpen ? (submitted?.tradeId ?? null) : null)
  useClosing(sent?.state === 'confirmed' && !staysOpen, onClose)
  const isOpen = isEditable(state) && !isRunning
  const isOver = (state.step === 'submitted' || state.step === 'failed') && !isRunning
  const isDone = isOver && sent?.state === 'confirmed'
  const done = isDone ? props.done : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={done?.title ?? (isDone ? labels.success : labels.title)}
      width={width}
      footer={
        isOver ? (
          <div className={styles.footer}>
            {done !== undefined && <Sum sum={done.sum === undefined ? props.sum : done.sum} />}
            <div className={styles.over}>
              {done !== undefined && (
                <Link className={styles.next} to={done.next.to} onClick={onClose}>
                  {done.next.label}
                </Link>
              )}
              <Button wide autoFocus onClick={onClose}>
                Close
              </Button>
            </div>
          </div>
        ) : (
          <div className={styles.footer}>
            {isOpen && props.guard?.field}
            {!isRunning && blank === null && state.step !== 'unavailable' && <Sum sum={props.sum} />}
            <ConfirmButton {...props} troubleId={troubleId} button={button} />
          </div>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the fields within it. */}
      <div className={styles.body} onKeyDown={(event) => pressByEnter(event, button.current)}>
        {what}
        {isOpen && form}
        {isOpen && blank !== null ? null : (
          <TradeProgress
            state={state}
            earlierHashes={props.steps?.earlierHashes ?? []}
            troubleId={troubleId}
            onRetry={trade.requote}
          >
            {split}
          </TradeProgress>
        )}
      </div>
    </Dialog>
  )
}

/**
 * Presses the button by Enter in a field for an amount, not in a table of them, where it would be pressed by mistake on the way to the next one. A button
 * that waits for something stays unpressed.
 * @source docs/product/trading.md#presses
 */
function pressByEnter({ key, repeat, target }: KeyboardEvent, button: HTMLButtonElement | null): void {
  if (key !== 'Enter' || repeat || !(target instanceof Element)) return
  if (!target.matches('input[inputmode="decimal"]') || target.closest('table') !== null) return
  if (button === null || button.disabled) return
  // The field goes with the form.
  button.focus()
  button.click()
}

function Sum({ sum }: { sum: TradeSum | null | undefined }) {
  if (sum == null) return null
  return (
    <p className={styles.sum}>
      <span>{sum.label}</span>
      <TotalPrice octas={sum.octas} />
    </p>
  )
}

/** Closes the dialog once its trade is over and there is nothing more to show. */
function useClosing(isOver: boolean, onClose: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing is another function at every render.
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver])
}

interface ConfirmButtonProps extends TradeFrameProps {
  /** Id of the note that says why there is no quote. */
  troubleId: string
  button: RefObject<HTMLButtonElement | null>
}

function ConfirmButton(props: ConfirmButtonProps) {
  const { labels, trade, blank = null, refusal = null, isLooking = false, guard, steps, troubleId } = props
  const { step } = trade.state
  const { wrongNetwork } = useStore(walletSession)
  const actions = useStore(walletActions)
  const reasonId = useId()
  const [isFocused, setIsFocused] = useState(false)
  if (wrongNetwork) {
    return (
      <Button variant="danger" size="lg" wide onClick={() => void actions?.switchNetwork()}>
        Switch network
      </Button>
    )
  }
  const isRunning = steps?.isRunning === true
  const isReady = step === 'ready' && blank === null && !isLooking && guard?.isHeld !== true
  const isBusy = isRunning || step === 'checking' || step === 'asking-wallet'
  const isDisabled = refusal === null && !isReady && !isBusy
  const reason = isDisabled ? disabledReason(props) : null
  return (
    <>
      {reason !== null && (
        <p id={reasonId} className={styles.reason}>
          {reason}
        </p>
      )}
      <Button
        ref={props.button}
        variant="primary"
        size="lg"
        wide
        busy={isBusy}
        // While it has the focus it keeps it: a disabled button would lose it when the quote changes under it.
        disabled={isDisabled && !isFocused}
        aria-disabled={isDisabled || undefined}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
        aria-describedby={reason !== null ? reasonId : step === 'unavailable' ? troubleId : undefined}
        onClick={() => {
          if (isDisabled) return
          if (refusal === null) void trade.confirm()
          else void showToast(refusal, 'error')
        }}
      >
        {[
          busyLabel(step) ?? (isRunning ? null : labels.button),
          isBusy && steps !== undefined && steps.of > 1 && stepLabel(steps),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Button>
    </>
  )
}

/** Returns why the button is disabled; null where the dialog says it elsewhere: while it loads a quote, or has none. */
function disabledReason({ trade, blank = null, isLooking = false, guard }: TradeFrameProps): string | null {
  if (blank !== null) return blank
  if (guard?.isHeld === true) return 'Confirm the unusual price above to continue.'
  return isLooking && trade.state.step === 'ready' ? 'Comparing with the market’s prices.' : null
}

function stepLabel({ at, of, isCertain }: Pick<TradeSteps, 'at' | 'of' | 'isCertain'>): string {
  return isCertain ? `Transaction ${at} of ${of}` : `Transaction ${at}`
}

function busyLabel(step: TradeState['step']): string | null {
  return step === 'asking-wallet' ? 'Waiting for your wallet' : step === 'checking' ? 'Checking' : null
}
