import { flagCollection, flagReason } from '@opal/contract/collections/flags'
import { expect, it } from 'vitest'
import { FLAG_REASONS, isFlagComplete } from './flag-reasons.ts'

it('offers exactly the reasons that the API accepts', () => {
  expect(FLAG_REASONS.map(({ value }) => value)).toEqual(flagReason.options)
  const flag = (reason: string) => flagCollection.body.safeParse({ collectionId: '0x1', reason }).success
  expect(flagReason.options.every(flag)).toBe(true)
  expect(['', 'claim refunds at evil.example', 'stolen tokens'].some(flag)).toBe(false)
})

// @feature flag.send
it('requires a reason, and remarks for "Something else"', () => {
  expect(isFlagComplete(null, 'words')).toBe(false)
  expect(isFlagComplete('Stolen tokens', '')).toBe(true)
  expect(isFlagComplete('Something else', ' \n')).toBe(false)
  expect(isFlagComplete('Something else', 'It blinks.')).toBe(true)
})
