import { posix } from 'node:path'
import { folderOf, type PackageName } from './packages.ts'
import { isForTests, isTest, type Violation } from './rules.ts'
import type { SourceFile } from './source-file.ts'

/** The modules that each deployed program starts with; React Router loads those of the site by their place. */
const ENTRIES: Readonly<Record<string, RegExp>> = {
  indexer: /^apps\/indexer\/src\/main\.ts$/,
  api: /^apps\/api\/src\/main\.ts$/,
  web: /^apps\/web\/src\/(?:(?:main|root|routes|entry\.client|entry\.server)|routes\/[^/]+)\.tsx?$/,
}

/** A module that a program loads at run time, and the import that brings it in; null for a first one. */
interface Loaded {
  readonly path: string
  readonly importedAt: { readonly path: string; readonly line: number } | null
}

/**
 * Follows the run-time imports of every deployed program, static and dynamic, through all packages.
 * @returns a violation for each module of `dev`, a test or a folder of tests that a program would load.
 */
export function developmentCodeLoaded(sources: readonly SourceFile[]): readonly Violation[] {
  const files = new Map(sources.map((file) => [file.path, file]))
  return Object.entries(ENTRIES).flatMap(([program, entry]) =>
    modulesLoaded(files, entry).flatMap(({ path, importedAt }) =>
      importedAt !== null && isForDevelopment(path)
        ? [{ ...importedAt, sentence: `makes the deployed program ${program} load ${path}` }]
        : [],
    ),
  )
}

/** @throws TypeError when no module is an entry: a program that was moved would pass unseen. */
function modulesLoaded(files: ReadonlyMap<string, SourceFile>, entry: RegExp): readonly Loaded[] {
  const loaded = new Map<string, Loaded>()
  for (const path of files.keys()) if (entry.test(path) && !isTest(path)) loaded.set(path, { path, importedAt: null })
  if (loaded.size === 0) throw new TypeError(`No module is an entry: ${entry}`)
  // Iterating over a map includes the entries that are added meanwhile.
  for (const { path } of loaded.values()) {
    // The import of development code is the fault; what that loads in turn is not checked.
    if (isForDevelopment(path)) continue
    for (const { specifier, line, isType } of files.get(path)?.imports ?? []) {
      const target = isType ? null : resolve(files, path, specifier)
      if (target !== null && !loaded.has(target)) loaded.set(target, { path: target, importedAt: { path, line } })
    }
  }
  return [...loaded.values()]
}

/** Returns the path of a module of ours that a specifier names; null for packages, styles and generated files. */
function resolve(files: ReadonlyMap<string, SourceFile>, from: string, specifier: string): string | null {
  const named = /^@opal\/(?<workspace>[^/]+)\/(?<module>.+)$/.exec(specifier)?.groups
  const path = named
    ? `${folderOf(named.workspace as PackageName)}src/${named.module}`
    : specifier.startsWith('.') && posix.join(posix.dirname(from), specifier)
  return (path && ['', '.ts', '.tsx'].map((ending) => path + ending).find((each) => files.has(each))) || null
}

function isForDevelopment(path: string): boolean {
  return /^(?:dev|e2e|bench)\//.test(path) || isForTests(path)
}
