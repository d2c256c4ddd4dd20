import { globSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import postcss from 'postcss'
import { faultsOfFontSizes } from './font-sizes.ts'

const SHEETS = '{apps,packages}/*/src/**/*.css'
const MODULES = '{apps,packages}/*/src/**/*.module.css'
const COMPONENTS = '{apps,packages}/*/src/**/*.{ts,tsx}'

/** Source text by path, from the repository's root with forward slashes. */
export type Sources = ReadonlyMap<string, string>

/** A reference to a class of a CSS module: `styles.name`, or `composes: name`. */
interface ClassReference {
  readonly path: string
  readonly line: number
  /** Path of the module. */
  readonly module: string
  /** Null where the class is not named, as in `styles[name]`. */
  readonly name: string | null
}

/** Compares the CSS modules below `root` with the components that import them, and reads the sizes of text. @returns a line for each fault. */
export function checkStyles(root: string): readonly string[] {
  const read = (pattern: string): Sources => {
    const paths = globSync(pattern, { cwd: root }).map((path) => path.split(sep).join('/'))
    return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  }
  return [...faultsOfStyles(read(MODULES), read(COMPONENTS)), ...faultsOfFontSizes(read(SHEETS))]
}

/** Finds classes that are used and not defined, that are defined and not used, and uses that do not name their class. */
export function faultsOfStyles(modules: Sources, components: Sources): readonly string[] {
  const sheets = new Map([...modules].map(([path, text]) => [path, readSheet(path, text)]))
  const references = [
    ...[...sheets.values()].flatMap((sheet) => sheet.references),
    ...[...components].flatMap(([path, text]) => (text.includes('.module.css') ? readComponent(path, text) : [])),
  ]
  const used = new Set(references.map(({ module, name }) => `${module} ${name}`))
  const unused = [...sheets].flatMap(([path, { classes }]) =>
    [...classes]
      .filter(([name]) => !used.has(`${path} ${name}`))
      .map(([name, line]) => `${path}:${line} the class .${name} is used nowhere: delete it`),
  )
  const undefinedOnes = references.flatMap(({ path, line, module, name }) => {
    if (name === null) return [`${path}:${line} name each class as a member of the import, so that it can be checked`]
    return sheets.get(module)?.classes.has(name) === true ? [] : [`${path}:${line} ${module} has no class .${name}`]
  })
  return [...undefinedOnes, ...unused]
}

interface Sheet {
  /** Line of each class's first rule. */
  readonly classes: ReadonlyMap<string, number>
  readonly references: readonly ClassReference[]
}

const GLOBAL = /:global\((?:[^()]|\([^()]*\))*\)/g
const CLASS = /\.(-?[_a-z][\w-]*)/gi
const COMPOSES = /^(.+?)(?:\s+from\s+(?:(['"])(.+)\2|global))?$/

function readSheet(path: string, text: string): Sheet {
  const classes = new Map<string, number>()
  const references: ClassReference[] = []
  const css = postcss.parse(text, { from: path })
  css.walkRules(({ selector, source }) => {
    for (const [, name = ''] of selector.replace(GLOBAL, '').matchAll(CLASS)) {
      if (!classes.has(name)) classes.set(name, source?.start?.line ?? 1)
    }
  })
  css.walkDecls('composes', ({ value, source }) => {
    const [, names = '', , from] = COMPOSES.exec(value.trim()) ?? []
    if (from === undefined && value.endsWith(' global')) return
    const module = from === undefined ? path : resolveFrom(path, from)
    for (const name of names.split(/\s+/)) references.push({ path, line: source?.start?.line ?? 1, module, name })
  })
  return { classes, references }
}

function readComponent(path: string, text: string): readonly ClassReference[] {
  const { program } = parseSync(path, text)
  const modules = new Map<string, string>()
  const named = new Map<number, string>()
  const references: ClassReference[] = []
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (!source.value.endsWith('.module.css')) return
      for (const { local } of specifiers) modules.set(local.name, resolveFrom(path, source.value))
    },
    MemberExpression: ({ object, property, computed }) => {
      if (object.type !== 'Identifier') return
      if (property.type === 'Identifier' && !computed) named.set(object.start, property.name)
      if (property.type === 'Literal' && typeof property.value === 'string') named.set(object.start, property.value)
    },
  }).visit(program)
  const importsEnd = program.body.findLast((node) => node.type === 'ImportDeclaration')?.end ?? 0
  new Visitor({
    Identifier: ({ name, start }) => {
      const module = modules.get(name)
      if (module === undefined || start < importsEnd) return
      const line = text.slice(0, start).split('\n').length
      references.push({ path, line, module, name: named.get(start) ?? null })
    },
  }).visit(program)
  return references
}

function resolveFrom(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier)
}
