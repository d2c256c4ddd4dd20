import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { CommanderError } from 'commander'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProgram } from './create-program.ts'
import { explain } from './remedy.ts'
import { ROOT } from './repository.ts'

const home = mkdtempSync(join(tmpdir(), 'opal-remedy-'))
const file = join(home, 'backup')
writeFileSync(file, 'no backup')
const whole = join(home, 'whole.gz')
writeFileSync(whole, gzipSync(`${JSON.stringify({ format: 'opal-account/1', tables: {} })}\n`))
const missing = join(home, 'missing', 'folder')
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Faults of what surrounds a command. */
const FAULTS = {
  'a database that is away': { DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/opal' },
  'a host without an address': { DATABASE_URL: 'postgres://me:hidden@host.invalid/opal' },
  'an address that is none': { DATABASE_URL: 'me:hidden@db' },
  'the address of another kind of database': { DATABASE_URL: 'mysql://me:hidden@db/opal' },
  'an unknown network': { OPAL_NETWORK: 'mainet' },
} as const satisfies Record<string, Readonly<Record<string, string>>>
type Fault = keyof typeof FAULTS

const DATABASE: readonly Fault[] = ['a database that is away', 'a host without an address']
const ENVIRONMENT: readonly Fault[] = [
  'an address that is none',
  'the address of another kind of database',
  'an unknown network',
]
const BOTH: readonly Fault[] = [...DATABASE, ...ENVIRONMENT]
/** Without a database, as they need none of an operator's, or are for those who change the code. */
const NONE: readonly Fault[] = []

const place = ['--data-dir', join(home, 'instance')]
/** Words of each command, and the faults that it meets. */
const COMMANDS: Readonly<Record<string, readonly [words: readonly string[], faults: readonly Fault[]]>> = {
  start: [place, ENVIRONMENT],
  localnet: [place, ENVIRONMENT],
  cluster: [place, ENVIRONMENT],
  'cluster:backup': [place, NONE],
  drill: [place, ENVIRONMENT],
  soak: [place, ENVIRONMENT],
  test: [['unit', 'no-such-test'], ENVIRONMENT],
  'test:long': [['no-such-test'], ENVIRONMENT],
  check: [[], NONE],
  features: [[], NONE],
  texts: [[], NONE],
  codegen: [[], NONE],
  build: [[], NONE],
  contracts: [[], NONE],
  bench: [[], NONE],
  screenshots: [[], ENVIRONMENT],
  doctor: [place, ENVIRONMENT],
  conformance: [[join(ROOT, 'apps')], BOTH],
  replay: [[join(ROOT, 'docs'), '--no-serve', ...place], BOTH],
  rebuild: [place, BOTH],
  verify: [place, BOTH],
  snapshot: [['--out', join(home, 'snapshot'), ...place], BOTH],
  backup: [['--out', join(home, 'new.gz'), ...place], BOTH],
  restore: [[whole, ...place], BOTH],
  skip: [['opal', '--reason', 'none', ...place], BOTH],
  failures: [place, BOTH],
  seed: [['--scale', 'tiny', ...place], BOTH],
}

/** Commands that refuse a folder where DATABASE_URL names a database. */
const ON_ONE_DATABASE = ['rebuild', 'verify', 'snapshot', 'backup', 'restore', 'skip', 'failures', 'seed']

/** The start of each line of a stack. */
const STACK = /^\s+at .*:\d+/m

beforeEach(() => {
  for (const name of ['DATABASE_URL', 'API_DATABASE_URL', 'OPAL_NETWORK']) vi.stubEnv(name, undefined)
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
})

/** Runs a command in this process. @returns what it says as it fails. */
async function failing(name: string, words: readonly string[]): Promise<string> {
  const program = createProgram()
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => undefined })
  try {
    await program.parseAsync(['node', 'opal', name, ...words])
  } catch (error) {
    if (error instanceof CommanderError) throw error
    return explain(error)
  }
  throw new Error(`${name} did not fail`)
}

