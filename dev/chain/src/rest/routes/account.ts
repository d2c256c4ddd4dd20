import type { FastifyInstance } from 'fastify'
import { ACCOUNT, newAccount } from '../../ledger/state/accounts.ts'
import { encodeValue, layoutsOf } from '../bcs/encode-value.ts'
import { parseAddressParameter } from '../requests/parameters.ts'
import { sendBytes, wantsBcs } from '../responses/bcs-answer.ts'
import { type RestContext, stateAt } from '../rest-context.ts'

/**
 * `GET /v1/accounts/:address`. An account that never did anything answers sequence number 0 and its own
 * address as key, as on today's networks (feature DEFAULT_ACCOUNT_RESOURCE). In BCS the whole account resource.
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
