import { parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors'
import type { BatchIntent } from '@opal/domain/intent'
import type { PublishedModule, ScriptPayload } from '@opal/domain/payload'
import type { ComposeTurn } from '@opal/marketplaces/aggregator/compose-script'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { describe, expect, it } from 'vitest'
import type { ApiContext } from '../context.ts'
import { QueriesBusyError } from '../http/limits/query-gate.ts'
import { BLANK_ITEM, type PlannedItem } from './plan/trade-plan.ts'
import { type Prepare, prepareTrade, preparingCalls } from './prepare-trade.ts'

const SCRIPT: ScriptPayload = { type: 'script', bytes: '0x00' }
const open = contractsOf('local').filter(({ contracts }) => contracts.status === 'active')

function itemAt(at: number): PlannedItem {
  const deployed = open[at % 2]
  if (deployed === undefined) throw new Error('there are fewer than two marketplaces')
  return { ...BLANK_ITEM, tokenDataId: parseAddress(`0x7${at}`), deployed, priceOctas: 1_000n }
}

function buying(items: readonly PlannedItem[]): BatchIntent {
  return {
    kind: 'purchase-many',
    listings: items.map(({ tokenDataId, deployed }) => ({
      listingId: parseAddress('0x11'),
      token: { standard: 'v2', tokenDataId: tokenDataId ?? ZERO_ADDRESS },
      seller: parseAddress('0x5e'),
      priceOctas: 1_000n,
      marketplace: deployed?.adapter.id ?? '',
    })),
    isBestEffort: false,
    maxOctas: null,
  }
}

/** The two ways that compose: a batch of several marketplaces without the aggregator, and calls of the framework. */
const WAYS: readonly (readonly [string, (composeGate: ComposeTurn) => Prepare])[] = [
  ['a batch', (composeGate) => (items) => prepareTrade(contextOf(composeGate), items, buying)],
  [
    'calls of the framework',
    (composeGate) =>
      preparingCalls(contextOf(composeGate), () => ({
        function: '0x1::aptos_account::transfer',
        typeArguments: [],
        functionArguments: ['0xb0b', '1'],
      })),
  ],
]

function contextOf(composeGate: ComposeTurn): Pick<ApiContext, 'marketplaces' | 'aggregator' | 'node' | 'composeGate'> {
  const module: PublishedModule = { bytecode: new Uint8Array(), functions: [] }
  return {
    marketplaces: contractsOf('local'),
    aggregator: null,
    node: { module: async () => module } as unknown as ApiContext['node'],
    composeGate,
  }
}

describe.each(WAYS)('%s', (_, prepareBy) => {
  const items = [itemAt(0), itemAt(1)]

  it('is composed in its turn, which it asks for by its number of calls', async () => {
    const asked: number[] = []
    const { built } = await prepareBy(async (calls) => {
      asked.push(calls)
      return SCRIPT
    })(items)
    expect(built.payload).toEqual(SCRIPT)
    expect(asked).toEqual([2])
  })

  it('is refused as a whole where the server is busy, not as one that the node does not answer', async () => {
    const prepare = prepareBy(() => Promise.reject(new QueriesBusyError()))
    await expect(prepare(items)).rejects.toBeInstanceOf(QueriesBusyError)
  })

  it('is left to one after the other where it does not compose', async () => {
    const prepare = prepareBy(() => Promise.reject(new NotOfferedError('script', 'compose', 'no')))
    const { items: answered, built } = await prepare(items)
    expect(built.payload).not.toBeNull()
    expect(answered.map(({ reason }) => reason?.code ?? null)).toEqual([null, 'one-at-a-time'])
  })
})
