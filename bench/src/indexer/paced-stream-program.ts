import { setTimeout as delay } from 'node:timers/promises'
import { startLedgerNode } from '@opal/chain/testing/ledger-node'
import { servePast } from '@opal/chain/testing/serve-past'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { CHAIN_IDS } from '@opal/domain/network'
import type { PacedStream } from './start-paced-stream.ts'
import { takeRaw } from './take-raw.ts'

/**
 * A stream that sends a limited number of bytes a second on one call, as public ones do, with a node that says where its head is, in
 * a process of its own: `paced-stream-program.ts <stream> <transactions>` serves what another stream has.
 */
const PER_RESPONSE = 100
const PAUSE_MS = 25
/** @source aptos.indexer.v1.TransactionsResponse */
const TRANSACTIONS_TAG = 0x0a
const CHAIN_ID = Buffer.from([0x10, CHAIN_IDS.local])

const [source = '', count = '0'] = process.argv.slice(2)
const transactions = (await takeRaw(source, BigInt(count))).map(({ bytes }) =>
  Buffer.concat([Buffer.from([TRANSACTIONS_TAG, ...varint(bytes.length)]), bytes]),
)
const server = await startStreamServer(
  servePast({
    length: transactions.length,
    perResponse: PER_RESPONSE,
    before: () => delay(PAUSE_MS),
    respond: (from, to) => Buffer.concat([...transactions.slice(from, to), CHAIN_ID]),
  }),
)
const node = await startLedgerNode(() => transactions.length - 1)
process.on('disconnect', () => process.exit())
process.send?.({ address: server.address, nodeUrl: node.url, length: transactions.length } satisfies PacedStream)

function varint(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)]
}
