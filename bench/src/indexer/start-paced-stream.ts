import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** First message of the paced stream's program. */
export interface PacedStream {
  /** `host:port` of the stream. */
  readonly address: string
  readonly nodeUrl: string
  /** Number of its transactions. */
  readonly length: number
}

/** Serves the first transactions of another stream at a limited rate for each call. Disposing ends it. */
export async function startPacedStream(source: string, count: bigint): Promise<PacedStream & Disposable> {
  const child = fork(join(import.meta.dirname, 'paced-stream-program.ts'), [source, String(count)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the paced stream ended with ${code}`)
  })
  ended.catch(() => undefined)
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [PacedStream]
  return { ...ready, [Symbol.dispose]: () => child.kill() }
}
