import { expect, it } from 'vitest'
import { createFairSlots } from './fair-slots.ts'

const HANG_MS = 15_000

it('ends a round of turns of what is slow when few of all that is due are found, not when few of the newest are', () => {
  let now = 0
  const slots = createFairSlots({ slots: 32, first: 2, most: 12 }, () => now)
  const begin = (source: string, service: string | null = null) =>
    slots.begin({ attempts: 0, source, service, collectionId: null })
  const slow = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com']
  const ends = [...slow.map((source) => begin(source)), begin('gateway.org 0', 'gateway.org')]
  for (const end of ends) end(false, HANG_MS)
  now += 2 * HANG_MS

  // A turn of each, which takes half of the share of all that is slow.
  slots.busy('oldest')
  for (const source of slow) begin(source)
  begin('gateway.org 1', 'gateway.org')
  expect(slots.busy('newest').services).toEqual(['gateway.org'])
  begin('new.com')
  expect(slots.busy('oldest').services).toEqual(['gateway.org'])
  begin('old.com')
  expect(slots.busy('oldest').services).toEqual([])
})
