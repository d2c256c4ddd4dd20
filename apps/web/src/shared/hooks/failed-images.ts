import { createStore } from './store.ts'

/** Addresses of pictures that could not be had, in the order in which they failed. */
export const failedImages = createStore<readonly string[]>([])

/** Most that are remembered: one that comes again is as good as another. */
const MOST = 50

const listeners = new Set<() => void>()

/** Remembers that a picture did not come, so that it is looked for again. */
export function addFailedImage(url: string): void {
  failedImages.set((before) => (before.includes(url) || before.length >= MOST ? before : [...before, url]))
}

/** Looks for this one no longer. */
export function removeFailedImage(url: string): void {
  failedImages.set((before) => before.filter((lost) => lost !== url))
}

/** Pictures can be had again: everything that shows none tries anew. */
export function retryFailedImages(): void {
  failedImages.set([])
  for (const listener of [...listeners]) listener()
}

/** Is told when pictures can be had again. @returns ends it. */
export function onRetryImages(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
