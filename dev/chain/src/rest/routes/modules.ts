import type { FastifyInstance } from 'fastify'
import { notFound } from '../api-error.ts'
import { cutCursorPage } from '../cursor-page.ts'
import { checkLedgerVersion, parseAddressParameter, parseIdentifierParameter, parseLimitQuery } from '../parameters.ts'
import { renderModuleAbi } from '../render/module-abi.ts'
import type { RestContext } from '../rest-context.ts'
import { standardAddress } from '../standard-address.ts'

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
    checkLedgerVersion(request.query.ledger_version, ledger.head)
    const limit = parseLimitQuery(request.query.limit, MOST_MODULES, MOST_MODULES)
    const modules = new Map(ledger.modules(address).map((module) => [module.name, module]))
    const page = cutCursorPage(modules, request.query.start, limit)
    if (page.cursor !== null) reply.header('x-aptos-cursor', page.cursor)
    return page.items.map(renderModuleAbi)
  })

  app.get<{ Params: { address: string; name: string }; Querystring: StateQuery }>(
    '/accounts/:address/module/:name',
    (request) => {
      const address = parseAddressParameter(request.params.address)
      const name = parseIdentifierParameter(request.params.name, 'module_name')
      checkLedgerVersion(request.query.ledger_version, ledger.head)
      const module = ledger.module(address, name)
      if (module === null) {
        const by = `Address(${standardAddress(address)}), Module name(${name}) and Ledger version(${ledger.head.version})`
        throw notFound('module_not_found', 'Module', by)
      }
      return renderModuleAbi(module)
    },
  )
}
