import { Serializer } from '@aptos-labs/ts-sdk'
import { toShortAddress } from '@opal/domain/address'
import type { FastifyInstance } from 'fastify'
import { interfaceBytecode } from '../../ledger/script/interface-bytecode.ts'
import type { MoveModule } from '../../modules/move-module.ts'
import { lengthPrefixed, writeMap } from '../bcs/write-parts.ts'
import { renderModuleAbi } from '../render/module-abi.ts'
import { cutCursorPage } from '../requests/cursor-page.ts'
import {
  parseAddressParameter,
  parseIdentifierParameter,
  parseLimitQuery,
  standardAddress,
} from '../requests/parameters.ts'
import { notFound } from '../responses/api-error.ts'
import { answerInBoth, sendBytes, wantsBcs } from '../responses/bcs-answer.ts'
import { type RestContext, stateAt } from '../rest-context.ts'

const MOST_MODULES = 9_999

interface StateQuery {
  readonly ledger_version?: unknown
  readonly limit?: unknown
  readonly start?: unknown
}

/** `GET /v1/accounts/:address/modules` and `/module/:name`: what can be called, as the SDK's builders read it. */
export function addModuleRoutes(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string }; Querystring: StateQuery }>('/accounts/:address/modules', (request, reply) => {
    const address = parseAddressParameter(request.params.address)
    stateAt(ledger, request.query.ledger_version)
    const limit = parseLimitQuery(request.query.limit, MOST_MODULES, MOST_MODULES)
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

/** A module's id, which is a string in BCS too, and its bytecode. @source the node's MoveModuleId */
function bytecodeEntry({ address, name }: MoveModule, bytecode: Uint8Array): readonly [Uint8Array, Uint8Array] {
  const writer = new Serializer()
  writer.serializeStr(`${toShortAddress(address)}::${name}`)
  return [writer.toUint8Array(), lengthPrefixed(bytecode)]
}
