/** An error as Hasura words it; always sent with HTTP 200. */
export class ChainGraphqlError extends Error {
  override readonly name = 'ChainGraphqlError'
  readonly code: string
  /** JSON path into the request, e.g. `$.selectionSet.x`. */
  readonly path: string

  constructor(message: string, code = 'validation-failed', path = '$') {
    super(message)
    this.code = code
    this.path = path
  }
}

/** The body that carries errors. */
export function errorsBody(errors: readonly ChainGraphqlError[]): string {
  return JSON.stringify({
    errors: errors.map(({ message, code, path }) => ({ message, extensions: { path, code } })),
  })
}
