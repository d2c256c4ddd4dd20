import * as z from 'zod'

/** A GraphQL request as clients post it. */
export interface GraphqlRequest {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | null
}

/** Nesting of values; useful queries stay far below. */
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
