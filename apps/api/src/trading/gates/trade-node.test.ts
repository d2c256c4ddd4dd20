import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseAddress } from '@opal/domain/address'
import { clientAt } from '@opal/domain/limits/client'
import { startServer } from '@opal/domain/testing/start-server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { simulated, wellNode } from '../../testing/test-api.ts'
import { createSimulationGate, createTradeNode } from './trade-node.ts'

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

const BOUNDS = { concurrency: 4, concurrencyPerClient: 2, maxPending: 100, maxPendingPerClient: 50, maxWaitMs: 60_000 }

it('lets one client have its share of the simulations, however much it asks for', async () => {
  const { node, open, answerOne, maxPending } = slowNode()
  const gate = createSimulationGate(BOUNDS)
  const flood = Array.from({ length: 50 }, () => gate.nodeFor(node, clientAt('flood')).simulate(WALLET, PAYLOAD))
  let isAnswered = false
  const other = gate
    .nodeFor(node, clientAt('other'))
    .simulate(WALLET, PAYLOAD)
    .then(() => {
      isAnswered = true
    })
  await expect(gate.nodeFor(node, clientAt('flood')).simulate(WALLET, PAYLOAD)).rejects.toMatchObject({
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
  const gate = createSimulationGate({
    concurrency: 1,
    concurrencyPerClient: 1,
    maxPending: 3,
    maxPendingPerClient: 3,
    maxWaitMs: 60_000,
  })
  let answered = 0
  const asked = ['a', 'b', 'c'].map((client) =>
    gate
      .nodeFor(node, clientAt(client))
      .simulate(WALLET, PAYLOAD)
      .then(() => (answered += 1)),
  )
  await expect(gate.nodeFor(node, clientAt('d')).simulate(WALLET, PAYLOAD)).rejects.toMatchObject({
    code: 'overloaded',
  })
  while (answered < 3) await answerOne()
  await Promise.all(asked)
  const last = gate.nodeFor(node, clientAt('d')).simulate(WALLET, PAYLOAD)
  await answerOne()
  await answerOne()
  await last
})

it('asks the node for few accounts at a time, in turns of clients, however many are asked for', async () => {
  const { promise: known, resolve: answer } = Promise.withResolvers<boolean>()
  let [asking, most] = [0, 0]
  const node = {
    isKnown: async () => {
      asking += 1
      most = Math.max(most, asking)
      await known
      asking -= 1
      return true
    },
  }
  const gate = createSimulationGate(BOUNDS)
  const flood = Array.from({ length: 50 }, () => gate.isKnown(node, clientAt('flood'), WALLET))
  await expect(gate.isKnown(node, clientAt('flood'), WALLET)).rejects.toMatchObject({ code: 'overloaded' })
  await expect.poll(() => asking).toBe(2)
  const others = ['other', 'third'].map((client) => gate.isKnown(node, clientAt(client), WALLET))
  await expect.poll(() => asking).toBe(4)
  answer(true)
  expect(await Promise.all([...flood, ...others])).toEqual(Array(52).fill(true))
  expect(most).toBe(4)
})

it('asks the node for a balance once a request, and for few at a time, in turns of clients', async () => {
  const { promise: known, resolve: answer } = Promise.withResolvers<bigint>()
  let [asked, open, most] = [0, 0, 0]
  const node = {
    ...wellNode(),
    balanceOctas: async () => {
      asked += 1
      open += 1
      most = Math.max(most, open)
      const octas = await known
      open -= 1
      return octas
    },
  }
  const gate = createSimulationGate(BOUNDS)
  const flood = Array.from({ length: 50 }, () => gate.nodeFor(node, clientAt('flood')))
  // A trade whose items fail is simulated again and again.
  const balances = flood.flatMap((request) => [request.balanceOctas(WALLET), request.balanceOctas(WALLET)])
  const other = gate.nodeFor(node, clientAt('other')).balanceOctas(WALLET)
  await expect.poll(() => open).toBe(3)
  answer(7n)
  expect(await Promise.all([...balances, other])).toEqual(Array(101).fill(7n))
  expect([asked, most <= 4]).toEqual([51, true])
})

it('asks the node for its ledger and for the account once a request, however often that simulates', async () => {
  const paths: string[] = []
  const abi = { exposed_functions: [{ name: 'b', is_entry: true, generic_type_params: [], params: ['&signer'] }] }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    paths.push(path)
    const ledger = { chain_id: 4, ledger_version: '12', ledger_timestamp: '1700000000000000', block_height: '7' }
    const account = { sequence_number: '3', authentication_key: '0x1' }
    const done = [{ success: true, vm_status: 'ok', gas_used: '1', gas_unit_price: '1', events: [], changes: [] }]
    const answer =
      path === '/v1' ? ledger : path.endsWith('/module/a') ? { abi } : path.includes('simulate') ? done : account
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const nodeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const node = createSimulationGate().nodeFor(createTradeNode({ nodeUrl }), clientAt('client'))
  for (let time = 0; time < 3; time += 1) await node.simulate(WALLET, PAYLOAD).catch(() => null)
  expect(paths.filter((path) => path.includes('simulate'))).toHaveLength(3)
  expect(paths.filter((path) => path === '/v1')).toHaveLength(1)
  expect(paths.filter((path) => path === `/v1/accounts/${WALLET}`)).toHaveLength(1)
  server.closeAllConnections()
  server.close()
})

it('asks the node for its ledger once a second at most, however many balancers and pages ask whether this API is ready', async () => {
  let asked = 0
  await using server = createServer((_, response) => {
    asked += 1
    const ledger = { chain_id: 4, ledger_version: '12', ledger_timestamp: '1700000000000000', block_height: '7' }
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(ledger))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node = createTradeNode({ nodeUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` })
  let nowMs = 5_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => clock.mockRestore())
  for (const [laterMs, times] of [
    [0, 1],
    [999, 1],
    [1, 2],
    [1_500, 3],
  ] as const) {
    nowMs += laterMs
    await Promise.all([node.ledger(), node.ledger()])
    expect(asked, `${laterMs}`).toBe(times)
  }
})

it('parses large simulations one at a time, and rests as long after each', async () => {
  const BUSY_MS = 10
  const abi = { exposed_functions: [{ name: 'b', is_entry: true, generic_type_params: [], params: ['&signer'] }] }
  const change = { type: 'write_resource', address: '0x1', data: { type: '0x1::a::B', data: 'a'.repeat(100_000) } }
  const done = { success: true, vm_status: 'ok', gas_used: '1', gas_unit_price: '1', events: [], changes: [change] }
  await using server = await startServer((request, response) => {
    const path = request.url ?? ''
    const ledger = { chain_id: 4, ledger_version: '12', ledger_timestamp: '1700000000000000', block_height: '7' }
    const account = { sequence_number: '3', authentication_key: '0x1' }
    const known = path === '/v1' ? ledger : path.endsWith('/module/a') ? { abi } : account
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(path.includes('simulate') ? [done] : known))
  })
  const node = createTradeNode({ nodeUrl: `${server.url}/v1` })
  const parse = JSON.parse
  const parsed: { readonly startMs: number; readonly endMs: number }[] = []
  const spy = vi.spyOn(JSON, 'parse').mockImplementation((text: string) => {
    const startMs = performance.now()
    if (text.length < 100_000) return parse(text)
    while (performance.now() < startMs + BUSY_MS);
    parsed.push({ startMs, endMs: performance.now() })
    return parse(text)
  })
  onTestFinished(() => spy.mockRestore())
  await Promise.all([1, 2, 3, 4].map(() => node.simulate(WALLET, PAYLOAD)))
  const rests = parsed.slice(1).map(({ startMs }, at) => startMs - (parsed[at]?.endMs ?? 0))
  expect(rests).toHaveLength(3)
  // A timer may fire a millisecond early.
  expect(Math.min(...rests)).toBeGreaterThanOrEqual(BUSY_MS - 1)
})
