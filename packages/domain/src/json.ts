/** A value parsed from JSON. Move values arrive in this form (u64 and wider as decimal strings). */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** Returns whether a value is a JSON object (not null, not an array). */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Walks a path like `token_metadata.token.vec.0.inner`.
 * @returns undefined when any step is missing.
 */
export function jsonAt(value: Json | undefined, path: string): Json | undefined {
  let current: Json | undefined = value
  for (const step of path.split('.')) {
    if (Array.isArray(current)) current = (current as readonly Json[])[Number(step)]
    else if (isJsonObject(current)) current = current[step]
    else return undefined
  }
  return current
}
