import { createFairQueue, type FairBounds, type FairQueue } from '@opal/domain/limits/fair-queue'
import { MediaBusyError } from './media-errors.ts'

/** Longest wait: four fetches that take all of their time may be before a work. */
const MAX_WAIT_MS = 60_000

/** Creates a queue of works on media, which throws MediaBusyError for one that may not wait, or has waited for a minute. */
export function createMediaQueue(bounds: Omit<FairBounds, 'maxWaitMs'>): FairQueue {
  return createFairQueue({ ...bounds, maxWaitMs: MAX_WAIT_MS }, () => new MediaBusyError())
}
