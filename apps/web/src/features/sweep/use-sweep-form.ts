import type { TokenFilterInput } from '@opal/contract/tokens/token-filter'
import { useState } from 'react'
import type { SweepCriteria } from '../../entities/order/trade-request.ts'
import { parseApt } from '../../shared/format/apt.ts'
import { chooseSweep, type SweepChoice } from './sweep-choice.ts'
import { type Sweep, useSweep } from './use-sweep.ts'

/** A typed amount and its parsed value. */
export interface TypedAmount {
  readonly text: string
  /** Octas; null when empty, undefined when invalid. */
  readonly octas: bigint | null | undefined
  setText(text: string): void
}

/** The form of a sweep, and its result at current listings. */
export interface SweepForm extends Sweep {
  readonly budget: TypedAmount
  /** Most for one token. */
  readonly ceiling: TypedAmount
  readonly excludedTokens: readonly string[]
  readonly excludedMarketplaces: readonly string[]
  setExcludedMarketplaces(ids: readonly string[]): void
  exclude(tokenDataId: string): void
  includeAll(): void
  /** Value of the count field: the number that the budget allows when only a budget is given. */
  readonly shownCount: number
  setCount(count: number): void
  readonly choice: SweepChoice
  /** The request of the buy button. */
  readonly criteria: SweepCriteria
  /** Filters of the list narrow it. */
  readonly isFiltered: boolean
  /** A highest price, left out items or left out marketplaces narrow it. */
  readonly isLimited: boolean
  /** The budget does not pay for the cheapest item. */
  readonly isUnderBudget: boolean
  /** Nothing is for sale, whatever the filter and limits. */
  readonly isEmpty: boolean
}

/** Holds the state of the sweep bar. @param filter filter of the list. */
export function useSweepForm(collectionId: string, filter: TokenFilterInput): SweepForm {
  const [count, setCount] = useState(0)
  const [budget, ceiling] = [useAmount(), useAmount()]
  const [excludedTokens, setExcludedTokens] = useState<readonly string[]>([])
  const [excludedMarketplaces, setExcludedMarketplaces] = useState<readonly string[]>([])
  const excluded = { excludedTokens, excludedMarketplaces }
  const sweep = useSweep({ collectionId, filter, maxPrice: ceiling.octas ?? null, ...excluded })
  const isByBudget = isAmount(budget.octas) && count === 0
  const wanted = isByBudget ? Number.MAX_SAFE_INTEGER : count
  // With a limit that cannot be parsed nothing is chosen.
  const isUnclear = budget.octas === undefined || ceiling.octas === undefined
  const choice = chooseSweep(sweep.answer?.curve ?? [], {
    count: wanted,
    budget: isUnclear ? 0n : (budget.octas ?? null),
  })
  const isFiltered = Object.keys(filter).length > 0
  const isLimited = excludedTokens.length > 0 || excludedMarketplaces.length > 0 || ceiling.octas !== null
  return {
    ...sweep,
    ...excluded,
    budget,
    ceiling,
    setExcludedMarketplaces,
    setCount,
    choice,
    exclude: (id) => setExcludedTokens((before) => [...before, id]),
    includeAll: () => setExcludedTokens([]),
    shownCount: isByBudget ? choice.count : Math.min(count, choice.most),
    isFiltered,
    isLimited,
    isUnderBudget: isAmount(budget.octas) && !isUnclear && choice.most > 0 && choice.count === 0,
    criteria: {
      filter,
      count: choice.count,
      ...(isAmount(budget.octas) && { budget: String(budget.octas) }),
      ...(isAmount(ceiling.octas) && { maxPrice: String(ceiling.octas) }),
      ...excluded,
    },
    isEmpty: sweep.answer !== undefined && sweep.answer.curve.length === 0 && !isFiltered && !isLimited,
  }
}

function useAmount(): TypedAmount {
  const [text, setText] = useState('')
  return { text, octas: amountOf(text), setText }
}

function isAmount(octas: TypedAmount['octas']): octas is bigint {
  return octas !== null && octas !== undefined
}

function amountOf(text: string): TypedAmount['octas'] {
  if (text.trim() === '') return null
  const octas = parseApt(text)
  return octas === null || octas <= 0n ? undefined : octas
}
