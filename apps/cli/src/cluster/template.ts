import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../repository.ts'

/** Values of a template's placeholders. */
export type TemplateValues = Readonly<Record<string, string | number>>

/** Reads a configuration of `deploy/` and replaces its placeholders, as `envsubst` does for an operator. */
export function renderTemplate(path: string, values: TemplateValues): string {
  return fillTemplate(readFileSync(join(ROOT, 'deploy', path), 'utf8'), values, path)
}

/**
 * Replaces each `${NAME}` by its value.
 * @param path named in the error
 * @throws Error when a placeholder has no value, or a value has no placeholder.
 */
export function fillTemplate(template: string, values: TemplateValues, path: string): string {
  const used = new Set<string>()
  const text = template.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`deploy/${path} asks for ${name}, which has no value`)
    used.add(name)
    return String(value)
  })
  const unused = Object.keys(values).filter((name) => !used.has(name))
  if (unused.length > 0) throw new Error(`deploy/${path} does not use ${unused.join(', ')}`)
  return text
}
