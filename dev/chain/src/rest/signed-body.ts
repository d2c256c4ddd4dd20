import { ApiError } from './api-error.ts'

/** Content type of a signed transaction in BCS. @source ts-sdk MimeType.BCS_SIGNED_TRANSACTION */
export const SIGNED_TRANSACTION = 'application/x.aptos.signed_transaction+bcs'
/** Content type of a view call in BCS. */
export const VIEW_FUNCTION = 'application/x.aptos.view_function+bcs'

/** The BCS body of a batch. */
export function requireSignedBytes(body: unknown): Uint8Array {
  if (Buffer.isBuffer(body)) return body
  throw new ApiError(415, 'web_framework_error', `Send the signed transactions in BCS, as ${SIGNED_TRANSACTION}.`)
}
