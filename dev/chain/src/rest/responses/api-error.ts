/** Error codes of the node's REST API. @source the node's OpenAPI description, AptosErrorCode */
export type ErrorCode =
  | 'account_not_found'
  | 'resource_not_found'
  | 'module_not_found'
  | 'struct_field_not_found'
  | 'version_not_found'
  | 'transaction_not_found'
  | 'table_item_not_found'
  | 'block_not_found'
  | 'state_value_not_found'
  | 'version_pruned'
  | 'block_pruned'
  | 'invalid_input'
  | 'vm_error'
  | 'sequence_number_too_old'
  | 'rejected_by_filter'
  | 'mempool_is_full'
  | 'invalid_transaction_update'
  | 'web_framework_error'
  | 'api_disabled'
  | 'bcs_not_supported'
  | 'internal_error'
  | 'health_check_failed'

/** The body of every answer that is no success. */
export interface ErrorBody {
  readonly message: string
  readonly error_code: ErrorCode
  readonly vm_error_code: number | null
}

/** An answer that is no success, with the status and body the node would give. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errorCode: ErrorCode
  readonly vmErrorCode: number | null

  constructor(status: number, errorCode: ErrorCode, message: string, vmErrorCode: number | null = null) {
    super(message)
    this.status = status
    this.errorCode = errorCode
    this.vmErrorCode = vmErrorCode
  }

  get body(): ErrorBody {
    return { message: this.message, error_code: this.errorCode, vm_error_code: this.vmErrorCode }
  }
}

/** Input that parsed as HTTP but makes no sense to the endpoint. */
export function invalidInput(message: string): ApiError {
  return new ApiError(400, 'invalid_input', message)
}

/** Returns a parameter refused before the endpoint ran; the node's web framework words these. */
export function invalidParameter(place: 'path' | 'query', name: string, type: string, reason: string): ApiError {
  return new ApiError(
    400,
    'web_framework_error',
    `failed to parse ${place} \`${name}\`: failed to parse "${type}": ${reason}`,
  )
}

/** `Resource not found by Address(0x..), ...`: clients match on this wording. */
export function notFound(errorCode: ErrorCode, what: string, by: string): ApiError {
  return new ApiError(404, errorCode, `${what} not found by ${by}`)
}

/** Runs a function; prefixes the message of an error of ours, as the node chains them. */
export function withErrorPrefix<Value>(words: string, run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.status, error.errorCode, `${words}: ${error.message}`, error.vmErrorCode)
  }
}
