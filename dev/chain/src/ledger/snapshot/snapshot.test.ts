import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { parseAddress } from '@opal/domain/address'
import { runs, sample } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MarketTraffic } from '../../bench/market-traffic.ts'
import { simulateLocalMarketplaces } from '../../marketplaces/simulate-marketplaces.ts'
import { createLedger } from '../create-ledger.ts'
import { LocalLedger } from '../local-ledger.ts'
import { FrozenState } from '../state/frozen-state.ts'
import { stateHash } from '../state/state.ts'
import { emptySnapshot, type FrozenChain } from './chain-snapshot.ts'
import { readSnapshot, writeSnapshot } from './snapshot-file.ts'
import { SnapshotKeeper } from './snapshot-keeper.ts'

/** Some seconds of signing and trading, on a machine that may be busy. */
const TIMEOUT_MS = 240_000

/** Traders: little trading is enough here. */
const TRADERS = 5

let directory: string
let log: string
let snapshot: string
beforeEach(() => use(mkdtempSync(join(tmpdir(), 'opal-snapshot-'))))
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

function use(folder: string): void {
  directory = folder
  log = join(directory, 'chain.log')
  snapshot = join(directory, 'chain.snapshot')
}

async function open(): Promise<LocalLedger> {
  const ledger = await createLedger({ dataDir: directory, modules: simulateLocalMarketplaces() })
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

/** A summary of a chain for comparison. */
function contentsOf(ledger: LocalLedger) {
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

test(
  'replaying the log from genesis leads to the same state as the snapshot with later blocks',
  async () => {
    const before = await closed(2)
    expect(existsSync(snapshot)).toBe(false)
    {
      await using ledger = await open()
      expect(contentsOf(ledger)).toEqual(before)
      using frozen = ledger.freeze()
      await writeSnapshot(directory, frozen)
    }
    {
      await using ledger = await open()
      expect(contentsOf(ledger)).toEqual(before)
      trade(ledger, 1)
    }
    const after = await reopened()
    rmSync(snapshot)
    expect(await reopened()).toEqual(after)
  },
  TIMEOUT_MS,
)

test.each<[string, (ledger: LocalLedger, head: bigint, earlier: bigint) => boolean]>([
  ['blocks are committed', () => false],
  ['blocks after it are taken back', (ledger, head) => ledger.returnTo(head)],
  ['blocks up to it are taken back', (ledger, _, earlier) => ledger.returnTo(earlier)],
])(
  'a snapshot during which %s does not change what is restored',
  async (_, takeBack) => {
    {
      await using ledger = await open()
      let traffic = trade(ledger, 3, new MarketTraffic(ledger, TRADERS))
      const earlier = ledger.mark()
      trade(ledger, 3, traffic)
      const head = ledger.mark()
      using frozen = ledger.freeze()
      const written = new AbortController()
      const writing = writeSnapshot(directory, frozen).finally(() => written.abort())
      let blocks = 0
      for (; !written.signal.aborted; blocks += 1) {
        trade(ledger, 1, traffic)
        if (blocks % 4 === 3 && takeBack(ledger, head, earlier)) traffic = new MarketTraffic(ledger, TRADERS)
        await setImmediate()
      }
      await writing
      expect(blocks).toBeGreaterThan(9)
      expect(readSnapshot(directory, ledger.head.chainId)?.head.version).toBe(head)
    }
    const after = await reopened()
    rmSync(snapshot)
    expect(await reopened()).toEqual(after)
  },
  TIMEOUT_MS,
)

/** A chain with nothing but resources of one MiB each. */
function largeChain(mebibytes: number): FrozenChain {
  const empty = emptySnapshot(4)
  const text = JSON.stringify({ text: 'x'.repeat(1024 * 1024) })
  for (let at = 1; at <= mebibytes; at += 1) empty.state.put(parseAddress(`0x${at}`), '0x1::a::Large', text)
  const state = new FrozenState(empty.state)
  const head = { ...empty.head, version: 0n, epoch: 1n, blockHeight: 0n }
  return { ...empty, head, state, [Symbol.dispose]: () => state[Symbol.dispose]() }
}

test('the event loop turns between the parts of a large snapshot', async () => {
  using chain = largeChain(64)
  let turn = 0
  const counting = new AbortController()
  const counted = (async () => {
    for (; !counting.signal.aborted; turn += 1) await setImmediate()
  })()
  const readIn: number[] = []
  const resources = chain.state.resources.bind(chain.state)
  vi.spyOn(chain.state, 'resources').mockImplementation(function* () {
    for (const one of resources()) {
      readIn.push(turn)
      yield one
    }
  })
  await writeSnapshot(directory, chain)
  counting.abort()
  await counted
  expect(readIn).toHaveLength(64)
  const byTurn = Map.groupBy(readIn, (one) => one)
  expect(Math.max(...[...byTurn.values()].map((read) => read.length))).toBeLessThanOrEqual(5)
  expect(readSnapshot(directory, 4)?.state.cellsAt(parseAddress('0x40')).size).toBe(1)
})

test('one snapshot is written at a time, and closing waits for it', async () => {
  await using ledger = await open()
  const keeper = new SnapshotKeeper(directory, 0)
  const frozenAt: bigint[] = []
  const chain = (version: bigint) => ({
    head: { version },
    freeze: () => {
      frozenAt.push(version)
      return ledger.freeze()
    },
  })
  for (const version of [10n, 30_000n, 60_000n, 90_000n]) keeper.offer(chain(version))
  expect(existsSync(snapshot)).toBe(false)
  await keeper.close(chain(30_100n))
  expect(frozenAt).toEqual([30_000n])
  expect(existsSync(snapshot)).toBe(true)
  keeper.offer(chain(60_000n))
  await keeper.close(chain(70_000n))
  expect(frozenAt).toEqual([30_000n, 60_000n, 70_000n])
})

async function closed(blocks: number) {
  await using ledger = await open()
  trade(ledger, blocks)
  return contentsOf(ledger)
}

async function reopened() {
  await using ledger = await open()
  return contentsOf(ledger)
}

/** A chain that was traded on twice, long enough for closing to write a snapshot: made once, then copied. */
interface Grown {
  readonly directory: string
  /** After the first time, when the log was so long. */
  readonly early: ReturnType<typeof contentsOf>
  readonly earlyBytes: number
  readonly late: ReturnType<typeof contentsOf>
}

describe('a chain that wrote a snapshot on closing', () => {
  let grown: Grown
  beforeAll(async () => {
    use(mkdtempSync(join(tmpdir(), 'opal-grown-')))
    const early = await closed(3)
    const earlyBytes = statSync(log).size
    const late = await closed(6)
    grown = { directory, early, earlyBytes, late }
  }, TIMEOUT_MS)
  afterAll(() => rmSync(grown.directory, { recursive: true, force: true }))
  beforeEach(() => {
    cpSync(grown.directory, directory, { recursive: true })
    expect(existsSync(snapshot)).toBe(true)
  })

  test(
    'has the same state hash before and after a restart',
    async () => {
      const bytes = readFileSync(log)
      expect(await reopened()).toEqual(grown.late)
      expect(readFileSync(log).equals(bytes)).toBe(true)
    },
    TIMEOUT_MS,
  )

  test(
    'ignores a snapshot beyond the end of the log',
    async () => {
      truncateSync(log, grown.earlyBytes)
      expect(await reopened()).toEqual(grown.early)
    },
    TIMEOUT_MS,
  )

  test(
    'ignores a truncated or damaged snapshot',
    () => {
      const whole = readFileSync(snapshot)
      const { chainId } = grown.late.head
      expect(readSnapshot(directory, chainId)?.head.version).toBe(grown.late.head.version)
      fc.assert(
        fc.property(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 7 }), (at, bit) => {
          const bytes = Buffer.from(whole)
          bytes[at] = (bytes[at] as number) ^ (1 << bit)
          writeFileSync(snapshot, bytes)
          expect(readSnapshot(directory, chainId), `bit ${bit} of byte ${at}`).toBeNull()
          writeFileSync(snapshot, whole.subarray(0, at))
          expect(readSnapshot(directory, chainId), `cut at ${at}`).toBeNull()
        }),
        {
          numRuns: runs(6, 600),
          examples: [
            [0, 0],
            [whole.length - 1, 7],
          ],
        },
      )
    },
    TIMEOUT_MS,
  )

  test.each(sample([0, 0.3, 0.999], 1))(
    'replays its log when the snapshot is damaged at %s',
    async (part) => {
      const bytes = readFileSync(snapshot)
      const at = Math.floor(bytes.length * part)
      bytes[at] = (bytes[at] as number) ^ 1
      writeFileSync(snapshot, bytes)
      expect(await reopened()).toEqual(grown.late)
    },
    60_000,
  )
})
