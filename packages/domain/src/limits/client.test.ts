import { describe, expect, it } from 'vitest'
import { CLIENTS_PER_SITE, clientAt, siteOf } from './client.ts'

const keys = (address: string) => clientAt(address).map(({ key }) => key)

describe('a client', () => {
  it('is one for an IPv6 /64, and for an IPv4 address however it is written', () => {
    expect(keys('2001:db8:1:2:3:4:5:6')).toEqual(keys('2001:DB8:1:2:ffff::1'))
    expect(keys('2001:db8:1:2::1')[0]).not.toBe(keys('2001:db8:1:3::1')[0])
    for (const text of ['::ffff:203.0.113.9', '::FFFF:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9'])
      expect(keys(text), text).toEqual(['203.0.113.9'])
  })

  it('shares the /48 of an IPv6 address with the others there, and nothing of an IPv4 address', () => {
    const site = (address: string) => clientAt(address)[1]
    expect(site('2001:db8:1:2::1')).toEqual({ key: expect.any(String), clients: CLIENTS_PER_SITE })
    expect(site('2001:db8:1:2::1')).toEqual(site('2001:db8:1:ffff::1'))
    expect(site('2001:db8:1:2::1')).not.toEqual(site('2001:db8:2:2::1'))
    expect(keys('2001:db8:1::1')[0]).not.toBe(keys('2001:db8:1::1')[1])
    expect(keys('203.0.113.9')).toHaveLength(1)
  })

  it.each(['::', '::1', 'fe80::1%eth0', '1::', '1:2:3:4:5:6:7::'])('is found at %s', (address) => {
    const [client, site] = keys(address)
    expect(keys(address)).toHaveLength(2)
    expect(siteOf(client ?? '')).toBe(site)
    expect(siteOf(site ?? '')).toBeNull()
  })

  it('is its text where that is no address', () => {
    for (const text of ['', 'unknown', ':::', '1:2:3', '[::1]']) expect(keys(text), text).toEqual([text])
  })
})
