/**
 * Where a key leads in a row of tabs; from the last to the first and back.
 * @returns null when the key leads nowhere.
 */
export function nextTab<Value extends string>(
  tabs: readonly { readonly value: Value }[],
  current: Value,
  key: string,
): Value | null {
  const at = tabs.findIndex(({ value }) => value === current)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key]
  if (to === undefined) return null
  return tabs[(to + tabs.length) % tabs.length]?.value ?? null
}
