import { Button } from '@opal/ui/controls/button'
import { Dialog } from '@opal/ui/overlays/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { TotalPrice } from '../../../shared/components/total-price.tsx'
import { useShownByDialog } from '../confirmation/dialog-trades.ts'
import { useSubmittedTrade } from '../confirmation/use-submitted-trade.ts'
import type { MoneyFlow } from '../money/money-split-list.tsx'
import { isEditable, type TradeState } from '../quote/trade-state.ts'
import type { UseTrade } from '../quote/use-trade.ts'
import type { TradeSteps } from '../quote/use-trade-steps.ts'
import { ConfirmButton } from './confirm-button.tsx'
import styles from './trade-frame.module.css'
import type { TradeGuard } from './trade-guard.ts'
import type { TradeLabels } from './trade-labels.ts'
import { TradeProgress } from './trade-progress.tsx'

export interface TradeFrameProps {
  labels: TradeLabels
  /** Px. @source docs/product/trading.md#buy-dialog, docs/product/bids.md#bid-dialog */
  width: number
  /** What it moves: the amounts have their room before they are known. */
  flow: MoneyFlow
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
  /** Asks to confirm what is unusual. */
  guard?: TradeGuard | undefined
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
  const guard = useOpenGuard(state.step, props.guard)
  const unavailableId = useId()
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
  const queries = useQueryClient()
  const retry = () => {
    trade.requote()
    // The prices that the quote is compared with have usually failed too.
    void queries.refetchQueries({ type: 'active', predicate: ({ state: { status } }) => status === 'error' })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={done?.title ?? (isDone ? labels.success : labels.title)}
      width={width}
      grows={form !== undefined}
      onEnter={() => pressFrom('dialog', button.current, guard)}
      footer={
        isOver ? (
          <EndFooter done={done} sum={props.sum} onClose={onClose} />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the fields within it.
          <div className={styles.footer} onKeyDown={(event) => leaveByEnter(event, button.current, guard)}>
            {isOpen && guard?.field}
            {!isRunning && blank === null && state.step !== 'unavailable' && <Sum sum={props.sum} />}
            <ConfirmButton {...props} guard={guard} unavailableId={unavailableId} button={button} />
          </div>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the fields within it. */}
      <div className={styles.body} onKeyDown={(event) => pressByEnter(event, button.current, guard)}>
        {what}
        {isOpen && form}
        {isOpen && blank !== null ? null : (
          <TradeProgress
            state={state}
            flow={props.flow}
            earlierHashes={props.steps?.earlierHashes ?? []}
            unavailableId={unavailableId}
            onRetry={retry}
          >
            {split}
          </TradeProgress>
        )}
      </div>
    </Dialog>
  )
}

interface EndFooterProps extends Pick<TradeFrameProps, 'onClose'> {
  done: TradeEnd | undefined
  /** The amount that was confirmed, which `done` may replace. */
  sum: TradeSum | undefined
}

/** The footer of a trade that is over: what it came to and where to go next, where that is known, and the button that closes it. */
function EndFooter({ done, sum, onClose }: EndFooterProps) {
  return (
    <div className={styles.footer}>
      {done !== undefined && <Sum sum={done.sum === undefined ? sum : done.sum} />}
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
  )
}

/**
 * Returns the guard; undefined where there is nothing to go on with, such as a price above the balance, until another quote says
 * that there is.
 */
function useOpenGuard(step: TradeState['step'], guard: TradeGuard | undefined): TradeGuard | undefined {
  const [isClosed, setClosed] = useState(false)
  if (step === 'unavailable' && !isClosed) setClosed(true)
  if (step !== 'unavailable' && step !== 'quoting' && isClosed) setClosed(false)
  return isClosed && guard?.isHeld === true ? undefined : guard
}

/**
 * Presses the button by Enter in a field for an amount, not in a table of them, where it would be pressed by mistake on the way to the next one.
 * @source docs/product/trading.md#presses
 */
function pressByEnter(event: KeyboardEvent, button: HTMLButtonElement | null, guard: TradeGuard | undefined): void {
  if (!isEnter(event)) return
  const { target } = event
  if (!target.matches('input[inputmode="decimal"]') || target.closest('table') !== null) return
  event.preventDefault()
  pressFrom('field', button, guard)
}

/** Goes from the confirmation of what is unusual to the button by Enter, once it is given. */
function leaveByEnter(event: KeyboardEvent, button: HTMLButtonElement | null, guard: TradeGuard | undefined): void {
  if (!isEnter(event) || !event.target.matches('input') || guard?.isHeld !== false) return
  // Otherwise the browser would press the button that gets the focus.
  event.preventDefault()
  button?.focus()
}

function isEnter(event: KeyboardEvent): event is KeyboardEvent & { readonly target: Element } {
  const { isComposing } = event.nativeEvent
  return event.key === 'Enter' && !event.repeat && !isComposing && event.target instanceof Element
}

/**
 * Does what Enter asks for: goes to what is still to be confirmed, else presses the button. From the dialog itself, which has the focus as it
 * opens, it only goes to the button: the press that opened it may be a double one.
 */
function pressFrom(place: 'dialog' | 'field', button: HTMLButtonElement | null, guard: TradeGuard | undefined): void {
  if (guard?.isHeld === true) {
    guard.focus()
    return
  }
  if (button === null || button.disabled) return
  const isEarly = button.matches('[aria-disabled="true"]')
  // A field disappears with the form after the press; before there is a quote, the user goes on typing in it.
  if (place === 'dialog' || !isEarly) button.focus()
  if (place === 'field' || isEarly) button.click()
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
