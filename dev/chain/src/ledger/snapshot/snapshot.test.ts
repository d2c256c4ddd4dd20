import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MarketTraffic } from '../../bench/market-traffic.ts'
import { marketplaceModules } from '../../modules/marketplace-modules.ts'
import { createLedger } from '../create-ledger.ts'
import { LocalLedger } from '../local-ledger.ts'
import { stateHash } from '../state-hash.ts'
import { writeSnapshot } from './snapshot-file.ts'

let directory: string
let log: string
let snapshot: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'opal-snapshot-'))
  log = join(directory, 'chain.log')
  snapshot = join(directory, 'chain.snapshot')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

async function open(): Promise<LocalLedger> {
  const ledger = await createLedger({ dataDir: directory, modules: marketplaceModules() })
  if (!(ledger instanceof LocalLedger)) throw new Error('not the ledger we know')
  return ledger
}

/** Trades for some blocks. @returns the traffic, to go on with it. */
function trade(ledger: LocalLedger, blocks: number, traffic = new MarketTraffic(ledger)): MarketTraffic {
  for (let block = 0; block < blocks; block += 1) {
    for (const { signedBytes } of traffic.nextBatch()) ledger.submit(signedBytes)
    ledger.commitBlock()
  }
  return traffic
}

/** Everything that can be told about a chain, short. */
function picture(ledger: LocalLedger) {
  const hashes: string[] = []
  const seen: unknown[] = []
  for (let version = 0n; version <= ledger.head.version; version += 97n) {
    const transaction = ledger.transactionByVersion(version)
    const hash = `0x${Buffer.from(transaction?.info?.hash ?? []).toString('hex')}`
    hashes.push(hash)
    seen.push(ledger.versionOf(hash), ledger.blockOf(version))
    const sender = transaction?.user?.request?.sender
    if (sender !== undefined) {
      const account = `0x${sender.slice(2).padStart(64, '0')}` as Parameters<LocalLedger['transactionsOfAccount']>[0]
      seen.push(ledger.transactionsOfAccount(account, 0n, 100).map((one) => one.version))
      seen.push(ledger.eventsOf(account, 2n, 0n, 100).map((one) => one.version))
    }
  }
  const { head, accumulator } = ledger
  return { head, accumulator: Buffer.from(accumulator).toString('hex'), state: stateHash(ledger.state), hashes, seen }
}

test('reading the log from genesis leads to the snapshot, and to the snapshot with the blocks after it', async () => {
  const before = await closed(4)
  expect(existsSync(snapshot)).toBe(false)
  {
    await using ledger = await open()
    expect(picture(ledger)).toEqual(before)
    writeSnapshot(directory, ledger.snapshot())
  }
  {
    await using ledger = await open()
    expect(picture(ledger)).toEqual(before)
    trade(ledger, 3)
  }
  const after = await reopened()
  rmSync(snapshot)
  expect(await reopened()).toEqual(after)
}, 90_000)

async function closed(blocks: number) {
  await using ledger = await open()
  trade(ledger, blocks)
  return picture(ledger)
}

async function reopened() {
  await using ledger = await open()
  return picture(ledger)
}

test('the state has the same hash before and after a restart, from a snapshot that closing wrote', async () => {
  const before = await closed(10)
  expect(existsSync(snapshot)).toBe(true)
  const bytes = readFileSync(log)
  expect(await reopened()).toEqual(before)
  expect(readFileSync(log).equals(bytes)).toBe(true)
})

test('a snapshot of a longer log counts for nothing: the log tells what was', async () => {
  const short = await closed(3)
  const whole = readFileSync(log)
  await closed(10)
  expect(existsSync(snapshot)).toBe(true)
  truncateSync(log, whole.length)
  expect(await reopened()).toEqual(short)
})

test('a snapshot that is cut or damaged anywhere is not believed', async () => {
  const before = await closed(10)
  const whole = readFileSync(snapshot)
  for (const part of [0, 0.001, 0.3, 0.7, 0.999]) {
    const at = Math.floor(whole.length * part)
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] as number) ^ 1
    writeFileSync(snapshot, bytes)
    expect(await reopened()).toEqual(before)
    writeFileSync(snapshot, whole.subarray(0, at))
    expect(await reopened()).toEqual(before)
  }
}, 60_000)
