import { expect, test } from 'vitest'
import { clientAt } from './client.ts'
import { LocalCounts } from './local-counts.ts'

test('the clients of one IPv6 site push no other counts out, however many they are', () => {
  const counts = new LocalCounts()
  const others = ['192.0.2.1', '2001:db8:2:1::1'].flatMap((address) => clientAt(address).map(({ key }) => key))
  for (const key of others) counts.count(key, 60_000, 0)
  for (let network = 0; network < 65_536; network += 1) {
    for (const { key } of clientAt(`2001:db8:1:${network.toString(16)}::1`)) counts.count(key, 60_000, 1)
  }
  for (const key of others) expect(counts.count(key, 60_000, 2).current, key).toBe(2)
  expect(counts.count('site 2001:db8:1::', 60_000, 2).current).toBe(65_537)
})

test('a thousand clients of one site are counted, and the oldest are deleted first', () => {
  const counts = new LocalCounts()
  const keyOf = (network: number) => clientAt(`2001:db8:1:${network.toString(16)}::1`)[0].key
  for (let network = 0; network <= 1_000; network += 1) counts.count(keyOf(network), 60_000, network)
  expect(counts.count(keyOf(1), 60_000, 2_000).current).toBe(2)
  expect(counts.count(keyOf(0), 60_000, 2_000).current).toBe(1)
  expect(counts.count(keyOf(1), 60_000, 2_000).current).toBe(1)
})

test('clients that counted most go on, however many others come that count less', () => {
  const counts = new LocalCounts()
  const heavy = Array.from({ length: 100 }, (_, at) => `192.0.2.${at}`)
  for (const key of heavy) {
    for (let call = 0; call < 10; call += 1) counts.count(key, 60_000, 0)
    for (let other = 0; other < 20; other += 1) counts.count(`${key} ${other}`, 60_000, 0)
  }
  for (let flood = 0; flood < 120_000; flood += 1) {
    const key = `10.${flood >> 16}.${(flood >> 8) & 255}.${flood & 255}`
    for (let call = 0; call < 2; call += 1) counts.count(key, 60_000, 1)
  }
  for (const key of heavy) expect(counts.count(key, 60_000, 2).current, key).toBe(11)
})

test('windows that have ended take no place of others, however much was counted in them', () => {
  const counts = new LocalCounts()
  for (let at = 0; at < 50_000; at += 1) counts.count(`10.${at}`, 60_000, 0, at % 2 === 0 ? 10 : 1)
  const fresh = Array.from({ length: 40_000 }, (_, at) => `11.${at}`)
  for (const key of fresh) counts.count(key, 60_000, 60_001)
  expect(fresh.filter((key) => counts.count(key, 60_000, 60_002).current !== 2)).toEqual([])
})
