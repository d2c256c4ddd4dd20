import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { CLIENTS_PER_SITE, clientAt } from '@opal/domain/limits/client'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createSocketLimits } from './socket-limits.ts'

const CLIENT = '203.0.113.9'
const ASKS = '/socket.io/?EIO=4&transport=polling'
const from = (address: string, url = ASKS) => ({ address, url }) as unknown as IncomingMessage
const addressOf = (request: IncomingMessage) => (request as unknown as { address: string }).address
const identity = {
  clientOf: (request: IncomingMessage) => clientAt(addressOf(request)),
  isOwnMachine: (request: IncomingMessage) => addressOf(request) === '127.0.0.1',
}

class TestConnection extends EventEmitter {
  readonly request: IncomingMessage
  readonly close = vi.fn(() => void this.emit('close'))
  constructor(address = CLIENT) {
    super()
    this.request = from(address)
  }
}

function setUp(maxOpen?: number) {
  let now = 0
  const limits = createSocketLimits(identity, () => now, maxOpen)
  const admits = (request: IncomingMessage) => limits.refusal(request) === null
  const passTime = (ms: number): void => {
    now += ms
  }
  return { limits, passTime, admits }
}

test('an address holds two hundred sockets open, and another when one of them ends', () => {
  const { limits, admits } = setUp()
  const open = Array.from({ length: 200 }, () => new TestConnection())
  for (const connection of open) {
    expect(admits(connection.request)).toBe(true)
    limits.watch(connection)
  }
  expect(admits(from(CLIENT))).toBe(false)
  expect(admits(from('203.0.113.10'))).toBe(true)
  open[0]?.emit('close')
  expect(admits(from(CLIENT))).toBe(true)
})

test('an address makes a limited number of requests a minute, whatever becomes of them, and other addresses keep theirs', () => {
  const { limits, passTime } = setUp()
  const ofSocket = (address: string) => from(address, `${ASKS}&sid=abc`)
  const admitted = (address: string) => Array.from({ length: 21_000 }, () => limits.admits(ofSocket(address)))
  expect(admitted(CLIENT).filter(Boolean)).toHaveLength(20_000)
  expect(limits.admits(ofSocket('203.0.113.10'))).toBe(true)
  expect(admitted('127.0.0.1')).not.toContain(false)
  passTime(60_000)
  expect(limits.admits(ofSocket(CLIENT))).toBe(true)
})

test.each([
  ASKS,
  '/socket.io/?EIO=4&transport=websocket',
  '/socket.io/?sid=',
  '/socket.io/?x=sid=1',
  '/socket.io/?EIO=4#&sid=1',
])(
  'an address that goes on asking for sockets which it is refused is disconnected, and keeps those that it has: %s',
  (url) => {
    const { limits, passTime } = setUp()
    const asked = (address: string) => Array.from({ length: 5_000 }, () => limits.admits(from(address, url)))
    expect(asked(CLIENT).filter(Boolean)).toHaveLength(600)
    expect(limits.admits(from(CLIENT, `${ASKS}&sid=abc`))).toBe(true)
    expect(limits.admits(from('203.0.113.10', url))).toBe(true)
    expect(asked('127.0.0.1')).not.toContain(false)
    const ofSite = Array.from({ length: 100 }, (_, at) => asked(`2001:db8:1:${at.toString(16)}::1`)).flat()
    expect(ofSite.filter(Boolean)).toHaveLength(600 * CLIENTS_PER_SITE)
    passTime(60_000)
    expect(limits.admits(from(CLIENT, url))).toBe(true)
  },
)

test('an address opens three hundred sockets a minute, however soon it closes them', () => {
  const { passTime, admits } = setUp()
  for (let each = 0; each < 300; each += 1) expect(admits(from(CLIENT))).toBe(true)
  expect(admits(from(CLIENT))).toBe(false)
  passTime(60_000)
  expect(admits(from(CLIENT))).toBe(true)
})

test('programs of this machine open as many as they like', () => {
  const { limits, admits } = setUp()
  for (let each = 0; each < 1_000; each += 1) {
    expect(admits(from('127.0.0.1'))).toBe(true)
    limits.watch(new TestConnection('127.0.0.1'))
  }
})

test('disconnects a socket that sends without pause, and no other', () => {
  const { limits, passTime } = setUp()
  const patient = new TestConnection()
  limits.watch(patient)
  for (let each = 0; each < 100; each += 1) patient.emit('packet')
  passTime(10_000)
  for (let each = 0; each < 100; each += 1) patient.emit('packet')
  expect(patient.close).not.toHaveBeenCalled()
  patient.emit('packet')
  expect(patient.close).toHaveBeenCalledExactlyOnceWith(true)
})

// @feature live.socket-bounds
test('the sockets of an address send two hundred packets a second together; those that go on are closed', () => {
  const { limits, passTime } = setUp()
  const open = (address: string) =>
    Array.from({ length: 200 }, () => {
      const connection = new TestConnection(address)
      limits.watch(connection)
      return connection
    })
  const talk = (connections: readonly TestConnection[], packets: number): number => {
    for (const connection of connections) for (let each = 0; each < packets; each += 1) connection.emit('packet')
    return connections.filter(({ close }) => close.mock.calls.length > 0).length
  }
  const [flooding, others, ours] = [open(CLIENT), open('203.0.113.10'), open('127.0.0.1')]
  expect(talk(flooding, 10)).toBe(0)
  expect(talk(flooding, 1)).toBe(200)
  expect(talk(others, 10)).toBe(0)
  expect(talk(ours, 50)).toBe(0)
  passTime(10_000)
  expect(talk(open(CLIENT), 10)).toBe(0)
})

