/** Memoizes a function of an immutable object, as long as the object lives. */
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
