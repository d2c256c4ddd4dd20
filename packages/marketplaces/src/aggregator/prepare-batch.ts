import { NotOfferedError } from '@opal/domain/errors'
import type { BatchIntent } from '@opal/domain/intent'
import type { TradePayload } from '@opal/domain/payload'
import { type ComposeTurn, composeScript, type ModuleSource } from './compose-script.ts'
import { type BatchStep, planBatch } from './plan-batch.ts'
import type { TradingPlace } from './trading-place.ts'

/** One transaction for a wallet to sign. */
export interface PreparedStep extends Pick<BatchStep, 'items' | 'priceGuard' | 'limitOctas'> {
  readonly payload: TradePayload
}

/**
 * Prepares a batch as the transactions that have to be signed, in order: by {@link planBatch}, scripts composed. Where a script cannot
 * be composed, because a marketplace does not let scripts call it or there is too much for one, it is one by one.
 *
 * @throws NotOfferedError when an item cannot be traded at all; whatever `moduleOf` and `inTurn` throw.
 */
export async function prepareBatch(
  intent: BatchIntent,
  place: TradingPlace,
  moduleOf: ModuleSource,
  inTurn?: ComposeTurn,
): Promise<readonly PreparedStep[]> {
  const steps = planBatch(intent, place)
  try {
    return await Promise.all(steps.map((step) => prepareStep(step, moduleOf, inTurn)))
  } catch (error) {
    const isComposing = error instanceof NotOfferedError && steps.some(({ kind }) => kind === 'script')
    if (!isComposing) throw error
    const singles = planBatch(intent, { ...place, canCompose: false })
    return Promise.all(singles.map((step) => prepareStep(step, moduleOf, inTurn)))
  }
}

async function prepareStep(step: BatchStep, moduleOf: ModuleSource, inTurn?: ComposeTurn): Promise<PreparedStep> {
  const { items, priceGuard, limitOctas } = step
  const payload = step.kind === 'call' ? step.payload : await composeScript(step.calls, moduleOf, inTurn)
  return { items, payload, priceGuard, limitOctas }
}
