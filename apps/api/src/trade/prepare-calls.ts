import { MarketError } from '@opal/domain/errors'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { composeScript } from '@opal/marketplaces/aggregator/compose-script'
import type { ApiContext } from '../context.ts'
import { explainRefusal, NOTHING_BUILT, type Prepare } from './prepare-trade.ts'
import { REASONS } from './reasons.ts'
import type { PlannedItem } from './trade-plan.ts'

/**
 * Prepares a call of the framework for each item that has no reason against it: one as it is, several as a script. Where
 * no script can be composed, the first, and the others say so.
 */
export function preparingCalls(
  { node }: Pick<ApiContext, 'node'>,
  callOf: (item: PlannedItem) => EntryFunctionPayload,
): Prepare {
  return async (items) => {
    const [first, ...others] = items.filter(({ reason }) => reason === null)
    if (first === undefined) return { items, built: NOTHING_BUILT }
    const alone = { ...NOTHING_BUILT, payload: callOf(first) }
    if (others.length === 0) return { items, built: alone }
    try {
      const payload = await composeScript([first, ...others].map(callOf), (moduleId) => node.module(moduleId))
      return { items, built: { ...NOTHING_BUILT, payload } }
    } catch (error) {
      if (!(error instanceof MarketError)) throw error
      if (error.retryable) return { items, built: { ...NOTHING_BUILT, refusal: explainRefusal(error) } }
      const left = items.map((item) => (others.includes(item) ? { ...item, reason: REASONS.oneAtATime } : item))
      return { items: left, built: alone }
    }
  }
}
