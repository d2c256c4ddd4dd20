import type { Browser } from 'playwright-core'
import { costFigure, type Figure, plainFigure } from '../figure.ts'
import { median } from '../statistics.ts'
import { type Load, loadPage, NETWORKS, type NetworkProfile } from './load-page.ts'

/** At most 1.3 times the static page, and 1.5 times the minimal one. */
const LCP_GOAL = 1 / 1.3
const HYDRATION_GOAL = 1 / 1.5

export interface LoadOptions {
  readonly browser: Browser
  /** Origin of the product, and of the pages it is held against. */
  readonly product: string
  readonly baseline: string
  /** Path in the product, by the name that the other pages have. */
  readonly paths: Readonly<Record<string, string>>
  readonly runs: number
  readonly say: (line: string) => void
}

/** Largest paint and hydration of every page on both networks, each beside the same page without script and by React alone. */
export async function* measureLoads(options: LoadOptions): AsyncGenerator<Figure> {
  for (const profile of Object.keys(NETWORKS) as NetworkProfile[])
    for (const name of Object.keys(options.paths)) yield* measurePage(options, name, profile)
}

async function* measurePage(options: LoadOptions, name: string, profile: NetworkProfile): AsyncGenerator<Figure> {
  const { browser, product, baseline, paths, runs, say } = options
  say(`loading ${name} ${runs} times on ${profile}, beside the same page without script and by React alone`)
  const loads = { product: [] as Load[], static: [] as Load[], minimal: [] as Load[] }
  // By turns, so that the machine's mood weighs on all of them.
  for (let run = 0; run < runs; run++) {
    loads.static.push(await loadPage(browser, `${baseline}/static/${name}`, profile, false))
    loads.product.push(await loadPage(browser, product + paths[name], profile, true))
    loads.minimal.push(await loadPage(browser, `${baseline}/minimal/${name}`, profile, true))
  }
  const lcp = (of: readonly Load[]) => median(of.map((load) => load.lcp))
  const hydrated = (of: readonly Load[]) => median(of.map((load) => load.hydrated ?? Number.NaN))
  const figure = (what: string) => `web.${what}.${name}.${profile}`
  yield costFigure({ name: figure('lcp'), value: lcp(loads.product), unit: 'ms' }, lcp(loads.static), LCP_GOAL)
  yield plainFigure({ name: figure('lcp.minimal'), value: lcp(loads.minimal), unit: 'ms' })
  yield costFigure(
    { name: figure('hydration'), value: hydrated(loads.product), unit: 'ms' },
    hydrated(loads.minimal),
    HYDRATION_GOAL,
  )
}
