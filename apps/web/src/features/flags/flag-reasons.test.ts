import { flagCollection, flagReason } from '@opal/contract/flags'
import { expect, it } from 'vitest'
import { FLAG_REASONS, isFlagComplete } from './flag-reasons.ts'

it('every reason that the API takes can be chosen, and no words of one’s own', () => {
  expect(FLAG_REASONS.map(({ value }) => value)).toEqual(flagReason.options)
  const flag = (reason: string) => flagCollection.body.safeParse({ collectionId: '0x1', reason }).success
  expect(flagReason.options.every(flag)).toBe(true)
  expect(['', 'claim refunds at evil.example', 'stolen tokens'].some(flag)).toBe(false)
})

// @feature flag.send
it('a flag needs a reason, and something else needs words', () => {
  expect(isFlagComplete(null, 'words')).toBe(false)
  expect(isFlagComplete('Stolen tokens', '')).toBe(true)
  expect(isFlagComplete('Something else', ' \n')).toBe(false)
  expect(isFlagComplete('Something else', 'It blinks.')).toBe(true)
})
