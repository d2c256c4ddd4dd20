import { test as base } from 'vitest'

/**
 * Fixtures that live as long as the worker process, which runs one test file after the other: the browser, and the
 * network that they share. Disposed of after the last file.
 */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which other fixtures are needed: none.
export const perWorker = base.extend('owned', { scope: 'worker' }, ({}, { onCleanup }) => {
  const owned = new AsyncDisposableStack()
  onCleanup(() => owned.disposeAsync())
  return owned
})

let owned: AsyncDisposableStack | null = null

/** For the set-up of a test file: hooks may use what belongs to the worker, functions may not. */
export function lendWorker(stack: AsyncDisposableStack): void {
  owned = stack
}

/** Opens something at its first use in this worker; every later use gets the same. */
export function oncePerWorker<Opened>(open: (owned: AsyncDisposableStack) => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | null = null
  return () => {
    if (owned === null) throw new Error('The set-up of the browser tests did not run before this.')
    opened ??= open(owned)
    return opened
  }
}
