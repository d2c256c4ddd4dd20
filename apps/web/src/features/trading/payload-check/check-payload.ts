import type { TradeAnswer, WirePayload } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors'
import type { PayloadArgument, TradePayload } from '@opal/domain/payload'
import { composeScript, type ModuleSource } from '@opal/marketplaces/aggregator/compose-script'
import type { PriceGuard } from '@opal/marketplaces/aggregator/plan-batch'
import { prepareBatch } from '@opal/marketplaces/aggregator/prepare-batch'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { tradedItems } from './answered-items.ts'
import { expectedTrade } from './expected-trade.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import type { CheckedPlace, ExpectedTrade } from './shown-trade.ts'

/**
 * Builds what the person chose by this build's own contracts and code, and holds the API's payload against it: the same
 * function of the same package with the same arguments, the limit that is shown, the coin and the receiver; the same guard
 * script; for a composed script the same bytes, composed here of the modules that `moduleOf` gives. What the answer says of
 * the chain's hold on the price has to be so.
 * @returns the payload as it was built here, frozen: the answer holds nothing of it.
 * @throws PayloadRefusedError unless they are the same; whatever `moduleOf` throws.
 */
export async function checkPayload(
  draft: ChosenDraft,
  answer: TradeAnswer,
  signer: Address,
  place: CheckedPlace,
  moduleOf: ModuleSource,
): Promise<TradePayload> {
  const { payload } = answer
  if (payload === null) throw new PayloadRefusedError('nothing that can be signed')
  const expected = await build(
    () => expectedTrade(draft, answer, signer, place),
    tradedItems(answer).length,
    place,
    moduleOf,
  )
  const composed = freeze(expected.payload)
  if (spell(composed) !== spell(payload))
    throw new PayloadRefusedError('a different transaction from the one you chose')
  if (expected.priceGuard !== answer.priceGuard)
    throw new PayloadRefusedError('a transaction whose price limit the chain does not enforce as stated')
  return composed
}

/** A transaction, and what holds its price on chain. */
interface Built {
  readonly payload: TradePayload
  readonly priceGuard: PriceGuard | null
}

async function build(
  expect: () => ExpectedTrade,
  items: number,
  place: CheckedPlace,
  moduleOf: ModuleSource,
): Promise<Built> {
  try {
    const trade = expect()
    if (trade.kind === 'calls') {
      const [first, ...others] = trade.calls
      const payload = first !== undefined && others.length === 0 ? first : await composeScript(trade.calls, moduleOf)
      return { payload, priceGuard: null }
    }
    const [step, ...others] = await prepareBatch(trade.intent, place, moduleOf)
    if (step === undefined || others.length > 0 || step.items.length !== items)
      throw new PayloadRefusedError('more than one transaction can do')
    return step
  } catch (error) {
    if (error instanceof NotOfferedError) throw new PayloadRefusedError('something that this site cannot check')
    throw error
  }
}

/** Returns a frozen copy: names and proofs in it are the answer's, whose lists could still change. */
function freeze(payload: TradePayload): TradePayload {
  if ('bytes' in payload) return Object.freeze({ type: payload.type, bytes: payload.bytes })
  return Object.freeze({
    function: payload.function,
    typeArguments: Object.freeze([...payload.typeArguments]),
    functionArguments: Object.freeze(payload.functionArguments.map(freezeArgument)),
  })
}

function freezeArgument(argument: PayloadArgument): PayloadArgument {
  return isList(argument) ? Object.freeze(argument.map(freezeArgument)) : argument
}

function isList(argument: PayloadArgument): argument is readonly PayloadArgument[] {
  return Array.isArray(argument)
}

/** Equal for payloads that are the same transaction. */
function spell(payload: TradePayload | WirePayload): string {
  if ('bytes' in payload) return payload.bytes
  return JSON.stringify([payload.function, payload.typeArguments, payload.functionArguments])
}
