import { expect, test } from 'vitest'
import { base32, cidOf } from './cid.ts'

test('encodes the base32 examples of RFC 4648', () => {
  const of = (text: string): string => base32(new TextEncoder().encode(text))
  expect([of(''), of('f'), of('fo'), of('foo'), of('foob'), of('fooba'), of('foobar')]).toEqual([
    '',
    'my',
    'mzxq',
    'mzxw6',
    'mzxw6yq',
    'mzxw6ytb',
    'mzxw6ytboi',
  ])
})

test('returns a stable CIDv1 for a folder name', () => {
  expect(cidOf('mossfolk')).toMatch(/^bafybei[a-z2-7]{52}$/)
  expect(cidOf('mossfolk')).toBe(cidOf('mossfolk'))
  expect(cidOf('mossfolk')).not.toBe(cidOf('ranges'))
})
