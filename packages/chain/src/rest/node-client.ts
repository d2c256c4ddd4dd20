import type { Address } from '@opal/domain/address'
import { isJsonObject, type Json, jsonAt } from '@opal/domain/json'
import {
  APT_COIN_TYPE,
  type EntryFunctionPayload,
  type PublishedModule,
  type ScriptPayload,
} from '@opal/domain/payload'
import { bytesFromHex } from '@opal/domain/text/hex'
import { cacheAnswers } from './cache-answers.ts'
import { askForModule, createAbiCache, type EntryFunctionAbi } from './entry-function-abi.ts'
import type { LedgerInfo } from './ledger-info.ts'
import { NodeRefusedError, NodeUnreachableError, PayloadMismatchError, SimulationTooLargeError } from './node-errors.ts'
import { type NodeHttpOptions, requestNode, SIMULATION_BOUNDS } from './node-http.ts'
import {
  encodeForSimulation,
  encodePayload,
  readSimulation,
  type SimulationResult,
  scriptPayload,
} from './simulation.ts'
import { readWhole } from './whole-number.ts'

/** An account's state on the node. */
export interface AccountInfo {
  readonly sequenceNumber: bigint
  /** `0x` + 64 hex digits. */
  readonly authenticationKey: string
}

/** The few requests that Opal sends to a node. All throw NodeUnreachableError and NodeRefusedError. */
export interface NodeClient {
  ledgerInfo(): Promise<LedgerInfo>
  /** An account that never sent anything has sequence number 0. */
  account(address: Address): Promise<AccountInfo>
  /** Returns spendable APT in octas, coin and fungible store together; 0 for an unknown account. */
  balance(address: Address): Promise<bigint>
  /** Calls a view function. Arguments in REST's JSON form. @returns one value per return type. */
  view(functionId: string, typeArguments: readonly string[], args: readonly Json[]): Promise<readonly Json[]>
  /** Returns octas per gas unit the node advises. */
  gasUnitPrice(): Promise<bigint>
  /**
   * Simulates the call or script as if this account sent it now; needs no key and sends nothing.
   * @throws PayloadMismatchError when the call does not fit the function's ABI on chain, SimulationTooLargeError
   */
  simulate(sender: Address, payload: EntryFunctionPayload | ScriptPayload): Promise<SimulationResult>
  /** Simulates several payloads of one sender as {@link simulate} does, asking for ledger and account only once. */
  simulator(sender: Address): (payload: EntryFunctionPayload | ScriptPayload) => Promise<SimulationResult>
  /**
   * Returns a module by `0x…::name`, as script composers need it.
   * @throws PayloadMismatchError when it is not there.
   */
  module(moduleId: string): Promise<PublishedModule>
}

/** Creates a client of one node. It keeps nothing but the ABIs of called functions and the modules asked for, for some minutes. */
export function createNodeClient(options: NodeHttpOptions): NodeClient {
  const abis = createAbiCache((path) => requestNode(options, { path }))
  const client: NodeClient = {
    ledgerInfo: async () => readLedgerInfo(await requestNode(options, { path: '' })),
    account: (address) => readAccount(options, address),
    balance: async (address) =>
      readWhole(
        await requestNode(options, { path: `/accounts/${address}/balance/${encodeURIComponent(APT_COIN_TYPE)}` }),
      ),
    view: (functionId, typeArguments, args) => readView(options, functionId, typeArguments, args),
    gasUnitPrice: async () =>
      readWhole(jsonAt(await requestNode(options, { path: '/estimate_gas_price' }), 'gas_estimate')),
    simulate: (sender, payload) => client.simulator(sender)(payload),
    simulator: (sender) => createSimulator(options, client, abis, sender),
    module: cacheAnswers((moduleId) => fetchPublishedModule((path) => requestNode(options, { path }), moduleId)),
  }
  return client
}

async function readAccount(options: NodeHttpOptions, address: Address): Promise<AccountInfo> {
  try {
    const answer = await requestNode(options, { path: `/accounts/${address}` })
    return {
      sequenceNumber: readWhole(jsonAt(answer, 'sequence_number')),
      authenticationKey: String(jsonAt(answer, 'authentication_key')),
    }
  } catch (error) {
    // Nodes without default accounts answer so for an address that never sent anything.
    if (error instanceof NodeRefusedError && error.nodeCode === 'account_not_found') {
      return { sequenceNumber: 0n, authenticationKey: address }
    }
    throw error
  }
}

async function readView(
  options: NodeHttpOptions,
  functionId: string,
  typeArguments: readonly string[],
  args: readonly Json[],
): Promise<readonly Json[]> {
  const content = JSON.stringify({ function: functionId, type_arguments: typeArguments, arguments: args })
  const answer = await requestNode(options, { path: '/view', body: { type: 'application/json', content } })
  if (!Array.isArray(answer)) throw new NodeUnreachableError('its answer to a view is no list')
  return answer as readonly Json[]
}

function createSimulator(
  options: NodeHttpOptions,
  client: NodeClient,
  abis: (functionId: string) => Promise<EntryFunctionAbi>,
  sender: Address,
): (payload: EntryFunctionPayload | ScriptPayload) => Promise<SimulationResult> {
  let sending: Promise<readonly [LedgerInfo, AccountInfo]> | null = null
  return async (payload) => {
    sending ??= Promise.all([client.ledgerInfo(), client.account(sender)])
    const [content, [ledger, account]] = await Promise.all([
      'bytes' in payload ? scriptPayload(payload) : abis(payload.function).then((abi) => encodePayload(payload, abi)),
      sending,
    ])
    const signed = encodeForSimulation({ sender, content, ledger, sequenceNumber: account.sequenceNumber })
    const path = '/transactions/simulate?estimate_gas_unit_price=true&estimate_max_gas_amount=true'
    const body = { type: 'application/x.aptos.signed_transaction+bcs', content: signed }
    const tooLarge = (cause: Error) => new SimulationTooLargeError(cause)
    return readSimulation(await requestNode(options, { path, body, bounds: SIMULATION_BOUNDS, tooLarge }))
  }
}

function readLedgerInfo(answer: Json): LedgerInfo {
  if (!isJsonObject(answer)) throw new NodeUnreachableError('its ledger page is no object')
  return {
    chainId: Number(readWhole(answer.chain_id)),
    version: readWhole(answer.ledger_version),
    timestampMicros: readWhole(answer.ledger_timestamp),
    blockHeight: readWhole(answer.block_height),
  }
}

const HEX = /^0x(?:[0-9a-f]{2})*$/i

/**
 * @param ask GETs a path of the node.
 * @param moduleId `0x…::name`
 * @throws PayloadMismatchError when there is no such module, or the node does not show its bytecode.
 */
async function fetchPublishedModule(ask: (path: string) => Promise<Json>, moduleId: string): Promise<PublishedModule> {
  const answer = await askForModule(ask, moduleId)
  const [bytecode, functions] = [jsonAt(answer, 'bytecode'), jsonAt(answer, 'abi.exposed_functions')]
  if (typeof bytecode !== 'string' || !HEX.test(bytecode) || !Array.isArray(functions)) {
    throw new PayloadMismatchError(moduleId, 'its bytecode or interface is not shown')
  }
  return {
    bytecode: bytesFromHex(bytecode),
    functions: (functions as readonly Json[]).filter(isJsonObject).map((move) => ({
      name: String(move.name),
      isPublic: move.visibility === 'public',
      parameters: Array.isArray(move.params) ? (move.params as readonly Json[]).map(String) : [],
    })),
  }
}
