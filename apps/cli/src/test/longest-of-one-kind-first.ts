import { existsSync, readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ENVIRONMENT = /@vitest-environment (\S+)/
const SUFFIX = /(\.e2e|\.store)?\.test\.tsx?$/

/**
 * The order of test files. Within a part, files with the same environment run one after the other, since a process is reused only for the same
 * one; among these the longest runs first, as in vitest. Without recorded durations vitest goes by file size, which says nothing of a file whose
 * journeys are in a folder of its name: such files come first.
 */
export class LongestOfOneKindFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files)
    const kinds = new Map(longestFirst.map((file) => [file, kindOf(file)]))
    const order = [...new Set(kinds.values())]
    const later = new Map(longestFirst.map((file) => [file, this.#isFolderUnseen(file) ? 0 : 1]))
    return longestFirst.toSorted(
      (a, b) =>
        order.indexOf(kinds.get(a) ?? '') - order.indexOf(kinds.get(b) ?? '') ||
        (later.get(a) ?? 1) - (later.get(b) ?? 1),
    )
  }

  #isFolderUnseen(file: TestSpecification): boolean {
    return (
      this.ctx.cache.getTestSpecificationResult(file) === undefined && existsSync(file.moduleId.replace(SUFFIX, ''))
    )
  }
}

function kindOf({ project, moduleId }: TestSpecification): string {
  return `${project.name} ${ENVIRONMENT.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? ''}`
}
