import pc from 'picocolors'

/** Shows what is going on and for how long: a live line on a terminal, plain lines elsewhere. */
export interface ProgressBoard {
  /** Runs `work` as a phase; `note` replaces the detail behind its name. */
  phase<Result>(title: string, work: (note: (detail: string) => void) => Promise<Result>): Promise<Result>
  /** A line of its own, above the live one. */
  say(line: string): void
}

interface Phase {
  readonly title: string
  readonly began: number
  detail: string
}

const REDRAW_MS = 120
const CLEAR = '\r\x1b[2K'

/** Shows one line for each running task, updated in place on a terminal. */
export function createProgressBoard(out: NodeJS.WriteStream = process.stdout): ProgressBoard {
  const active = new Set<Phase>()
  let timer: NodeJS.Timeout | null = null

  const draw = () => {
    const parts = [...active].map((phase) => `${phase.title} ${phase.detail}${seconds(phase)}`)
    out.write(CLEAR + pc.dim(`  ${parts.join(' · ')}`.slice(0, (out.columns ?? 100) - 1)))
  }
  const say = (line: string) => out.write(`${timer ? CLEAR : ''}${line}\n`)
  const open = (phase: Phase) => {
    active.add(phase)
    if (out.isTTY) timer ??= setInterval(draw, REDRAW_MS)
    else say(`  ${phase.title} ...`)
  }
  const close = (phase: Phase, mark: string) => {
    active.delete(phase)
    say(`${mark} ${phase.title.padEnd(28)} ${pc.dim(`${phase.detail}${seconds(phase)}`)}`)
    if (active.size === 0 && timer) {
      clearInterval(timer)
      timer = null
    }
  }

  return {
    say,
    async phase(title, work) {
      const phase: Phase = { title, began: performance.now(), detail: '' }
      open(phase)
      try {
        const result = await work((detail) => {
          phase.detail = `${detail} · `
        })
        close(phase, pc.green('✓'))
        return result
      } catch (error) {
        close(phase, pc.red('✗'))
        throw error
      }
    },
  }
}

function seconds(phase: Phase): string {
  return `${((performance.now() - phase.began) / 1000).toFixed(1)} s`
}
