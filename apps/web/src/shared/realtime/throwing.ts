/**
 * The same call, but its failures are thrown: for places that must tell "nothing there" from "not answered", where the
 * contract's failure value would say the one for the other.
 */
export function throwing<Call extends { readonly failure?: unknown }>(endpoint: Call): Omit<Call, 'failure'> {
  const { failure: _, ...call } = endpoint
  return call
}
