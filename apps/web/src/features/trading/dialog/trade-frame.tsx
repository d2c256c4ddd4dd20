import { Button } from '@opal/ui/controls/button'
import { showToast } from '@opal/ui/feedback/show-toast'
import { Dialog } from '@opal/ui/overlays/dialog'
import { type ReactNode, useEffect } from 'react'
import { walletActions, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { Price } from '../../../shared/components/price.tsx'
import { useStore } from '../../../shared/hooks/store.ts'
import { useSubmittedTrade } from '../confirmation/use-submitted-trade.ts'
import { isEditable, type TradeState } from '../quote/trade-state.ts'
import type { UseTrade } from '../quote/use-trade.ts'
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
  /** The form is not complete enough for a quote. */
  isBlank?: boolean
  /** Pressing the button says this in a toast and does nothing else. */
  refusal?: string | null
  /** An unusual price has not been confirmed. */
  isHeld?: boolean
  /** The itemised money. */
  split: ReactNode
  /** Octas that leave the wallet, shown beside the button: a long form has the itemised money below the fold. */
  total?: string | undefined
  /** Closes on confirmation also for several items: another place shows their outcomes. */
  isShownElsewhere?: boolean
  onClose(): void
}

/**
 * The layout of every trading dialog: items, itemised amounts, one button, then progress. Can be closed while the trade is pending,
 * and closes when it is confirmed; for several items it stays open and shows their outcomes.
 * @source docs/product/trading.md#dialogs-close
 */
export function TradeFrame(props: TradeFrameProps) {
  const { labels, width, trade, what, form, isBlank = false, split, onClose } = props
  const { state } = trade
  useClosing(state, props.isShownElsewhere ?? false, onClose)
  const isOpen = isEditable(state)
  const isOver = state.step === 'submitted' || state.step === 'failed'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={labels.title}
      width={width}
      footer={
        isOver ? (
          <Button wide autoFocus onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            {isOpen && !isBlank && props.total !== undefined && (
              <p className={styles.total}>
                <span>Total with gas</span>
                <Price octas={props.total} exact />
              </p>
            )}
            <ConfirmButton {...props} />
          </>
        )
      }
    >
      <div className={styles.body}>
        {what}
        {isOpen && form}
        {isOpen && isBlank ? null : (
          <TradeProgress state={state} onRetry={trade.requote}>
            {split}
          </TradeProgress>
        )}
      </div>
    </Dialog>
  )
}

/** Closes the dialog on confirmation, unless it shows the outcomes of several items. */
function useClosing(state: TradeState, isShownElsewhere: boolean, onClose: () => void): void {
  const sent = state.step === 'submitted' ? state : null
  const isConfirmed = useSubmittedTrade(sent?.tradeId ?? null)?.state === 'confirmed'
  const isOver = sent !== null && isConfirmed && (isShownElsewhere || sent.answer.items.length < 2)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing is another function at every render.
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver])
}

function ConfirmButton({ labels, trade, isBlank = false, refusal = null, isHeld = false }: TradeFrameProps) {
  const { step } = trade.state
  const { wrongNetwork } = useStore(walletSession)
  const actions = useStore(walletActions)
  if (wrongNetwork) {
    return (
      <Button variant="danger" size="lg" wide onClick={() => void actions?.switchNetwork()}>
        Switch network
      </Button>
    )
  }
  const isReady = step === 'ready' && !isBlank && !isHeld
  const isBusy = step === 'checking' || step === 'asking-wallet'
  return (
    <Button
      variant="primary"
      size="lg"
      wide
      busy={isBusy}
      disabled={refusal === null && !isReady && !isBusy}
      onClick={() => (refusal === null ? void trade.confirm() : void showToast(refusal, 'error'))}
    >
      {step === 'asking-wallet' ? 'Waiting for your wallet' : step === 'checking' ? 'Checking' : labels.button}
    </Button>
  )
}
