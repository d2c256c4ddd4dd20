import { parseAddress } from '@opal/domain/address'
import { hasRecordedData } from '@opal/domain/testing/config'
import { describe, expect, test } from 'vitest'
import { recordedMainnet } from '../../testing/recorded-transactions.ts'
import { sha3 } from '../crypto/sha3.ts'
import { sessionHash } from './session-hash.ts'

/** Transactions of mainnet that made a table, its handle as their write set has it. */
const CREATED = [
  [141_135_867n, '0xe67fe5afafcffe75ac55e33067d32c2a962435053d769a0ab4e476030a4de753'],
  [2_186_504_987n, '0x0b6c2e42ce7bc8e39be7f83c78cc2e37a356912f5d222738bc5d8f1df4a8fd46'],
] as const

describe.runIf(hasRecordedData)('compared with recorded transactions', () => {
  test.each(CREATED)('computes the handle of the table created by mainnet transaction %d', (version, handle) => {
    const request = recordedMainnet().find((one) => one.version === version)?.user?.request
    if (request === undefined) throw new Error('there is no such transaction')
    const seed = sessionHash({
      sender: parseAddress(request.sender ?? ''),
      sequenceNumber: request.sequenceNumber ?? 0n,
      replayNonce: null,
      expirationSeconds: request.expirationTimestampSecs?.seconds ?? 0n,
    })
    expect(`0x${sha3(seed, Buffer.alloc(4)).toString('hex')}`).toBe(handle)
  })
})

test('gives orderless transactions of one sender different table handles', () => {
  const parts = { sender: parseAddress('0xa1'), sequenceNumber: 0n, expirationSeconds: 5n }
  const hashes = [null, 1n, 2n].map((replayNonce) => sessionHash({ ...parts, replayNonce }).toString('hex'))
  expect(new Set(hashes).size).toBe(3)
})
