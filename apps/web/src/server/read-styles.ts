import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BUILD_DIRECTORY } from './server-build.ts'

const CLIENT = fileURLToPath(new URL('client/', BUILD_DIRECTORY))
const cache = new Map<string, string>()
/** Returns a style sheet of the build by its path on the site. Cached: its name changes with its content. */
export function readStyles(href: string): string {
  const known = cache.get(href)
  if (known !== undefined) return known
  // `</style>` in a sheet would end the style element and the rest would be parsed as markup.
  const text = readFileSync(CLIENT + href.replace(/^\//, ''), 'utf8').replaceAll('</', '<\\/')
  cache.set(href, text)
  return text
}
