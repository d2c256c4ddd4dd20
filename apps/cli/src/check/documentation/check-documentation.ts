import { globSync, readFileSync } from 'node:fs'
import { basename, join, posix, sep } from 'node:path'

/** Folders that git ignores wherever they are, and those that it ignores in one place. */
const IGNORED = new Set(['node_modules', 'dist', 'artifacts', '.git', '.opal', '.react-router'])
const IGNORED_IN_PLACE = /^(?:data|apps\/web\/build|contracts\/.*\/build)(?:\/|$)/
const SOURCE = /\.(?:tsx?|css|sql|move|m?js)$/
const PAGE = /\.md$/
/** Pages that say what was true when they were written: the files they name may be gone. */
const HISTORY = /^(?:CHANGELOG\.md$|docs\/decisions\/)/

/** A page of ours that a comment cites, with or without an anchor. */
const CITED_PAGE = /(?<![\w/.-])(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g
/** A paper that a reader of the repository cannot open. */
const PAPER =
  /\bspec 00\d|@(?:source|see) (?:the )?(?:spec|design|decisions|marketplaces reference)\b|marketplaces reference \d/
const LINK = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g
const HEADING = /^#+ +(.+?) *$/
const CODE = /`([^`\n]+)`/g
/** A path of ours in code marks: it ends like a source or a page, or begins with a folder of the root. */
const PATH_LIKE = /^(?:\.\/)?[\w@.[\]-]+(?:\/[\w@.[\]-]+)*\/?$/
const FILE_LIKE = /[\w-]\.(?:tsx?|css|sql|mjs|md)$/
/** A name that a page says a source contains: `name` in `path`. */
const NAMED_IN = /`([A-Za-z_]\w*)` in `([\w@./-]+\.(?:tsx?|css|sql|move|m?js))`/g
const TEST = /\.test\.tsx?$/
const COMMENT = /^\s*(?:\/\/|\/?\*|--)/
const FENCE = /^```/

/** Files of the repository, by their paths from its root; the text of sources and pages. */
export type Tree = ReadonlyMap<string, string>

/** Checks the repository at `root`. @returns a sentence for each fault. */
export function checkDocumentation(root: string): readonly string[] {
  const paths = globSync('**/*', { cwd: root, exclude: (path) => IGNORED.has(basename(path)) })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !IGNORED_IN_PLACE.test(path))
  const isRead = (path: string) => SOURCE.test(path) || PAGE.test(path)
  return faultsOfDocumentation(
    new Map(paths.map((path) => [path, isRead(path) ? readFileSync(join(root, path), 'utf8') : ''])),
  )
}

/** Finds citations, links and named paths that lead nowhere, and citations of papers outside the repository. */
export function faultsOfDocumentation(tree: Tree): readonly string[] {
  const places = placesOf(tree)
  return [...tree].sort(byPath).flatMap(([path, text]) => {
    const faultOf = PAGE.test(path)
      ? faultsOfPage(path, places)
      : SOURCE.test(path)
        ? faultsOfSource(path, places)
        : null
    if (faultOf === null) return []
    return text.split('\n').flatMap((line, index) => faultOf(line).map((fault) => `${path}:${index + 1} ${fault}`))
  })
}

interface Places {
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>
  /** The parts of paths before each ending that begins at a name. */
  readonly endings: ReadonlyMap<string, readonly string[]>
  readonly paths: ReadonlySet<string>
  readonly roots: ReadonlySet<string>
  readonly tree: Tree
}

function placesOf(tree: Tree): Places {
  const paths = new Set<string>()
  for (const path of tree.keys()) {
    for (let one = path; one !== '.'; one = posix.dirname(one)) paths.add(one)
  }
  const endings = new Map<string, string[]>()
  for (const path of paths) {
    const names = path.split('/')
    for (let from = 0; from < names.length; from++) {
      const ending = names.slice(from).join('/')
      const before = path.slice(0, path.length - ending.length)
      endings.set(ending, [...(endings.get(ending) ?? []), before])
    }
  }
  const pages = [...tree].filter(([path]) => PAGE.test(path))
  return {
    anchors: new Map(pages.map(([path, text]) => [path, anchorsOf(text)])),
    endings,
    paths,
    roots: new Set([...paths].filter((path) => !path.includes('/'))),
    tree,
  }
}

