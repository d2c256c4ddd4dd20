import { expect, it } from 'vitest'
import { hostOwner } from './host-owner.ts'

it.each([
  ['evil.com', 'evil.com'],
  ['a.evil.com', 'evil.com'],
  ['x.y.B.EVIL.com.', 'evil.com'],
  ['a.example.co.uk', 'example.co.uk'],
  ['example.co.uk', 'example.co.uk'],
  ['a.opal.io', 'opal.io'],
  ['localhost', 'localhost'],
  ['203.0.113.9', '203.0.113.9'],
])('counts %s as %s', (host, owner) => {
  expect(hostOwner(host)).toBe(owner)
})

it('counts the addresses of an IPv6 /48 together', () => {
  expect(hostOwner('[2001:db8:1:2::1]')).toBe(hostOwner('2001:db8:1:ffff::9'))
  expect(hostOwner('[2001:db8:1:2::1]')).not.toBe(hostOwner('[2001:db8:2:2::1]'))
})
