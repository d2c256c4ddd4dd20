import { readdirSync, readFileSync } from 'node:fs'
import { aptos } from '@aptos-labs/aptos-protos'
import { type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { describe, expect, it } from 'vitest'
import { createModuleRegistry } from '../../ledger/execution/module-registry.ts'
import { FRAMEWORK_MODULES } from '../../modules/framework-modules.ts'
import { layoutsOf } from '../bcs/encode-value.ts'
import { renderTransaction } from './transaction.ts'

/** Kinds of a newer stream than the package knows; this chain makes neither. */
const UNKNOWN_KINDS = ['5523474016_validator_txn.json']

const layouts = layoutsOf(createModuleRegistry(FRAMEWORK_MODULES))
const networks = hasRecordedData ? ['mainnet', 'testnet', 'devnet'] : []
const recorded = networks.flatMap((network) => {
  const folder = `${RECORDED_DATA_DIR}/${network}-transactions`
  return readdirSync(folder).map((name) => ({ name, path: `${folder}/${name}` }))
})

function read(path: string): JsonObject {
  return JSON.parse(readFileSync(path, 'utf8')) as JsonObject
}
function render(path: string): JsonObject {
  const transaction = aptos.transaction.v1.Transaction.fromJSON(read(path))
  return renderTransaction({ transaction, signed: null }, layouts)
}
function renderNamed(part: string): JsonObject {
  const file = recorded.find(({ name }) => name.includes(part))
  if (file === undefined) throw new Error(`no recorded transaction is named ${part}`)
  return render(file.path)
}

describe.runIf(hasRecordedData)('a recorded transaction rendered as REST JSON', () => {
  it.each(recorded.filter(({ name }) => !UNKNOWN_KINDS.includes(name)))('$name keeps every fact', ({ path }) => {
    const source = read(path)
    const json = JSON.parse(JSON.stringify(render(path))) as JsonObject
    expect(json.version).toBe(source.version ?? '0')
    expect(json.hash).toBe(`0x${Buffer.from(String(jsonAt(source, 'info.hash')), 'base64').toString('hex')}`)
    expect(json.success).toBe(jsonAt(source, 'info.success') ?? false)
    expect(json.gas_used).toBe(jsonAt(source, 'info.gasUsed') ?? '0')
    expect(changesOf(json)).toEqual(sourceChangesOf(source))
    expect(eventsOf(json)).toEqual(sourceEventsOf(source))
  })

  it('throws for an unknown kind', () => {
    expect(() => renderNamed('validator_txn')).toThrow(/unknown kind/)
  })
})

describe.runIf(hasRecordedData)('signatures', () => {
  it('puts a single sender’s keys next to the outer type', () => {
    expect(renderNamed('464961735').signature).toEqual({
      public_key: { value: expect.stringMatching(/^0x[0-9a-f]{64}$/), type: 'ed25519' },
      signature: { value: expect.stringMatching(/^0x/), type: 'ed25519' },
      type: 'single_sender',
    })
  })

  it('prints an ed25519 signature', () => {
    expect(renderNamed('685_user_txn').signature).toEqual({
      public_key: expect.stringMatching(/^0x52c68c2ebe3fde[0-9a-f]{50}$/),
      signature: expect.stringMatching(/^0x[0-9a-f]{128}$/),
      type: 'ed25519_signature',
    })
  })

  it('names every signer of a multi-agent and of a sponsored transaction', () => {
    expect(renderNamed('multi_agents').signature).toMatchObject({
      sender: { type: 'ed25519_signature' },
      secondary_signer_addresses: [expect.stringMatching(/^0x/)],
      secondary_signers: [{ threshold: expect.any(Number), bitmap: expect.stringMatching(/^0x[0-9a-f]{8}$/) }],
      type: 'multi_agent_signature',
    })
    expect(renderNamed('1056780409').signature).toMatchObject({
      fee_payer_address: expect.stringMatching(/^0x/),
      fee_payer_signer: { type: 'ed25519_signature' },
      type: 'fee_payer_signature',
    })
  })
})

describe.runIf(hasRecordedData)('payloads', () => {
  it('prints an entry function with its arguments as Move JSON', () => {
    expect(renderNamed('407418623').payload).toEqual({
      function: '0x1::coin::transfer',
      type_arguments: ['0x1::aptos_coin::AptosCoin'],
      arguments: ['0x46097caf47312f1b66c620dfab7ee7be155c3d9333db2dcf8f0228dccbfdc3f7', '10000000'],
      type: 'entry_function_payload',
    })
  })

  it('prints a script with its ABI', () => {
    expect(renderNamed('multi_agents').payload).toMatchObject({
      code: { bytecode: expect.stringMatching(/^0xa11ceb0b/), abi: { params: ['signer', 'signer'] } },
      type: 'script_payload',
    })
  })

  it('prints block metadata', () => {
    expect(renderNamed('1_genesis')).toMatchObject({
      id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      round: expect.stringMatching(/^\d+$/),
      proposer: expect.stringMatching(/^0x/),
      failed_proposer_indices: [2, 1],
      type: 'block_metadata_transaction',
    })
  })
})

function changesOf(json: JsonObject): Json[] {
  return (json.changes as JsonObject[]).map((change) => change.state_key_hash ?? null)
}
function sourceChangesOf(source: JsonObject): Json[] {
  const changes = (jsonAt(source, 'info.changes') ?? []) as JsonObject[]
  return changes.map((change) => {
    const body = Object.values(change).find((part) => typeof part === 'object') as JsonObject
    return `0x${Buffer.from(String(body.stateKeyHash), 'base64').toString('hex')}`
  })
}
function eventsOf(json: JsonObject): Json[] {
  const events = (json.events ?? []) as JsonObject[]
  return events.map(({ type, data, sequence_number }) => ({
    type: type ?? '',
    data: data ?? null,
    sequence_number: sequence_number ?? '',
  }))
}
function sourceEventsOf(source: JsonObject): Json[] {
  const kinds = ['user', 'blockMetadata', 'genesis']
  const kind = kinds.find((name) => source[name] !== undefined)
  const events = (kind === undefined ? [] : (jsonAt(source, `${kind}.events`) ?? [])) as JsonObject[]
  return events.map(({ typeStr, data, sequenceNumber }) => ({
    type: typeStr ?? '',
    data: JSON.parse(String(data)) as Json,
    sequence_number: sequenceNumber ?? '0',
  }))
}
