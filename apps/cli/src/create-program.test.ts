import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createProgram } from './create-program.ts'
import { ROOT } from './repository.ts'

/** A command in a page: `npm run NAME`, `npm start` or `npm test`, with its arguments. */
const COMMAND = /\bnpm (?:run (?:-s )?([a-z:]+)|(start|test)\b)(?: -- ([^`|\n&]*))?/g
const OPTION = /(?<![\w-])--[a-z-]+/g

const pages = globSync('{*.md,{apps,bench,contracts,deploy,dev,docs,e2e,packages}/**/*.md}', {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules'),
})

/** Commands of all pages, once each. */
function documented(): readonly {
  readonly name: string
  readonly options: readonly string[]
  readonly where: string
}[] {
  return pages.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    return [...text.matchAll(COMMAND)].map(([whole, run, own, args = '']) => ({
      name: run ?? own ?? '',
      options: args.match(OPTION) ?? [],
      where: `${page}: ${whole}`,
    }))
  })
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const commands = new Map(createProgram().commands.map((command) => [command.name(), command]))

test('every script of the repository is a command, and every command a script', () => {
  expect([...commands.keys()].toSorted()).toEqual(Object.keys(scripts).toSorted())
  for (const [name, script] of Object.entries(scripts)) expect(script).toBe(`exec node scripts/run.mjs ${name}`)
})

test('every command that a page names exists, with all of its options', () => {
  const known = documented()
  expect(known.length).toBeGreaterThan(100)
  const faults = known.filter(({ name, options }) => {
    const taken = new Set(['--help', ...(commands.get(name)?.options.map(({ long }) => long) ?? [])])
    return !commands.has(name) || options.some((option) => !taken.has(option))
  })
  expect(faults.map(({ where }) => where)).toEqual([])
})

test.each([
  ['verify'],
  ['snapshot', '--out', 'nowhere'],
  ['backup', '--out', 'nowhere'],
  ['restore', 'nowhere', '--replace'],
  ['rebuild'],
  ['seed', '--scale', 'tiny', '--overwrite'],
  ['skip', 'opal', '--reason', 'none'],
  ['failures'],
])('%s works on one database: a folder is refused where DATABASE_URL names another', async (...args) => {
  vi.stubEnv('DATABASE_URL', 'postgres://opal@127.0.0.1:1/opal')
  const run = createProgram().parseAsync([...args, '--data-dir', '/nowhere'], { from: 'user' })
  await expect(run).rejects.toThrow('--data-dir names one database, and DATABASE_URL another')
})
