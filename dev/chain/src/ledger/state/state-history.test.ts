import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAddress } from '@opal/domain/address'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MarketTraffic } from '../../bench/market-traffic.ts'
import { simulateLocalMarketplaces } from '../../marketplaces/simulate-marketplaces.ts'
import { createLedger } from '../create-ledger.ts'
import type { Ledger } from '../ledger.ts'
import { applyWriteSet } from './restore-state.ts'
import { State } from './state.ts'
import { RETAINED_VERSIONS, StateHistory } from './state-history.ts'

const BOB = parseAddress('0xb0b')
const FRAMEWORK = parseAddress('0x1')
const CROWD = 50
let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'opal-history-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const open = () => createLedger({ dataDir: directory, modules: simulateLocalMarketplaces() })

function trade(ledger: Ledger, blocks: number, traffic = new MarketTraffic(ledger, CROWD)): MarketTraffic {
  for (let block = 0; block < blocks; block += 1) {
    for (const { signedBytes } of traffic.nextBatch()) ledger.submit(signedBytes)
    ledger.commitBlock()
  }
  return traffic
}

/** Asks for every address and item that a chain ever wrote, at some versions, and applies the log for the truth. */
function expectTruth(ledger: Ledger, versions: ReadonlySet<bigint>): void {
  const truth = new State()
  const [addresses, items] = [new Set<string>(), new Map<string, [string, string]>()]
  for (let version = 0n; version <= ledger.head.version; version += 1n) {
    const transaction = ledger.transactionByVersion(version)
    if (transaction === null) throw new Error(`there is no version ${version}`)
    applyWriteSet(truth, transaction)
    for (const { writeResource, writeTableItem } of transaction.info?.changes ?? []) {
      if (writeResource?.address !== undefined) addresses.add(writeResource.address)
      const { handle, data } = writeTableItem ?? {}
      if (handle !== undefined && data?.key !== undefined) items.set(handle + data.key, [handle, data.key])
    }
    if (!versions.has(version)) continue
    const view = ledger.at(version)
    for (const address of [...addresses].map((text) => parseAddress(text))) {
      const [actual, wanted] = [view?.resources(address), truth.resources(address)]
      expect(Object.fromEntries(actual ?? [])).toEqual(Object.fromEntries(wanted))
    }
    for (const [handle, key] of items.values()) {
      const wanted = truth.tableItem(handle, key)
      expect(view?.tableItem(handle, key)?.value).toEqual(wanted === null ? undefined : JSON.parse(wanted.value))
      if (wanted !== null) expect(view?.rawTableItem(handle, wanted.keyBytes)?.valueType).toBe(wanted.valueType)
    }
  }
}

test('returns the state of every retained version as the log derives it, also within blocks and after restarts', async () => {
  {
    await using ledger = await open()
    trade(ledger, 3)
    const newest = ledger.head.version
    expectTruth(ledger, new Set([0n, 1n, 2n, newest / 3n, newest / 2n, newest - 1n, newest]))
  }
  {
    await using ledger = await open()
    trade(ledger, 8)
    expectTruth(ledger, new Set([5n, 60n, 140n, ledger.head.version - 7n]))
  }
  await using again = await open()
  expect(again.oldestStateVersion).toBe(0n)
  expectTruth(again, new Set([0n, 59n, 100n, 240n, again.head.version - 1n]))
}, 240_000)

test('evaluates a view with balance and time of an earlier version', async () => {
  await using ledger = await createLedger({ dataDir: null, modules: simulateLocalMarketplaces() })
  const traffic = trade(ledger, 1)
  const earlier = ledger.head.version
  const now = () => ledger.view('0x1::timestamp::now_microseconds', [], []).values
  const then = now()
  trade(ledger, 1, traffic)
  expect(now()).not.toEqual(then)
  expect(ledger.at(earlier)?.view('0x1::timestamp::now_microseconds', [], []).values).toEqual(then)
  expect(ledger.at(ledger.head.version + 1n)).toBeNull()
}, 240_000)

test('drops only later versions when the chain is restored', async () => {
  await using ledger = await createLedger({ dataDir: null, modules: simulateLocalMarketplaces() })
  const traffic = trade(ledger, 1)
  const moment = ledger.mark()
  trade(ledger, 1, traffic)
  expect(ledger.returnTo(moment)).toBe(true)
  trade(ledger, 1)
  expectTruth(ledger, new Set([0n, 20n, moment - 1n, moment, moment + 5n, ledger.head.version]))
}, 240_000)

test('prunes versions older than the window by blocks, with their values', () => {
  const history = new StateHistory()
  const state = new State()
  state.watchedBy(history)
  const blocks = 30
  const size = 1_000n
  for (let height = 0n; height < blocks; height += 1n) {
    history.begin(height, (height + 1n) * size - 1n)
    state.put(BOB, '0x1::a::B', { height: String(height) })
    if (height === 2n) state.put(FRAMEWORK, '0x1::a::Old', {})
  }
  const newest = BigInt(blocks) * size - 1n
  expect(newest - history.oldestVersion).toBe(RETAINED_VERSIONS)
  expect(history.blocks.length).toBe(10)
  expect(history.resources.get(BOB)?.get('0x1::a::B')?.length).toBe(10)
  expect(history.resources.has(FRAMEWORK)).toBe(false)
})

test('makes the restored version the oldest when it is before the window', () => {
  const history = new StateHistory()
  for (let height = 0n; height < 30n; height += 1n) history.begin(height, (height + 1n) * 1_000n - 1n)
  expect(history.oldestVersion).toBe(19_999n)
  history.returnTo(4n, 4_999n)
  expect(history).toMatchObject({ oldestVersion: 4_999n, blocks: [] })
  history.begin(5n, 5_999n)
  expect(history.oldestVersion).toBe(4_999n)
})
