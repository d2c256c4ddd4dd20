import { constants, setPriority } from 'node:os'
import { MAX_PROCESS_BYTES } from '@opal/chain/web/image-bounds'
import { endBeyond } from '@opal/chain/web/memory-bound'
import sharp from 'sharp'
import { type DrawAnswer, type DrawJob, drawImage } from './draw-image.ts'

// Started by draw-process.ts. Draws one job after the other, and ends with its parent.
// Below the API's own priority, but not lowest: a reader waits for the image.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
sharp.concurrency(1)
sharp.cache(false)

process.on('message', (job: DrawJob) => void answer(job))
// A running job cannot be interrupted, so the process does not wait for it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.('ready')

/** Memory of a drawing that is not expensive: several are made at a time. */
const QUICK_BYTES = 400_000_000

async function answer(job: DrawJob): Promise<void> {
  using _ = endBeyond(job.evenExpensive ? MAX_PROCESS_BYTES : QUICK_BYTES)
  const drawn: DrawAnswer = await drawImage(job).catch((error: unknown) => ({ fault: String(error) }))
  process.send?.(drawn)
}
