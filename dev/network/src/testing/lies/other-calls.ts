import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import type { BatchIntent } from '@opal/domain/intent'
import type { EntryFunctionPayload, TradePayload } from '@opal/domain/payload'
import { NO_TERMS } from '@opal/domain/prices/listing-terms'
import { transferPayload } from '@opal/domain/tokens/transfer-payloads'
import { composeScript, type ScriptedCall } from '@opal/marketplaces/aggregator/compose-script'
import { planBatch } from '@opal/marketplaces/aggregator/plan-batch'
import { tokenOf } from '@opal/web/features/trading/payload-check/answered-items'
import { tradedOf } from '../crossed-drafts.ts'
import { built, type ChangedAnswers, intentOf, type Liar, orNull, payloadOf, withPayload } from './liar.ts'

/** Sends away what is traded, or some of the signer's money; or lists for one buyer. */
export async function otherReceivers(liar: Liar): Promise<ChangedAnswers> {
  const { honest, stranger, moduleOf } = liar
  const [first] = tradedOf(honest)
  const token = first === undefined ? null : tokenOf(first, first.tokenDataId)
  const money = aptCall(stranger)
  const given = token === null ? money : transferPayload(token, stranger)
  const answers = [withPayload(honest, money), withPayload(honest, given)]
  if (honest.payload !== null && 'function' in honest.payload) {
    const own = honest.payload as EntryFunctionPayload
    for (const smuggled of [money, given]) {
      const script = await orNull(() => composeScript([own, smuggled], moduleOf))
      if (script !== null) answers.push(withPayload(honest, script))
    }
  }
  answers.push(...(await otherAccounts(liar)))
  const intent = intentOf(liar)
  const terms = { ...NO_TERMS, reservedFor: stranger }
  const isPriced = intent?.kind === 'list-many' || intent?.kind === 'update-price-many'
  return [...answers, isPriced ? await built(liar, { ...intent, terms }, honest) : null]
}

/** A sale that a script holds to its least: puts the signer's money back elsewhere, checks another's, or does not check at all. */
async function otherAccounts(liar: Liar): Promise<readonly TradeAnswer[]> {
  const { honest, place, stranger, moduleOf } = liar
  const intent = intentOf(liar)
  const [step] = intent === null ? [] : ((await orNull(async () => planBatch(intent, place))) ?? [])
  if (step?.kind !== 'script' || step.priceGuard !== 'script') return []
  const nameOf = ({ function: id }: ScriptedCall) => id.slice(id.lastIndexOf('::') + 2)
  const [transfer, deposit] = ['transfer', 'deposit'].map((name) =>
    step.calls.findIndex((call) => nameOf(call) === name),
  )
  const sentTo = (at = -1) =>
    step.calls.map((call, nth) =>
      nth === at ? { ...call, functionArguments: call.functionArguments.with(0, stranger) } : call,
    )
  const scripts = [sentTo(0), sentTo(deposit), sentTo(transfer), step.calls.filter((_, nth) => nth !== transfer)]
  const composed = await Promise.all(scripts.map((calls) => orNull(() => composeScript(calls, moduleOf))))
  return composed.flatMap((script) => (script === null ? [] : withPayload(honest, script)))
}

/** Trades for another coin, or names one where none belongs. */
export async function otherCoins({ honest }: Liar): Promise<ChangedAnswers> {
  const { payload } = honest
  if (payload === null) return []
  const coin = '0xbad::moon_coin::MoonCoin'
  if ('bytes' in payload) {
    const hex = (text: string) => Buffer.from(text).toString('hex')
    const bytes = payload.bytes.replaceAll(hex('aptos_coin'), hex('worth_coin')) as typeof payload.bytes
    return bytes === payload.bytes ? [] : [withPayload(honest, { type: 'script', bytes })]
  }
  const { typeArguments } = payload
  const swapped = typeArguments.map((_, at) => typeArguments.with(at, coin))
  return [...swapped, [...typeArguments, coin]].map((all) =>
    withPayload(honest, { ...payload, typeArguments: all } as TradePayload),
  )
}

/** Trades the first item once more. */
export async function repeatedItems(liar: Liar): Promise<ChangedAnswers> {
  const { draft, honest } = liar
  const intent = intentOf(liar)
  const [first] = tradedOf(honest)
  const twice = intent === null ? null : doubled(intent)
  if (twice === null || first === undefined) return []
  const items = [...honest.items, first]
  const { split } = honest
  const more = BigInt(first.priceOctas ?? 0)
  const isBought = draft.call === 'buy' || draft.call === 'sweep'
  const dearer = {
    ...split,
    priceOctas: String(BigInt(split.priceOctas) + more),
    ...(isBought && { totalOctas: String(BigInt(split.totalOctas) + more) }),
  }
  const answer = await built(liar, twice, { ...honest, items })
  return answer === null ? [] : [answer, { ...answer, items: honest.items }, { ...answer, split: dearer }]
}

function doubled(intent: BatchIntent): BatchIntent | null {
  const again = <Item>(items: readonly Item[]) => [...items, ...items.slice(0, 1)]
  switch (intent.kind) {
    case 'purchase-many':
      return {
        ...intent,
        listings: again(intent.listings),
        maxOctas: (intent.maxOctas ?? 0n) + (intent.listings[0]?.priceOctas ?? 0n),
      }
    case 'delist-many':
      return { ...intent, listings: again(intent.listings) }
    case 'instant-sell': {
      const least = intent.leastOctas
      return {
        ...intent,
        sales: again(intent.sales),
        leastOctas: least && { each: again(least.each), total: least.total },
      }
    }
    case 'list-many':
    case 'update-price-many':
    case 'delist-and-list-many':
      return { ...intent, items: again<never>(intent.items as never) } as BatchIntent
    default:
      return null
  }
}

/** Answers another draft, or has its payload signed for this one. */
export async function otherActions({ honest, others }: Liar): Promise<ChangedAnswers> {
  return others.flatMap((other) => [other, payloadOf(honest, other), { ...other, items: honest.items }])
}

function aptCall(to: Address): EntryFunctionPayload {
  return { function: '0x1::aptos_account::transfer', typeArguments: [], functionArguments: [to, '1'] }
}
