import { ENTRY_PAGES } from './first-load-groups.ts'

/** A script of the client build, reduced to what its size depends on. */
export interface Script {
  readonly fileName: string
  /** The module it was made for; null for shared parts. */
  readonly facadeModuleId: string | null
  /** The modules that it holds. */
  readonly moduleIds: readonly string[]
  /** Scripts that the browser must have before this one runs. */
  readonly imports: readonly string[]
}

/** The scripts that a page loads before it is interactive. */
export interface FirstLoad {
  readonly page: string
  /** Sum of the compressed sizes. */
  readonly bytes: number
  /** Heaviest first. */
  readonly scripts: readonly { readonly fileName: string; readonly bytes: number }[]
}

/** Modules that every page starts with. */
const ALWAYS = ['entry.client.tsx', 'root.tsx']

/**
 * Adds up the scripts of a page: its route's, the root's, the entry's, and everything they import statically.
 * @param page its route file within `routes`, such as `landing` or `prose/help`.
 * @throws Error when the build has no such route.
 */
export function firstLoad(page: string, scripts: readonly Script[], sizeOf: (fileName: string) => number): FirstLoad {
  const roots = [...ALWAYS, `routes/${page}.tsx`].map((module) => scriptOf(module, scripts).fileName)
  const needed = needsOf(roots, scripts)
  const sizes = [...needed].map((fileName) => ({ fileName, bytes: sizeOf(fileName) }))
  return {
    page,
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    scripts: sizes.toSorted((a, b) => b.bytes - a.bytes),
  }
}

/**
 * Returns the scripts that a page loads although they are bundled for another page, since both need one of their modules. For entry pages,
 * chunks that they share with other pages do not count.
 */
export function foreignParts({ page, scripts }: FirstLoad): readonly string[] {
  const foreign = ENTRY_PAGES.has(page) ? /([a-z]+)-(?:parts|shared|with-wallet)-[^/]+$/ : /([a-z]+)-parts-[^/]+$/
  const isForeign = (fileName: string) => (foreign.exec(fileName)?.[1] ?? page) !== page
  return scripts.map(({ fileName }) => fileName).filter(isForeign)
}

/** Schemas check what is sent and answered; nothing is before a page is interactive. */
const SCHEMAS = /\/node_modules\/zod\//
/** A page has a query behind its path; a part of one that is loaded later has none. */
const PAGE = /\/src\/routes\/(.+)\.tsx\?/

/** Returns the pages of the build whose first load holds schemas: something that they import statically imports an endpoint. */
export function pagesWithSchemas(scripts: readonly Script[]): readonly string[] {
  const held = new Map(scripts.map(({ fileName, moduleIds }) => [fileName, moduleIds]))
  const pages = scripts.flatMap(({ facadeModuleId }) => PAGE.exec(facadeModuleId ?? '')?.[1] ?? [])
  return pages.filter((page) =>
    firstLoad(page, scripts, () => 0).scripts.some(({ fileName }) =>
      held.get(fileName)?.some((id) => SCHEMAS.test(id)),
    ),
  )
}

/** Smaller parts are left out of the report. */
const MIN_REPORTED_BYTES = 2_000

/** Returns the dynamically imported parts, each with the compressed bytes that it needs beyond the base. Largest first. */
export function laterParts(
  scripts: readonly Script[],
  sizeOf: (fileName: string) => number,
): readonly { readonly name: string; readonly bytes: number }[] {
  const first = needsOf(
    ALWAYS.map((module) => scriptOf(module, scripts).fileName),
    scripts,
  )
  return scripts
    .flatMap(({ fileName, facadeModuleId }) => {
      const name = /\/features\/(.+)\.tsx?$/.exec(facadeModuleId ?? '')?.[1]
      if (name === undefined) return []
      const extra = [...needsOf([fileName], scripts)].filter((needed) => !first.has(needed))
      return [{ name, bytes: extra.reduce((sum, needed) => sum + sizeOf(needed), 0) }]
    })
    .filter(({ bytes }) => bytes >= MIN_REPORTED_BYTES)
    .toSorted((a, b) => b.bytes - a.bytes)
}

function needsOf(roots: readonly string[], scripts: readonly Script[]): ReadonlySet<string> {
  const byName = new Map(scripts.map((script) => [script.fileName, script]))
  const needed = new Set<string>()
  const need = (fileName: string) => {
    if (needed.has(fileName)) return
    needed.add(fileName)
    for (const imported of byName.get(fileName)?.imports ?? []) need(imported)
  }
  for (const root of roots) need(root)
  return needed
}

function scriptOf(module: string, scripts: readonly Script[]): Script {
  const found = scripts.find(({ facadeModuleId }) => facadeModuleId?.split('?')[0]?.endsWith(`/${module}`) === true)
  if (found === undefined) throw new Error(`The build has no script for ${module}.`)
  return found
}
