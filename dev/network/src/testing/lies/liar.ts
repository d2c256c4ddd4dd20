import type { TradeAnswer, TradeItem, WirePayload } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors'
import type { BatchIntent } from '@opal/domain/intent'
import type { TradePayload } from '@opal/domain/payload'
import type { ModuleSource } from '@opal/marketplaces/aggregator/compose-script'
import { prepareBatch } from '@opal/marketplaces/aggregator/prepare-batch'
import { expectedTrade } from '@opal/web/features/trading/payload-check/expected-trade'
import { PayloadRefusedError } from '@opal/web/features/trading/payload-check/payload-refused-error'
import type { CheckedPlace } from '@opal/web/features/trading/payload-check/shown-trade'
import { type CrossedDraft, draftFrom, tradedOf } from '../crossed-drafts.ts'

/** A lying server that knows the page's code: it builds a payload that matches the items which it changed. */
export interface Liar {
  readonly draft: CrossedDraft
  readonly honest: TradeAnswer
  readonly signer: Address
  readonly stranger: Address
  /** Has a placing fee that no order costs, so that the page itself has to refuse. */
  readonly place: CheckedPlace
  readonly moduleOf: ModuleSource
  /** Honest answers to the same draft about other tokens, and to other drafts. */
  readonly twin: TradeAnswer
  readonly others: readonly TradeAnswer[]
}

/** Changed answers; null for what cannot be built. */
export type ChangedAnswers = readonly (TradeAnswer | null)[]

/** Returns the answer with changed items, and what the page itself would build of them. */
export async function changed(
  liar: Liar,
  change: (item: TradeItem, at: number) => TradeItem,
): Promise<TradeAnswer | null> {
  const { draft, honest } = liar
  let nth = -1
  const items = honest.items.map((item) => {
    if (item.reason !== null) return item
    nth += 1
    return change(item, nth)
  })
  const answer = { ...honest, items }
  const intent = intentOf({ ...liar, draft: draftFrom(draft, tradedOf(answer)), honest: answer })
  return intent === null ? null : built(liar, intent, answer)
}

/** Returns what the page derives of an answer; null where it refuses that. */
export function intentOf({ draft, honest, signer, place }: Liar): BatchIntent | null {
  try {
    const trade = expectedTrade(draft, honest, signer, place)
    return trade.kind === 'batch' ? trade.intent : null
  } catch (error) {
    if (error instanceof PayloadRefusedError) return null
    throw error
  }
}

/** Returns an answer with the payload of a batch, as the API would build it. */
export async function built(
  { place, moduleOf }: Pick<Liar, 'place' | 'moduleOf'>,
  intent: BatchIntent,
  answer: TradeAnswer,
): Promise<TradeAnswer | null> {
  const steps = await orNull(() => prepareBatch(intent, place, moduleOf))
  const [step] = steps ?? []
  return step === undefined ? null : { ...withPayload(answer, step.payload), priceGuard: step.priceGuard }
}

/** Returns the result of a function; null where the marketplace does not offer the call, or cannot build it. */
export async function orNull<Made>(make: () => Promise<Made>): Promise<Made | null> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof NotOfferedError || error instanceof TypeError) return null
    throw error
  }
}

export function withPayload(answer: TradeAnswer, payload: TradePayload): TradeAnswer {
  return { ...answer, payload: JSON.parse(JSON.stringify(payload)) as WirePayload }
}

/** Returns the honest answer with another's payload. */
export function payloadOf(honest: TradeAnswer, { payload, priceGuard }: TradeAnswer): TradeAnswer {
  return { ...honest, payload, priceGuard: honest.priceGuard ?? priceGuard }
}
