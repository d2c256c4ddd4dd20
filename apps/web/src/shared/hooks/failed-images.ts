import { createStore } from './store.ts'

/**
 * URLs of images that failed to load, oldest first. Written by `ResponsiveImage`; `features/recovery` probes them and calls
 * {@link retryFailedImages} once one is available.
 */
export const failedImages = createStore<readonly string[]>([])

/** Most URLs that are stored: one that loads again is enough to retry all. */
const MAX_URLS = 50

const listeners = new Set<() => void>()

/** Adds an image that failed to load. */
export function addFailedImage(url: string): void {
  failedImages.set((before) => (before.includes(url) || before.length >= MAX_URLS ? before : [...before, url]))
}

/** Removes an image that is not probed any more. */
export function removeFailedImage(url: string): void {
  failedImages.set((before) => before.filter((failed) => failed !== url))
}

/** Makes every component with a failed image load it again. */
export function retryFailedImages(): void {
  failedImages.set([])
  for (const listener of [...listeners]) listener()
}

/** Subscribes to {@link retryFailedImages}. @returns unsubscribes. */
export function onRetryImages(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
