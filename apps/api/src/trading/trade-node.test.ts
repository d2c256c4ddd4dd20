import { parseAddress } from '@opal/domain/address'
import { expect, it } from 'vitest'
import { simulated, wellNode } from '../testing/test-api.ts'
import { createSimulationGate } from './trade-node.ts'

const WALLET = parseAddress('0xa')
const PAYLOAD = { function: '0x1::a::b', typeArguments: [], functionArguments: [] } as const

/** A node that answers on demand, and knows its caller. */
function slowNode() {
  const open: (() => void)[] = []
  let maxPending = 0
  const node = {
    ...wellNode(),
    simulate: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      open.push(resolve)
      maxPending = Math.max(maxPending, open.length)
      await promise
      return simulated({})
    },
  }
  const answerOne = async () => {
    open.shift()?.()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  return { node, open, answerOne, maxPending: () => maxPending }
}

it('lets one client have its share of the simulations, however much it asks for', async () => {
  const { node, open, answerOne, maxPending } = slowNode()
  const gate = createSimulationGate({
    concurrency: 4,
    concurrencyPerClient: 2,
    maxPending: 100,
    maxPendingPerClient: 50,
  })
  const flood = Array.from({ length: 50 }, () => gate.nodeFor(node, 'flood').simulate(WALLET, PAYLOAD))
  let isAnswered = false
  const other = gate
    .nodeFor(node, 'other')
    .simulate(WALLET, PAYLOAD)
    .then(() => {
      isAnswered = true
    })
  await expect(gate.nodeFor(node, 'flood').simulate(WALLET, PAYLOAD)).rejects.toMatchObject({
    code: 'overloaded',
    retryable: true,
  })
  while (!isAnswered) await answerOne()
  // Only what ran before it was answered before it.
  expect(open.length).toBeLessThanOrEqual(2)
  let answered = 0
  for (const each of flood) void each.then(() => (answered += 1))
  while (answered < 50) await answerOne()
  await other
  expect(maxPending()).toBeLessThanOrEqual(4)
})

it('bounds what all clients together have waiting', async () => {
  const { node, answerOne } = slowNode()
  const gate = createSimulationGate({ concurrency: 1, concurrencyPerClient: 1, maxPending: 3, maxPendingPerClient: 3 })
  let answered = 0
  const asked = ['a', 'b', 'c'].map((client) =>
    gate
      .nodeFor(node, client)
      .simulate(WALLET, PAYLOAD)
      .then(() => (answered += 1)),
  )
  await expect(gate.nodeFor(node, 'd').simulate(WALLET, PAYLOAD)).rejects.toMatchObject({ code: 'overloaded' })
  while (answered < 3) await answerOne()
  await Promise.all(asked)
  const last = gate.nodeFor(node, 'd').simulate(WALLET, PAYLOAD)
  await answerOne()
  await answerOne()
  await last
})
