import { startServer } from '@opal/domain/testing/start-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitUntilIndexed } from './run-opal.ts'

const STALLED_MS = 120_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** An API whose index is at these versions, one for each question; nearly as long as a wait may take goes by between two. */
function serveReadiness(goal: number, versions: readonly (number | null)[]) {
  let asked = 0
  return startServer((_, response) => {
    const version = versions[Math.min(asked, versions.length - 1)] ?? null
    asked += 1
    vi.setSystemTime(Date.now() + STALLED_MS * 0.9)
    const body = { node: { version: String(goal) }, index: { version: version === null ? null : String(version) } }
    response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
}

test('waits for an index that moves, however slowly', async () => {
  await using api = await serveReadiness(7, [null, 1, 2, 3, 4, 5, 6, 7])
  const notes: string[] = []
  await waitUntilIndexed(api.url, new AbortController().signal, (words) => notes.push(words))
  expect(notes.at(-1)).toBe('7 of 7 transactions')
})

test('gives up when the index makes no progress', async () => {
  await using api = await serveReadiness(7, [1, 2, 3])
  await expect(waitUntilIndexed(api.url, new AbortController().signal, () => undefined)).rejects.toThrow(
    `The indexer does not catch up with the chain: see indexer.log and ${api.url}/readyz.`,
  )
})

test('gives up when the index is there only now and then', async () => {
  await using api = await serveReadiness(7, [3, null, 3, null, 3, null, 7])
  await expect(waitUntilIndexed(api.url, new AbortController().signal, () => undefined)).rejects.toThrow(
    'The indexer does not catch up with the chain',
  )
})

test('ends as soon as the start is given up', async () => {
  await using api = await serveReadiness(7, [1])
  await expect(waitUntilIndexed(api.url, AbortSignal.abort(), () => undefined)).rejects.toThrow(
    'The start was given up.',
  )
})
