import { createFairQueue, type FairBounds, type FairQueue } from '@opal/domain/limits/fair-queue'
import { MediaBusyError } from './media-errors.ts'

/** Creates a queue of works on media, which throws MediaBusyError for one that may not wait. */
export function createMediaQueue(bounds: FairBounds): FairQueue {
  return createFairQueue(bounds, () => new MediaBusyError())
}
