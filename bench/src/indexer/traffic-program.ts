import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import { simulateLocalMarketplaces } from '@opal/dev-chain/marketplaces/simulate-marketplaces'
import { createStreamServer } from '@opal/dev-chain/stream/create-stream-server'
import { type Responses, responsesOf } from '@opal/dev-chain/stream/encode-response'
import { USUAL_LIMITS } from '@opal/dev-chain/stream/get-transactions'
import { pino } from 'pino'
import { Traffic } from './traffic.ts'
import type { TrafficAnswer, TrafficRequest } from './traffic-messages.ts'

/**
 * Returns the same responses, with the first transactions as they are sent, and each of its parts from the second call on. A
 * chain keeps its blocks compressed: unpacking them would be work of the server on the processors of whom is measured, and the servers
 * of Aptos are elsewhere.
 */
async function withCachedResponses(responses: Responses, transactions: bigint): Promise<Responses> {
  const parts = new Map<string, readonly Buffer[]>()
  const readPart = async (start: bigint, total: bigint): Promise<readonly Buffer[]> => {
    const key = `${start}/${total}`
    const known = parts.get(key)
    if (known !== undefined) return known
    const part: Buffer[] = []
    for await (const response of responses(start, { ...USUAL_LIMITS, total }, new AbortController().signal))
      part.push(response)
    parts.set(key, part)
    return part
  }
  await readPart(0n, transactions)
  return async function* (start, wanted, signal) {
    const isFromTheStart = start === 0n && wanted.total === null
    if (isFromTheStart) yield* await readPart(0n, transactions)
    if (wanted.total !== null && start + wanted.total <= transactions) yield* await readPart(start, wanted.total)
    else yield* responses(isFromTheStart ? transactions : start, wanted, signal)
  }
}

/** A chain in a process of its own: `traffic-program.ts <trades> <payments per trade>`, then asked over IPC. */
const [trades = 0, paymentsPerTrade = 0] = process.argv.slice(2).map(Number)
const ledger = await createLedger({ dataDir: null, modules: simulateLocalMarketplaces() })
const traffic = new Traffic(ledger, paymentsPerTrade)
await traffic.trade(trades)
const responses = await withCachedResponses(responsesOf(ledger), ledger.head.version + 1n)
const { port } = await createStreamServer(responses, { host: '127.0.0.1', port: 0, log: pino({ level: 'silent' }) })

process.on('message', (request: TrafficRequest) => {
  if (request.kind === 'block') void makeBlock(request.trades)
  else keepTrading(request.tradesPerSecond)
})
process.on('disconnect', () => process.exit())
answer({ kind: 'ready', address: `127.0.0.1:${port}`, nextVersion: ledger.head.version + 1n })

async function makeBlock(count: number): Promise<void> {
  await traffic.trade(count)
  answer({ kind: 'made', nextVersion: ledger.head.version + 1n, atNanos: process.hrtime.bigint() })
}

function keepTrading(perSecond: number): void {
  const beats = 10
  setInterval(() => void traffic.trade(Math.ceil(perSecond / beats)), 1_000 / beats)
}

function answer(message: TrafficAnswer): void {
  process.send?.(message)
}
