import type { FastifyInstance } from 'fastify'
import { notFound } from '../api-error.ts'
import { cutCursorPage } from '../cursor-page.ts'
import { normaliseStructParameter } from '../move-type-text.ts'
import { checkLedgerVersion, parseAddressParameter, parseLimitQuery } from '../parameters.ts'
import type { RestContext } from '../rest-context.ts'
import { standardAddress } from '../standard-address.ts'

const MOST_RESOURCES = 9_999

interface StateQuery {
  readonly ledger_version?: unknown
  readonly limit?: unknown
  readonly start?: unknown
}

/** `GET /v1/accounts/:address/resources` and `/resource/:type`: an account's state. */
export function addResourceRoutes(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string }; Querystring: StateQuery }>(
    '/accounts/:address/resources',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      checkLedgerVersion(request.query.ledger_version, ledger.head)
      const limit = parseLimitQuery(request.query.limit, MOST_RESOURCES, MOST_RESOURCES)
      const entries = [...ledger.resources(address)].map(([type, data]) => [type, { type, data }] as const)
      const page = cutCursorPage(new Map(entries), request.query.start, limit)
      if (page.cursor !== null) reply.header('x-aptos-cursor', page.cursor)
      return page.items
    },
  )

  app.get<{ Params: { address: string; type: string }; Querystring: StateQuery }>(
    '/accounts/:address/resource/:type',
    (request) => {
      const address = parseAddressParameter(request.params.address)
      const type = normaliseStructParameter(request.params.type, 'resource_type')
      checkLedgerVersion(request.query.ledger_version, ledger.head)
      const data = ledger.resource(address, type)
      if (data === null) {
        const by = `Address(${standardAddress(address)}), Struct tag(${type}) and Ledger version(${ledger.head.version})`
        throw notFound('resource_not_found', 'Resource', by)
      }
      return { type, data }
    },
  )
}
