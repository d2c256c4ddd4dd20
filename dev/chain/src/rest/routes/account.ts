import type { FastifyInstance } from 'fastify'
import { checkLedgerVersion, parseAddressParameter } from '../parameters.ts'
import type { RestContext } from '../rest-context.ts'

/**
 * `GET /v1/accounts/:address`. An account that never did anything answers sequence number 0 and its own
 * address as key, as on today's networks (feature DEFAULT_ACCOUNT_RESOURCE).
 */
export function addAccountRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string }; Querystring: { ledger_version?: unknown } }>(
    '/accounts/:address',
    (request) => {
      const address = parseAddressParameter(request.params.address)
      checkLedgerVersion(request.query.ledger_version, ledger.head)
      return {
        sequence_number: String(ledger.accountSequenceNumber(address) ?? 0n),
        authentication_key: ledger.authenticationKey(address) ?? address,
      }
    },
  )
}
