import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TrafficAnswer, TrafficRequest } from './traffic-messages.ts'

type Made = Extract<TrafficAnswer, { kind: 'made' }>

/** A chain with trades on it, in a process of its own, and its stream. Disposing ends it. */
export interface RunningTraffic extends Disposable {
  /** `host:port` of the stream. */
  readonly address: string
  /** Number of transactions at the start. */
  readonly nextVersion: bigint
  makeBlock(trades: number): Promise<Made>
  keepTrading(tradesPerSecond: number): void
}

/** @throws Error when the program ends before it is ready. */
export async function startTraffic(trades: number, paymentsPerTrade: number): Promise<RunningTraffic> {
  const child = fork(join(import.meta.dirname, 'traffic-program.ts'), [String(trades), String(paymentsPerTrade)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = await answerOf(child)
  if (ready.kind !== 'ready') throw new Error('the traffic program spoke out of turn')
  return {
    address: ready.address,
    nextVersion: ready.nextVersion,
    async makeBlock(count) {
      ask(child, { kind: 'block', trades: count })
      return (await answerOf(child)) as Made
    },
    keepTrading: (tradesPerSecond) => ask(child, { kind: 'keep-trading', tradesPerSecond }),
    [Symbol.dispose]: () => child.kill(),
  }
}

function ask(child: ChildProcess, request: TrafficRequest): void {
  child.send(request)
}

async function answerOf(child: ChildProcess): Promise<TrafficAnswer> {
  const answered = new AbortController()
  const options = { signal: answered.signal }
  const ended = once(child, 'exit', options).then(([code]) => {
    throw new Error(`the traffic program ended with ${code}`)
  })
  try {
    const [message] = (await Promise.race([once(child, 'message', options), ended])) as [TrafficAnswer]
    return message
  } finally {
    ended.catch(() => undefined)
    answered.abort()
  }
}
