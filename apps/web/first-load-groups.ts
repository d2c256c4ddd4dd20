/** What the bundler knows of a module, as far as it matters here. */
export interface ModuleFacts {
  /** Modules that import it and cannot run without it. */
  readonly importers: readonly string[]
  readonly isEntry: boolean
}

const ALWAYS = /\/src\/(?:entry\.client|root)\.tsx/
const PAGE = /\/src\/routes\/(?:landing|collection|token|wallet|activity)\.tsx/

/**
 * The chunk that a module of a first load belongs to: `app` for what every page needs, `pages` for what several of the
 * great pages do. A few chunks load sooner than many small ones: on a slow line each costs a journey.
 *
 * Whatever is only asked for later keeps chunks of its own, so that nothing of it slips into a first load.
 */
export function firstLoadGroup(moduleId: string, factsOf: (id: string) => ModuleFacts | null): string | null {
  const entries = entriesAbove(moduleId, factsOf)
  if ([...entries].some((entry) => ALWAYS.test(entry))) return 'app'
  const pages = new Set([...entries].flatMap((entry) => PAGE.exec(entry)?.[0] ?? []))
  return pages.size >= 2 ? 'pages' : null
}

/** Entries that cannot start without the module. */
function entriesAbove(moduleId: string, factsOf: (id: string) => ModuleFacts | null): ReadonlySet<string> {
  const seen = new Set<string>()
  const entries = new Set<string>()
  const climb = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    const facts = factsOf(id)
    if (facts === null) return
    if (facts.isEntry) entries.add(id)
    facts.importers.forEach(climb)
  }
  climb(moduleId)
  return entries
}
