import type { DialectName } from '../../worker/dialect/dialect.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import type { CommandOutcome } from '../scenario/scenario-cluster.ts'
import { ScenarioCluster } from '../scenario/scenario-cluster.ts'
import type { MarkedBlock, MarkedCommand } from './marked-blocks.ts'
import { markedBlocks, PageFault } from './marked-blocks.ts'
import { outputMatches } from './output-match.ts'

export interface PageOutcome {
  /** The number of marked blocks. */
  readonly blocks: number
  /** The faults in the order of the page, each with its line: `line 12: …`. */
  readonly faults: readonly string[]
}

/** Virtual milliseconds in which controllers act after each block. */
const SETTLING = 10_000

/** Plays the marked blocks of a page on a new cluster, with simulated nodes as in a tab. */
export async function testPage(markdown: string, dialect: DialectName): Promise<PageOutcome> {
  let blocks: readonly MarkedBlock[]
  try {
    blocks = markedBlocks(markdown)
  } catch (error) {
    if (!(error instanceof PageFault)) throw error
    return { blocks: 0, faults: [`line ${error.line}: ${error.message}`] }
  }
  if (blocks.length === 0) return { blocks: 0, faults: [] }
  const cluster = await ScenarioCluster.create(emptyScenario(dialect))
  try {
    return { blocks: blocks.length, faults: await new PagePlayer(cluster).play(blocks) }
  } finally {
    await cluster.close()
  }
}

class PagePlayer {
  readonly #cluster: ScenarioCluster
  readonly #faults: string[] = []
  #last: CommandOutcome | undefined

  constructor(cluster: ScenarioCluster) {
    this.#cluster = cluster
  }

  async play(blocks: readonly MarkedBlock[]): Promise<readonly string[]> {
    for (const block of blocks) {
      if (block.is === 'manifest') await this.#apply(block)
      else if (block.is === 'output') this.#compare(block.line, block.text)
      else for (const command of block.commands) await this.#run(command)
      if (block.is !== 'output') await this.#cluster.advance(SETTLING)
    }
    return this.#faults
  }

  async #apply({ line, text, isRefused }: Extract<MarkedBlock, { is: 'manifest' }>): Promise<void> {
    const refused = await this.#cluster.apply(text, undefined)
    const stderr = refused.map(({ title, error }) => `${title}: ${error?.message ?? 'refused'}`).join('\n')
    this.#last = { code: refused.length > 0 ? 1 : 0, stdout: '', stderr }
    if (isRefused && refused.length === 0) this.#fault(line, 'the server accepts this manifest')
    if (!isRefused && refused.length > 0) this.#fault(line, `the server refuses this manifest\n${stderr}`)
  }

  async #run({ line, command, isRefused, output }: MarkedCommand): Promise<void> {
    const outcome = await this.#cluster.runLine(command, undefined)
    this.#last = outcome
    if (isRefused && outcome.code === 0) this.#fault(line, `${command} succeeds`)
    if (!isRefused && outcome.code !== 0)
      this.#fault(line, `${command} ends with ${outcome.code}\n${outcome.stderr.trimEnd()}`)
    if (output !== undefined && output.trim() !== '') this.#compare(line + 1, output)
  }

  #compare(line: number, expected: string): void {
    if (this.#last === undefined) return this.#fault(line, 'this output has no command before it')
    const { stdout, stderr } = this.#last
    if (outputMatches(expected, stdout + stderr)) return
    const shown = (text: string): string => text.trimEnd().replaceAll('\n', '\n  ')
    this.#fault(line, `another output; expected\n  ${shown(expected)}\nprinted\n  ${shown(stdout + stderr)}`)
  }

  #fault(line: number, message: string): void {
    this.#faults.push(`line ${line}: ${message.replaceAll('\n', '\n    ')}`)
  }
}

const emptyScenario = (dialect: DialectName): Scenario => ({
  apiVersion: 'tabplane.dev/v1',
  kind: 'Scenario',
  name: 'page',
  title: 'A page',
  summary: '',
  level: 'beginner',
  minutes: 1,
  locale: 'en',
  dialect,
  identities: [],
  objects: [],
  files: [],
  steps: [],
})
