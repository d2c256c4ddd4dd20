import pc from 'picocolors'
import { checkFeatures, FEATURES_PAGE } from '../../check/features/check-features.ts'
import { ROOT } from '../../repository.ts'

/**
 * Lists the features that no test cites and wrong citations; or, given parts of ids, where each is proven. Wrong
 * citations fail always, missing ones with `strict`.
 */
export function featuresCommand(words: readonly string[], { strict = false }: { readonly strict?: boolean }): void {
  const { features, citations, uncited, faults } = checkFeatures(ROOT)
  if (words.length > 0) {
    for (const { id, behaviour } of features.filter(({ id }) => words.some((word) => id.includes(word)))) {
      const places = citations.filter((citation) => citation.id === id).map(({ path, line }) => `${path}:${line}`)
      say(`${pc.bold(id)}  ${behaviour}`)
      for (const place of places.length > 0 ? places : [pc.yellow('no test')]) say(`    ${place}`)
    }
    return
  }
  for (const { id, line } of uncited) say(`${FEATURES_PAGE}:${line} ${pc.yellow(id)} is cited by no test`)
  for (const fault of faults) say(pc.red(fault))
  say(`${features.length} features, ${uncited.length} uncited, ${faults.length} wrong citations`)
  if (faults.length > 0 || (strict && uncited.length > 0)) process.exitCode = 1
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
