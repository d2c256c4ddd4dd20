import { expect, it } from 'vitest'
import { describeFault } from './describe-fault.ts'

it.each([
  ['ENOSPC', /^The disk is full: .*the data directory.*Free some space/],
  ['EACCES', /^There is no permission .*LOCALNET_DATA_DIR/],
  ['EROFS', /read-only disk/],
])('describes %s in a sentence with what to do', (code, sentence) => {
  expect(describeFault(Object.assign(new Error('write'), { code }))).toMatch(sentence)
})

it('leaves errors that carry their own sentence as they are', () => {
  expect(describeFault(new Error('The node cannot listen.'))).toBe('The node cannot listen.')
  expect(describeFault('plain')).toBe('plain')
})
