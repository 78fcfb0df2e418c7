import { readFile, stat, writeFile } from 'node:fs/promises'
import { glob } from 'tinyglobby'
import type { DialectName } from '../../../worker/dialect/dialect.ts'
import { testPage } from '../../docs/docs-test.ts'
import { junit } from '../../scenario/scenario-tests.ts'
import { readArguments } from '../arguments.ts'
import { UsageError, type Program } from '../program.ts'

interface Options {
  readonly patterns: readonly string[]
  readonly dialect: DialectName
  readonly junit?: string
}

/** `docs test`: plays the marked code blocks of Markdown pages; exits with 1 when one fails. */
export const docs = {
  async run(args) {
    const { patterns, dialect, junit: report } = readOptions(args)
    const found = await glob(await Promise.all(patterns.map(pagesOf)), { expandDirectories: false })
    const paths = found.sort()
    if (paths.length === 0) throw new UsageError(`${patterns.join(' ')} names no Markdown file`)
    const outcomes = []
    let blocks = 0
    for (const path of paths) {
      const started = performance.now()
      const page = await testPage(await readFile(path, 'utf8'), dialect)
      blocks += page.blocks
      if (page.blocks === 0 && page.faults.length === 0) continue
      const seconds = (performance.now() - started) / 1000
      outcomes.push({ path, title: path, faults: page.faults, seconds })
      console.log(
        `${page.faults.length === 0 ? 'ok' : 'FAILED'} ${path} (${page.blocks} blocks, ${seconds.toFixed(1)} s)`,
      )
      for (const fault of page.faults) console.log(`  ${path}, ${fault}`)
    }
    if (blocks === 0 && outcomes.length === 0) throw new UsageError('no code block is marked, as in ```yaml tabplane')
    if (report !== undefined) await writeFile(report, junit(outcomes))
    const failed = outcomes.filter(({ faults }) => faults.length > 0).length
    console.log(`${outcomes.length - failed} passed, ${failed} failed`)
    return failed === 0 ? 0 : 1
  },
} satisfies Program

/** The glob pattern for an argument. A folder means all Markdown pages below it. */
async function pagesOf(pattern: string): Promise<string> {
  const isFolder = await stat(pattern).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isFolder ? `${pattern.replace(/\/$/, '')}/**/*.{md,mdx}` : pattern
}

const FLAGS = { dialect: { type: 'string' }, junit: { type: 'string' } } as const

function readOptions([command, ...args]: readonly string[]): Options {
  if (command !== 'test') throw new UsageError("docs has the command test: tabplane docs test 'docs/**/*.md'")
  const { values, positionals: patterns } = readArguments(args, FLAGS)
  const { dialect = 'k8s', junit: report } = values
  if (dialect !== 'k8s' && dialect !== 'svc') throw new UsageError('--dialect is k8s or svc')
  if (patterns.length === 0) throw new UsageError('name the pages to test')
  return { patterns, dialect, ...(report !== undefined && { junit: report }) }
}
