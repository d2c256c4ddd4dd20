import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pc from 'picocolors'
import { ROOT } from '../../repository.ts'
import { findTexts } from '../../texts/find-texts.ts'

/** Sources of what people read: the site, its components, the sentences of errors and of the API. */
const SOURCES = [
  'apps/web/src/**/*.{ts,tsx}',
  'packages/ui/src/**/*.{ts,tsx}',
  'packages/contract/src/**/*.ts',
  'packages/domain/src/**/*.ts',
  'packages/marketplaces/src/**/*.ts',
  'apps/api/src/**/*.ts',
  'dev/wallet/src/**/*.ts',
] as const

/** Prints the texts that people read, with their places; with pieces of paths, those of files whose path contains one. */
export function textsCommand(words: readonly string[]): void {
  const paths = globSync([...SOURCES], { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.|\/testing\//.test(path))
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
    .sort()
  let count = 0
  for (const path of paths) {
    const texts = findTexts(path, readFileSync(join(ROOT, path), 'utf8'))
    if (texts.length === 0) continue
    process.stdout.write(`${pc.bold(path)}\n`)
    for (const { line, text } of texts) process.stdout.write(`${String(line).padStart(5)}  ${text}\n`)
    count += texts.length
  }
  process.stdout.write(`${count} texts\n`)
}
