import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { createSocketLimits } from './socket-limits.ts'

const CLIENT = '203.0.113.9'
const from = (address: string) => ({ address }) as unknown as IncomingMessage
const addressOf = (request: IncomingMessage) => (request as unknown as { address: string }).address
const identity = { addressOf, isOwnMachine: (request: IncomingMessage) => addressOf(request) === '127.0.0.1' }

class TestConnection extends EventEmitter {
  readonly request: IncomingMessage
  readonly close = vi.fn(() => void this.emit('close'))
  constructor(address = CLIENT) {
    super()
    this.request = from(address)
  }
}

function setUp() {
  let now = 0
  const limits = createSocketLimits(identity, () => now)
  const passTime = (ms: number): void => {
    now += ms
  }
  return { limits, passTime }
}

test('an address holds two hundred sockets open, and another when one of them ends', () => {
  const { limits } = setUp()
  const open = Array.from({ length: 200 }, () => new TestConnection())
  for (const connection of open) {
    expect(limits.admits(connection.request)).toBe(true)
    limits.watch(connection)
  }
  expect(limits.admits(from(CLIENT))).toBe(false)
  expect(limits.admits(from('203.0.113.10'))).toBe(true)
  open[0]?.emit('close')
  expect(limits.admits(from(CLIENT))).toBe(true)
})

test('an address opens three hundred sockets a minute, however soon it closes them', () => {
  const { limits, passTime } = setUp()
  for (let each = 0; each < 300; each += 1) expect(limits.admits(from(CLIENT))).toBe(true)
  expect(limits.admits(from(CLIENT))).toBe(false)
  passTime(60_000)
  expect(limits.admits(from(CLIENT))).toBe(true)
})

test('programs of this machine open as many as they like', () => {
  const { limits } = setUp()
  for (let each = 0; each < 1_000; each += 1) {
    expect(limits.admits(from('127.0.0.1'))).toBe(true)
    limits.watch(new TestConnection('127.0.0.1'))
  }
})

test('a socket that talks without end is hung up on, and one that pauses is not', () => {
  const { limits, passTime } = setUp()
  const patient = new TestConnection()
  limits.watch(patient)
  for (let each = 0; each < 400; each += 1) patient.emit('packet')
  passTime(10_000)
  for (let each = 0; each < 400; each += 1) patient.emit('packet')
  expect(patient.close).not.toHaveBeenCalled()
  patient.emit('packet')
  expect(patient.close).toHaveBeenCalledExactlyOnceWith(true)
})
