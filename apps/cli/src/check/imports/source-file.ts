import { parseSync, Visitor } from 'oxc-parser'

/** One hand-written module, read as far as the rules need it. */
export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string
  readonly imports: readonly Import[]
  /** Lines that read `process.env`. */
  readonly environmentLines: readonly number[]
  /** Lines that call `parseFloat`. */
  readonly floatLines: readonly number[]
  /** Without comments. */
  readonly code: string
}

export interface Import {
  /** As written: `./octas.ts`, `@opal/domain/octas`, `pg`. */
  readonly specifier: string
  readonly line: number
  /** Gone at run time. */
  readonly isType: boolean
}

/** @throws Error when the text is not TypeScript. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const imports: Import[] = []
  const environmentLines: number[] = []
  const floatLines: number[] = []
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const add = (node: { value: unknown; start: number }, isType: boolean) => {
    if (typeof node.value === 'string') imports.push({ specifier: node.value, line: lineOf(node.start), isType })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => node.source && add(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => node.source.type === 'Literal' && add(node.source, false),
    TSImportType: (node) => add(node.source, true),
    MemberExpression: (node) => {
      const { object, property, start } = node
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return
      if (object.name === 'process' && property.name === 'env') environmentLines.push(lineOf(start))
    },
    CallExpression: ({ callee, start }) => {
      const called = callee.type === 'MemberExpression' ? callee.property : callee
      if (called.type === 'Identifier' && called.name === 'parseFloat') floatLines.push(lineOf(start))
    },
  }).visit(program)
  return { path, imports, environmentLines, floatLines, code: withoutComments(text, comments) }
}

/** Blanks comments out, so that line numbers stay. */
function withoutComments(text: string, comments: readonly { start: number; end: number }[]): string {
  let code = text
  for (const { start, end } of comments) {
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end)
  }
  return code
}
