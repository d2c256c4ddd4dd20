import type { ErrorCode } from '@opal/contract/http/error-body'

/** One request of a fuzz run, as it can be sent again. */
export interface FuzzRequest {
  /** The call as its description names it. */
  readonly call: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
  /** Protocol whose rules the response must keep. */
  readonly dialect: 'contract' | 'chain-graphql' | 'market-graphql'
  /** Codes of our own failures that this call may answer. */
  readonly serverErrors: readonly ErrorCode[]
}
