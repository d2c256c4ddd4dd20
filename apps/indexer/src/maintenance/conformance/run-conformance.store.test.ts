import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { openScratchDatabases, type ScratchDatabases } from '@opal/store/maintenance/inspect/scratch-databases'
import { createTestDatabase, type TestDatabase } from '@opal/store/testing/test-database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runConformance } from './run-conformance.ts'

let server: TestDatabase
let databases: ScratchDatabases
/** Folder of a suite, in a folder that holds a file next to it. */
let folder: string

beforeAll(async () => {
  server = await createTestDatabase({ migrated: false })
  databases = await openScratchDatabases(server.databaseUrl)
})
afterAll(async () => {
  await databases[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'opal-conformance-test-')), 'suite')
  mkdirSync(folder)
  writeFileSync(join(folder, '..', 'outside.json'), '{"version":"1","info":{}}')
})
afterEach(() => rmSync(dirname(folder), { recursive: true, force: true }))

async function run(directory: string, only: readonly string[] = []) {
  const lines: string[] = []
  const options = { directory, only, level: 3 as const, databases }
  const result = await runConformance({ ...options, write: (line) => lines.push(line) })
  return { ...result, lines }
}

/** Lays out a folder of one test of the native marketplace; `files` are written on top. */
function layOut(batches: unknown, files: Readonly<Record<string, string>>): void {
  const entry = { processor: 'nft_aggregator_wapal', test: 'case', batches }
  const all = { 'expected/index.json': JSON.stringify({ tests: [entry] }), ...files }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const EXPECTED = 'expected/nft_aggregator_wapal/case/nft_marketplace_activities.json'
const OFFERS = 'expected/nft_aggregator_wapal/case/current_nft_marketplace_token_offers.json'

describe.skipIf(!hasRecordedData)('recorded data', () => {
  test.each([
    ['nft_aggregator_wapal', 7],
    ['nft_aggregator_tradeport_v2', 8],
    ['token_v2_processor', 12],
    ['ans_processor', 3],
    ['fungible_asset_processor', 15],
    ['objects_processor', 1],
    ['user_transaction_processor', 8],
  ])('of %s conforms in every column', async (processor, count) => {
    const { lines } = await run(RECORDED_DATA_DIR, [processor])
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([])
    expect(lines.at(-1)).toBe(`${count} passed, 0 failed`)
  })
})

describe('a suite written by the test', () => {
  const transaction = JSON.stringify({
    timestamp: { seconds: '1700000000', nanos: 0 },
    version: '7',
    info: { hash: 'AAAA', success: true, vmStatus: 'Executed successfully' },
    type: 'TRANSACTION_TYPE_USER',
    user: {
      request: { sender: '0x1' },
      events: [
        {
          key: {
            creationNumber: '4',
            accountAddress: '0x71f7c94805c33d32a7f9560c95f02e9d3b5bc49884a883916f03abe6da11ac08',
          },
          typeStr:
            '0x584b50b999c78ade62f8359c91b5165ff390338d45f8e55969a04e65d76258c9::events::TokenOfferCanceledEvent',
          data: '{"price":"not a number"}',
        },
      ],
    },
  })

  test.each([
    ['a transaction file that is missing', [['gone.json']], {}, /ENOENT|cannot/],
    ['a transaction file that is no JSON', [['t.json']], { 't.json': '{' }, /JSON/],
    ['a transaction file that is no transaction', [['t.json']], { 't.json': '[]' }, /no info|cannot be read/],
    ['a path out of the folder', [['../outside.json']], {}, /leads out of the folder/],
    ['batches that are no lists', 'all', {}, /malformed/],
    [
      'an event that cannot be decoded',
      [['t.json']],
      { 't.json': transaction, [EXPECTED]: '[]' },
      /version 7: Cannot decode/,
    ],
    [
      'expected rows that are no list',
      [['t.json']],
      { 't.json': '{"version":"1","info":{}}', [EXPECTED]: '{}' },
      /not a list/,
    ],
    [
      'a table that we do not keep',
      [['t.json']],
      { 't.json': '{"version":"1","info":{}}', 'expected/nft_aggregator_wapal/case/x.json': '[{}]' },
      /no such table/,
    ],
    ['no expected rows', [['t.json']], { 't.json': '{"version":"1","info":{}}' }, /ENOENT|no expected/],
    [
      'a row that nothing made',
      [['t.json']],
      {
        't.json': '{"version":"1","info":{}}',
        [OFFERS]: '[{"token_data_id":"0x1","buyer":"0x2","marketplace":"wapal"}]',
      },
      /row .* is missing/,
    ],
  ] as const)('fails with a line for %s', async (_, batches, files, reason) => {
    layOut(batches, files)
    const { passed, failed, lines } = await run(folder)
    expect({ passed, failed }).toEqual({ passed: 0, failed: 1 })
    expect(lines[0]).toMatch(/^FAIL nft_aggregator_wapal\/case: /)
    expect(lines[0]).toMatch(reason)
    expect(lines.at(-1)).toBe('0 passed, 1 failed')
  })

  test('of an unknown processor is reported as such, and not counted', async () => {
    const tests = [{ processor: 'stake_processor', test: 'case', batches: [] }]
    layOut([], { 'expected/index.json': JSON.stringify({ tests }) })
    const { lines } = await run(folder)
    expect(lines).toEqual(['NOT OFFERED stake_processor (1 tests)', '0 passed, 0 failed'])
  })

  test('without an index is refused with a message', async () => {
    await expect(run(folder)).rejects.toThrow('expected/index.json')
  })

  test('is refused for an unknown processor name', async () => {
    layOut([['t.json']], {})
    await expect(run(folder, ['nft_aggregator_wapla'])).rejects.toThrow('nft_aggregator_wapla')
  })
})
