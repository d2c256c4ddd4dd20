import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRecipient } from './recipient-field.tsx'

const SPECIAL = 'This address belongs to the chain itself, not to a wallet'
const digits = fc.string({
  unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
  minLength: 1,
  maxLength: 80,
  size: 'max',
})

describe('a recipient', () => {
  it('is an address of 64 digits, and of no other number', () => {
    fc.assert(
      fc.property(digits, fc.boolean(), (text, hasPrefix) => {
        const parsed = parseRecipient(hasPrefix ? `0x${text}` : text)
        if (/^0{63}.$/.test(text)) expect(parsed.kind).toBe('bad')
        else if (text.length === 64) expect(parsed).toEqual({ kind: 'address', address: `0x${text.toLowerCase()}` })
        else expect(parsed).toEqual({ kind: 'bad', error: expect.stringContaining(`This one has ${text.length}.`) })
      }),
      { examples: [59, 60, 63, 64, 65].map((length) => ['a'.repeat(length), true]) },
    )
  })

  it('may be any address but the chain’s own', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (value) => {
        const text = `0x${value.toString(16).padStart(64, '0')}`
        const expected = value < 16n ? { kind: 'bad', error: SPECIAL } : { kind: 'address', address: text }
        expect(parseRecipient(text)).toEqual(expected)
      }),
      { examples: Array.from({ length: 18 }, (_, value) => [BigInt(value)]) },
    )
  })

  it.each(['alice.apt', 'Pay.Alice.apt', '0x1.apt'])('is the name %s', (name) => {
    expect(parseRecipient(` ${name} `)).toEqual({ kind: 'name', name: name.toLowerCase() })
  })

  it.each([`0x${'a1'.repeat(32)}`, 'alice.apt', `0x${'a'.repeat(63)}`])(
    'is what is seen of it, whatever is pasted with it: %s',
    (text) => {
      for (const unseen of ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u202a'])
        for (const at of [0, 2, 9, text.length])
          expect(parseRecipient(`${text.slice(0, at)}${unseen}${text.slice(at)}`)).toEqual(parseRecipient(text))
    },
  )

  it.each(['alice', '.apt', 'a.b.c.apt', '0x', '0xyz'])('is not %s', (text) => {
    expect(parseRecipient(text)).toEqual({ kind: 'bad', error: 'Enter an address or .apt name' })
  })
})
