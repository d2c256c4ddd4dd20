import { flagCollection } from '@opal/contract/endpoints/flag-collection'
import { expect, it } from 'vitest'
import { FLAG_REASONS, isFlagComplete } from './flag-reasons.ts'

it('every reason is one that the API takes as it stands', () => {
  for (const { value } of FLAG_REASONS) {
    const body = { collectionId: '0x1', reason: value, remarks: '' }
    expect(flagCollection.body.parse(body).reason).toBe(value)
  }
})

// @feature flag.send
it('a flag needs a reason, and something else needs words', () => {
  expect(isFlagComplete(null, 'words')).toBe(false)
  expect(isFlagComplete('Stolen tokens', '')).toBe(true)
  expect(isFlagComplete('Something else', ' \n')).toBe(false)
  expect(isFlagComplete('Something else', 'It blinks.')).toBe(true)
})
