import { afterAll, beforeAll } from 'vitest'

/**
 * Opens something before the first test of a file, and after the last disposes of what it owns.
 * @returns what was opened; asking before the first test is a mistake.
 */
export function openedOnce<Opened>(open: (owned: AsyncDisposableStack) => Promise<Opened>): () => Opened {
  const owned = new AsyncDisposableStack()
  let opened: { readonly value: Opened } | null = null
  beforeAll(async () => {
    opened = { value: await open(owned) }
  })
  afterAll(() => owned.disposeAsync())
  return () => {
    if (opened === null) throw new Error('The market is opened before the first test, not sooner.')
    return opened.value
  }
}
