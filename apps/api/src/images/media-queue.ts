import { createFairQueue, type FairBounds, type FairQueue } from '@opal/domain/limits/fair-queue'
import { MediaBusyError } from './media-errors.ts'

/** Longest wait: that of a job behind four fetches that each use up their time. */
const MAX_WAIT_MS = 60_000

/** Creates a queue of media jobs. It refuses with MediaBusyError: a job that may not wait, or has waited for a minute. */
export function createMediaQueue(bounds: Omit<FairBounds, 'maxWaitMs'>): FairQueue {
  return createFairQueue({ ...bounds, maxWaitMs: MAX_WAIT_MS }, () => new MediaBusyError())
}
