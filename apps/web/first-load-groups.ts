/** The bundler's information about a module, reduced to what grouping needs. */
export interface ModuleFacts {
  /** Modules that import it and cannot run without it. */
  readonly importers: readonly string[]
  /** Modules that import it dynamically. */
  readonly dynamicImporters: readonly string[]
  readonly isEntry: boolean
}

/** Libraries that every page needs: they change rarely and pack best as one. */
const BASE = /\/node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack\/(?:react-query|query-core))\//
/**
 * Parts of these that only code loaded later uses. The bundler takes them for needed everywhere, since all imports lead through
 * the index of their library.
 */
const LATER = /\/@tanstack\/.+\/(?:useQueries|queriesObserver|useMutation|mutationObserver)\.js$/
const ALWAYS = /\/src\/(?:entry\.client|root)\.tsx/
const PAGE = /\/src\/routes\/(landing|collection|token|wallet|activity)\.tsx/
/** An icon, a few hundred bytes each. */
const ICON = /\/lucide-react\/dist\/esm\/icons\//
/** Pages where most visits begin: what several of them need is one chunk. */
export const ENTRY_PAGES: ReadonlySet<string> = new Set(['landing', 'collection', 'token'])

/**
 * Returns the chunk of a module that is part of a first load: `base` for libraries, `app` for what else every page needs, or wallets
 * and several of the entry pages, which the header of every page loads after its first paint, `entries` for what several of these
 * alone need, `<page>-with-wallet` for what one of them and wallets need, such as the grid of items, `<page>-shared` for what one of
 * them and another large page need, and `<page>-parts` for what one large page and a dynamic import need, such as the token page and
 * the token dialog. A few chunks load faster than many small ones: a browser opens six connections, and on a slow line each round trip counts.
 *
 * Returns null for modules that are only imported dynamically: they keep chunks of their own, so none slips into a first load; icons
 * that several of these need are one chunk, `icons`.
 */
export function firstLoadGroup(moduleId: string, factsOf: (id: string) => ModuleFacts | null): string | null {
  if (BASE.test(moduleId)) return LATER.test(moduleId) ? null : 'base'
  const starts = [...startsAbove(moduleId, factsOf)]
  if (starts.some((start) => ALWAYS.test(start))) return 'app'
  const pages = [...new Set(starts.flatMap((start) => PAGE.exec(start)?.[1] ?? []))]
  const entries = pages.filter((page) => ENTRY_PAGES.has(page))
  const isOfWallets = pages.includes('wallet')
  if (entries.length >= 2) return isOfWallets ? 'app' : 'entries'
  if (pages.length >= 2)
    return `${entries[0] ?? 'other'}-${isOfWallets && entries.length > 0 ? 'with-wallet' : 'shared'}`
  if (starts.length < 2) return null
  if (pages.length === 1) return `${pages[0]}-parts`
  return ICON.test(moduleId) ? 'icons' : null
}

/** The chunks, from what all pages share to what one page has. */
const ORDER = [/^base$/, /^app$/, /^entries$/, /-with-wallet$/, /-shared$/, /-parts$/, /^icons$/]

/**
 * Returns the groups of the bundler. A group also takes whatever its modules import and no earlier group has taken: shared chunks
 * are filled first, so that no page loads the parts of another for a module of both.
 */
export function firstLoadGroups() {
  return ORDER.map((names, index) => ({
    priority: ORDER.length - index,
    name: (moduleId: string, context: { getModuleInfo(id: string): ModuleFacts | null }) => {
      const group = firstLoadGroup(moduleId, (id) => context.getModuleInfo(id))
      return group !== null && names.test(group) ? group : null
    },
  }))
}

/** Scripts of the first load of every page. */
const OF_EVERY_PAGE = /(?:^|\/)(?:rolldown-runtime|base|app|root|entry\.client)-[\w-]{8}\.js$/

/** Returns the scripts to preload with a part that is loaded later: all but those that every page has loaded already. */
export function preloadedWithPart(scripts: readonly string[]): string[] {
  return scripts.filter((script) => !OF_EVERY_PAGE.test(script))
}

/** Returns the entries and dynamically imported modules that need the module. */
function startsAbove(moduleId: string, factsOf: (id: string) => ModuleFacts | null): ReadonlySet<string> {
  const seen = new Set<string>()
  const starts = new Set<string>()
  const climb = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    const facts = factsOf(id)
    if (facts === null) return
    if (facts.isEntry || facts.dynamicImporters.length > 0) starts.add(id)
    facts.importers.forEach(climb)
  }
  climb(moduleId)
  return starts
}
