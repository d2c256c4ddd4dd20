import type { TradeAnswer, WirePayload } from '@opal/contract/shapes/trade'
import type { Address } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors/market-errors'
import type { TradePayload } from '@opal/domain/payload'
import { composeScript, type ModuleSource } from '@opal/marketplaces/aggregator/compose-script'
import { prepareBatch } from '@opal/marketplaces/aggregator/prepare-batch'
import type { TradingPlace } from '@opal/marketplaces/aggregator/trading-place'
import type { ChosenDraft } from '../trade-draft.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { tradedItems, type WantedTrade, wantedTrade } from './wanted-trade.ts'

/**
 * Builds what the person chose by this build's own contracts and code, and holds the API's payload against it: the same
 * function of the same package with the same arguments, the limit that is shown, the coin and the receiver; the same guard
 * script; for a composed script the same bytes, composed here of the modules that `moduleOf` gives.
 * @returns the payload as it was built here.
 * @throws PayloadRefusedError unless they are the same; whatever `moduleOf` throws.
 */
export async function checkPayload(
  draft: ChosenDraft,
  answer: TradeAnswer,
  signer: Address,
  place: TradingPlace,
  moduleOf: ModuleSource,
): Promise<TradePayload> {
  const { payload } = answer
  if (payload === null) throw new PayloadRefusedError('nothing that can be signed')
  const expected = await build(
    () => wantedTrade(draft, answer, signer, place),
    tradedItems(answer).length,
    place,
    moduleOf,
  )
  if (spell(expected) !== spell(payload)) throw new PayloadRefusedError('another transaction than the one you chose')
  return expected
}

async function build(
  want: () => WantedTrade,
  items: number,
  place: TradingPlace,
  moduleOf: ModuleSource,
): Promise<TradePayload> {
  try {
    const wanted = want()
    if (wanted.kind === 'calls') {
      const [first, ...others] = wanted.calls
      if (first !== undefined && others.length === 0) return first
      return await composeScript(wanted.calls, moduleOf)
    }
    const [step, ...others] = await prepareBatch(wanted.intent, place, moduleOf)
    if (step === undefined || others.length > 0 || step.items.length !== items)
      throw new PayloadRefusedError('more than one transaction can do')
    return step.payload
  } catch (error) {
    if (error instanceof NotOfferedError) throw new PayloadRefusedError('something that this site cannot check')
    throw error
  }
}

/** Equal for payloads that are the same transaction. */
function spell(payload: TradePayload | WirePayload): string {
  if ('bytes' in payload) return payload.bytes
  return JSON.stringify([payload.function, payload.typeArguments, payload.functionArguments])
}
