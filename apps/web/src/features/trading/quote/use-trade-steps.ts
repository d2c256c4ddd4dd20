import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { useEffect, useRef, useState } from 'react'
import { editionKey, type TokenEdition } from '../../../entities/token/edition.ts'
import { isSettled } from '../confirmation/pending-trades.ts'
import { type SubmittedTrade, useSubmittedTrade } from '../confirmation/use-submitted-trade.ts'
import { type TradeLabels, tradeLabels } from '../dialog/trade-labels.ts'
import { answeredItem, answerIn } from '../items/item-rows.ts'
import { isLeftForLater } from './left-for-later.ts'
import type { TradeDraft } from './trade-draft.ts'
import { subjectOf, type TradeDialogProps, type TradeSubject, useRequestTrade } from './use-request-trade.ts'
import type { UseTrade } from './use-trade.ts'

/** The parts of answers to tokens' earlier transactions, by the tokens' edition keys. */
export type AnsweredItems = ReadonlyMap<string, TradeItem>

/** Spreads the tokens of a request over transactions. */
export interface StepPlan<Token> {
  /** The number of transactions is known before the first; else later ones may turn out to fit into one. */
  readonly isCertain: boolean
  /** Returns the tokens of each transaction, as far as that is known before a quote. */
  groups(tokens: readonly Token[]): readonly (readonly Token[])[]
  /** Returns the draft of one transaction. @param shown what the user confirmed of them in an earlier transaction's quote. */
  draft(tokens: readonly Token[], shown: AnsweredItems): TradeDraft
  /**
   * Returns whether the user has already confirmed what a later transaction does to a token: no less is received, by the same way.
   * @param shown the token's part of the quote that was confirmed.
   */
  isConfirmed(item: TradeItem, shown: TradeItem | undefined, answer: TradeAnswer): boolean
}

/** The transactions of one request. */
export interface TradeSteps {
  /** Title and button say how many items are left, the message of success is about all of them. */
  readonly trade: UseTrade & { readonly labels: TradeLabels }
  /** The current or next transaction, and how many there are at most. Both are 1 where one transaction does it all. */
  readonly at: number
  readonly of: number
  /** There will be exactly that many. */
  readonly isCertain: boolean
  /** Hashes of the confirmed transactions before this one; null where the wallet did not return it. */
  readonly earlierHashes: readonly (string | null)[]
  /** The user has confirmed, and further transactions follow by themselves. */
  readonly isRunning: boolean
  /** Whether what this transaction does was confirmed with an earlier one. */
  readonly isConfirmed: boolean
  /** Returns a token's part of the newest answer about it. Those of later transactions have no reason against them. */
  itemOf(token: TokenEdition): TradeItem | undefined
  /** Returns whether a confirmed transaction traded a token. */
  isDone(token: TokenEdition): boolean
  /** The parts of the answer about the items that it leaves to later transactions. */
  readonly later: readonly TradeItem[]
  /** Octas that the confirmed transactions before this one brought, as they were quoted; null where the chain did not hold one to that. */
  readonly receivedOctas: bigint | null
}

/** Results of the transactions that are over. */
interface StepsOver extends Pick<TradeSteps, 'earlierHashes' | 'receivedOctas'> {
  /** Of the tokens that they traded or refused. */
  readonly ended: AnsweredItems
  /** Of the tokens that they left to those that follow. */
  readonly shown: AnsweredItems
}

const NOTHING_OVER: StepsOver = { ended: new Map(), shown: new Map(), earlierHashes: [], receivedOctas: 0n }

/**
 * Conducts a request that may take several transactions: the wallet is asked for each after the one before is confirmed. Confirmed
 * once by the user, see {@link useFollowingSteps} for the others.
 */
