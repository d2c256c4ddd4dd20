/** What is made of an object that never changes: made when it is first asked for, and kept as long as the object is. */
export function oncePer<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, { readonly made: Made }>()
  return (of) => {
    const kept = known.get(of)
    if (kept !== undefined) return kept.made
    const made = make(of)
    known.set(of, { made })
    return made
  }
}
