import type { LookupAddress, lookup } from 'node:dns'
import { describe, expect, it, test } from 'vitest'
import { assertFetchable, isPublicAddress, publicLookup } from './public-hosts.ts'
import type { ResolveHost } from './resolve-host.ts'

const NONE: ReadonlySet<string> = new Set()

describe('an address', () => {
  it.each(['93.184.216.34', '2606:2800:220:1::1', '::ffff:8.8.8.8'])('%s is public', (address) => {
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
    '198.18.0.1',
    '192.0.2.1',
    '240.0.0.1',
    '2130706433',
    '0x7f.1',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '::7f00:1',
    '::a00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '4000::1',
    'not an address',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('a URL', () => {
  const check = (url: string, allowed = NONE, schemes = ['https:']) => assertFetchable(new URL(url), allowed, schemes)

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[::7f00:1]/',
    'https://10.0.0.1/',
  ])('%s is refused however it is written', (url) => {
    expect(() => check(url)).toThrow('not a public one')
  })

  it.each([
    ['https://me:secret@example.com/', 'a password'],
    ['http://example.com/', 'http: is not fetched'],
    ['https://example.com:8443/', 'its port'],
    ['file:///etc/passwd', 'file: is not fetched'],
  ])('%s is refused: %s', (url, reason) => {
    expect(() => check(url)).toThrow(reason)
  })

  it('passes when it is public, or allowed by name, with a port or for all of them', () => {
    check('https://example.com/x.json')
    check('http://example.com/x.json', NONE, ['https:', 'http:'])
    check('http://127.0.0.1:8082/x', new Set(['127.0.0.1']))
    check('http://127.0.0.1:8082/x', new Set(['127.0.0.1:8082']))
    expect(() => check('https://127.0.0.1:9/x', new Set(['127.0.0.1:8082']))).toThrow()
  })
})

describe('a lookup', () => {
  const addresses = (all: readonly string[] = []): LookupAddress[] =>
    all.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

  /** A name whose address is another at each question. */
  function rebinding(...answers: readonly (readonly string[])[]): ResolveHost {
    const left = [...answers]
    return async () => addresses(left.shift())
  }

  /** This machine's own lookup, as `dns.lookup`. */
  const ownLookup = ((_: string, __: object, done: (error: null, found: readonly LookupAddress[]) => void) =>
    done(null, addresses(['127.0.0.1']))) as unknown as typeof lookup

  const ask = (find: ReturnType<typeof publicLookup>, hostname: string, family?: 4 | 6) =>
    new Promise((resolve, reject) => {
      const options = { all: true, ...(family !== undefined && { family }) }
      find(hostname, options, (error, found) => (error ? reject(error) : resolve(found)))
    })

  test('leaves out what is private among the answers', async () => {
    const find = publicLookup(null, rebinding(['10.0.0.1', '93.184.216.34', '::1']))
    expect(await ask(find, 'mixed.example')).toEqual([{ address: '93.184.216.34', family: 4 }])
  })

  test('refuses a name that was public when it was checked and is private when it is used', async () => {
    const find = publicLookup(null, rebinding(['93.184.216.34'], ['127.0.0.1']))
    expect(await ask(find, 'rebinding.example')).toHaveLength(1)
    await expect(ask(find, 'rebinding.example')).rejects.toMatchObject({ code: 'host-refused' })
  })

  test('yields addresses of the family that a socket asks for', async () => {
    const both = ['93.184.216.34', '2606:2800:220:1::1']
    const find = publicLookup(null, rebinding(both, both))
    expect(await ask(find, 'both.example', 6)).toEqual(addresses(both.slice(1)))
    expect(await ask(find, 'both.example', 4)).toEqual(addresses(both.slice(0, 1)))
  })

  test('lets one host be private, and no other', async () => {
    const find = publicLookup('localhost', rebinding(['127.0.0.1']), ownLookup)
    expect(await ask(find, 'localhost')).toHaveLength(1)
    await expect(ask(find, 'other.example')).rejects.toMatchObject({ code: 'host-refused' })
  })

  test.each(['localhost', 'a.localhost', 'LOCALHOST.'])('asks no nameserver for %s', async (name) => {
    const find = publicLookup(null, rebinding(['93.184.216.34']), ownLookup)
    await expect(ask(find, name)).rejects.toMatchObject({ code: 'host-refused' })
  })

  test('asks this machine for no name that a stranger chose', async () => {
    const asked: string[] = []
    const watched = ((name: string) => asked.push(name)) as unknown as typeof lookup
    await ask(publicLookup('gateway.example', rebinding(['93.184.216.34']), watched), 'stranger.example')
    expect(asked).toEqual([])
  })
})
