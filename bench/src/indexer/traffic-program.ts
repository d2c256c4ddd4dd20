import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import { marketplaceModules } from '@opal/dev-chain/marketplaces/marketplace-modules'
import { createStreamServer } from '@opal/dev-chain/stream/create-stream-server'
import { responsesOf } from '@opal/dev-chain/stream/encode-response'
import { pino } from 'pino'
import { withPastAtHand } from './past-at-hand.ts'
import { Traffic } from './traffic.ts'
import type { TrafficAnswer, TrafficRequest } from './traffic-messages.ts'

/** A chain in a process of its own: `traffic-program.ts <trades> <payments per trade>`, then asked over IPC. */
const [trades = 0, paymentsPerTrade = 0] = process.argv.slice(2).map(Number)
const ledger = await createLedger({ dataDir: null, modules: marketplaceModules() })
const traffic = new Traffic(ledger, paymentsPerTrade)
await traffic.trade(trades)
const responses = await withPastAtHand(responsesOf(ledger), ledger.head.version + 1n)
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
