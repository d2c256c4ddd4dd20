/** Type guard for a stored value. A schema library would be larger than the first load allows. */
export type Guard<Value> = (value: unknown) => value is Value
type Guarded<G> = G extends Guard<infer Value> ? Value : never

/** Accepts any string. */
export const isString: Guard<string> = (value) => typeof value === 'string'
/** Accepts finite numbers. */
export const isNumber: Guard<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value)

/** Accepts true and false. */
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean'

/** Accepts strings that match a pattern. */
export function isText(pattern: RegExp): Guard<string> {
  return (value): value is string => isString(value) && pattern.test(value)
}

/** Accepts addresses in canonical form. */
export const isAddress = isText(/^0x[0-9a-f]{64}$/)
/** Accepts whole numbers as the API writes them: amounts, versions, times. */
export const isWhole = isText(/^\d{1,20}$/)

/** Accepts the given strings. */
export function isOneOf<const Value extends string>(values: readonly Value[]): Guard<Value> {
  return (value): value is Value => values.some((one) => one === value)
}

/** Accepts null, and what the guard accepts. */
export function isNullOr<Value>(guard: Guard<Value>): Guard<Value | null> {
  return (value): value is Value | null => value === null || guard(value)
}

/** Accepts undefined, and what the guard accepts: for members that were added later. */
export function isAbsentOr<Value>(guard: Guard<Value>): Guard<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || guard(value)
}

/** Accepts lists of at most `longest` elements that the guard accepts. */
export function isListOf<Value>(guard: Guard<Value>, longest: number): Guard<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.length <= longest && value.every(guard)
}

/** Accepts objects with these members; ignores others. */
export function isObject<Shape extends Readonly<Record<string, Guard<unknown>>>>(
  shape: Shape,
): Guard<{ readonly [Name in keyof Shape]: Guarded<Shape[Name]> }> {
  return (value): value is { readonly [Name in keyof Shape]: Guarded<Shape[Name]> } =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(shape).every(([name, guard]) => guard((value as Record<string, unknown>)[name]))
}
