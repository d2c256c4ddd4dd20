import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testSeed, usualRuns } from '../testing/effort/config.ts'
import { isLoopbackHost, networkFaults, secretInUrl } from './published-url.ts'

const seeded = { seed: testSeed, numRuns: usualRuns }

describe('secretInUrl', () => {
  test.each([
    'https://api.mainnet.aptoslabs.com/v1',
    'http://127.0.0.1:8080/v1',
    'http://[::1]:8080/v1',
    'https://aptos-mainnet.example.org:8443/aptos/v1/',
    'https://production-balancer-1234567890.eu-west-1.elb.example.com/v1',
    'https://ipfs.io/ipfs',
  ])('finds nothing in %s', (url) => {
    expect(secretInUrl(url)).toBeNull()
  })

  test('finds a key in a path, a query, the credentials or the host, whatever the key', () => {
    const key = fc.oneof(
      fc.uuid(),
      fc.uuid().map((uuid) => uuid.replaceAll('-', '')),
      fc.uint8Array({ minLength: 18, maxLength: 40 }).map((bytes) => Buffer.from([1, ...bytes]).toString('base64url')),
    )
    const place = fc.constantFrom(
      (secret: string) => `https://node.example/${secret}/v1`,
      (secret: string) => `https://node.example/v1/${secret}`,
      (secret: string) => `https://node.example/v1?key=${secret}`,
      (secret: string) => `https://node.example/v1#${secret}`,
      (secret: string) => `https://user:${secret}@node.example/v1`,
      (secret: string) => `https://${secret}@node.example/v1`,
    )
    fc.assert(
      fc.property(key, place, (secret, urlWith) => {
        expect(secretInUrl(urlWith(secret))).toMatch(/every browser/)
      }),
      seeded,
    )
    expect(secretInUrl('https://0123456789abcdef0123456789abcdef.nodes.example/v1')).toMatch(/every browser/)
  })
})

describe('networkFaults', () => {
  const host = (value: string) => ({ variable: 'HOST', value })

  test.each(['0.0.0.0', '::', '10.0.0.7', 'opal.example', '128.0.0.1', '127.0.0.1.example'])(
    'refuses local at %s',
    (name) => {
      expect(networkFaults('local', host(name), {})).toMatchObject([{ variable: 'HOST' }])
      const url = name === '::' ? 'http://[::]:3000' : `http://${name}:3000`
      expect(networkFaults('local', host('127.0.0.1'), { WEB_PUBLIC_URL: url })).toMatchObject([
        { variable: 'WEB_PUBLIC_URL' },
      ])
      expect(networkFaults('mainnet', host(name), {})).toEqual([])
    },
  )

  test.each(['127.0.0.1', 'localhost', '::1', '127.8.8.8'])('takes local at %s', (name) => {
    expect(isLoopbackHost(name)).toBe(true)
    expect(networkFaults('local', host(name), { API_PUBLIC_URL: 'http://localhost:3001', OTHER: undefined })).toEqual(
      [],
    )
  })

  test('wants https off local, but for what only this machine can open', () => {
    const faults = (url: string) => networkFaults('testnet', host('0.0.0.0'), { API_PUBLIC_URL: url })
    expect(faults('http://api.opal.example')).toMatchObject([{ variable: 'API_PUBLIC_URL' }])
    expect(faults('https://api.opal.example')).toEqual([])
    expect(faults('http://127.0.0.1:3001')).toEqual([])
  })
})
