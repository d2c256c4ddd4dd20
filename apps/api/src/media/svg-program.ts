import sharp from 'sharp'
import { drawSvg } from './draw-svg.ts'
import type { SvgAnswer, SvgJob } from './svg-process.ts'

// The program that svg-process.ts starts: draws what it is sent, one after the other, and ends with its parent.
sharp.concurrency(1)
sharp.cache(false)

process.on('message', (job: SvgJob) => void answer(job))
// A drawing under way cannot be interrupted, so the process does not wait for it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.('ready')

async function answer(job: SvgJob): Promise<void> {
  const drawn: SvgAnswer = await drawSvg(job).then(
    (picture) => ({ picture }),
    (error: unknown) => ({ fault: String(error) }),
  )
  process.send?.(drawn)
}
