import { Button } from '@opal/ui/controls/button'
import { showToast } from '@opal/ui/feedback/show-toast'
import { type RefObject, useId, useState } from 'react'
import { walletActions, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import type { TradeState } from '../quote/trade-state.ts'
import type { TradeSteps } from '../quote/use-trade-steps.ts'
import styles from './trade-frame.module.css'
import type { TradeFrameProps } from './trade-frame.tsx'
import { useEarlyPress } from './use-early-press.ts'
import { useTradeAnnouncement } from './use-trade-announcement.ts'

interface ConfirmButtonProps extends TradeFrameProps {
  /** Id of the note that says why there is no quote. */
  unavailableId: string
  button: RefObject<HTMLButtonElement | null>
}

/** The one button of a trading dialog, with the reason next to it while it cannot be pressed. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { labels, trade, blank = null, refusal = null, isLooking = false, guard, steps, unavailableId } = props
  const { step } = trade.state
  const { wrongNetwork } = useStore(walletSession)
  const actions = useStore(walletActions)
  const reasonId = useId()
  const early = useEarlyPress(step)
  const announcement = useTradeAnnouncement(step, props.sum, early.note !== null)
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
  /** Takes a press, to say that it is too early. */
  const isEarly = isDisabled && step === 'quoting' && disabledReason(props) === null
  const reason = (isDisabled ? disabledReason(props) : null) ?? early.note
  return (
    <>
      {/* Both are there before their text: only a change within an element is read out. */}
      <p className={styles.said} role="status">
        {isRunning && step === 'ready' ? '' : announcement}
      </p>
      <p id={reasonId} className={styles.reason} role="status">
        {reason}
      </p>
      <Button
        ref={props.button}
        variant="primary"
        size="lg"
        wide
        busy={isBusy}
        // A disabled button loses the focus: while focused it is only marked as disabled, when the quote changes.
        disabled={isDisabled && !isEarly && !isFocused}
        aria-disabled={isDisabled || undefined}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
        // A held key would confirm again, for a quote that has changed since.
        onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
        aria-describedby={reason !== null ? reasonId : step === 'unavailable' ? unavailableId : undefined}
        onClick={() => {
          if (isEarly) return early.press()
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
  if (guard?.isHeld === true) return guard.reason
  return isLooking && trade.state.step === 'ready' ? 'Checking market prices.' : null
}

function stepLabel({ at, of, isCertain }: Pick<TradeSteps, 'at' | 'of' | 'isCertain'>): string {
  return isCertain ? `Transaction ${at} of ${of}` : `Transaction ${at}`
}

function busyLabel(step: TradeState['step']): string | null {
  return step === 'asking-wallet' ? 'Waiting for your wallet' : step === 'checking' ? 'Checking' : null
}
