import { expect, it } from 'vitest'
import { parseTrustedProxies } from './trusted-proxies.ts'

it.each([
  ['', []],
  ['false', []],
  ['true', ['loopback', 'linklocal', 'uniquelocal']],
  ['loopback, 203.0.113.7', ['loopback', '203.0.113.7']],
  ['10.0.0.0/8,2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32']],
])('%j trusts %j', (text, expected) => {
  expect(parseTrustedProxies(text)).toEqual(expected)
})

it.each(['yes', '10', '10.0.0.0/33', '0.0.0.0/0', '::/0', 'loopback,,', 'loopback/8', '10.0.0/8', '10.0.0/8x'])(
  'refuses %j',
  (text) => {
    expect(() => parseTrustedProxies(text)).toThrow(/is no address/)
  },
)
