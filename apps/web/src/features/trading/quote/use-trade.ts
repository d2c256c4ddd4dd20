import type { ApiClient } from '@opal/contract/client'
import { ApiError } from '@opal/contract/http/api-error'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { type Dispatch, useCallback, useContext, useEffect, useReducer, useRef, useState } from 'react'
import { useMarketplaceName, useSite } from '../../../app/site.tsx'
import { failureSentence, TOO_MANY_REQUESTS } from '../../../shared/format/failure-sentence.ts'
import { askWallet, type WalletRequest } from '../confirmation/ask-wallet.ts'
import { PayloadCheckContext, type SignableTrade } from '../payload-check/payload-check-context.ts'
import { changeBeforeSigning, quoteChange } from './quote-change.ts'
import { isNoDearerPurchase, isSameQuote } from './same-quote.ts'
import { chosenBy, draftKey, fetchQuote, quoteObstacle, type TradeDraft } from './trade-draft.ts'
import { INITIAL_TRADE_STATE, nextTradeState, type TradeEvent, type TradeState } from './trade-state.ts'
import { useAskedAgain } from './use-asked-again.ts'
import { useLiveQuote } from './use-live-quote.ts'

export interface UseTradeOptions extends Omit<WalletRequest, 'dispatch' | 'isWanted' | keyof SignableTrade> {
  /** Null while the form has nothing to ask about. */
  readonly draft: TradeDraft | null
  /** Collections with live messages that may change the quote. */
  readonly collectionIds: readonly string[]
  /** Says how a quote of the first draft is worse than what was shown before the dialog; null where it is not. */
  readonly worse: (answer: TradeAnswer) => string | null
}

export interface UseTrade {
  readonly state: TradeState
  /** Requests another quote. */
  requote(): void
  /** Compares the quote once more, checks that the payload is what was chosen, then asks the wallet. */
  confirm(): Promise<void>
  /** Leaves the submitted transaction to the tray, and quotes the draft that follows it. */
  next(): void
}

/** A quote is requested when typing has paused this long, in milliseconds. */
const TYPING_PAUSE_MS = 350

/** A press this soon after a change was meant for the previous quote, in milliseconds. */
const GRACE_MS = 600

/** Follows a trade from quote to submission. The quote follows the market while the user decides. */
export function useTrade({ draft, collectionIds, worse, ...asking }: UseTradeOptions): UseTrade {
  const { api, config } = useSite()
  const nameOf = useMarketplaceName()
  const check = useContext(PayloadCheckContext)
  const { walletAddress } = asking
  const { state, latest, dispatch } = useTradeState()
  const changedAtMs = useRef(Number.NEGATIVE_INFINITY)
  const { requote, asked } = useQuotes(draft, walletAddress, dispatch, (answer) => {
    const what = worse(answer)
    if (what !== null) changedAtMs.current = performance.now()
    return what
  })
  useLiveQuote(collectionIds, { draft, answer: shownIn(state), walletAddress }, async () => {
    if (draft === null || !isDeciding(latest.current)) return
    const turn = ++asked.current
    // A failed refresh keeps the quote, which is checked again before signing.
    const now = await fetchQuote(api, walletAddress, draft, REFRESH).catch(() => null)
    if (now === null || turn !== asked.current) return
    const shown = shownIn(latest.current)
    const obstacle = quoteObstacle(now)
    const back = obstacle === null ? POSSIBLE_AGAIN : null
    const what = shown === null ? back : quoteChange(chosenBy(draft).call, shown, now, nameOf)
    if (what !== null) changedAtMs.current = performance.now()
    dispatch({ type: 'refreshed', answer: now, obstacle, what })
  })
  useAskedAgain(state.step === 'unavailable' && state.isUnanswered === true, () => void requote())
  const confirm = async () => {
    if (state.step !== 'ready' || draft === null) return
    if (performance.now() - changedAtMs.current < GRACE_MS) return
    const turn = ++asked.current
    dispatch({ type: 'confirmed' })
    try {
      const now = await fetchQuote(api, walletAddress, draft)
      if (turn !== asked.current) return
      const obstacle = quoteObstacle(now)
      if (obstacle !== null || !isAsShown(draft, state.answer, now)) {
        changedAtMs.current = performance.now()
        const what = changeBeforeSigning(chosenBy(draft).call, state.answer, now, nameOf)
        return dispatch({ type: 'changed', answer: now, obstacle, what })
      }
      const checked = await check(config, chosenBy(draft), now, walletAddress)
      if (turn !== asked.current) return
      if (checked.refusal !== null) return dispatch({ type: 'quote-failed', sentence: checked.refusal })
      const { payload, maxGasAmount } = checked
      dispatch({ type: 'unchanged', answer: now })
      await askWallet(now, { ...asking, payload, maxGasAmount, isWanted: () => turn === asked.current, dispatch })
    } catch (error) {
      if (turn === asked.current) dispatch(failureOf(error))
    }
  }
  return { state, requote: () => void requote(), confirm, next: () => dispatch({ type: 'next' }) }
}

