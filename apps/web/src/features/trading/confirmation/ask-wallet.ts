import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { TradePayload } from '@opal/domain/payload'
import { showToast } from '@opal/ui/feedback/show-toast'
import type { Dispatch } from 'react'
import {
  WalletNetworkError,
  WalletRejectedError,
  WalletSwitchedError,
  WalletTooLateError,
  walletActions,
  walletSession,
} from '../../../entities/wallet/wallet-session.ts'
import { declinedMessage } from '../dialog/trade-labels.ts'
import type { SignableTrade } from '../payload-check/payload-check-context.ts'
import type { TradeEvent } from '../quote/trade-state.ts'
import { addTrade, dropTrade, type Trade, updateTrade } from './pending-trades.ts'
import { holdWhileAwaiting } from './wallet-request-lock.ts'

/** The texts of a trade in the tray. */
export type TradeNoteOf = Pick<Trade, 'kind' | 'doing' | 'success' | 'failure' | 'image' | 'tokenDataIds' | 'bids'>

/** A request to the wallet, and its callbacks. */
export interface WalletRequest extends SignableTrade {
  readonly walletAddress: string
  /** False once the dialog was closed, or is about something else: then the wallet is not asked any more. */
  isWanted(): boolean
  describe(answer: TradeAnswer): TradeNoteOf
  /** Called when the wallet has sent the transaction. */
  onSubmitted(tradeId: string): void
  readonly dispatch: Dispatch<TradeEvent>
}

/** A form that follows the market may change by itself, such as a listing that another page edits, or what goes into a bid pool. */
const NOT_WANTED = 'What you confirmed changed before your wallet was asked. Nothing was sent.'

/** Asks the wallet to sign and send what was checked of a quote, and adds the trade to the tray. */
export async function askWallet(answer: TradeAnswer, asking: WalletRequest): Promise<void> {
  const { walletAddress, payload, maxGasAmount, isWanted, describe, onSubmitted, dispatch } = asking
  const actions = walletActions.get()
  if (actions === null) {
    return dispatch({ type: 'wallet-failed', sentence: 'Your wallet disconnected. Nothing was sent.' })
  }
  const id = newTradeId()
  const sequenceNumber = await actions.sequenceNumber()
  if (!isWanted()) return dispatch({ type: 'wallet-failed', sentence: NOT_WANTED })
  // A quote for one account must not be signed by another.
  if (walletSession.get().address !== walletAddress) {
    return dispatch({ type: 'wallet-failed', sentence: new WalletSwitchedError().message })
  }
  await holdWhileAwaiting(id, async () => {
    addTrade({ ...newTrade(id, walletAddress, payload, sequenceNumber), ...describe(answer) })
    try {
      const hash = await actions.signAndSubmit(payload, maxGasAmount, walletAddress)
      updateTrade(id, { hash, state: 'submitted', submittedAtMs: Date.now() })
      onSubmitted(id)
      dispatch({ type: 'submitted', tradeId: id })
    } catch (error) {
      dispatch(refused(id, error, describe(answer).failure))
    }
  })
}

/** Notes that the wallet did not send it, and says so. */
function refused(id: string, error: unknown, failure: string): TradeEvent {
  // Declining is no error: there is nothing to look after, and the dialog says that nothing was sent.
  if (error instanceof WalletRejectedError) {
    dropTrade(id)
    void showToast(declinedMessage(failure), 'info')
    return { type: 'rejected' }
  }
  const sentence = isUnsent(error) ? error.message : walletSentence(error)
  updateTrade(id, { state: 'lost', sentence })
  void showToast(failure, 'error')
  return { type: 'wallet-failed', sentence }
}

/** Returns whether the wallet was not asked, or sent nothing. */
function isUnsent(error: unknown): error is Error {
  return [WalletTooLateError, WalletSwitchedError, WalletNetworkError].some((kind) => error instanceof kind)
}

/** Unique in this browser. `randomUUID` is missing where the site is not served securely. */
function newTradeId(): string {
  return `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
}

function newTrade(id: string, walletAddress: string, payload: TradePayload, sequenceNumber: bigint | null) {
  return {
    id,
    hash: null,
    walletAddress,
    call: 'bytes' in payload ? 'script' : payload.function,
    sequenceNumber: sequenceNumber === null ? null : String(sequenceNumber),
    submittedAtMs: Date.now(),
    state: 'asking' as const,
    version: null,
    sentence: null,
  }
}

function walletSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  // Some wallets fail after they have sent: that nothing was moved would be a guess.
  return `The wallet didn’t confirm that it sent the transaction${text === '' ? '' : `: ${text}`}. Check its activity before you try again.`
}
