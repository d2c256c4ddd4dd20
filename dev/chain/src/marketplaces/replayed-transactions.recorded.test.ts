import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasRecordedData } from '@opal/domain/testing/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { recordedMainnetPaths, recordedTransaction } from '@opal/marketplaces/testing/recorded-transaction'
import { describe, expect, it } from 'vitest'

const LIST = join(import.meta.dirname, '../../../../docs/reference/replayed-transactions.md')

describe.skipIf(!hasRecordedData)('the list of replayed transactions', () => {
  it('names every recorded transaction of a marketplace, once', () => {
    expect(listed()).toEqual(recordedTrades().toSorted())
  })

  it('names none that no test runs again', () => {
    const tests = globSync('*/replay.recorded.test.ts', { cwd: import.meta.dirname })
    const sources = tests.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
    expect(listed().filter((version) => !sources.includes(`'${version}_`))).toEqual([])
  })
})

function recordedTrades(): readonly string[] {
  return recordedMainnetPaths()
    .map(recordedTransaction)
    .filter((transaction) => {
      const { events, failures } = decodeMarketEvents(transaction, contractsOf('mainnet'))
      return events.length + failures.length > 0
    })
    .map(({ version }) => String(version))
}

/** Versions that begin a row of the list's tables. */
function listed(): readonly string[] {
  return [...readFileSync(LIST, 'utf8').matchAll(/^\| (\d+) +\|/gm)].map(([, version]) => String(version)).toSorted()
}
