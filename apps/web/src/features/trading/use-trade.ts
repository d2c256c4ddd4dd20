import { ApiError } from '@opal/contract/api-error'
import type { TradeAnswer, WirePayload } from '@opal/contract/shapes/trade'
import { showToast } from '@opal/ui/show-toast'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { useSite } from '../../lib/site.tsx'
import { WalletRejectedError, walletActions, walletSession } from '../../lib/wallet-session.ts'
import { whileAsking } from './asking-page.ts'
import { addTrade, dropTrade, type Trade, updateTrade } from './pending-trades.ts'
import { isSameQuote } from './same-quote.ts'
import { draftKey, fetchQuote, quoteObstacle, type TradeDraft } from './trade-draft.ts'
import { INITIAL_TRADE_STATE, nextTradeState, type TradeState } from './trade-state.ts'
import { REQUEST_REJECTED } from './trade-words.ts'

/** What the tray says of a trade. */
export type TradeNoteOf = Pick<Trade, 'kind' | 'doing' | 'success' | 'failure' | 'image' | 'tokenDataIds'>

export interface UseTradeOptions {
  /** Null while the form has nothing to ask about. */
  readonly draft: TradeDraft | null
  readonly walletAddress: string
  describe(answer: TradeAnswer): TradeNoteOf
  /** Told when the wallet has sent it. */
  onSubmitted(tradeId: string): void
}

export interface UseTrade {
  readonly state: TradeState
  /** Asks the API anew. */
  requote(): void
  /** Checks once more that nothing changed, then asks the wallet. */
  confirm(): Promise<void>
}

/** Typing asks for a new quote when it has rested this long, in milliseconds. */
const REST_MS = 350

/** A trade from quote to submission. */
export function useTrade({ draft, walletAddress, describe, onSubmitted }: UseTradeOptions): UseTrade {
  const { api } = useSite()
  const [state, dispatch] = useReducer(nextTradeState, INITIAL_TRADE_STATE)
  const asked = useRef(0)
  const latest = useRef(draft)
  latest.current = draft
  const key = draftKey(draft)

  const requote = useCallback(async () => {
    const wanted = latest.current
    if (wanted === null) return
    const turn = ++asked.current
    dispatch({ type: 'quote-asked' })
    try {
      const answer = await fetchQuote(api, walletAddress, wanted)
      if (turn === asked.current) dispatch({ type: 'quoted', answer, obstacle: quoteObstacle(answer) })
    } catch (error) {
      if (turn === asked.current) dispatch({ type: 'quote-failed', sentence: errorSentence(error) })
    }
  }, [api, walletAddress])

  const isFirst = useRef(true)
  useEffect(() => {
    if (key === '') return
    const timer = setTimeout(() => void requote(), isFirst.current ? 0 : REST_MS)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      // Whatever is still on its way was about another draft.
      asked.current += 1
      dispatch({ type: 'quote-asked' })
    }
  }, [requote, key])

  const confirm = async () => {
    if (state.step !== 'ready' || draft === null) return
    const turn = asked.current
    dispatch({ type: 'confirmed' })
    try {
      const now = await fetchQuote(api, walletAddress, draft)
      if (turn !== asked.current) return
      const obstacle = quoteObstacle(now)
      if (obstacle !== null || !isSameQuote(state.answer, now))
        return dispatch({ type: 'changed', answer: now, obstacle })
      dispatch({ type: 'unchanged', answer: now })
      await askWallet(now)
    } catch (error) {
      dispatch({ type: 'quote-failed', sentence: errorSentence(error) })
    }
  }

  const askWallet = async (answer: TradeAnswer) => {
    const { payload } = answer
    const actions = walletActions.get()
    if (payload === null || actions === null) {
      return dispatch({ type: 'wallet-failed', sentence: 'The wallet is not connected any more. Nothing was moved.' })
    }
    const id = newTradeId()
    const sequenceNumber = await actions.sequenceNumber()
    // What was quoted for one account must not be signed by another.
    if (walletSession.get().address !== walletAddress) {
      return dispatch({ type: 'wallet-failed', sentence: 'Your wallet has changed its account. Nothing was moved.' })
    }
    await whileAsking(id, async () => {
      addTrade({ ...newTrade(id, walletAddress, payload, sequenceNumber), ...describe(answer) })
      try {
        const hash = await actions.signAndSubmit(payload)
        updateTrade(id, { hash, state: 'submitted', submittedAtMs: Date.now() })
        onSubmitted(id)
        dispatch({ type: 'submitted', tradeId: id })
      } catch (error) {
        refused(id, error, describe(answer).failure)
      }
    })
  }

  const refused = (id: string, error: unknown, failure: string) => {
    const declined = error instanceof WalletRejectedError
    const sentence = declined ? '' : walletSentence(error)
    if (declined) dropTrade(id)
    else updateTrade(id, { state: 'lost', sentence })
    dispatch(declined ? { type: 'rejected' } : { type: 'wallet-failed', sentence })
    // Rejecting in the wallet is not an error.
    void (declined ? showToast(REQUEST_REJECTED, 'info') : showToast(failure, 'error'))
  }

  return { state, requote: () => void requote(), confirm }
}

/** Unique in this browser. `randomUUID` is missing where the site is not served securely. */
function newTradeId(): string {
  return `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
}

function newTrade(id: string, walletAddress: string, payload: WirePayload, sequenceNumber: bigint | null) {
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

function errorSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong while preparing the transaction. Nothing was moved.'
  return error.code === 'unreachable' ? 'The server could not be reached. Nothing was moved.' : error.message
}

function walletSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  // Some wallets fail after they have sent: that nothing was moved would be a guess.
  return `The wallet did not say that it sent the transaction${text === '' ? '' : `: ${text}`}. Look at its activity before trying again.`
}
