import { expect, test } from 'vitest'
import { waitFor } from './wait-for.ts'

test('returns the value once it is there, also after errors', async () => {
  let asked = 0
  const answer = await waitFor('the third answer', () => {
    asked += 1
    if (asked === 1) throw new Error('not yet')
    return asked === 3 ? 'here' : null
  })
  expect({ answer, asked }).toEqual({ answer: 'here', asked: 3 })
})

test('throws with what was awaited, what was found, and why', async () => {
  const cause = new Error('the page is closed')
  const never = waitFor('the dialog to say sold', () => Promise.reject(cause), { timeout: 0, seen: () => ['Buy'] })
  await expect(never).rejects.toThrow('Waited 0 s for the dialog to say sold. There was: ["Buy"].')
  await expect(never).rejects.toMatchObject({ cause })
})
