import type { Logger } from 'pino'
import type { IndexerConfig } from '../config.ts'
import { createHeadReader } from '../pipeline/stream/read-stream.ts'
import type { Progress } from './progress.ts'

/** Less than what counts as being at the head. */
const EVERY_MS = 4_000

/**
 * Asks a local chain for its head now and then: while nobody sends anything it writes nothing, which is no lag. Public chains write all the
 * time: there an old newest transaction is a late one, whatever the node says.
 */
export function watchIdleChain(config: IndexerConfig, progress: Progress, log: Logger): Disposable {
  if (config.network !== 'local') return { [Symbol.dispose]: () => undefined }
  const askHead = createHeadReader(config, log, 'the lag is the age of the newest transaction')
  const timer = setInterval(async () => {
    const atMs = Date.now()
    const head = await askHead()
    if (head !== null) progress.chainWas(head, atMs)
  }, EVERY_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
