import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchOptions } from '../benchmark.ts'
import { costMeasurement, type Measurement, plainMeasurement } from '../measurement.ts'
import { openBrowserHarness } from './browser-harness.ts'
import { measureGrid } from './measure-grid.ts'
import { measureInteractions } from './measure-interactions.ts'
import { measureLoads } from './measure-loads.ts'
import { measurePageMemory } from './measure-page-memory.ts'
import { measureShifts } from './measure-shifts.ts'
import { createRepricer } from './trade-on.ts'

/** First-load sizes that the site's build reports. */
interface FirstLoads {
  readonly limit: number
  readonly loads: readonly { readonly page: string; readonly bytes: number }[]
  readonly later: readonly { readonly name: string; readonly bytes: number }[]
}

const BUILD = join(import.meta.dirname, '../../../apps/web/build/first-load.json')

/** Compressed script that each page needs before it answers, and what comes afterwards. */
async function* measureFirstLoad(): AsyncGenerator<Measurement> {
  const { limit, loads, later } = JSON.parse(await readFile(BUILD, 'utf8')) as FirstLoads
  for (const { page, bytes } of loads)
    yield costMeasurement({ name: `web.script.${page}`, value: bytes, unit: 'B' }, limit, 1)
  for (const { name, bytes } of later)
    yield plainMeasurement({ name: `web.script.later.${name}`, value: bytes, unit: 'B' })
}

/** Seconds that each page is watched while trades happen. */
const LIVE_SECONDS = 60
const ROUNDS = 5

/** Measures the built site in Chromium, compared with the same elements as a page without scripts and as a minimal React page. */
export async function* measureWeb(options: BenchOptions): AsyncGenerator<Measurement> {
  const { runs, minutes, chromePath, buildSite, only, say } = options
  const wants = (part: string) => only === null || only === part
  await buildSite()
  if (wants('js')) yield* measureFirstLoad()
  if (only === 'js') return
  say('starting a small market')
  await using harness = await openBrowserHarness(await chromePath())
  const { browser, network, baseline, paths } = harness
  if (only === null) yield plainMeasurement({ name: 'web.script.minimal', value: baseline.scriptBytes, unit: 'B' })
  const collection = network.webUrl + paths.collection
  const metrics = (['lcp', 'hydration'] as const).filter(wants)
  yield* measureLoads({ browser, product: network.webUrl, baseline: baseline.origin, paths, metrics, runs, say })
  const minimal = `${baseline.origin}/minimal/collection`
  if (wants('inp')) yield* measureInteractions({ browser, product: collection, minimal, rounds: ROUNDS, say })
  if (wants('grid')) yield* measureGrid({ browser, product: collection, bare: `${baseline.origin}/grid`, runs, say })
  if (!wants('cls') && !wants('memory')) return
  const repricer = await createRepricer({ ...network, nodeUrl: network.localnet.nodeUrl })
  const { collectionId } = repricer
  const reprice = async (): Promise<void> => void (await repricer.reprice())
  const live = `${network.webUrl}/collection/${collectionId}`
  const pages = { landing: network.webUrl, collection: live }
  if (wants('cls')) yield* measureShifts({ browser, pages, seconds: LIVE_SECONDS, trade: reprice, say })
  if (wants('memory') && minutes > 0) yield* measurePageMemory({ browser, url: live, minutes, trade: reprice, say })
}
