import { expect, it } from 'vitest'
import { createAuthenticationKeys } from './key-rotation.ts'

const WALLET = `0x${'a1'.repeat(32)}`

it('asks the node once a minute for each wallet, however often a session is used', async () => {
  let now = 1
  const asked: string[] = []
  const keys = createAuthenticationKeys(
    async (account) => {
      asked.push(account)
      return `${account}/${asked.length}`
    },
    { now: () => now },
  )
  for (now = 1; now < 60_000; now += 100) expect(await keys.getMany([WALLET])).toEqual([`${WALLET}/1`])
  expect(asked).toEqual([WALLET])
  now = 60_002
  expect(await keys.getMany([WALLET])).toEqual([`${WALLET}/2`])
})
