import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BUILD_DIRECTORY } from './server-build.ts'

const CLIENT = fileURLToPath(new URL('client/', BUILD_DIRECTORY))
const read = new Map<string, string>()

/** A style sheet of the build as text, by its address on the site. Read once: its name changes with its content. */
export function readStyles(href: string): string {
  const known = read.get(href)
  if (known !== undefined) return known
  // No sheet of ours ends a style element; were it to, the rest would be read as markup.
  const text = readFileSync(CLIENT + href.replace(/^\//, ''), 'utf8').replaceAll('</', '<\\/')
  read.set(href, text)
  return text
}
