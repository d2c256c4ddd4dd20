/**
 * Returns the fields of a value that a reader never looked at, by path. A validator that was generated from a schema asks for
 * every field that it knows: what it never asked for, it does not know.
 * @param read is given the value; looks at what it knows of it.
 */
export function unreadFields(value: object, read: (watched: object) => void): readonly string[] {
  const seen = new Set<string>()
  read(watch(value, '', seen))
  return fieldsOf(value, '').filter((path) => !seen.has(path))
}

function watch(value: object, path: string, seen: Set<string>): object {
  return new Proxy(value, {
    get(target, name, receiver) {
      const found: unknown = Reflect.get(target, name, receiver)
      if (typeof name === 'symbol') return found
      const place = `${path}/${name}`
      seen.add(place)
      return typeof found === 'object' && found !== null ? watch(found, place, seen) : found
    },
  })
}

function fieldsOf(value: object, path: string): readonly string[] {
  return Object.entries(value).flatMap(([name, field]) => {
    const place = `${path}/${name}`
    return [place, ...(typeof field === 'object' && field !== null ? fieldsOf(field, place) : [])]
  })
}