function isAsShown({ call }: TradeDraft, shown: TradeAnswer, now: TradeAnswer): boolean {
  return isSameQuote(shown, now) || ((call === 'buy' || call === 'sweep') && isNoDearerPurchase(shown, now))
}

/**
 * Returns the state of a trade. `latest` has it as soon as an event is dispatched, before it is rendered: a refresh in between must
 * not replace what a confirmation waits for.
 */
function useTradeState() {
  const [state, render] = useReducer(nextTradeState, INITIAL_TRADE_STATE)
  const latest = useRef(state)
  const dispatch = useCallback((event: TradeEvent) => {
    latest.current = nextTradeState(latest.current, event)
    render(event)
  }, [])
  return { state, latest, dispatch }
}

/** Marks background quotes, which have a rate limit of their own. */
const REFRESH = { refresh: 'true' } as const

/** Shown when a trade becomes possible again: its price may have changed. */
const POSSIBLE_AGAIN = 'This can be traded again.'

/** Returns whether the user looks at a quote, or at the reason why there is none. */
function isDeciding({ step }: TradeState): boolean {
  return step === 'ready' || step === 'unavailable'
}

function shownIn(state: TradeState): TradeAnswer | null {
  return state.step === 'ready' ? state.answer : null
}

/**
 * Quotes a draft, and again when it changes.
 * @param worse says how a quote of the first draft is worse than what was shown before.
 * @returns `asked` counts requests: only the answer to the newest one is used.
 */
function useQuotes(
  draft: TradeDraft | null,
  walletAddress: string,
  dispatch: Dispatch<TradeEvent>,
  worse: UseTradeOptions['worse'],
) {
  const { api } = useSite()
  const asked = useRef(0)
  const ending = useRef(new AbortController())
  const latest = useRef({ draft, worse })
  latest.current = { draft, worse }
  const key = draftKey(draft)
  const [firstKey] = useState(key)
  const requote = useCallback(async () => {
    const { draft: wanted } = latest.current
    if (wanted === null) return
    const turn = ++asked.current
    dispatch({ type: 'quote-asked' })
    try {
      const answer = await fetchQuote(endedBy(ending.current.signal, api), walletAddress, wanted)
      if (turn !== asked.current) return
      const obstacle = quoteObstacle(answer)
      const isAsFirst = obstacle === null && draftKey(wanted) === firstKey
      dispatch({ type: 'quoted', answer, obstacle, what: isAsFirst ? latest.current.worse(answer) : null })
    } catch (error) {
      if (turn === asked.current) dispatch(failureOf(error))
    }
  }, [api, walletAddress, firstKey, dispatch])
  const isFirst = useRef(true)
  useEffect(() => {
    if (key === '') return
    ending.current = new AbortController()
    const timer = setTimeout(() => void requote(), isFirst.current ? 0 : TYPING_PAUSE_MS)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      // Requests under way are for the former draft.
      ending.current.abort()
      asked.current += 1
      dispatch({ type: 'quote-asked' })
    }
  }, [requote, key, dispatch])
  return { requote, asked }
}

/** Returns a client whose calls end with a signal. */
function endedBy(signal: AbortSignal, api: ApiClient): ApiClient {
  return (endpoint, input, options) => api(endpoint, input, { signal, ...options })
}

function failureOf(error: unknown): TradeEvent {
  const isUnanswered = error instanceof ApiError && error.code === 'unreachable'
  return { type: 'quote-failed', sentence: errorSentence(error), isUnanswered }
}

function errorSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong while preparing the transaction. Nothing was moved.'
  const { status } = error
  // Refusals of the trade itself say what to do.
  const isOfTrade =
    error.code !== 'unexpected-answer' && status !== null && status < 500 && status !== TOO_MANY_REQUESTS
  return isOfTrade ? error.message : `${failureSentence(error)} Nothing was moved.`
}
