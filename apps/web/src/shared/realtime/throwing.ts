/**
 * Returns the endpoint without its failure value, so that calls throw their errors: for callers that must distinguish "not
 * found" from "not answered".
 */
export function throwing<Call extends { readonly failure?: unknown }>(endpoint: Call): Omit<Call, 'failure'> {
  const { failure: _, ...call } = endpoint
  return call
}
