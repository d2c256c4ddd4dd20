import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddressOf, OWN_MACHINE } from './client-address.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    connection: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

const direct = clientAddressOf({ trustProxy: false })
const behind = clientAddressOf({ trustProxy: true })

it('believes nobody’s header unless a proxy is trusted', () => {
  expect(direct(request('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9')
  expect(behind(request('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9')
  expect(behind(request('10.0.0.2', '198.51.100.1'))).toBe('198.51.100.1')
})

it('believes only what the nearest proxy says, whoever the client says that it is', () => {
  expect(behind(request('127.0.0.1', '127.0.0.1, 203.0.113.9'))).toBe('203.0.113.9')
  expect(behind(request('127.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2'))).toBe('203.0.113.9')
})

it('takes an IPv6 network for one client, and an IPv4 address however it is written', () => {
  expect(direct(request('2001:db8:1:2:3:4:5:6'))).toBe(direct(request('2001:db8:1:2:ffff::1')))
  expect(direct(request('2001:db8:1:2::1'))).not.toBe(direct(request('2001:db8:1:3::1')))
  expect(direct(request('::ffff:203.0.113.9'))).toBe('203.0.113.9')
})

it.each(OWN_MACHINE)('knows this machine as %s', (address) => {
  expect(OWN_MACHINE).toContain(direct(request(address)))
})
