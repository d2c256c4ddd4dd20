/** What the bundler knows of a module, as far as it matters here. */
export interface ModuleFacts {
  /** Modules that import it and cannot run without it. */
  readonly importers: readonly string[]
  /** Modules that ask for it once they need it. */
  readonly dynamicImporters: readonly string[]
  readonly isEntry: boolean
}

const ALWAYS = /\/src\/(?:entry\.client|root)\.tsx/
const PAGE = /\/src\/routes\/(?:landing|collection|token|wallet|activity)\.tsx/
/** Pages whose first load is weighed: strangers arrive at them. */
const WEIGHED_PAGE = /\/src\/routes\/(?:landing|collection|token)\.tsx/

/**
 * The chunk that a module of a first load belongs to: `app` for what every page needs, `pages` for what several of the
 * great pages do, or one and something that is asked for later, which would otherwise be a small chunk by itself. A few
 * chunks load sooner than many small ones: a browser opens six connections, and on a slow line each turn costs a journey.
 *
 * Whatever is only asked for later keeps chunks of its own, so that nothing of it slips into a first load.
 */
export function firstLoadGroup(moduleId: string, factsOf: (id: string) => ModuleFacts | null): string | null {
  const starts = [...startsAbove(moduleId, factsOf)]
  if (starts.some((start) => ALWAYS.test(start))) return 'app'
  const pages = new Set(starts.flatMap((start) => PAGE.exec(start)?.[0] ?? []))
  const isShared = pages.size >= 2 || (starts.length >= 2 && starts.some((start) => WEIGHED_PAGE.test(start)))
  return isShared ? 'pages' : null
}

/** Entries, and modules asked for later, that cannot start without the module. */
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
