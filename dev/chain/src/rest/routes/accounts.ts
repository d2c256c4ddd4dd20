import { Serializer } from '@aptos-labs/ts-sdk'
import { type Address, toAddressOrNull, toShortAddress } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import type { FastifyInstance } from 'fastify'
import { interfaceBytecode } from '../../ledger/script/interface-bytecode.ts'
import { ACCOUNT, newAccount } from '../../ledger/state/accounts.ts'
import { primaryStoreAddress } from '../../ledger/state/addresses.ts'
import { APT_METADATA, FUNGIBLE_STORE, fungibleStoreBalance } from '../../ledger/state/apt-state.ts'
import type { StateView } from '../../ledger/state/state-view.ts'
import type { MoveModule } from '../../modules/move-module.ts'
import { encodeValue, layoutsOf } from '../bcs/encode-value.ts'
import { lengthPrefixed, structTagBytes, writeMap } from '../bcs/write-parts.ts'
import { renderModuleAbi } from '../render/module.ts'
import { cutCursorPage } from '../requests/cursor-page.ts'
import { normaliseStructParameter } from '../requests/move-type-text.ts'
import {
  parseAddressParameter,
  parseIdentifierParameter,
  parseLimitQuery,
  parseU64Query,
  standardAddress,
} from '../requests/parameters.ts'
import { notFound } from '../responses/api-error.ts'
import { answerInBoth, sendBcs, sendBytes, wantsBcs } from '../responses/bcs-answer.ts'
import { manyTransactions } from '../responses/committed.ts'
import { type RestContext, stateAt } from '../rest-context.ts'

/**
 * Adds `GET /v1/accounts/:address`. An unused account has sequence number 0 and its own address as key, as on the public networks
 * (feature DEFAULT_ACCOUNT_RESOURCE). In BCS the whole account resource.
 */
export function addAccountRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string }; Querystring: { ledger_version?: unknown } }>(
    '/accounts/:address',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const state = stateAt(ledger, request.query.ledger_version)
      if (wantsBcs(request)) {
        const account = state.resource(address, ACCOUNT) ?? newAccount(address)
        return sendBytes(reply, encodeValue(ACCOUNT, account, layoutsOf(ledger)))
      }
      return reply.send({
        sequence_number: String(state.accountSequenceNumber(address) ?? 0n),
        authentication_key: state.authenticationKey(address) ?? address,
      })
    },
  )
}

/**
 * Adds `GET /v1/accounts/:address/balance/:asset`: one bare number, in the asset's smallest unit. The asset is a coin type or the
 * address of a fungible asset's metadata; the balance of an unknown one is 0. Other query parameters, such as the SDK's, are ignored.
 */
export function addBalanceRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string; asset: string }; Querystring: { ledger_version?: unknown } }>(
    '/accounts/:address/balance/:asset',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const state = stateAt(ledger, request.query.ledger_version)
      const balance = balanceOf(state, address, assetOf(request.params.asset))
      if (wantsBcs(request)) return sendBcs(reply, (writer) => writer.serializeU64(balance))
      // As text, so that an amount above 2^53 keeps every digit.
      return reply.type('application/json').send(String(balance))
    },
  )
}

/**
 * Returns the metadata address of a fungible asset, APT's for its coin type; null for any other coin type, of
 * which there is none.
 */
function assetOf(text: string): Address | null {
  const metadata = toAddressOrNull(text)
  if (metadata !== null) return metadata
  return normaliseStructParameter(text, 'asset_type') === APT_COIN_TYPE ? APT_METADATA : null
}

function balanceOf(state: StateView, owner: Address, metadata: Address | null): bigint {
  if (metadata === null) return 0n
  if (metadata !== APT_METADATA) {
    return fungibleStoreBalance(state.resource(primaryStoreAddress(owner, metadata), FUNGIBLE_STORE)) ?? 0n
  }
  const { values } = state.view('0x1::coin::balance', [APT_COIN_TYPE], [owner])
  return BigInt(String(values[0]))
}

const STANDARD_PAGE = 25
const MAX_TRANSACTIONS = 100

/**
 * Adds `GET /v1/accounts/:address/transactions`: what an account sent with sequence numbers, ascending by them.
 * Without `start` the newest page.
 */
