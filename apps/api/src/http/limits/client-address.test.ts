import type { IncomingMessage } from 'node:http'
import { parseTrustedProxies } from '@opal/domain/limits/trusted-proxies'
import { describe, expect, it } from 'vitest'
import { clientIdentity, siteTest } from './client-address.ts'

const request = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, connection: { remoteAddress }, headers }) as unknown as IncomingMessage
const forwarded = (remoteAddress: string | undefined, text: string) =>
  request(remoteAddress, { 'x-forwarded-for': text })
const identity = (proxies: string, exemptsOwnMachine = true) => {
  const { clientOf, isOwnMachine } = clientIdentity({ trustedProxies: parseTrustedProxies(proxies), exemptsOwnMachine })
  return { addressOf: (asked: IncomingMessage) => clientOf(asked)[0].key, isOwnMachine }
}

const direct = identity('false')
const behind = identity('true')

describe('the address of a client', () => {
  it('comes from a header only where a trusted proxy wrote it', () => {
    expect(direct.addressOf(forwarded('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9')
    expect(behind.addressOf(forwarded('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9')
    expect(behind.addressOf(forwarded('10.0.0.2', '198.51.100.1'))).toBe('198.51.100.1')
  })

  it('is the visitor for whom the site’s server on this machine asks, where programs of it are exempt', () => {
    for (const proxies of ['false', '10.0.0.0/8', 'true']) {
      const { addressOf, isOwnMachine } = identity(proxies)
      const asked = forwarded('127.0.0.1', '203.0.113.9')
      expect([addressOf(asked), isOwnMachine(asked)], proxies).toEqual(['203.0.113.9', false])
    }
    expect(identity('', false).addressOf(forwarded('127.0.0.1', '203.0.113.9'))).toBe('127.0.0.1')
  })

  it('is nothing that can be counted once its connection is gone, which ends no process', () => {
    for (const { addressOf, isOwnMachine } of [direct, behind, identity('', false)]) {
      const gone = request(undefined)
      expect([addressOf(gone), isOwnMachine(gone)]).toEqual(['gone', false])
      expect(addressOf(forwarded(undefined, '203.0.113.9'))).toBe('gone')
    }
  })

  it('is what the nearest proxy says, whatever the client claims to be', () => {
    expect(behind.addressOf(forwarded('127.0.0.1', '127.0.0.1, 203.0.113.9'))).toBe('203.0.113.9')
    expect(behind.addressOf(forwarded('127.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2'))).toBe('203.0.113.9')
  })

  it('is read past the listed networks alone', () => {
    const listed = identity('192.0.2.0/24, 2001:db8:5::/48')
    expect(listed.addressOf(forwarded('192.0.2.7', '203.0.113.9'))).toBe('203.0.113.9')
    expect(listed.addressOf(forwarded('2001:db8:5::1', '203.0.113.9'))).toBe('203.0.113.9')
    expect(listed.addressOf(forwarded('10.0.0.2', '203.0.113.9'))).toBe('10.0.0.2')
  })
})

describe('the site’s server', () => {
  const site = (proxies: string, exemptsOwnMachine = true) =>
    siteTest({ trustedProxies: parseTrustedProxies(proxies), exemptsOwnMachine })

  it('is a trusted address, for itself or for a visitor', () => {
    for (const headers of [{}, { 'x-forwarded-for': '203.0.113.9' }]) {
      expect(site('false')(request('127.0.0.1', headers))).toBe(true)
      expect(site('10.0.0.0/8')(request('10.0.0.2', headers))).toBe(true)
    }
  })

  it('is no client, neither directly nor through a proxy', () => {
    expect(site('', false)(request('127.0.0.1'))).toBe(false)
    expect(site('10.0.0.0/8')(request('203.0.113.9'))).toBe(false)
    expect(site('true')(request(undefined))).toBe(false)
    for (const header of ['x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port', 'x-real-ip', 'forwarded', 'via'])
      expect(site('true')(request('10.0.0.2', { 'x-forwarded-for': '203.0.113.9', [header]: 'any' })), header).toBe(
        false,
      )
  })
})

describe('a program of this machine', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('is known by %s', (address) => {
    expect([direct, behind].map(({ isOwnMachine }) => isOwnMachine(request(address)))).toEqual([true, true])
  })

  it('is none whose request was forwarded, whatever address its headers name', () => {
    for (const from of ['127.0.0.1', '10.0.0.2', '203.0.113.9']) {
      for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
        expect(behind.isOwnMachine(request(from, { [header]: '127.0.0.1' })), `${header} from ${from}`).toBe(false)
        expect(direct.isOwnMachine(request(from, { [header]: '127.0.0.1' })), `${header} from ${from}`).toBe(false)
      }
    }
  })

  it('is not assumed where there may be a proxy', () => {
    expect(identity('false', false).isOwnMachine(request('127.0.0.1'))).toBe(false)
  })
})
