import { findSessions } from '@opal/store/accounts/sessions'
import { createTestStore } from '@opal/store/testing/test-store'
import { expect, test, vi } from 'vitest'
import { startCommits } from './load.ts'

test('all acknowledged commits remain, however many they are', async () => {
  await using store = await createTestStore()
  const commits = startCommits(store)
  await vi.waitFor(() => expect(commits.acknowledged.length).toBeGreaterThan(150), { timeout: 20_000 })
  await commits[Symbol.asyncDispose]()
  const present = await findSessions(store, commits.acknowledged, BigInt(Date.now()) * 1000n)
  expect(commits.acknowledged.filter((hash) => !present.has(hash))).toEqual([])
})