// @feature live.socket-cap
test('a flood from a thousand addresses leaves room for who has few sockets, and most for who was here before', () => {
  const { limits, passTime, admits } = setUp(10_000)
  const open = (address: string): TestConnection | null => {
    if (!admits(from(address))) return null
    const connection = new TestConnection(address)
    limits.watch(connection)
    return connection
  }
  const regulars = Array.from({ length: 500 }, (_, at) => open(`192.0.2.${at}`))
  passTime(60_000)
  for (let round = 0; round < 30; round += 1) for (let at = 0; at < 1_000; at += 1) open(`203.0.113.${at}`)
  // Someone who never was here, with a tab or two.
  for (let at = 0; at < 50; at += 1) expect(open(`198.51.100.${at}`), `newcomer ${at}`).not.toBeNull()
  expect(limits.counts().open).toBeGreaterThan(8_000)
  // A flood of ever other addresses fills what is for strangers, and no more.
  for (let at = 0; at < 10_000; at += 1) open(`233.252.0.${at}`)
  expect(limits.refusal(from('198.18.0.1'))).toBe('too-many')
  expect(limits.counts()).toMatchObject({ open: 9_000, max: 10_000 })
  expect(limits.counts().refused['too-many']).toBeGreaterThan(10_000)
  // The network was cut: the earlier clients reconnect.
  for (const connection of regulars) connection?.emit('close')
  for (let at = 0; at < 500; at += 1) open(`233.252.1.${at}`)
  for (let at = 0; at < 500; at += 1) expect(open(`192.0.2.${at}`), `regular ${at}`).not.toBeNull()
})

/** Opens sockets of addresses in turn, as many as each is let. */
function flood(open: (address: string) => TestConnection | null, addresses: readonly string[]): TestConnection[] {
  const opened: TestConnection[] = []
  for (let round = 0; round < 200; round += 1) {
    const before = opened.length
    for (const address of addresses) {
      const connection = open(address)
      if (connection !== null) opened.push(connection)
    }
    if (opened.length === before) break
  }
  return opened
}

function setUpSmall() {
  const all = setUp(1_000)
  const open = (address: string): TestConnection | null => {
    if (!all.admits(from(address))) return null
    const connection = new TestConnection(address)
    all.limits.watch(connection)
    return connection
  }
  return { ...all, open }
}

// @feature live.socket-cap
test('a connected client opens a second tab even when the server is full, and cannot use the reserve beyond', () => {
  const { limits, passTime, open } = setUpSmall()
  open(CLIENT)
  passTime(30_000)
  for (let at = 0; at < 2_000; at += 1) open(`233.252.0.${at}`)
  expect(limits.counts().open).toBe(900)
  expect(open(CLIENT)).not.toBeNull()
  expect(open(CLIENT)).toBeNull()
  expect(open('198.18.0.1')).toBeNull()
})

// @feature live.socket-cap
test('a flood that stays a while, ends and comes again leaves the reserve to who was here before', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 440 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 }),
      (addresses, times, tabs) => {
        const { limits, passTime, open } = setUpSmall()
        const everyTab = () => tabs.flatMap((count, at) => Array.from({ length: count }, () => open(`192.0.2.${at}`)))
        let regulars = everyTab()
        passTime(60_000)
        const flooding = Array.from({ length: addresses }, (_, at) => `203.0.113.${at}`)
        for (let time = 0; time < times; time += 1) {
          const opened = flood(open, flooding)
          passTime(60_000)
          for (const connection of opened) connection.emit('close')
        }
        flood(open, flooding)
        for (const connection of regulars) connection?.emit('close')
        flood(open, flooding)
        regulars = everyTab()
        expect(regulars).not.toContain(null)
        expect(limits.counts().open).toBeLessThanOrEqual(1_000)
      },
    ),
    { numRuns: runs(15) },
  )
})

// @feature live.socket-cap
test('the networks of one IPv6 /48 hold, open and send as much as eight addresses, and leave others their sockets', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 9, max: 200 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 20 }),
      fc.boolean(),
      (networks, tabs, isFirst) => {
        const { limits, open, passTime } = setUpSmall()
        const flooding = Array.from({ length: networks }, (_, at) => `2001:db8:1:${at.toString(16)}::1`)
        const others = () => tabs.flatMap((count, at) => Array.from({ length: count }, () => open(`192.0.2.${at}`)))
        const before = isFirst ? others() : []
        passTime(60_000)
        const opened = flood(open, flooding)
        passTime(60_000)
        flood(open, flooding)
        if (!isFirst) before.push(...others())
        expect(before).not.toContain(null)
        // The fuller it is, the smaller every share.
        const { open: total } = limits.counts()
        expect(total - before.length).toBeLessThanOrEqual(CLIENTS_PER_SITE * 200)
        expect(total).toBeLessThan(900)
        let sent = 0
        for (const connection of opened) {
          for (let each = 0; each < 40; each += 1) connection.emit('packet')
          if (connection.close.mock.calls.length === 0) sent += 40
        }
        expect(sent).toBeLessThanOrEqual(CLIENTS_PER_SITE * 2_000)
        for (const connection of before) for (let each = 0; each < 40; each += 1) connection?.emit('packet')
        expect(before.every((connection) => connection?.close.mock.calls.length === 0)).toBe(true)
      },
    ),
    { numRuns: runs(6) },
  )
})

test('the networks of one IPv6 /48 open as many sockets a minute as eight addresses, however soon they close them', () => {
  const { admits } = setUp()
  let opened = 0
  for (let at = 0; at < 4_000; at += 1) if (admits(from(`2001:db8:1:${at.toString(16)}::1`))) opened += 1
  expect(opened).toBe(300 * CLIENTS_PER_SITE)
  expect(admits(from('2001:db8:2:1::1'))).toBe(true)
})
