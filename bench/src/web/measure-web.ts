import type { BenchOptions } from '../benchmark.ts'
import { type Figure, plainFigure } from '../figure.ts'
import { firstLoadFigures } from './first-load-figures.ts'
import { measureGrid } from './measure-grid.ts'
import { measureInteractions } from './measure-interactions.ts'
import { measureLoads } from './measure-loads.ts'
import { measurePageMemory } from './measure-page-memory.ts'
import { measureShifts } from './measure-shifts.ts'
import { createRepricer } from './trade-on.ts'
import { openWebStage } from './web-stage.ts'

/** Seconds that each page is watched while trades happen. */
const LIVE_SECONDS = 60
const ROUNDS = 5

/** The built site in Chromium, beside the same elements as a page without script and as the least page that React makes. */
export async function* measureWeb({ runs, minutes, chromePath, say }: BenchOptions): AsyncGenerator<Figure> {
  yield* firstLoadFigures()
  say('starting a small market')
  await using stage = await openWebStage(chromePath())
  const { browser, network, baseline, paths } = stage
  yield plainFigure({ name: 'web.script.minimal', value: baseline.scriptBytes, unit: 'B' })
  const collection = network.webUrl + paths.collection
  yield* measureLoads({ browser, product: network.webUrl, baseline: baseline.origin, paths, runs, say })
  const minimal = `${baseline.origin}/minimal/collection`
  yield* measureInteractions({ browser, product: collection, minimal, rounds: ROUNDS, say })
  yield* measureGrid({ browser, product: collection, bare: `${baseline.origin}/grid`, runs, say })
  const { collectionId, reprice } = await createRepricer(network)
  const live = `${network.webUrl}/collection/${collectionId}`
  const pages = { landing: network.webUrl, collection: live }
  yield* measureShifts({ browser, pages, seconds: LIVE_SECONDS, trade: reprice, say })
  if (minutes > 0) yield* measurePageMemory({ browser, url: live, minutes, trade: reprice, say })
}
