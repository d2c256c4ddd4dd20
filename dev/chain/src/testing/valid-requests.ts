import type { Ed25519Account } from '@aptos-labs/ts-sdk'
import { SIGNED_TRANSACTION, VIEW_FUNCTION } from '../rest/requests/signed-body.ts'
import { OPERATIONS } from '../rest/spec/operations.ts'
import { signTransfer } from './sign-transfer.ts'

const JSON_TYPE = 'application/json'
const HASH = `0x${'ab'.repeat(32)}`
const [KEY, SIGNATURE] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(64)}`]

/** A request that is right in every part, for damage. */
export interface ValidRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly type: string
  readonly body: Buffer
}

const PARAMETERS: Readonly<Record<string, string>> = {
  address: '0x1',
  resource_type: '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>',
  module_name: 'coin',
  asset_type: '0x1::aptos_coin::AptosCoin',
  creation_number: '3',
  event_handle: '0x1::block::BlockResource',
  field_name: 'new_block_events',
  block_height: '1',
  version: '1',
  txn_hash: HASH,
  txn_version: '1',
  table_handle: '0x1',
}
const QUERY_VALUES: Readonly<Record<string, string>> = { cursor: '0x61', with_transactions: 'true', limit: '7' }

/** Returns one request for everything that the node can be asked with GET, all its parameters set. */
export function validReads(): readonly ValidRequest[] {
  return OPERATIONS.filter(({ method }) => method === 'get').map(({ path, query = [] }) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(PARAMETERS[name] ?? '0'))
    const values = query.map((name) => `${name === 'cursor' ? 'start' : name}=${QUERY_VALUES[name] ?? '1'}`)
    return { method: 'GET', url: `/v1${filled}?${values.join('&')}`, type: JSON_TYPE, body: Buffer.alloc(0) }
  })
}

/** `0x1::aptos_account::transfer`, as a script composer writes it: signer, receiver, amount. */
const TRANSFER_SCRIPT = [
  'a11ceb0b0800000a06010002030207050906070f170826201046190000000101000001000003060c05030d6170746f735f6163636f756e74',
  '087472616e73666572',
  '01'.padStart(64, '0'),
  '166170746f733a3a7363726970745f636f6d706f736572010000010100050a000b010b02110002',
].join('')

/** Transactions as they are described in JSON, with every kind of signature. None of them verifies. */
function described(account: Ed25519Account): readonly object[] {
  const keyed = { public_key: { type: 'ed25519', value: KEY }, signature: { type: 'ed25519', value: SIGNATURE } }
  const simple = { type: 'ed25519_signature', public_key: KEY, signature: SIGNATURE }
  const several = {
    sender: simple,
    secondary_signer_addresses: ['0x2'],
    secondary_signers: [{ ...keyed, type: 'single_key_signature' }],
  }
  const transaction = {
    sender: account.accountAddress.toString(),
    sequence_number: '0',
    max_gas_amount: '10000',
    gas_unit_price: '100',
    expiration_timestamp_secs: '16725225600',
    payload: { type: 'entry_function_payload', function: '0x1::aptos_account::transfer', arguments: ['0xb0b', '7'] },
  }
  const indexed = [{ index: 1, signature: keyed.signature }]
  const signatures = [
    simple,
    { type: 'single_sender', ...keyed },
    {
      type: 'multi_ed25519_signature',
      public_keys: [KEY, KEY],
      signatures: [SIGNATURE],
      threshold: 1,
      bitmap: '0x80000000',
    },
    { type: 'multi_key_signature', public_keys: [keyed.public_key], signatures: indexed, signatures_required: 1 },
    { type: 'multi_agent_signature', ...several },
    { type: 'fee_payer_signature', ...several, fee_payer_address: '0x3', fee_payer_signer: simple },
  ]
  const code = { bytecode: TRANSFER_SCRIPT }
  const script = { type: 'script_payload', code, type_arguments: [], arguments: ['0xb0b', '7'] }
  const calls = signatures.map((signature, index) => ({
    ...transaction,
    ...(index === 0 ? { replay_protection_nonce: '7', secondary_signers: ['0x2'] } : {}),
    signature,
  }))
  return [...calls, { ...transaction, payload: script, signature: simple }]
}

/**
 * Returns one request for everything that the node takes with POST, in each of its forms. The first body would be
 * accepted.
 */
export function validSubmissions(account: Ed25519Account): readonly ValidRequest[] {
  const signed = Buffer.from(signTransfer(account))
  // A batch with a damaged part may still hold valid transactions: here none can be valid.
  const foreign = Buffer.from(signTransfer(account, { chainId: 9 }))
  const view = { function: '0x1::coin::balance', type_arguments: ['0x1::aptos_coin::AptosCoin'], arguments: ['0xb0b'] }
  const tokenId = { property_version: '0', token_data_id: { creator: '0x1', collection: 'c', name: 'n' } }
  const transactions = described(account)
  const post = (path: string, type: string, body: Buffer): ValidRequest => ({
    method: 'POST',
    url: `/v1${path}`,
    type,
    body,
  })
  const json = (path: string, value: unknown) => post(path, JSON_TYPE, Buffer.from(JSON.stringify(value)))
  return [
    post('/transactions', SIGNED_TRANSACTION, signed),
    post('/transactions/batch', SIGNED_TRANSACTION, Buffer.concat([Uint8Array.of(2), foreign, foreign])),
    post('/transactions/simulate?estimate_max_gas_amount=true', SIGNED_TRANSACTION, signed),
    post('/view?ledger_version=1', VIEW_FUNCTION, signed.subarray(40, 120)),
    ...transactions.map((transaction) => json('/transactions', transaction)),
    ...transactions.map((transaction) => json('/transactions/simulate?estimate_gas_unit_price=true', transaction)),
    json('/transactions/batch', transactions.slice(0, 2)),
    json('/transactions/encode_submission', transactions[0]),
    json('/view', view),
    json('/tables/0x1/item?ledger_version=1', { key_type: 'address', value_type: 'u128', key: '0xb0b' }),
    json('/tables/0x1/item', { key_type: '0x3::token::TokenId', value_type: '0x3::token::Token', key: tokenId }),
    json('/tables/0x1/raw_item', { key: '0x01' }),
  ]
}

/** Returns valid requests to faucet and cheats. Damaged ones may still be right: what they ask for is then done. */
export function validCheats(): readonly ValidRequest[] {
  const json = (url: string, value: unknown): ValidRequest => ({
    method: 'POST',
    url,
    type: JSON_TYPE,
    body: Buffer.from(JSON.stringify(value)),
  })
  return [
    json('/fund', { address: '0xb0b', amount: 7 }),
    json('/mint?address=0xb0b&amount=7', {}),
    json('/__dev/fund', { address: '0xb0b', amount: 7 }),
    json('/__dev/time', { seconds: 1 }),
    json('/__dev/fail-next', { vm_status: 'Out of gas' }),
    json('/__dev/restore', { ledger_version: '99' }),
    json('/__dev/snapshot', {}),
  ]
}
