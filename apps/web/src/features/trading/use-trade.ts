import { ApiError } from '@opal/contract/api-error'
import { showToast } from '@opal/ui/show-toast'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { useSite } from '../../lib/site.tsx'
import type { TradeRequest } from '../../lib/trade-request.ts'
import { WalletRejectedError, walletActions } from '../../lib/wallet-session.ts'
import { addTrade } from './pending-trades.ts'
import { isSameQuote } from './same-quote.ts'
import { fetchQuote, type QuoteInput, quoteObstacle } from './trade-quote.ts'
import { INITIAL_TRADE_STATE, nextTradeState, type TradeState } from './trade-state.ts'
import { FAILURE_TOAST } from './trade-words.ts'

export interface UseTrade {
  readonly state: TradeState
  /** Asks the API anew. */
  requote(): void
  /** Checks once more that nothing changed, then asks the wallet. */
  confirm(): Promise<void>
}

/** Typing a price asks for a new quote when it has rested this long, in milliseconds. */
const PRICE_REST_MS = 350

/**
 * A trade from quote to submission.
 * @param listPrice octas to list at; null for other kinds, undefined while there is no valid price to ask about.
 */
export function useTrade(request: TradeRequest, walletAddress: string, listPrice: bigint | null | undefined): UseTrade {
  const { api } = useSite()
  const [state, dispatch] = useReducer(nextTradeState, INITIAL_TRADE_STATE)
  const asked = useRef(0)

  const input = useCallback(
    (): QuoteInput => ({ request, walletAddress, listPrice: listPrice ?? null }),
    [request, walletAddress, listPrice],
  )
  const requote = useCallback(async () => {
    const turn = ++asked.current
    dispatch({ type: 'quote-asked' })
    try {
      const answer = await fetchQuote(api, input())
      if (turn === asked.current) dispatch({ type: 'quoted', answer, obstacle: quoteObstacle(answer) })
    } catch (error) {
      if (turn === asked.current) dispatch({ type: 'quote-failed', sentence: errorSentence(error) })
    }
  }, [api, input])

  useEffect(() => {
    if (listPrice === undefined) return
    const timer = setTimeout(() => void requote(), request.kind === 'list' ? PRICE_REST_MS : 0)
    return () => {
      clearTimeout(timer)
      // Whatever is still on its way was about another price.
      asked.current += 1
      dispatch({ type: 'quote-asked' })
    }
  }, [requote, listPrice, request.kind])

  const confirm = async () => {
    if (state.step !== 'ready') return
    dispatch({ type: 'confirmed' })
    try {
      const now = await fetchQuote(api, input())
      const obstacle = quoteObstacle(now)
      if (obstacle !== null || !isSameQuote(state.answer, now))
        return dispatch({ type: 'changed', answer: now, obstacle })
    } catch (error) {
      return dispatch({ type: 'quote-failed', sentence: errorSentence(error) })
    }
    dispatch({ type: 'unchanged' })
    await askWallet()
  }

  const askWallet = async () => {
    const payload = state.step === 'ready' ? state.answer.payload : null
    const actions = walletActions.get()
    if (payload === null || actions === null || state.step !== 'ready') {
      return dispatch({ type: 'wallet-failed', sentence: 'The wallet is not connected any more. Nothing was moved.' })
    }
    try {
      const hash = await actions.signAndSubmit(payload)
      addTrade(tradeOf(request, hash, state.answer.split.priceOctas))
      dispatch({ type: 'submitted', hash })
    } catch (error) {
      const declined = error instanceof WalletRejectedError
      dispatch(declined ? { type: 'rejected' } : { type: 'wallet-failed', sentence: walletSentence(error) })
      await showToast(FAILURE_TOAST, declined ? 'info' : 'error')
    }
  }

  return { state, requote: () => void requote(), confirm }
}

function tradeOf({ kind, token }: TradeRequest, hash: string, price: string) {
  return {
    hash,
    kind,
    tokenDataId: token.tokenDataId,
    tokenName: token.name,
    tokenImage: token.image,
    priceOctas: kind === 'delist' ? null : price,
    submittedAtMs: Date.now(),
    state: 'submitted' as const,
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
