import { Account, type Ed25519Account } from '@aptos-labs/ts-sdk'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createBlockTimer } from '../block-timer.ts'
import { createFaucet } from '../faucet/faucet.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import { addressOf } from '../ledger/testing/test-chain.ts'
import { marketplaceModules } from '../modules/marketplace-modules.ts'
import { fuzzBodies } from '../testing/config.ts'
import { createDice, mutateBody } from '../testing/mutate-body.ts'
import { signTransfer } from '../testing/sign-transfer.ts'
import { createRestServer } from './create-rest-server.ts'
import { SIGNED_TRANSACTION, VIEW_FUNCTION } from './signed-body.ts'

const JSON_TYPE = 'application/json'
const MOST_MS_PER_BODY = 20

/** What the node is asked, right in every part. */
function rightRequests(account: Ed25519Account) {
  const signed = Buffer.from(signTransfer(account))
  // What a batch holds beside a damaged part is taken, as it should be: here nothing of it can be.
  const foreign = Buffer.from(signTransfer(account, { chainId: 9 }))
  const view = { function: '0x1::coin::balance', type_arguments: ['0x1::aptos_coin::AptosCoin'], arguments: ['0xb0b'] }
  const item = { key_type: 'address', value_type: 'u128', key: '0xb0b' }
  const described = {
    sender: account.accountAddress.toString(),
    sequence_number: '0',
    max_gas_amount: '10000',
    gas_unit_price: '100',
    expiration_timestamp_secs: '16725225600',
    payload: { type: 'entry_function_payload', function: '0x1::aptos_account::transfer', arguments: ['0xb0b', '7'] },
    signature: { type: 'ed25519_signature', public_key: `0x${'11'.repeat(32)}`, signature: `0x${'22'.repeat(64)}` },
  }
  const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
  return [
    { path: '/transactions', type: SIGNED_TRANSACTION, body: signed },
    {
      path: '/transactions/batch',
      type: SIGNED_TRANSACTION,
      body: Buffer.concat([Uint8Array.of(2), foreign, foreign]),
    },
    { path: '/transactions/simulate', type: SIGNED_TRANSACTION, body: signed },
    { path: '/transactions', type: JSON_TYPE, body: text(described) },
    { path: '/transactions/simulate?estimate_max_gas_amount=true', type: JSON_TYPE, body: text(described) },
    { path: '/transactions/encode_submission', type: JSON_TYPE, body: text(described) },
    { path: '/view', type: JSON_TYPE, body: text(view) },
    { path: '/view', type: VIEW_FUNCTION, body: signed.subarray(40, 120) },
    { path: '/tables/0x1/item', type: JSON_TYPE, body: text(item) },
    { path: '/tables/0x1/raw_item', type: JSON_TYPE, body: text({ key: '0x01' }) },
  ]
}

it(
  `${fuzzBodies} bodies with something wrong neither stop the node nor change a thing on the chain`,
  async () => {
    await using ledger = await createLedger({ dataDir: null, modules: marketplaceModules() })
    using blocks = createBlockTimer(ledger, { delayMs: 1, onFault: () => undefined })
    const faucet = createFaucet(ledger)
    const account = Account.generate()
    faucet.fund(addressOf(account), 1_000_000_000n)
    ledger.commitBlock()
    const before = { head: ledger.head, state: ledger.stateHash() }
    const app: FastifyInstance = await createRestServer({ ledger, blocks, faucet }, pino({ level: 'silent' }))
    const seed = Date.now() >>> 0
    const roll = createDice(seed)
    const right = rightRequests(account)
    const bodies = right.map(({ body }) => body)
    const [acceptable = Buffer.alloc(0)] = bodies
    for (let count = 0; count < fuzzBodies; count += 1) {
      const { path, type, body } = right[count % right.length] as (typeof right)[number]
      const mutated = mutateBody(body, bodies, roll)
      if (mutated.includes(acceptable)) continue
      const headers = { 'content-type': type, ...(roll(4) === 0 ? { accept: 'application/x-bcs' } : {}) }
      const answer = await app.inject({ method: 'POST', url: `/v1${path}`, headers, payload: mutated })
      if (answer.statusCode >= 500) {
        expect.fail(`seed ${seed}, body ${count}: ${path} ${type} ${mutated.toString('hex')} -> ${answer.body}`)
      }
    }
    ledger.commitBlock()
    expect({ head: ledger.head, state: ledger.stateHash() }).toEqual(before)
    await app.close()
  },
  60_000 + fuzzBodies * MOST_MS_PER_BODY,
)
