/**
 * Returns whether a client has an answer already, by the `If-None-Match` header of its request. Tags are compared weakly: a proxy that compresses
 * answers makes them weak. Tags of ours have no commas.
 * @source RFC 9110, section 13.1.2
 */
export function hasAnswer(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaqueTag(tag) === opaqueTag(etag))
}

function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
