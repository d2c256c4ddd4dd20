import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readSnapshot } from './read-snapshot.ts'

it('a snapshot that its store begins to send and never completes is left out', async () => {
  const body = new Readable({ read: () => undefined })
  body.push('{"format":')
  const folder = { open: async () => ({ body, bytes: 1_000 }) }
  expect(await readSnapshot(folder, '2026-01-31', 10)).toBeNull()
  expect(body.destroyed).toBe(true)
})
