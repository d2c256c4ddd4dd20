import { startLedgerNode } from '@opal/chain/testing/ledger-node'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { askHeadOf } from './ask-head.ts'

const log = pino({ level: 'silent' })

function askAt(NODE_URL?: string): Promise<bigint | null> {
  return askHeadOf(
    readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://opal@127.0.0.1/opal', NODE_URL }),
    log,
  )()
}

test('the head is where the node stands', async () => {
  await using node = await startLedgerNode(() => 41)
  expect(await askAt(node.url)).toBe(42n)
})

test('nobody can say without a node, when it is away, and when it is of another chain', async () => {
  await using other = await startLedgerNode(() => 41, 2)
  expect(await Promise.all([askAt(), askAt('http://127.0.0.1:1/v1'), askAt(other.url)])).toEqual([null, null, null])
})
