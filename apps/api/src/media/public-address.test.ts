import { describe, expect, it } from 'vitest'
import { assertPublicHost, isPublicAddress } from './public-address.ts'

describe('public addresses', () => {
  it.each(['93.184.216.34', '2606:2800:220:1::1'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.5.4',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'not an address',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
  ])('%s is refused however it is written', (url) => {
    expect(() => assertPublicHost(new URL(url))).toThrow('not a public one')
  })
})
