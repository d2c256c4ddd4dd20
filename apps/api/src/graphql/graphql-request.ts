import * as z from 'zod'
import { QueriesBusyError } from '../http/limits/query-gate.ts'
import { createFairQueue, type FairBounds, type FairQueue } from '../images/fair-queue.ts'

/** A GraphQL request as clients post it. */
export interface GraphqlRequest {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | null
}

/** Values within values; what any question of use compares with stays far below. */
const MAX_NESTED = 100

/**
 * Returns the schema of a GraphQL body. Other members, such as extensions, are allowed; deeply nested variables are not:
 * they would exhaust the stack of recursive readers.
 * @param maxCharacters of the query.
 */
export function graphqlRequestOf(maxCharacters: number) {
  return z
    .object({
      query: z.string().max(maxCharacters),
      variables: z.record(z.string(), z.unknown()).nullish(),
      operationName: z.string().nullish(),
    })
    .refine(({ variables }) => !isNested(variables), 'The variables are nested too deeply.')
    .transform(
      ({ query, variables, operationName }): GraphqlRequest => ({
        query,
        variables: variables ?? {},
        operationName: operationName ?? null,
      }),
    )
}

/** Goes level by level, so that no depth exhausts its own stack. */
function isNested(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_NESTED) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

/** The store has ten connections for all that the API is asked; one client leaves room for another. */
const BOUNDS: FairBounds = { concurrency: 4, concurrencyPerClient: 3, maxPending: 200, maxPendingPerClient: 100 }

/**
 * Creates the queue of one GraphQL endpoint. Clients choose the cost of its queries, so these wait here and not in the queue of the
 * other calls (`http/limits/request-queue.ts`). Throws QueriesBusyError where too many wait.
 */
export function createGraphqlQueue(): FairQueue {
  return createFairQueue(BOUNDS, () => new QueriesBusyError())
}
