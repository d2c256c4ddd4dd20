/** Returns a function of an immutable object that computes each result once, and drops it with the object. */
export function memoize<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, { readonly made: Made }>()
  return (of) => {
    const entry = known.get(of)
    if (entry !== undefined) return entry.made
    const made = make(of)
    known.set(of, { made })
    return made
  }
}
