import { type Address, parseAddress } from '@opal/domain/address'
import { isJsonObject, type Json, jsonAt } from '@opal/domain/json'
import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../../ledger/ledger.ts'
import { layoutsOf } from '../bcs/encode-value.ts'
import { writeEvent } from '../bcs/write-event.ts'
import { writeList } from '../bcs/write-parts.ts'
import { renderVersionedEvent } from '../render/event.ts'
import { countByProbing } from '../requests/count-by-probing.ts'
import { normaliseStructParameter } from '../requests/move-type-text.ts'
import {
  parseAddressParameter,
  parseIdentifierParameter,
  parseLimitQuery,
  parseU64Parameter,
  parseU64Query,
  standardAddress,
} from '../requests/parameters.ts'
import { invalidInput, notFound } from '../responses/api-error.ts'
import { answerInBoth, type BothForms } from '../responses/bcs-answer.ts'
import type { RestContext } from '../rest-context.ts'

const STANDARD_PAGE = 25
const MAX_EVENTS = 100

interface EventQuery {
  readonly start?: unknown
  readonly limit?: unknown
}

/** Events on handles, by creation number or by the resource field that holds the handle. Module events have none. */
export function addEventRoutes(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string; number: string }; Querystring: EventQuery }>(
    '/accounts/:address/events/:number',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const number = parseU64Parameter(request.params.number, 'creation_number')
      return answerInBoth(request, reply, readEvents(ledger, address, number, request.query))
    },
  )
  app.get<{ Params: { address: string; handle: string; field: string }; Querystring: EventQuery }>(
    '/accounts/:address/events/:handle/:field',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const type = normaliseStructParameter(request.params.handle, 'event_handle')
      const field = parseIdentifierParameter(request.params.field, 'field_name')
      const handle = findHandle(ledger, address, type, field)
      const events = readEvents(ledger, handle.owner, handle.creationNumber, request.query)
      return answerInBoth(request, reply, events)
    },
  )
}

/** In BCS each is an EventWithVersion. @source aptos-types contract_event */
function readEvents(ledger: Ledger, owner: Address, creationNumber: bigint, query: EventQuery): BothForms {
  const limit = parseLimitQuery(query.limit, STANDARD_PAGE, MAX_EVENTS)
  const start = parseU64Query(query.start, 'start') ?? newestStart(ledger, owner, creationNumber, limit)
  const events = ledger.eventsOf(owner, creationNumber, start, limit)
  const layouts = layoutsOf(ledger)
  return {
    json: () => events.map(({ version, event }) => renderVersionedEvent(version, event)),
    bcs: (writer) =>
      writeList(writer, events, ({ version, event }) => {
        writer.serializeU64(version)
        writeEvent(writer, event, layouts)
      }),
  }
}

/** Without a start the node shows the newest page, ascending. */
function newestStart(ledger: Ledger, owner: Address, creationNumber: bigint, limit: number): bigint {
  const count = countByProbing((position) => ledger.eventsOf(owner, creationNumber, position, 1).length > 0)
  return count > BigInt(limit) ? count - BigInt(limit) : 0n
}

/** An EventHandle in a resource names its key: `{ counter, guid: { id: { addr, creation_num } } }`. */
function findHandle(ledger: Ledger, address: Address, type: string, field: string) {
  const at = `Address(${standardAddress(address)}), Struct tag(${type})`
  const resource = ledger.resource(address, type)
  if (resource === null) {
    throw notFound('resource_not_found', 'Resource', `${at} and Ledger version(${ledger.head.version})`)
  }
  const handle: Json | undefined = resource[field]
  if (handle === undefined) {
    const by = `${at}, Field name(${field}) and Ledger version(${ledger.head.version})`
    throw notFound('struct_field_not_found', 'Struct Field', by)
  }
  const id = isJsonObject(handle) ? jsonAt(handle, 'guid.id') : undefined
  const owner = jsonAt(id, 'addr')
  const number = jsonAt(id, 'creation_num')
  if (typeof owner !== 'string' || typeof number !== 'string') throw invalidInput(`${field} is not an EventHandle`)
  return { owner: parseAddress(owner), creationNumber: BigInt(number) }
}
