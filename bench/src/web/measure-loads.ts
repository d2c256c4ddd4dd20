import { median } from '@opal/domain/testing/statistics'
import type { Browser } from 'playwright-core'
import { costMeasurement, type Measurement, plainMeasurement } from '../measurement.ts'
import { type Load, loadPage, NETWORKS, type NetworkProfile } from './load-page.ts'

/** At most 1.3 times the static page, and 1.5 times the minimal one. */
const LCP_GOAL = 1 / 1.3
const HYDRATION_GOAL = 1 / 1.5

export interface LoadOptions {
  readonly browser: Browser
  /** Origin of the product, and of the pages it is compared with. */
  readonly product: string
  readonly baseline: string
  /** Path in the product, by the name that the other pages have. */
  readonly paths: Readonly<Record<string, string>>
  /** Measured limits; a page without any is not loaded. */
  readonly metrics: readonly ('lcp' | 'hydration')[]
  readonly runs: number
  readonly say: (line: string) => void
}

/** Measures largest paint and hydration of every page on both networks, each compared with the same page without scripts and with React alone. */
export async function* measureLoads(options: LoadOptions): AsyncGenerator<Measurement> {
  if (options.metrics.length === 0) return
  for (const profile of Object.keys(NETWORKS) as NetworkProfile[])
    for (const name of Object.keys(options.paths)) yield* measurePage(options, name, profile)
}

async function* measurePage(options: LoadOptions, name: string, profile: NetworkProfile): AsyncGenerator<Measurement> {
  const { browser, product, baseline, paths, metrics, runs, say } = options
  say(`loading ${name} ${runs} times on ${profile}, compared with the same page without scripts and with React alone`)
  const loads = { product: [] as Load[], static: [] as Load[], minimal: [] as Load[] }
  // By turns, so that changes of the machine's load affect all of them alike.
  for (let run = 0; run < runs; run++) {
    if (metrics.includes('lcp'))
      loads.static.push(await loadPage(browser, `${baseline}/static/${name}`, profile, false))
    loads.product.push(await loadPage(browser, product + paths[name], profile, true))
    if (metrics.includes('hydration'))
      loads.minimal.push(await loadPage(browser, `${baseline}/minimal/${name}`, profile, true))
  }
  const lcp = (of: readonly Load[]) => median(of.map((load) => load.lcp))
  const hydrated = (of: readonly Load[]) => median(of.map((load) => load.hydrated ?? Number.NaN))
  const measured = (what: string, value: number) => ({ name: `web.${what}.${name}.${profile}`, value, unit: 'ms' })
  if (metrics.includes('lcp')) yield costMeasurement(measured('lcp', lcp(loads.product)), lcp(loads.static), LCP_GOAL)
  if (!metrics.includes('hydration')) return
  yield plainMeasurement(measured('lcp.minimal', lcp(loads.minimal)))
  yield costMeasurement(measured('hydration', hydrated(loads.product)), hydrated(loads.minimal), HYDRATION_GOAL)
}
