/** Says whether a value from outside has a shape. For what the browser keeps: a schema library would weigh more than the page. */
export type Guard<Value> = (value: unknown) => value is Value
type Guarded<G> = G extends Guard<infer Value> ? Value : never

/** Any text. */
export const isString: Guard<string> = (value) => typeof value === 'string'
/** A number that one can compute with. */
export const isNumber: Guard<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value)

/** A text that a pattern fits. */
export function isText(pattern: RegExp): Guard<string> {
  return (value): value is string => isString(value) && pattern.test(value)
}

/** One of these words. */
export function isOneOf<const Value extends string>(values: readonly Value[]): Guard<Value> {
  return (value): value is Value => values.some((one) => one === value)
}

/** Null, or what the guard lets through. */
export function isNullOr<Value>(guard: Guard<Value>): Guard<Value | null> {
  return (value): value is Value | null => value === null || guard(value)
}

/** A list no longer than this, of what the guard lets through. */
export function isListOf<Value>(guard: Guard<Value>, longest: number): Guard<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.length <= longest && value.every(guard)
}

/** An object with these members; others it may have are nobody's business. */
export function isObject<Shape extends Readonly<Record<string, Guard<unknown>>>>(
  shape: Shape,
): Guard<{ readonly [Name in keyof Shape]: Guarded<Shape[Name]> }> {
  return (value): value is { readonly [Name in keyof Shape]: Guarded<Shape[Name]> } =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(shape).every(([name, guard]) => guard((value as Record<string, unknown>)[name]))
}
