import { join } from 'node:path'
import { quantile } from '@opal/domain/testing/statistics'
import { connect } from '@opal/store/driver/connection'
import { migrate } from '@opal/store/migrate'
import { chromium } from 'playwright-core'
import type { BenchOptions } from '../benchmark.ts'
import { originOf, startProgram } from '../load/start-program.ts'
import { costMeasurement, type Measurement } from '../measurement.ts'
import { startScratchPostgres } from '../scratch-postgres.ts'
import { bundleForPage } from '../web/bundle-for-page.ts'
import { fillBids, LADDERS, SET_COLLECTION } from './fill-bids.ts'

/** Tokens of the largest set. */
const TOKENS = 10_000
/** Longest that its building may take in a browser, and that the page may not respond during it, milliseconds. */
const [BUILD_MS, BLOCKED_MS] = [300, 50]
/** Longest that a ladder may take, milliseconds. */
const LADDER_MS = 50
/** Counted requests of each ladder. */
const REQUESTS = 100
const SERVER_CORE = 0
const NOW_MICROS = 1_790_000_000_000_000n

/** Measures what bids on sets of tokens cost a visitor. */
export async function* measureSets(options: BenchOptions): AsyncGenerator<Measurement> {
  const { only } = options
  if (only === null || only === 'build') yield* measureBuild(options)
  if (only === null || only === 'ladder') yield* measureLadders(options)
}

/** Builds the largest set in new pages, as a visitor's page does it once. */
async function* measureBuild({ chromePath, runs, say }: BenchOptions): AsyncGenerator<Measurement> {
  say(`building a set of ${TOKENS} tokens in ${runs} pages`)
  const script = await bundleForPage(join(import.meta.dirname, '../../../apps/web/src/entities/token-set/build-set.ts'))
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: await chromePath(), args })
  const found: Built[] = []
  try {
    for (let run = 0; run < runs; run++) {
      const page = await browser.newPage()
      await page.addScriptTag({ content: script })
      found.push(await page.evaluate(buildInPage, TOKENS))
      await page.close()
    }
  } finally {
    await browser.close()
  }
  const inMs = (name: string, times: readonly number[], limit: number) =>
    costMeasurement({ name, value: quantile(times, 0.5), unit: 'ms' }, limit, 1)
  yield inMs(
    'sets.build',
    found.map(({ tookMs }) => tookMs),
    BUILD_MS,
  )
  yield inMs(
    'sets.build.blocked',
    found.map(({ blockedMs }) => blockedMs),
    BLOCKED_MS,
  )
}

interface Built {
  readonly tookMs: number
  /** Longest time between two turns of the page. */
  readonly blockedMs: number
}

async function buildInPage(count: number): Promise<Built> {
  const { page } = globalThis as unknown as {
    readonly page: { buildSet(tokens: readonly object[], signal: AbortSignal): Promise<unknown> }
  }
  const tokens = Array.from({ length: count }, (_, at) => ({
    tokenDataId: `0x${(at + 1).toString(16).padStart(64, '0')}`,
    names: null,
  }))
  const start = performance.now()
  let [turn, blockedMs] = [start, 0]
  const ticking = setInterval(() => {
    blockedMs = Math.max(blockedMs, performance.now() - turn)
    turn = performance.now()
  })
  await page.buildSet(tokens, new AbortController().signal)
  const tookMs = performance.now() - start
  clearInterval(ticking)
  return { tookMs, blockedMs: Math.max(blockedMs, performance.now() - turn) }
}

/** Asks for ladders of bids on sets in a collection that has a hundred thousand of them. */
async function* measureLadders({ say }: BenchOptions): AsyncGenerator<Measurement> {
  await using stack = new AsyncDisposableStack()
  const databases = await startScratchPostgres(stack)
  const { databaseUrl } = stack.use(await databases.create())
  await migrate(databaseUrl)
  const store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'opal-bench', maxConnections: 2 }))
  say('placing 100,000 bids on sets')
  await fillBids(store)
  const api = stack.use(
    await startProgram(`${import.meta.dirname}/../api/api-program.ts`, {
      core: SERVER_CORE,
      args: [databaseUrl, String(NOW_MICROS), '0'],
    }),
  )
  for (const { name, path } of LADDERS) {
    say(`asking for ${name}`)
    const times: number[] = []
    for (let request = -5; request < REQUESTS; request++) {
      const start = performance.now()
      const answer = await fetch(originOf(api) + path, { headers: { 'x-forwarded-for': `10.0.${request + 5}.1` } })
      const { data } = (await answer.json()) as { readonly data?: readonly unknown[] }
      if (data === undefined || data.length === 0) throw new Error(`${path} of ${SET_COLLECTION}: ${answer.status}`)
      if (request >= 0) times.push(performance.now() - start)
    }
    yield costMeasurement({ name: `sets.${name}`, value: quantile(times, 0.99), unit: 'ms' }, LADDER_MS, 1)
  }
}
