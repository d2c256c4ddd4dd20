import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VARIABLES as API } from '@opal/api/config'
import { VARIABLES as LOCALNET } from '@opal/dev-chain/config'
import { VARIABLES as SEEDS } from '@opal/dev-seeds/config'
import { VARIABLES as INDEXER } from '@opal/indexer/config'
import { VARIABLES as WEB } from '@opal/web/config'
import { describe, expect, test } from 'vitest'
import { VARIABLES as CLI } from '../config.ts'
import { ROOT } from '../repository.ts'
import { environmentFor, SETTINGS } from './program-variables.ts'
import { PROGRAM_NAMES } from './start-options.ts'

/**
 * Variables that each program's configuration reads; `OPAL_STARTED_AT` is between `scripts/run.mjs` and the
 * commands.
 */
const READ = { cli: CLI, indexer: INDEXER, api: API, web: WEB, localnet: LOCALNET, seeds: SEEDS }

/** The rows of the documented table: variable and who reads it. */
function documented(): readonly (readonly [string, readonly string[]])[] {
  const text = readFileSync(join(ROOT, 'docs', 'reference', 'configuration.md'), 'utf8')
  return text.split('\n').flatMap((line) => {
    const [, names = '', readers = ''] = /^\| (`[A-Z].*?`) \| (.*?) \|/.exec(line) ?? []
    const by = readers.split(', ').map((reader) => reader.replaceAll('`', ''))
    return [...names.matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name = '']) => [name, by] as const)
  })
}

describe('the settings that a program is given', () => {
  test.each([
    ['indexer', INDEXER],
    ['api', API],
    ['web', WEB],
    ['localnet', [...LOCALNET, ...SEEDS]],
  ] as const)('are those that the %s reads', (name, variables) => {
    expect([...SETTINGS[name]].sort()).toEqual([...variables].sort())
  })

  test.each(Object.entries(READ))('are documented as read by the %s, all of them and no others', (name, variables) => {
    const inTable = documented().flatMap(([variable, by]) => (by.includes(name) ? [variable] : []))
    expect(inTable.sort()).toEqual(variables.filter((variable) => variable !== 'OPAL_STARTED_AT').sort())
  })

  test('are each documented once', () => {
    const names = documented().map(([name]) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})

describe('the environment of a program', () => {
  const everything = Object.fromEntries(
    [
      ...new Set([...Object.values(READ).flat(), 'PATH', 'AWS_SECRET_ACCESS_KEY', 'npm_config_token', 'HTTPS_PROXY']),
    ].map((name) => [name, `value of ${name}`]),
  )

  test.each(PROGRAM_NAMES)('holds nothing that the %s does not read', (name) => {
    const given = Object.keys(environmentFor(name, everything))
    const own = new Set<string>([...SETTINGS[name], 'PATH'])
    const extra = given.filter((variable) => !own.has(variable))
    expect(extra).toEqual(name === 'indexer' || name === 'api' ? ['HTTPS_PROXY'] : [])
    expect(given).toEqual(expect.arrayContaining([...own].filter((variable) => variable in everything)))
  })

  test('of those who render what strangers wrote holds no secret', () => {
    const secret = /DATABASE|TOKEN|KEY|SECRET/
    expect(Object.keys(environmentFor('web', everything)).filter((name) => secret.test(name))).toEqual([])
    expect(Object.keys(environmentFor('localnet', everything)).filter((name) => secret.test(name))).toEqual([])
    expect(Object.keys(environmentFor('indexer', everything))).not.toContain('OPERATOR_TOKEN')
    expect(Object.keys(environmentFor('api', everything))).not.toContain('STREAM_API_KEY')
  })
})
