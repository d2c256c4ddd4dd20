import { existsSync } from 'node:fs'
import type { ServerBuild } from 'react-router'
import type { createLoadContext } from '../app/loading/load-context.ts'

/** Output folder of `npm run build`. */
export const BUILD_DIRECTORY = new URL('../../build/', import.meta.url)

/** Thrown when the site has not been built. */
export class MissingBuildError extends Error {
  override readonly name = 'MissingBuildError'
  constructor() {
    super('The web site is not built. Run: npm run build -w @opal/web')
  }
}

/** The server bundle, with the additional exports of our entry. */
export interface WebBuild {
  readonly build: ServerBuild
  /**
   * Taken from the bundle, not imported from source: context keys are compared by identity, and the bundle has its own copy of
   * the module that creates them.
   */
  readonly createLoadContext: typeof createLoadContext
}

/**
 * Loads the server bundle.
 * @throws MissingBuildError
 */
export async function loadServerBuild(): Promise<WebBuild> {
  const entry = new URL('server/index.js', BUILD_DIRECTORY)
  if (!existsSync(entry)) throw new MissingBuildError()
  const build = (await import(entry.href)) as ServerBuild
  const module = build.entry.module as typeof build.entry.module & Pick<WebBuild, 'createLoadContext'>
  return { build, createLoadContext: module.createLoadContext }
}