test('every command is in this table', () => {
  expect(Object.keys(COMMANDS).toSorted()).toEqual(
    createProgram()
      .commands.map((each) => each.name())
      .toSorted(),
  )
})

// @feature operate.remedies
describe.each(Object.entries(COMMANDS).filter(([, [, faults]]) => faults.length > 0))(
  'npm run %s',
  (name, [words, faults]) => {
    test.each(faults)('answers %s with a sentence, not a stack or a secret', async (fault) => {
      for (const [variable, value] of Object.entries(FAULTS[fault])) vi.stubEnv(variable, value)
      const isTwice = 'DATABASE_URL' in FAULTS[fault] && ON_ONE_DATABASE.includes(name)
      const sentence = await failing(name, isTwice ? words.filter((word) => !place.includes(word)) : words)
      expect(sentence).not.toMatch(STACK)
      expect(sentence).not.toContain('hidden')
      expect(sentence).toMatch(fault === 'an unknown network' ? /OPAL_NETWORK: .* not "mainet"/ : /DATABASE_URL/)
      expect(existsSync(join(home, 'instance', 'postgres'))).toBe(false)
    })
  },
)

test.each([
  ['backup', ['--out', join(missing, 'x.gz')], '--out'],
  ['backup', ['--out', file], 'exists: name a new file with --out'],
  ['snapshot', ['--out', file], '--out'],
  ['restore', [missing], 'does not exist'],
  ['restore', [home], 'is no backup of accounts'],
  ['restore', [file], 'is no backup of accounts'],
  ['replay', [missing, '--no-serve', ...place], 'does not exist'],
  ['conformance', [missing], 'expected/index.json'],
  ['cluster:backup', ['--data-dir', missing], '--data-dir'],
  ['verify', ['--data-dir', missing], '--data-dir'],
  ['rebuild', ['--data-dir', missing], '--data-dir'],
  ['failures', ['--data-dir', missing], '--data-dir'],
  ['skip', ['opal', '--reason', 'none', '--data-dir', missing], '--data-dir'],
  ['backup', ['--out', join(home, 'new.gz'), '--data-dir', missing], '--data-dir'],
])('npm run %s -- %s names the folder or file that is wrong', async (name, words, said) => {
  if (name === 'restore' || name === 'replay') vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/opal')
  const sentence = await failing(name, words)
  expect(sentence).not.toMatch(STACK)
  expect(sentence).toContain(said)
})

test('a mistake of ours keeps its stack, and says that it should be reported', () => {
  const said = explain(new TypeError('x is undefined'))
  expect(said).toMatch(STACK)
  expect(said).toMatch(/^TypeError: x is undefined\n.*Please report it/s)
})

test('a full disk and a forbidden file are sentences wherever they happen', () => {
  const fault = (code: string, path?: string) =>
    explain(Object.assign(new Error(code), { code, ...(path && { path }) }))
  expect(fault('ENOSPC')).toBe('The disk that holds the data is full: free some space and start again.')
  expect(fault('EACCES', '/data/x')).toContain('/data/x cannot be written by this user')
  expect(fault('EACCES')).toMatch(STACK)
})

test('a server that does not answer a request is named', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:8080'), { code: 'ECONNREFUSED' })
  expect(explain(new TypeError('fetch failed', { cause }))).toBe(
    'A server does not answer (connect ECONNREFUSED 127.0.0.1:8080): start it, or correct its address.',
  )
})

const main = join(ROOT, 'apps/cli/src/main.ts')

test('the program prints the sentence, and ends with 1', async () => {
  const env = { ...process.env, DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/opal' }
  const run = promisify(execFile)(process.execPath, [main, 'failures'], { env })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr:
      'The database does not answer (connect ECONNREFUSED 127.0.0.1:1): start it, or name another with DATABASE_URL.\n',
  })
})

test('the program ends quietly when nothing reads what it prints', async () => {
  const child = spawn(process.execPath, [main, 'features', 'items'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(said).toBe('')
})
