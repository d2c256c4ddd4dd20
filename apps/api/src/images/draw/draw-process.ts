import { availableParallelism } from 'node:os'
import { createProcessPool } from '@opal/chain/web/process-pool'
import type { DrawAnswer, DrawJob } from './draw-image.ts'

/** An ordinary SVG is drawn in about ten milliseconds, a photograph in about a hundred. */
const TIMEOUT_MS = { svg: 5_000, pixels: 15_000 } as const

/** Processes for drawings that are not expensive. */
export const QUICK_PROCESSES = Math.max(2, Math.min(4, availableParallelism()))
/** Processes that expensive drawings may occupy. */
const EXPENSIVE_PROCESSES = 1

const pool = createProcessPool<DrawJob, DrawAnswer>({
  program: new URL('draw-program.ts', import.meta.url),
  size: QUICK_PROCESSES + EXPENSIVE_PROCESSES,
})

/**
 * Draws an image in one of a few processes: a few filters can keep the drawing library busy for minutes.
 * @throws WorkerProcessError when its process fails, or takes too long.
 */
export function drawInProcess(job: DrawJob, timeoutMs: number = TIMEOUT_MS[job.kind]): Promise<DrawAnswer> {
  return pool.run(job, timeoutMs)
}
