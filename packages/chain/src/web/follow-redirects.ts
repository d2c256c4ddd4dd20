import { type FetchTarget, redirectedTo } from './public-hosts.ts'

/** Redirects that are followed of one fetch. @source docs/product/tokens-and-filters.md#fetch-limits */
export const MAX_REDIRECTS = 3

/** Answer of a host: the content that was read, or the address that it redirects to. */
export type Answered<Read> = { readonly read: Read } | { readonly redirect: URL }

/**
 * Asks a host, and those that it redirects to, until one is read.
 * @param ask has to check each target: any redirect may lead anywhere.
 * @param tooMany makes the error of a fetch that is redirected too often.
 */
export async function followRedirects<Read>(
  first: FetchTarget,
  ask: (target: FetchTarget) => Promise<Answered<Read>>,
  tooMany: () => Error,
): Promise<Read> {
  let target = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answered = await ask(target)
    if ('read' in answered) return answered.read
    target = redirectedTo(target, answered.redirect)
  }
  throw tooMany()
}
