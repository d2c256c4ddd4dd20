import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable, printableLines } from './printable.ts'

/** Ranges of code points that no name needs: C0 and C1, marks and overrides of direction, separators of lines. */
const STEERING = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
  [0xfeff, 0xfeff],
] as const

const steering = fc
  .oneof(...STEERING.map(([min, max]) => fc.integer({ min, max })))
  .map((point) => ({ given: String.fromCodePoint(point), shown: '\u{fffd}' }))
const readable = fc.constantFrom('a', 'Z 9', '\'"[2J', 'é漢', '🦉', ']52;c;ZXZpbA==').map((text) => ({
  given: text,
  shown: text,
}))

test('nothing of a text steers the terminal, and what can be read stays', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(steering, readable)), (parts) => {
      const join = (which: 'given' | 'shown') => parts.map((part) => part[which]).join('')
      expect(printable(join('given'))).toBe(join('shown'))
    }),
  )
})

test('the line ends of a text of several lines stay', () => {
  expect(printableLines('one\n  two\x1b[2K\r')).toBe('one\n  two\u{fffd}[2K\u{fffd}')
})
