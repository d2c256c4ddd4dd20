import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHostResolver, type ResolverOptions } from './resolve-host.ts'

/** A nameserver that knows one address of each name, thirty of each kind of `many.example`, and never answers for names of `dead.example`. */
const nameserver: Socket = createSocket('udp4')
let asked: string[] = []
let address = ''

nameserver.on('message', (query, { port, address: from }) => {
  const labels: string[] = []
  let end = 12
  for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
    labels.push(query.toString('latin1', end + 1, end + 1 + length))
    end += 1 + length
  }
  const isV4 = query.readUInt16BE(end + 1) === 1
  const name = labels.join('.')
  if (isV4) asked.push(name)
  if (name.endsWith('dead.example')) return
  const records = name === 'many.example' ? Array.from({ length: 30 }, (_, at) => recordOf(isV4, at)) : []
  if (records.length === 0 && isV4 && !name.startsWith('lacking')) records.push(recordOf(true, 34))
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  nameserver.send(Buffer.concat([head, query.subarray(12, end + 5), ...records]), port, from)
})

/** A pointer to the name, type A or AAAA, class IN, a minute, and four or sixteen bytes. */
function recordOf(isV4: boolean, last: number): Buffer {
  if (isV4) return Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, last])
  return Buffer.from([0xc0, 12, 0, 28, 0, 1, 0, 0, 0, 60, 0, 16, 0x26, 0x06, ...Array<number>(13).fill(0), last])
}

beforeAll(async () => {
  nameserver.bind(0, '127.0.0.1')
  await once(nameserver, 'listening')
  address = `127.0.0.1:${(nameserver.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
})
afterAll(() => nameserver.close())

const TIMEOUT_MS = 400
const resolver = (options: ResolverOptions = {}) =>
  createHostResolver({ servers: [address], timeoutMs: TIMEOUT_MS, ...options })
const FOUND = [{ address: '93.184.216.34', family: 4 }]
const UNRESOLVED = { code: 'host-unresolved', retryable: true }

describe('createHostResolver', () => {
  it('resolves names while fifty others hang, which leave the threads of the process free', async () => {
    const resolve = resolver()
    const hanging = Array.from({ length: 50 }, (_, at) => resolve(`${at}.dead.example`))
    const settled = Promise.allSettled(hanging).then((outcomes) => ({ outcomes, at: performance.now() }))
    expect(await resolve('living.example')).toEqual(FOUND)
    await readFile(new URL(import.meta.url))
    const servedAt = performance.now()
    const { outcomes, at } = await settled
    expect(servedAt).toBeLessThan(at)
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: UNRESOLVED })
  })

  it('gives up at its deadline, however long a nameserver may take', async () => {
    const began = performance.now()
    await expect(resolver({ timeoutMs: 60_000, deadlineMs: 50 })('dead.example')).rejects.toMatchObject(UNRESOLVED)
    expect(performance.now() - began).toBeLessThan(30_000)
  })

  it('asks once for concurrent callers, and again once its answer is old', async () => {
    let now = 0
    const resolve = resolver({ now: () => now })
    await Promise.all([resolve('one.example'), resolve('one.example')])
    await resolve('one.example')
    expect(asked).toEqual(['one.example'])
    now += 60_000
    expect(await resolve('one.example')).toEqual(FOUND)
    expect(asked).toEqual(['one.example', 'one.example'])
  })

  it('asks a nameserver that does not answer once in a while only', async () => {
    let now = 0
    const resolve = resolver({ now: () => now })
    for (let time = 0; time < 3; time += 1) await expect(resolve('a.dead.example')).rejects.toMatchObject(UNRESOLVED)
    expect(asked).toEqual(['a.dead.example'])
    now += 60_000
    await expect(resolve('a.dead.example')).rejects.toMatchObject(UNRESOLVED)
    expect(asked).toHaveLength(2)
  })

  it('takes sixteen addresses of each kind, of a name that has any number', async () => {
    const found = await resolver()('many.example')
    expect(found.map(({ family }) => family)).toEqual([...Array<number>(16).fill(4), ...Array<number>(16).fill(6)])
    expect(new Set(found.map(({ address: one }) => one)).size).toBe(32)
  })

  it('fails for a name without an address', async () => {
    await expect(resolver()('lacking.example')).rejects.toMatchObject(UNRESOLVED)
  })

  it('leaves most of what it resolves concurrently to other owners than that of hosts which hang', async () => {
    const resolve = resolver({ concurrency: 20 })
    const hanging = Array.from({ length: 100 }, (_, at) => resolve(`${at}.hosts.dead.example`))
    const outcomes = Promise.allSettled(hanging)
    expect(await resolve('living.test')).toEqual(FOUND)
    await outcomes
    expect(asked.filter((name) => name.endsWith('dead.example'))).toHaveLength(16)
  })

  it('resolves no more names concurrently than allowed, and others when they have ended', async () => {
    const resolve = resolver({ concurrency: 2 })
    const hanging = [resolve('1.dead.example'), resolve('2.dead.example')]
    await expect(resolve('living.example')).rejects.toMatchObject(UNRESOLVED)
    await Promise.allSettled(hanging)
    expect(await resolve('living.example')).toEqual(FOUND)
  })
})