export function addAccountTransactionsRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string }; Querystring: { start?: unknown; limit?: unknown } }>(
    '/accounts/:address/transactions',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const limit = parseLimitQuery(request.query.limit, STANDARD_PAGE, MAX_TRANSACTIONS)
      const next = ledger.accountSequenceNumber(address) ?? 0n
      const newest = next > BigInt(limit) ? next - BigInt(limit) : 0n
      const start = parseU64Query(request.query.start, 'start') ?? newest
      const transactions = ledger.transactionsOfAccount(address, start, limit)
      return answerInBoth(request, reply, manyTransactions(ledger, transactions))
    },
  )
}

const MAX_RESOURCES = 9_999

interface StateQuery {
  readonly ledger_version?: unknown
  readonly limit?: unknown
  readonly start?: unknown
}

/** Adds `GET /v1/accounts/:address/resources` and `/resource/:type`: an account's state. */
export function addResourceRoutes(app: FastifyInstance, { ledger }: RestContext): void {
  const layouts = layoutsOf(ledger)
  app.get<{ Params: { address: string }; Querystring: StateQuery }>(
    '/accounts/:address/resources',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const state = stateAt(ledger, request.query.ledger_version)
      const limit = parseLimitQuery(request.query.limit, MAX_RESOURCES, MAX_RESOURCES)
      const entries = [...state.resources(address)].map(([type, data]) => [type, { type, data }] as const)
      const page = cutCursorPage(new Map(entries), request.query.start, limit)
      if (page.cursor !== null) reply.header('x-aptos-cursor', page.cursor)
      return answerInBoth(request, reply, {
        json: () => page.items,
        bcs: (writer) =>
          writeMap(
            writer,
            page.items.map(({ type, data }) => [
              structTagBytes(type),
              lengthPrefixed(encodeValue(type, data, layouts)),
            ]),
          ),
      })
    },
  )

  app.get<{ Params: { address: string; type: string }; Querystring: StateQuery }>(
    '/accounts/:address/resource/:type',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const type = normaliseStructParameter(request.params.type, 'resource_type')
      const state = stateAt(ledger, request.query.ledger_version)
      const data = state.resource(address, type)
      if (data === null) {
        const by = `Address(${standardAddress(address)}), Struct tag(${type}) and Ledger version(${state.version})`
        throw notFound('resource_not_found', 'Resource', by)
      }
      return wantsBcs(request) ? sendBytes(reply, encodeValue(type, data, layouts)) : reply.send({ type, data })
    },
  )
}

const MAX_MODULES = 9_999

/** Adds `GET /v1/accounts/:address/modules` and `/module/:name`: what can be called, as the SDK's builders read it. */
export function addModuleRoutes(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string }; Querystring: StateQuery }>('/accounts/:address/modules', (request, reply) => {
    const address = parseAddressParameter(request.params.address)
    stateAt(ledger, request.query.ledger_version)
    const limit = parseLimitQuery(request.query.limit, MAX_MODULES, MAX_MODULES)
    const modules = new Map(ledger.modules(address).map((module) => [module.name, module]))
    const page = cutCursorPage(modules, request.query.start, limit)
    if (page.cursor !== null) reply.header('x-aptos-cursor', page.cursor)
    return answerInBoth(request, reply, {
      json: () => page.items.map((module) => renderModuleAbi(module, interfaceBytecode(module, ledger))),
      bcs: (writer) =>
        writeMap(
          writer,
          page.items.map((module) => bytecodeEntry(module, interfaceBytecode(module, ledger))),
        ),
    })
  })

  app.get<{ Params: { address: string; name: string }; Querystring: StateQuery }>(
    '/accounts/:address/module/:name',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const name = parseIdentifierParameter(request.params.name, 'module_name')
      const { version } = stateAt(ledger, request.query.ledger_version)
      const module = ledger.module(address, name)
      if (module === null) {
        const by = `Address(${standardAddress(address)}), Module name(${name}) and Ledger version(${version})`
        throw notFound('module_not_found', 'Module', by)
      }
      const bytecode = interfaceBytecode(module, ledger)
      return wantsBcs(request) ? sendBytes(reply, bytecode) : reply.send(renderModuleAbi(module, bytecode))
    },
  )
}

/**
 * Returns a module's id, which is a string in BCS too, and its bytecode.
 * @source the node's MoveModuleId
 */
function bytecodeEntry({ address, name }: MoveModule, bytecode: Uint8Array): readonly [Uint8Array, Uint8Array] {
  const writer = new Serializer()
  writer.serializeStr(`${toShortAddress(address)}::${name}`)
  return [writer.toUint8Array(), lengthPrefixed(bytecode)]
}
