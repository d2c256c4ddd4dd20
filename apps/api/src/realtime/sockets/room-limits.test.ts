import type { IncomingMessage } from 'node:http'
import { MAX_ROOMS_PER_SOCKET } from '@opal/contract/live'
import { CLIENTS_PER_SITE, clientAt } from '@opal/domain/limits/client'
import { expect, test } from 'vitest'
import { RoomLimits } from './room-limits.ts'

const from = (address: string) => ({ address }) as unknown as IncomingMessage
const addressOf = (request: IncomingMessage) => (request as unknown as { address: string }).address
const identity = {
  clientOf: (request: IncomingMessage) => clientAt(addressOf(request)),
  isOwnMachine: (request: IncomingMessage) => addressOf(request) === '127.0.0.1',
}
const CLIENT = '203.0.113.9'

/** Opens sockets of an address, each in as many rooms as it may join, and returns their rooms. */
function fill(limits: RoomLimits, address: string, sockets: number) {
  return Array.from({ length: sockets }, () => {
    const rooms = limits.socketOf(from(address))
    let joined = 0
    while (joined < 1_000 && rooms.join(`collection:${joined}`) === null) joined += 1
    return { rooms, joined }
  })
}
const joinedBy = (sockets: readonly { readonly joined: number }[]) =>
  sockets.reduce((sum, { joined }) => sum + joined, 0)

test('a socket joins a limited number of rooms, and may join another after it left one', () => {
  const [socket] = fill(new RoomLimits(identity), CLIENT, 1)
  expect(socket?.joined).toBe(MAX_ROOMS_PER_SOCKET)
  expect(socket?.rooms.join('collection:0')).toBeNull()
  expect(socket?.rooms.join('floor_room')).toBe(`No more than ${MAX_ROOMS_PER_SOCKET} rooms.`)
  socket?.rooms.leave('collection:0')
  socket?.rooms.leave('collection:0')
  expect(socket?.rooms.join('floor_room')).toBeNull()
  expect(socket?.rooms.join('bid_room')).not.toBeNull()
})

// @feature live.socket-bounds
test('the sockets of an address are in two thousand rooms together, and in others once some of them end', () => {
  const limits = new RoomLimits(identity)
  const sockets = fill(limits, CLIENT, 100)
  expect(joinedBy(sockets)).toBe(2_000)
  expect(joinedBy(fill(limits, '203.0.113.10', 1))).toBe(MAX_ROOMS_PER_SOCKET)
  for (const { rooms } of sockets) rooms.clear()
  expect(joinedBy(fill(limits, CLIENT, 100))).toBe(2_000)
})

test('sockets of this machine are bounded one by one alone', () => {
  expect(joinedBy(fill(new RoomLimits(identity), '127.0.0.1', 100))).toBe(100 * MAX_ROOMS_PER_SOCKET)
})

// @feature live.socket-bounds
test('the networks of one IPv6 /48 are in the rooms of eight addresses together, and others in theirs', () => {
  const limits = new RoomLimits(identity)
  const flood = Array.from({ length: 12 }, (_, at) => fill(limits, `2001:db8:1:${at}::1`, 100))
  expect(joinedBy(flood.flat())).toBe(2_000 * CLIENTS_PER_SITE)
  expect(joinedBy(fill(limits, '2001:db8:2:1::1', 1))).toBe(MAX_ROOMS_PER_SOCKET)
  for (const { rooms } of flood[0] ?? []) rooms.clear()
  expect(joinedBy(fill(limits, '2001:db8:1:ff::1', 200))).toBe(2_000)
})