/** Returns anchors that GitHub gives a page's headings. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const line of page.split('\n')) {
    const heading = HEADING.exec(line)?.[1]
    if (heading === undefined) continue
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = text.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')
    let anchor = slug
    for (let again = 1; anchors.has(anchor); again++) anchor = `${slug}-${again}`
    anchors.add(anchor)
  }
  return anchors
}

/** Texts of tests may name pages that are nowhere; their comments may not. Comments may name a source by the end of its path. */
function faultsOfSource(path: string, places: Places): (line: string) => readonly string[] {
  const isTest = TEST.test(path)
  return (line) => {
    const cited = isTest && !COMMENT.test(line) ? [] : [...line.matchAll(CITED_PAGE)]
    const named = COMMENT.test(line) ? [...line.matchAll(CODE)].map(([, name]) => name ?? '') : []
    return [
      ...paperIn(line),
      ...cited.flatMap(([, page, anchor]) => faultOf(places, page ?? '', anchor)),
      ...named.filter((name) => isGone(name, places)).map((name) => `names ${name}, which is not there`),
    ]
  }
}

function faultsOfPage(path: string, places: Places): (line: string) => readonly string[] {
  const folder = posix.dirname(path)
  const isHistory = HISTORY.test(path)
  let isFenced = false
  return (line) => {
    if (FENCE.test(line)) isFenced = !isFenced
    if (isFenced) return []
    const links = [...line.matchAll(LINK)].flatMap(([, to, anchor]) =>
      faultOf(places, to === undefined || to === '' ? path : posix.join(folder, to), anchor),
    )
    const faults = isHistory ? [] : [...pathsGone(line, path, places), ...namesGone(line, places)]
    return [...paperIn(line), ...links, ...faults]
  }
}

function pathsGone(line: string, page: string, places: Places): readonly string[] {
  const named = [...line.matchAll(CODE)].map(([, name]) => name ?? '')
  return named.filter((name) => !isThere(name, page, places)).map((name) => `names ${name}, which is not there`)
}

/** Finds names that no file of the stated path contains. Paths that are not there are a fault of their own. */
function namesGone(line: string, { endings, tree }: Places): readonly string[] {
  return [...line.matchAll(NAMED_IN)].flatMap(([, name = '', file = '']) => {
    const texts = (endings.get(file) ?? []).map((before) => tree.get(before + file) ?? '')
    const isGone = texts.length > 0 && !texts.some((text) => text.includes(name))
    return isGone ? [`names ${name} in ${file}, which does not contain it`] : []
  })
}

/** Returns whether a text in code marks is a source's path of at least two names that ends no path of ours. */
function isGone(name: string, { endings }: Places): boolean {
  const path = name.replace(/^\.\//, '')
  return !path.startsWith('@') && PATH_LIKE.test(path) && path.includes('/') && SOURCE.test(path) && !endings.has(path)
}

function paperIn(line: string): readonly string[] {
  return PAPER.test(line) ? ['cites a paper outside the repository; cite a sentence of docs/product'] : []
}

function faultOf(places: Places, target: string, anchor: string | undefined): readonly string[] {
  const page = target.replace(/\/$/, '')
  if (page !== '.' && !places.paths.has(page)) return [`leads to ${target}, which is not there`]
  if (anchor === undefined || places.anchors.get(page)?.has(anchor) !== false) return []
  return [`leads to ${page}#${anchor}; the page has no such heading`]
}

/**
 * Returns whether a text in code marks is no path of ours, or one that exists: relative to a folder above the
 * page, to a package, or anywhere in the page's own folder, as a README may leave out the beginning of a path.
 */
function isThere(name: string, page: string, { endings, paths, roots }: Places): boolean {
  if (!PATH_LIKE.test(name)) return true
  const path = name.replace(/^\.\//, '').replace(/\/$/, '')
  const isPath =
    FILE_LIKE.test(path) || name.endsWith('/') || (path.includes('/') && roots.has(path.split('/')[0] ?? ''))
  if (!isPath || IGNORED.has(path) || IGNORED_IN_PLACE.test(path)) return true
  const above = page.split('/').map((_name, at, names) =>
    names
      .slice(0, at)
      .map((name) => `${name}/`)
      .join(''),
  )
  if ([...above, 'packages/', 'apps/', 'dev/'].some((before) => paths.has(before + path))) return true
  const folder = page.startsWith('docs/') ? '' : (above.at(-1) ?? '')
  return endings.get(path)?.some((before) => before.startsWith(folder)) ?? false
}

function byPath([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1
}
