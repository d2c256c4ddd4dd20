import { MarketError } from '@opal/domain/errors'
import { memoize } from '@opal/domain/memoize'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

/** A value does not fit the contract's schema, so nothing of it is sent. The cause is in our code or in a stored row. */
export class InvalidAnswerError extends MarketError {
  override readonly code = 'invalid-answer'
  /** Path and expectation of the first faults, for the log; never sent. */
  readonly faults: readonly string[]

  constructor({ issues }: z.ZodError) {
    super('The response doesn’t match the API’s contract, so it wasn’t sent.')
    this.faults = issues.slice(0, MAX_FAULTS).map(({ path, message }) => `${z.core.toDotPath(path)}: ${message}`)
  }
}

const MAX_FAULTS = 5

/**
 * Checks a value against a schema of the contract. Members that the schema does not name are left out.
 * @throws InvalidAnswerError
 */
export function checkAnswer<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = compiled(schema).safeParse(value)
  if (!success) throw new InvalidAnswerError(error)
  return data as z.output<Schema>
}

/**
 * Returns a schema with a generated parser: the same results in a third of the time. Schemas are compiled when they first answer, so that the
 * server starts without waiting for all. Recursive ones, of the answers to trades, stay as they are.
 */
const compiled = memoize((schema: z.ZodType): z.ZodType => z.compile(schema))

/** Compiles the serializer of one status of a route. Every JSON answer of the contract's calls goes through one. */
export function setAnswerSerializer(server: FastifyInstance): void {
  server.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (value) =>
        JSON.stringify(checkAnswer(schema as z.ZodType, value)),
  )
}