export function useTradeSteps<Token extends TokenEdition & TradeSubject>(
  props: TradeDialogProps,
  tokens: readonly Token[],
  plan: StepPlan<Token>,
): TradeSteps & { setRunning(isRunning: boolean): void } {
  const [isFollowed, setRunning] = useState(false)
  const [over, setOver] = useState(NOTHING_OVER)
  const { ended, shown, earlierHashes, receivedOctas } = over
  const count = earlierHashes.length
  const left = tokens.filter((token) => !ended.has(editionKey(token)))
  const [now = [], ...groups] = plan.groups(left)
  const asked = useRequestTrade(props, now.length === 0 ? null : plan.draft(now, shown), {
    ...subjectOf(left),
    inSteps: true,
  })
  const answer = answerIn(asked.state)
  const isLeft = (item: TradeItem | undefined) => isLeftForLater(item, answer)
  const answers = [...ended.values(), ...(answer?.items ?? [])]
  const refused = answers.filter((item) => item.reason !== null && !isLeft(item)).length
  const { success } = tradeLabels(props.request, tokens.length - refused)
  const trade = { ...asked, labels: { ...asked.labels, success } }
  const { state } = trade
  const leftNow = now.filter((token) => isLeft(answeredItem(answer, token)))
  const later = leftNow.length + groups.flat().length
  const sent = useSubmittedTrade(state.step === 'submitted' ? state.tradeId : null)
  const end = stepEnd(sent)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each transaction that ends.
  useEffect(() => {
    if (end === null) return
    if (end === 'failed' || later === 0) return setRunning(false)
    setOver(withStep(over, now, answer, sent?.hash ?? null))
    setRunning(true)
    trade.next()
  }, [end])
  const isRunning = isFollowed || (state.step === 'submitted' && end !== 'failed' && later > 0)
  const isToGoOn = isRunning || (state.step === 'asking-wallet' && later > 0)
  const { onRunning } = props
  useEffect(() => {
    onRunning(isToGoOn)
    return () => onRunning(false)
  }, [onRunning, isToGoOn])
  return {
    trade,
    at: count + 1,
    of: count + 1 + leftNow.length + groups.length,
    isCertain: plan.isCertain,
    earlierHashes,
    isRunning,
    isConfirmed:
      count > 0 &&
      now.every((token) => {
        const item = answeredItem(answer, token)
        const isTraded = answer !== null && item?.reason === null
        return !isTraded || plan.isConfirmed(item, shown.get(editionKey(token)), answer)
      }),
    itemOf(token) {
      const key = editionKey(token)
      const item = ended.get(key) ?? answeredItem(answer, token) ?? shown.get(key)
      return item !== undefined && (isLeft(item) || shown.get(key) === item) ? { ...item, reason: null } : item
    },
    isDone(token) {
      const item = ended.get(editionKey(token)) ?? (end === 'confirmed' ? answeredItem(answer, token) : undefined)
      return item?.reason === null
    },
    later: leftNow.flatMap((token) => answeredItem(answer, token) ?? []),
    receivedOctas,
    setRunning,
  }
}

/** Adds a confirmed transaction of some tokens to those that are over. */
function withStep(
  over: StepsOver,
  tokens: readonly TokenEdition[],
  answer: TradeAnswer | null,
  hash: string | null,
): StepsOver {
  const answered = tokens.flatMap((token) => {
    const item = answeredItem(answer, token)
    return item === undefined ? [] : [[editionKey(token), item] as const]
  })
  const isLeft = ([, item]: (typeof answered)[number]) => isLeftForLater(item, answer)
  return {
    ended: new Map([...over.ended, ...answered.filter((entry) => !isLeft(entry))]),
    shown: new Map([...over.shown, ...answered.filter(isLeft)]),
    earlierHashes: [...over.earlierHashes, hash],
    receivedOctas: receivedWith(over.receivedOctas, answer),
  }
}

/**
 * Returns octas that confirmed transactions have brought, with one more by its quote; null where one may have brought less: the chain did not hold
 * it to its quote.
 */
export function receivedWith(before: bigint | null, answer: TradeAnswer | null): bigint | null {
  return before === null || answer?.priceGuard === 'none' ? null : before + BigInt(answer?.split.receivedOctas ?? 0)
}

/** Returns how a sent transaction ended; null while it is pending. */
function stepEnd(sent: SubmittedTrade | null): 'confirmed' | 'failed' | null {
  if (sent === null || !isSettled(sent)) return null
  return sent.state === 'confirmed' ? 'confirmed' : 'failed'
}

/**
 * Confirms the transactions after the first as soon as they are quoted. Leaves one to the user that cannot be quoted, was declined,
 * brings less than was confirmed, or needs a confirmation of its own.
 */
export function useFollowingSteps(
  { trade, isRunning, isConfirmed, setRunning }: ReturnType<typeof useTradeSteps>,
  { isLooking, isHeld }: { readonly isLooking: boolean; readonly isHeld: boolean },
): void {
  const { state } = trade
  const confirmed = useRef<TradeAnswer | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: confirming is another function at every render.
  useEffect(() => {
    if (!isRunning || state.step === 'quoting') return
    if (state.step === 'failed' || state.step === 'unavailable') return setRunning(false)
    if (state.step !== 'ready') return
    if (state.note !== null || !isConfirmed || (isHeld && !isLooking)) return setRunning(false)
    if (isLooking || confirmed.current === state.answer) return
    confirmed.current = state.answer
    void trade.confirm()
  }, [isRunning, isConfirmed, state, isLooking, isHeld])
}
