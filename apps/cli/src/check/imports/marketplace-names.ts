import { MARKETPLACES } from '@opal/marketplaces/registry'
import type { Violation } from './rules.ts'
import type { SourceFile } from './source-file.ts'

/** Marketplaces that are not ours. Which one is ours is a flag of its adapter, so ours may be named. */
export const FOREIGN_MARKETPLACES = MARKETPLACES.filter(({ isNative }) => !isNative).map(({ id }) => id)

const NAMED = new RegExp(FOREIGN_MARKETPLACES.join('|'), 'i')
/** Folders with one folder a marketplace: the adapters, and the simulators of the localnet. */
const PARENTS = ['packages/marketplaces/src/', 'dev/chain/src/marketplaces/']
/** Written by scripts from those folders. */
const REGISTRIES = new Set(PARENTS.map((parent) => `${parent}registry.ts`))

/** Returns foreign marketplaces that are named outside their folders and the seeds (rule 2 of "Never"). Comments may name them. */
export function namedMarketplaces(file: SourceFile): readonly Violation[] {
  if (mayName(file.path) || !NAMED.test(file.code)) return []
  return file.code.split('\n').flatMap((text, index) => {
    const name = NAMED.exec(text)?.[0]
    return name ? [{ path: file.path, line: index + 1, sentence: `names ${name} outside its folder` }] : []
  })
}

function mayName(path: string): boolean {
  const inFolder = FOREIGN_MARKETPLACES.some((marketplace) =>
    PARENTS.some((parent) => path.startsWith(`${parent}${marketplace}/`)),
  )
  return inFolder || path.startsWith('dev/seeds/') || REGISTRIES.has(path)
}
