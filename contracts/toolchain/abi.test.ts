import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkStubs, EXCEPTIONS } from './check-stubs.ts'
import { installTools } from './install-tools.ts'
import { hasMoveLibrary } from './move-library.ts'
import { copyPackages, runMove } from './run-move.ts'

const CONTRACTS = join(import.meta.dirname, '..')

/** Builds a stub package with a change, and holds it against the framework. */
async function differencesOf(
  stub: 'framework' | 'token' | 'token-objects',
  change: { file: string; from: string; to: string },
) {
  await using copy = await copyPackages(CONTRACTS)
  const folder = join(copy.folder, 'stubs', stub)
  const file = join(folder, 'sources', change.file)
  const source = await readFile(file, 'utf8')
  expect(source).toContain(change.from)
  await writeFile(file, source.replace(change.from, change.to))
  const { ok, output } = await runMove('build', folder)
  expect(ok, output).toBe(true)
  return (await checkStubs(folder)).flatMap(({ differences }) => differences)
}

// A platform that the compiler's package has no library for can not build Move; `npm run contracts` says so there.
describe.runIf(hasMoveLibrary())("the stubs and the framework's published interface", () => {
  beforeAll(() => installTools(CONTRACTS), 300_000)

  it('differ when a parameter changes its type', async () => {
    const change = { file: 'royalty.move', from: 'create(numerator: u64,', to: 'create(numerator: u64, _extra: bool,' }
    expect(await differencesOf('token-objects', change)).toEqual([
      '0x4::royalty::create is public <>(u64, bool, u64, address): (0x4::royalty::Royalty), ' +
        'in the framework public <>(u64, u64, address): (0x4::royalty::Royalty)',
    ])
  })

  it('differ when a function becomes an entry', async () => {
    const change = {
      file: 'token.move',
      from: 'public fun initialize_token_store',
      to: 'public entry fun initialize_token_store',
    }
    expect(await differencesOf('token', change)).toEqual([
      expect.stringContaining('0x3::token::initialize_token_store is public entry'),
    ])
  })

  it('differ when a struct gains an ability', async () => {
    const change = {
      file: 'framework/coin.move',
      from: 'struct MintCapability<phantom CoinType> has copy, store',
      to: 'struct MintCapability<phantom CoinType> has copy, drop, store',
    }
    expect(await differencesOf('framework', change)).toEqual([
      '0x1::coin::MintCapability is <_> has copy, drop, store, in the framework <_> has copy, store',
    ])
  })

  it('differ when a stub offers what the framework has not', async () => {
    const change = { file: 'token.move', from: 'public fun has_token_store', to: 'public fun owns_token_store' }
    expect(await differencesOf('token', change)).toEqual([
      '0x3::token::owns_token_store is no function that the framework shows',
    ])
  })

  it('differ in nothing but what is said with its reason', () => {
    expect(Object.keys(EXCEPTIONS)).toEqual([
      '0x1::primary_fungible_store::Holdings',
      '0x1::primary_fungible_store::Holding',
      '0x1::account::create_signer',
    ])
  })
})
