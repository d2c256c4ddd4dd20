import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { costFigure, type Figure, plainFigure } from '../figure.ts'

/** What the site's build says about itself. */
interface FirstLoads {
  readonly limit: number
  readonly loads: readonly { readonly page: string; readonly bytes: number }[]
  readonly later: readonly { readonly name: string; readonly bytes: number }[]
}

const BUILD = join(import.meta.dirname, '../../../apps/web/build/first-load.json')

/** Compressed script that each page needs before it answers, and what comes afterwards. @throws Error without a build. */
export async function* firstLoadFigures(): AsyncGenerator<Figure> {
  const { limit, loads, later } = JSON.parse(await readFile(BUILD, 'utf8')) as FirstLoads
  for (const { page, bytes } of loads)
    yield costFigure({ name: `web.script.${page}`, value: bytes, unit: 'B' }, limit, 1)
  for (const { name, bytes } of later) yield plainFigure({ name: `web.script.later.${name}`, value: bytes, unit: 'B' })
}
